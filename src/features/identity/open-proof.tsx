import { gateway, SILENT } from '#client/gateway.ts';
import { $session, type LoginWanted } from '#client/session.ts';
import { openDialog } from '#ui/open-dialog.tsx';

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
  const ways = await gateway('GET /user/user/prove', {}, SILENT);
  return openDialog<boolean>((close) => <ProofDialog ways={ways} onEnd={close} />);
}
