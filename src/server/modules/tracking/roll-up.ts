import { RETENTION_WEEKS } from '#contract/visits.ts';
import { type Ctx, inTransaction } from '../../app/ctx.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { buyersBetween } from '../orders/index.ts';
import { unfollowed } from '../privacy/index.ts';
import { findDays, makeDay, makeRetention, sumDrops, type TrackDay } from './roll-up.repo.ts';

export type { TrackDay, TrackWhat } from './roll-up.repo.ts';

const DAY_MS = 86_400_000;

/** The instants between which a Shanghai day lies. */
const dayBounds = (day: string) => {
  const from = new Date(`${day}T00:00:00+08:00`);
  return { from, to: new Date(from.getTime() + DAY_MS) };
};

/**
 * Makes the figures of a Shanghai day (YYYY-MM-DD) from its events and orders, in the place of what was there: as often as one likes, with the
 * same result. One at a time for a day. Orders and payments are the books' own, whatever pages reported.
 */
export async function rollUpDay(ctx: Ctx, day: string): Promise<void> {
  const { from, to } = dayBounds(day);
  const buyers = await buyersBetween(ctx, from, to);
  const refused = await unfollowed(ctx);
  await inTransaction(ctx, (tx) => makeDay(tx.db, { day, from, to, buyers, refused }));
}

/** Makes retention by week again, of those who came first in the last weeks. */
export async function rollUpRetention(ctx: Ctx): Promise<void> {
  const today = ctx.app.clock.now().getTime();
  // Monday of this week in Shanghai
  const weekday = (new Date(`${shanghaiDay(new Date(today))}T00:00:00Z`).getUTCDay() + 6) % 7;
  const since = shanghaiDay(new Date(today - (weekday + RETENTION_WEEKS * 7) * DAY_MS));
  await inTransaction(ctx, (tx) => makeRetention(tx.db, since));
}

/** The figures of a kind and channel since a Shanghai day; `kind` 0 and `channel` '*': of all. null: those of every channel. */
export function readDays(ctx: Ctx, of: { since_day: string; kind: number; channel: string | null }): Promise<TrackDay[]> {
  return findDays(ctx.db, of);
}

/** How many events were dropped since a Shanghai day. */
export function droppedSince(ctx: Ctx, since_day: string): Promise<number> {
  return sumDrops(ctx.db, since_day);
}
