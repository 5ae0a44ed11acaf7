import type { KindFacts } from '#contract/kinds.ts';
import type { Ctx } from '../../app/ctx.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { findDailyUsed, incrementDaily } from './repo.ts';

/** Daily rights that are counted; unlocks are counted for each kind by itself. */
export type DailyName = 'free_download' | 'offer' | `${string}_unlock`;

/** The unlocks of members for items of a kind. */
export const unlockName = (kind: KindFacts): DailyName => `${kind.key}_unlock`;

/**
 * Takes one use of today's right (Shanghai day) if fewer than `limit` were taken; one conditional statement, so 64 at once take
 * exactly what is left. Inside a transaction a rollback gives it back. `at`: the moment that the rest of the caller's work goes by, so
 * that what begins before midnight takes nothing of the next day.
 * @returns false when nothing is left, and always for a limit of 0
 */
export async function takeDaily(ctx: Ctx, use: { user_id: number; name: DailyName; limit: number; at?: Date }): Promise<boolean> {
  return incrementDaily(ctx.db, use.user_id, use.name, shanghaiDay(use.at ?? ctx.app.clock.now()), use.limit);
}

/** Uses taken today. */
export async function dailyUsed(ctx: Ctx, use: { user_id: number; name: DailyName }): Promise<number> {
  return findDailyUsed(ctx.db, use.user_id, use.name, shanghaiDay(ctx.app.clock.now()));
}
