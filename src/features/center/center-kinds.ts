import { KINDS_WITH_CALLS, type KindFacts, PUBLISHED_KINDS, SOLD_KINDS } from '#contract/kinds.ts';
import type { OrderKind } from '../order/order-kind.ts';
import type { CenterKind } from './ItemRow.tsx';

/** What readers collect: also kinds that are not published as works. */
export const collectedKinds = (): CenterKind[] => centerKinds(KINDS_WITH_CALLS.filter(({ types }) => types.collect !== undefined));

/** Kinds that have pages. */
export function centerKinds(kinds: readonly KindFacts[] = PUBLISHED_KINDS): CenterKind[] {
  return kinds.map(({ key, code, noun, measure, paths, sale }) => ({
    key,
    code,
    noun,
    measure,
    list: paths.list,
    detail: paths.detail,
    vip_text: sale?.vip_text ?? '',
    sold: sale !== undefined,
  }));
}

/** Orders of everything: rows find the pages of their kinds. */
export function allOrders(): OrderKind {
  const kinds = centerKinds();
  const first = kinds[0] as CenterKind;
  return {
    code: 0,
    key: '',
    noun: '',
    list: first.list,
    detail: first.detail,
    // what is never sold is in no order
    kinds: SOLD_KINDS.map(({ code, noun }) => ({ code, noun })),
    details: Object.fromEntries(kinds.map(({ code, detail }) => [code, detail])),
  };
}
