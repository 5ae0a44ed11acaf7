import { requireSession } from '#client/session.ts';
import { playerPath } from '#contract/player-path.ts';
import type { PurchaseResult } from './open-purchase.tsx';

/**
 * The purchase modal over the page the reader is on (spec 2 and 4): signs in first if needed, resolves when the modal is closed.
 * `paid` also when the reader turned out to own the item; asking at the end for what was bought downloads the file, or leads to the lessons. React, the modal and the QR
 * are fetched only now. `onBought` is called as soon as the reader has the item: while the modal stands, or later, when the phone
 * pays an order that was left open.
 * @throws LoginDismissed when a visitor closes the login dialog
 */
export async function openPurchase(item_id: number, onBought: () => void): Promise<PurchaseResult> {
  const session = await requireSession('登录后即可购买');
  const { showPurchase, watchAfterwards } = await import('./open-purchase.tsx');
  const { result, take, open } = await showPurchase(item_id, session, ({ spent_balance }) => {
    if (spent_balance) void import('../identity/refresh-user.ts').then(({ refreshUser }) => refreshUser());
    onBought();
  });
  if (open) watchAfterwards(open);
  if (take === 'lessons') location.assign(playerPath(item_id));
  if (take === 'file') {
    const { downloadItem } = await import('../download/download.ts');
    void downloadItem(item_id);
  }
  return result;
}
