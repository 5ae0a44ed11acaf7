import { KINDS, type KindCalls, type KindFacts } from './kinds.ts';

/** The calls of a kind; one that has none of its own is asked for as schemes are. */
export function itemCalls({ calls }: Pick<KindFacts, 'calls'>): KindCalls {
  return calls ?? KINDS.scheme.calls;
}

/** Page pictures and vouchers of a kind's items are asked for by calls that schemes and PPTs share (spec 7). */
export const PAGES_CALL = '/scheme/index/schemeimgs';
export const VOUCHER_CALL = '/scheme/scheme/voucher';
