import { atom } from 'nanostores';
import { $session, LoginDismissed, requireSession } from '#client/session.ts';
import { toastError, toastSuccess } from '#client/toast.ts';
import { downloadItem } from '../download/download.ts';
import { redeemVoucher } from './item.api.ts';
import { $scheme, knownDetail, refreshItem, watchItem } from './item.store.ts';
import { type ItemFacts, type MainAct, mainAction } from './main-action.ts';

/** What the page is doing about its file: percent is null while it waits for an answer. */
export type ItemWork = { kind: 'idle' } | { kind: 'busy' } | { kind: 'downloading'; percent: number };

/** One for the page: the main button may stand in several places. */
export const $work = atom<ItemWork>({ kind: 'idle' });

const REASONS: Record<MainAct, string> = { download: '登录后即可下载', buy: '登录后即可购买', membership: '登录后查看会员权益' };

/** The main button: login if needed, then what the access rules say for this reader now. The press goes on after the login. */
export function pressMain(id: number, facts: ItemFacts): Promise<void> {
  return exclusively(async () => {
    // a press can come before the effect in which the island begins to watch
    watchItem(id);
    if (!$session.get()) await requireSession(REASONS[mainAction(facts, null).act]);
    const detail = await knownDetail();
    if (!detail) return failed();
    await perform(mainAction(facts, detail).act, id, facts);
  });
}

/** Opens the item with a voucher after asking, then downloads it (spec 4). */
export function pressVoucher(id: number): Promise<void> {
  return exclusively(async () => {
    watchItem(id);
    await requireSession('登录后即可使用下载券');
    const detail = await knownDetail();
    if (!detail) return failed();
    await offerVoucher(id, detail.voucher_num);
  });
}

async function perform(act: MainAct, id: number, facts: ItemFacts): Promise<void> {
  if (act === 'download') return download(id);
  if (act === 'buy') {
    const { openPurchase } = await import('../order/purchase.ts');
    $work.set({ kind: 'idle' });
    await openPurchase(id, () => void refreshItem());
    await refreshItem();
    return;
  }
  const { tellMembership } = await import('./tell-membership.tsx');
  const vouchers = mainAction(facts, $scheme.get().detail).vouchers;
  if ((await tellMembership({ reason: mainAction(facts, $scheme.get().detail).line, vouchers })) === 'voucher')
    await offerVoucher(id, vouchers);
}

async function offerVoucher(id: number, count: number): Promise<void> {
  const { askVoucher } = await import('./ask-voucher.tsx');
  if (!(await askVoucher(count, () => redeemVoucher(id)))) return;
  toastSuccess('兑换成功');
  await refreshItem();
  await download(id);
}

async function download(id: number): Promise<void> {
  await downloadItem(id, { onProgress: (percent) => $work.set({ kind: 'downloading', percent }) });
  await refreshItem();
}

function failed(): void {
  toastError($scheme.get().message || '加载失败，请稍后再试');
}

async function exclusively(work: () => Promise<void>): Promise<void> {
  if ($work.get().kind !== 'idle') return;
  $work.set({ kind: 'busy' });
  try {
    await work();
  } catch (error) {
    if (!(error instanceof LoginDismissed)) throw error;
  } finally {
    $work.set({ kind: 'idle' });
  }
}
