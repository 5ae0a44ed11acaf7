import { refuseName, STAFF_LIKE_TEXT, skeletonOf } from '#contract/display-name.ts';
import type { Ctx } from '../../app/ctx.ts';
import { findStaffNames } from './repo.ts';

/** Null, or why the signed-in user cannot be called so: it passes for ours, or looks like the name of somebody who works here. Staff may. */
export async function refuseOwnName(ctx: Ctx, name: string): Promise<string | null> {
  if (ctx.actor.kind === 'user' && ctx.actor.roles.length > 0) return null;
  const wrong = refuseName(name);
  if (wrong) return wrong;
  const skeleton = skeletonOf(name);
  const taken = (await findStaffNames(ctx.db)).some((staff) => skeletonOf(staff) === skeleton);
  return taken && skeleton !== '' ? STAFF_LIKE_TEXT : null;
}
