import { $session, type LoginWanted } from '#client/session.ts';
import { openDialog } from '#ui/open-dialog.tsx';
import { fetchProofWays } from './identity.api.ts';
import { ProofDialog } from './ProofDialog.tsx';

/** One dialog for all calls that wait. */
let asked: Promise<boolean> | null = null;

/** Has the reader prove who they are, by password, code or passkey. */
export async function openProof({ done }: LoginWanted): Promise<void> {
  asked ??= ask().finally(() => {
    asked = null;
  });
  const proven = await asked.catch(() => false);
  done(proven ? $session.get() : null);
}

async function ask(): Promise<boolean> {
  const ways = await fetchProofWays();
  return openDialog<boolean>((close) => <ProofDialog ways={ways} onEnd={close} />);
}
