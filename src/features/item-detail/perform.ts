import { $session, LoginDismissed, requireSession } from '#client/session.ts';
import { toastError } from '#client/toast.ts';
import { playerPath } from '#contract/player-path.ts';
import { openPurchase } from '../order/purchase.ts';
import { type ActionCode, pageActions, seenOnPage } from './actions.ts';
import { item } from './item.store.ts';
import { IDLE, item_work } from './item-work.store.ts';
import { isShown, readPageState } from './page-state.ts';

const REASONS: Record<ActionCode, string> = {
  download: '登录后即可下载',
  unlock: '登录后即可下载',
  buy: '登录后即可购买',
  open_vip: '登录后查看会员权益',
  members_only: '登录后查看会员权益',
};

const more = () => import('./open-more.ts');

/**
 * A button of the page: login if needed, then what that button means for this reader now. A visitor's press goes on after the login with
 * what the access rules say for who they turned out to be.
 */
export function press(code: ActionCode): Promise<void> {
  return exclusively(async () => {
    const { offer } = readPageState();
    // a press can come before the effect in which the island begins to watch
    item.actions.watch();
    const visitor = $session.get() === null;
    if (visitor) await requireSession(REASONS[code]);
    const detail = await item.actions.known();
    if (!detail) return failed();
    const { main, second } = pageActions(offer, detail);
    const still = second?.code === code ? second.code : main.code;
    await perform(still);
  });
}

/** Opens the item with a voucher after asking, then downloads it (spec 4). */
export function pressVoucher(): Promise<void> {
  return exclusively(async () => {
    item.actions.watch();
    await requireSession('登录后即可使用下载券');
    const detail = await item.actions.known();
    if (!detail) return failed();
    await offerVoucher(detail.voucher_num);
  });
}

/** Shows the code of an advertisement; watched to the end, the item is open and the page says so (spec 4). */
export function pressAd(): Promise<void> {
  return exclusively(async () => {
    await (await more()).openPageAd();
  });
}

/** The form of a link by which a client sees it. */
export const pressClient = async (): Promise<void> => (await more()).openClientLink();

async function perform(code: ActionCode): Promise<void> {
  const { id, offer } = readPageState();
  if (code === 'download' || code === 'unlock') return download(code);
  if (code === 'buy') {
    item_work.actions.show(IDLE);
    await openPurchase(id, () => void item.actions.refresh());
    await item.actions.refresh();
    return;
  }
  if (code === 'open_vip' && offer.vip_route !== null) return (await more()).openPageVip();
  const { tellMembersOnly } = await import('./tell-members-only.tsx');
  const { line, vouchers } = pageActions(offer, item.$state.get().detail);
  if ((await tellMembersOnly({ reason: line, vouchers, noun: offer.noun })) === 'voucher') await offerVoucher(vouchers);
}

async function offerVoucher(count: number): Promise<void> {
  const { redeem } = await more();
  if (await redeem(count)) await download('download');
}

async function download(code: 'download' | 'unlock'): Promise<void> {
  const page = readPageState();
  const { id, kind, calls, offer } = page;
  // the originals take the unlock; the album opens to who has it
  // the login alone was wanted: the page shows its pictures
  if (offer.album_missing || seenOnPage(offer, item.$state.get().detail)) return;
  if (offer.album && code === 'download') return (await more()).openAlbum(failed);
  if (offer.lessons) return location.assign(playerPath(id));
  const { downloadItem } = await import('../download/download.ts');
  await downloadItem(id, {
    call: calls.download,
    noun: kind.noun,
    short: kind.short,
    vip_text: vipText(offer.vip_route),
    onProgress: (percent) => {
      if (isShown(page)) item_work.actions.show({ kind: 'downloading', percent });
    },
  });
  await item.actions.refresh();
}

/** The membership of the page's kind, as its address names it. */
const vipText = (route: string | null): string => new URL(route ?? '', location.href).searchParams.get('vipText') ?? '';

function failed(): void {
  toastError(item.$state.get().failure?.message || '加载失败，请稍后再试');
}

async function exclusively(work: () => Promise<void>): Promise<void> {
  if (item_work.$state.get().kind !== 'idle') return;
  item_work.actions.show({ kind: 'busy' });
  try {
    await work();
  } catch (error) {
    if (!(error instanceof LoginDismissed)) throw error;
  } finally {
    item_work.actions.show(IDLE);
  }
}
