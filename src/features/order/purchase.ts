import { requireSession } from '#client/session.ts';
import { playerPath } from '#contract/player-path.ts';
import type { PurchaseResult } from './open-purchase.tsx';

/**
 * The purchase modal (spec 2 and 4): signs in first if needed, loads React only now, resolves when it is closed; `paid` also when the reader
 * owns the item already. `onBought`: as soon as the reader has the item, also later, when a phone pays an order that was left open.
 * @throws LoginDismissed when a visitor closes the login dialog
 */
export async function openPurchase(item_id: number, onBought: () => void): Promise<PurchaseResult> {
  const session = await requireSession('登录后即可购买');
  const { showPurchase, watchAfterwards } = await import('./open-purchase.tsx');
  const { result, take, open } = await showPurchase(item_id, session, ({ spent_balance }) => {
    if (spent_balance) void import('#client/refresh-user.ts').then(({ refreshUser }) => refreshUser());
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
