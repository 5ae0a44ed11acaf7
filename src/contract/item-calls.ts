import { type ItemCard, RELATED_RESOURCE_LIMIT } from './item.ts';
import { KINDS, type KindCalls, type KindFacts } from './kinds.ts';

/** What the page of an item asks: all but what its publisher does with it. */
export type ItemCalls = Omit<KindCalls, 'publish'>;

/** A call that answers works that suit an item, page after page. */
export type RelatedCall = KindCalls['related'] & {
  /** What it is asked beside. */
  with?: Readonly<Record<string, number>>;
};

/** Works of one kind that suit an item: a tab beside it, or a rail. */
export interface BesideTab {
  title: string;
  kind: KindFacts;
  call: RelatedCall;
  /** The first batch. */
  cards: ItemCard[];
}

/** The calls of a kind; one that has none of its own is asked for as schemes are. */
export function itemCalls({ calls }: Pick<KindFacts, 'calls'>): ItemCalls {
  const { publish: _publish, ...asked } = calls ?? KINDS.scheme.calls;
  return asked;
}

/** Resources beside a scheme (spec 7). */
export const RESOURCES_BESIDE: RelatedCall = {
  path: '/api/relate/getList',
  id: 'dataid',
  limit: RELATED_RESOURCE_LIMIT,
  with: { type: 2 },
};
