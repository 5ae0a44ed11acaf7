import { refuseName, STAFF_LIKE_TEXT, skeletonOf } from '#contract/display-name.ts';
import type { Ctx } from '../../app/ctx.ts';
import { findStaffNames } from './repo.ts';

/** Null, or why the signed-in user cannot show this as the name of their company: it passes for ours. Staff may. */
export function refuseShownName({ actor }: Ctx, name: string): string | null {
  return actor.kind === 'user' && actor.roles.length > 0 ? null : refuseName(name);
}

/** The same of a name that is one's own, a shop's too: it may not look like that of somebody who works here either. */
export async function refuseOwnName(ctx: Ctx, name: string): Promise<string | null> {
  if (ctx.actor.kind === 'user' && ctx.actor.roles.length > 0) return null;
  const wrong = refuseShownName(ctx, name);
  if (wrong) return wrong;
  const skeleton = skeletonOf(name);
  const taken = (await findStaffNames(ctx.db)).some((staff) => skeletonOf(staff) === skeleton);
  return taken && skeleton !== '' ? STAFF_LIKE_TEXT : null;
}
