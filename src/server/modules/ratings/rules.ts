/** As much of a rating as the rules ask. */
export interface Given {
  id: number;
  from_id: number;
  to_id: number;
  shown_at: Date | null;
}

/**
 * Why somebody cannot rate now, for people; '': they can. Once the other's rating is shown it is too late: what was read must not be
 * answered with stars.
 */
export function rateRefusal(before: readonly Given[], from: number, to: number): string {
  if (before.some((one) => one.from_id === from && one.to_id === to)) return '您已评价过';
  const other = before.find((one) => one.from_id === to && one.to_id === from);
  return other?.shown_at ? '评价时间已过' : '';
}

/** Which ratings become visible with this one: both, once each side has rated. */
export function shownWith(before: readonly Given[], made: Given): number[] {
  const other = before.find((one) => one.from_id === made.to_id && one.to_id === made.from_id && one.shown_at === null);
  return other ? [made.id, other.id] : [];
}
