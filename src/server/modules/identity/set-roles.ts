import type { Ctx, Role } from '../../app/ctx.ts';
import { assert } from '../../kernel/assert.ts';
import { writeRoles } from './repo.ts';

/**
 * Makes the account with this phone staff, or ordinary again with no roles. For the command line; tokens in use follow within seconds.
 * @returns false when nobody has this phone
 */
export async function setRoles(ctx: Ctx, mobile: string, roles: readonly Role[]): Promise<boolean> {
  assert(ctx.actor.kind === 'job', 'roles are given on the machine itself');
  return writeRoles(ctx.db, mobile, [...new Set(roles)]);
}
