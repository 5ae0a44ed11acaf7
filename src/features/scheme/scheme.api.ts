import { gateway } from '#client/gateway.ts';
import type { SchemeImages } from '#contract/download.ts';
import { RECOMMEND_LIMIT, type SchemeCard, type SchemeDetail } from '#contract/scheme.ts';

/** Silent: the page is whole without it; whoever needs it shows the failure in place. */
export const fetchDetail = (id: number) => gateway.get<SchemeDetail>('/scheme/index/detail', { id }, { silent: true });

export const fetchImages = (id: number, start: number) =>
  gateway.get<SchemeImages>('/scheme/index/schemeimgs', { id, start }, { silent: true });

export const fetchRecommended = (id: number, cid: number | null, page: number) =>
  gateway.get<{ list: SchemeCard[] }>('/scheme/index/recommend', { id, ...(cid === null ? {} : { cid }), page, limit: RECOMMEND_LIMIT });

/** Opens the item with one voucher of the reader's (spec 4, Voucher and coupon). Shown by the dialog itself, so silent. */
export const redeemVoucher = (sid: number) => gateway.post<unknown>('/scheme/scheme/voucher', { sid }, { silent: true });
