import { type Ctx, requireVerb } from '../../app/ctx.ts';
import { findIdsByMobile, findUserByMobile } from './repo.ts';

/** Ids of the accounts of these phones, for staff who give something to many; phones without one are absent. @throws AppError 403 */
export function usersByMobile(ctx: Ctx, mobiles: readonly string[]): Promise<Map<string, number>> {
  requireVerb(ctx, 'user.gift');
  return findIdsByMobile(ctx.db, mobiles);
}

/** The account of a phone that its owner proves; null: it has none. `blocked`: it may not be used. */
export async function userByMobile(ctx: Ctx, mobile: string): Promise<{ id: number; blocked: boolean } | null> {
  const user = await findUserByMobile(ctx.db, mobile);
  return user ? { id: user.id, blocked: user.blocked } : null;
}
