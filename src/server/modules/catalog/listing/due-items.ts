import type { Ctx } from '../../../app/ctx.ts';
import { findDue } from './repo.ts';

/** Scheduled items whose time has come, the earliest first. */
export async function dueItems(ctx: Ctx, limit: number): Promise<number[]> {
  return findDue(ctx.db, ctx.app.clock.now(), limit);
}
