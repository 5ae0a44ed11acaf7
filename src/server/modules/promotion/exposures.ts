import type { Ctx } from '../../app/ctx.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { addExposures } from './repo.ts';

/** Counts what was on a reader's screen, each id once a call. Nobody's name is kept. */
export async function countExposures(ctx: Ctx, type: number, ids: readonly number[]): Promise<void> {
  const unique = [...new Set(ids)];
  if (unique.length > 0) await addExposures(ctx.db, shanghaiDay(ctx.app.clock.now()), type, unique);
}
