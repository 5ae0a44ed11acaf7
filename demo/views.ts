import { VIEW_SOURCES } from '#contract/figures.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import type { DayViews } from '#server/modules/catalog/index.ts';
import { createRandom } from './random.ts';

const DAY_MS = 86_400_000;
/** What a reader who takes a work reads of it on that day. */
const READS_OF_A_VISIT = 3;
/** How readers come, by place in `VIEW_SOURCES`: most from lists and searches. */
const SHARES = { direct: 10, list: 38, search: 30, site: 10, share: 8, outside: 4 } as const satisfies Record<
  (typeof VIEW_SOURCES)[number]['key'],
  number
>;

/**
 * The days on which `views` reads of a work fell, from its publication to today: many when it was new, fewer later, more on working days, and on
 * the day of every visit. Their sum is `views`, and the same work has the same days.
 */
export function viewDays(
  { views, visits }: { views: number; visits: ReadonlyArray<{ days_later: number }> },
  { key, days_ago }: { key: string; days_ago: number },
  now: Date,
): DayViews[] {
  const random = createRandom([...key].reduce((sum, char) => sum * 33 + char.charCodeAt(0), 11) >>> 0);
  const days = Array.from({ length: days_ago + 1 }, (_, later) => new Date(now.getTime() - (days_ago - later) * DAY_MS));
  const reads = days.map(() => 0);
  const of_visits = visits.map(({ days_later }) => Math.min(days_ago, Math.floor(days_later)));
  let left = views;
  for (const day of of_visits) {
    const some = Math.min(left, READS_OF_A_VISIT);
    reads[day] = (reads[day] ?? 0) + some;
    left -= some;
  }
  const weights = days.map((day, later) => {
    const weekend = [0, 6].includes(new Date(day.getTime() + DAY_MS / 3).getUTCDay()) ? 0.45 : 1;
    return (0.4 + Math.exp(-later / 12)) * weekend * (0.5 + random.next());
  });
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  for (const [later, weight] of weights.entries()) {
    const some = Math.min(left, Math.floor((views * weight) / whole));
    reads[later] = (reads[later] ?? 0) + some;
    left -= some;
  }
  // what rounding left falls on the day it came out, or on the days after
  reads[0] = (reads[0] ?? 0) + left;
  return reads.flatMap((count, later) =>
    bySource(count, random.next).map(([source, some]) => ({ day: shanghaiDay(days[later] as Date), source, views: some })),
  );
}

/** Reads of one day by where their readers came from. */
function bySource(count: number, next: () => number): Array<[source: number, views: number]> {
  const all = Object.values(SHARES).reduce((sum, share) => sum + share, 0);
  const found = new Map<number, number>();
  for (let read = 0; read < count; read++) {
    let at = next() * all;
    const source = VIEW_SOURCES.findIndex(({ key }) => {
      at -= SHARES[key];
      return at < 0;
    });
    found.set(Math.max(0, source), (found.get(Math.max(0, source)) ?? 0) + 1);
  }
  return [...found];
}
