const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Reminders of an entry: the day before, and an hour before what has an hour. */
export const REMINDERS = [
  { mark: 1, before_ms: DAY_MS, text: '明天' },
  { mark: 2, before_ms: HOUR_MS, text: '一小时内' },
] as const;

/** Which reminders are no use any more when an entry is made for so soon: 0 none, 1 the day before's, 2 both. */
export function remindedSoFar(at: Date | null, all_day: boolean, now: Date): number {
  if (at === null) return 0;
  const left = at.getTime() - now.getTime();
  if (left <= HOUR_MS) return 2;
  return left <= DAY_MS ? (all_day ? 2 : 1) : 0;
}
