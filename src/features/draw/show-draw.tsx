import { openDialog } from '#ui/open-dialog.tsx';
import { DrawDialog } from './DrawDialog.tsx';

/** Opens the dialog and resolves when it is closed, with whether a prize was drawn. */
export function showDraw(orderid: string, seed_hash: string): Promise<boolean> {
  return openDialog<boolean>((close) => <DrawDialog orderid={orderid} seed_hash={seed_hash} onClose={close} />);
}
