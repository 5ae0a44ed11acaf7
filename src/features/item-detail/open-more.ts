import { requireSession } from '#client/session.ts';
import { toastNote, toastSuccess } from '#client/toast.ts';
import { divideTypeOf, vipOfText } from '#contract/membership.ts';
import { MONEY_TEXTS } from '#contract/money-texts.ts';
import { NO_ALBUM_TEXT } from '#contract/sample.ts';
import { redeemVoucher } from '../download/download.api.ts';
import { openVip } from '../vip/open-vip.ts';
import { item } from './item.store.ts';
import { IDLE, item_work } from './item-work.store.ts';
import { readPageState } from './page-state.ts';

// what few readers press is fetched with the press, so that buying stays light

/** The membership that this page names, bought from this item. */
export async function openPageVip(): Promise<void> {
  const { id, kind, offer } = readPageState();
  const text = new URL(offer.vip_route ?? '', location.href).searchParams.get('vipText') ?? '';
  const wish = { vip_type: vipOfText(text)?.vip_type ?? 0, divide_type: divideTypeOf(kind.key), data_id: id };
  if (await openVip(wish)) await item.actions.refresh();
}

/** Login if needed, then the code of an advertisement; watched to the end, the item is open and the page says so. */
export async function openPageAd(): Promise<void> {
  item.actions.watch();
  await requireSession('登录后即可看广告解锁');
  const { openAd } = await import('../ad/open-ad.tsx');
  item_work.actions.show(IDLE);
  if (await openAd(readPageState().id)) await item.actions.refresh();
}

/** Asks, and opens the item with a voucher. False: the reader did not want to. */
export async function redeem(count: number): Promise<boolean> {
  const { askVoucher } = await import('../download/ask-voucher.tsx');
  const { id, offer } = readPageState();
  if (!(await askVoucher({ count, noun: offer.noun, redeem: () => redeemVoucher(id) }))) return false;
  toastSuccess(MONEY_TEXTS.redeemed);
  await item.actions.refresh();
  return true;
}

/** A link by which a client sees the pages of this work. */
export async function openClientLink(): Promise<void> {
  const { makeClientLink } = await import('../client-link/open-client-link.tsx');
  await makeClientLink(readPageState());
}

/** The page with all pictures of a case. `failed`: called when its address is unknown. */
export async function openAlbum(failed: () => void): Promise<void> {
  const detail = await item.actions.known();
  if (!detail) return failed();
  if (detail.album_url) return location.assign(detail.album_url);
  toastNote(NO_ALBUM_TEXT);
}
