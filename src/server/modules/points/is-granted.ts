import type { Ctx } from '../../app/ctx.ts';
import { hasLot } from './repo.ts';

/** Whether points were granted by this key. */
export function isGranted(ctx: Ctx, key: string): Promise<boolean> {
  return hasLot(ctx.db, key);
}
