import type { Ctx } from '../../app/ctx.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { addSpiders, type SpiderVisits } from './repo.ts';

export type { SpiderVisits } from './repo.ts';

/** Adds visits of robots, and paths that were not there, to today's. */
export function countSpiders(ctx: Ctx, visits: readonly SpiderVisits[], misses: ReadonlyMap<string, number>): Promise<void> {
  return addSpiders(ctx.db, shanghaiDay(ctx.app.clock.now()), visits, misses);
}
