import { type Ctx, inTransaction, type Role } from '../../app/ctx.ts';
import { assert } from '../../kernel/assert.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { lockUserByMobile, writeRolesOf } from './repo.ts';

/**
 * Makes the account with this phone staff, or ordinary again with no roles. For the machine itself; the command line leaves an audit row. Tokens
 * in use follow within seconds.
 * @returns false when no account has this phone
 */
export async function setRoles(ctx: Ctx, mobile: string, wanted: readonly Role[]): Promise<boolean> {
  const { kind } = ctx.actor;
  assert(kind === 'job' || kind === 'command', 'roles are given on the machine itself');
  const roles = [...new Set(wanted)];
  return inTransaction(ctx, async (tx) => {
    const user = await lockUserByMobile(tx.db, mobile);
    if (!user) return false;
    await writeRolesOf(tx.db, user.id, roles);
    if (kind === 'command') await recordAudit(tx, 'user.roles', `user:${user.id}`, { before: user.roles, roles });
    return true;
  });
}
