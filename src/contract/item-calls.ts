import { KINDS, type KindCalls, type KindFacts } from './kinds.ts';

/** The calls of a kind; one that has none of its own is asked for as schemes are. */
export function itemCalls({ calls }: Pick<KindFacts, 'calls'>): KindCalls {
  return calls ?? KINDS.scheme.calls;
}
