import type { Ctx } from '../../app/ctx.ts';
import { findOpen } from './repo.ts';

/** Whether one of the two is an enterprise for which the other acts. */
export async function isEmployed(ctx: Ctx, a: number, b: number): Promise<boolean> {
  return (await findOpen(ctx.db, a, b)) !== null || (await findOpen(ctx.db, b, a)) !== null;
}
