import { gateway } from '#client/gateway.ts';
import type { ItemImages } from '#contract/download.ts';
import { type ItemCard, type ItemDetail, RECOMMEND_LIMIT } from '#contract/item.ts';

/** Silent: the page is whole without it; whoever needs it shows the failure in place. */
export const fetchDetail = (id: number) => gateway.get<ItemDetail>('/scheme/index/detail', { id }, { silent: true });

export const fetchImages = (id: number, start: number) =>
  gateway.get<ItemImages>('/scheme/index/schemeimgs', { id, start }, { silent: true });

export const fetchRecommended = (id: number, cid: number | null, page: number) =>
  gateway.get<{ list: ItemCard[] }>('/scheme/index/recommend', { id, ...(cid === null ? {} : { cid }), page, limit: RECOMMEND_LIMIT });

/** Opens the item with one voucher of the reader's (spec 4, Voucher and coupon). Shown by the dialog itself, so silent. */
export const redeemVoucher = (sid: number) => gateway.post<unknown>('/scheme/scheme/voucher', { sid }, { silent: true });
