import { KINDS, type KindCalls, type KindFacts } from './kinds.ts';

/** What the page of an item asks: all but what its publisher does with it. */
export type ItemCalls = Omit<KindCalls, 'publish'>;

/** The calls of a kind; one that has none of its own is asked for as schemes are. */
export function itemCalls({ calls }: Pick<KindFacts, 'calls'>): ItemCalls {
  const { publish: _publish, ...asked } = calls ?? KINDS.scheme.calls;
  return asked;
}
