import type { ProofWanted } from '#client/session.ts';
import { openDialog } from '#ui/open-dialog.tsx';
import { fetchProofWays } from './identity.api.ts';
import { ProofDialog } from './ProofDialog.tsx';

/** One dialog for all calls that wait. */
let asked: Promise<boolean> | null = null;

/** Has the reader prove who they are, by password, code or passkey. */
export async function openProof({ done }: ProofWanted): Promise<void> {
  asked ??= ask().finally(() => {
    asked = null;
  });
  done(await asked.catch(() => false));
}

async function ask(): Promise<boolean> {
  const ways = await fetchProofWays();
  return openDialog<boolean>((close) => <ProofDialog ways={ways} onEnd={close} />);
}
