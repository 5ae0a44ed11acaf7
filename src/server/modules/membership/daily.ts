import type { KindFacts } from '#contract/kinds.ts';
import type { Ctx } from '../../app/ctx.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { findDailyUsed, incrementDaily } from './repo.ts';

/** Daily rights that are counted; unlocks are counted for each kind by itself. */
export type DailyName = 'free_download' | 'offer' | `${string}_unlock`;

/** The unlocks of members for items of a kind. */
export const unlockName = (kind: KindFacts): DailyName => `${kind.key}_unlock`;

/**
 * Takes one use of today's right (Shanghai day) if fewer than `limit` were taken: one conditional statement, undone by a rollback. `at`: the moment
 * used by the rest of the caller's work, so that midnight does not fall between.
 * @returns false when nothing is left, and always for a limit of 0
 */
export async function takeDaily(ctx: Ctx, use: { user_id: number; name: DailyName; limit: number; at?: Date }): Promise<boolean> {
  return incrementDaily(ctx.db, use.user_id, use.name, shanghaiDay(use.at ?? ctx.app.clock.now()), use.limit);
}

/** Uses taken today. */
export async function dailyUsed(ctx: Ctx, use: { user_id: number; name: DailyName }): Promise<number> {
  return findDailyUsed(ctx.db, use.user_id, use.name, shanghaiDay(ctx.app.clock.now()));
}
