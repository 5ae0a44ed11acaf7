import { TODAY_GROUPS, type TodayCard } from '#contract/account.ts';

/** Above the cards of the overview: what nobody has to deal with is not said to wait. */
export function todayHeading(cards: readonly Pick<TodayCard, 'group'>[] | null): string {
  const only_to_know = cards !== null && cards.length > 0 && cards.every(({ group }) => group === 'know');
  return TODAY_GROUPS[only_to_know ? 'know' : 'answer'];
}
