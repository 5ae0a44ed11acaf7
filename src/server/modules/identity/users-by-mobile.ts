import { type Ctx, requireVerb } from '../../app/ctx.ts';
import { findIdsByMobile } from './repo.ts';

/** Ids of the accounts of these phones, for staff who give something to many; phones without one are absent. @throws AppError 403 */
export function usersByMobile(ctx: Ctx, mobiles: readonly string[]): Promise<Map<string, number>> {
  requireVerb(ctx, 'user.gift');
  return findIdsByMobile(ctx.db, mobiles);
}
