import { JOIN_DAYS } from '#contract/company.ts';
import { EMPLOYEES_MAX } from '#contract/employee.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { conflict, forbidden, notFound } from '../../kernel/errors.ts';
import { randomToken } from '../../kernel/ids.ts';
import { isAccountOpen, publicUsers, requireFreshProof } from '../identity/index.ts';
import { sendNotices } from '../notices/index.ts';
import { isEnterprise } from '../verification/index.ts';
import { employmentBegan } from './hooks.ts';
import { dropLink, type EmployeeLink, findLink, upsertLink } from './links.repo.ts';
import { countOpen, findOpen, insertEmployee, lockEmployees, updateEmployee } from './repo.ts';

const DAY_MS = 86_400_000;
const ENDED_TEXT = '邀请链接已失效，请让企业重新发送';

/** The link of the reader's company; null without one. */
export const ownLink = (ctx: Ctx): Promise<EmployeeLink | null> =>
  findLink(ctx.db, { enterprise_id: requireUser(ctx) }, ctx.app.clock.now());

/** A new link into the reader's company, in place of the former one. @throws AppError 403 without a verified enterprise; 428: wants fresh proof */
export async function makeLink(ctx: Ctx, seats_id: number | null): Promise<void> {
  const enterprise_id = requireUser(ctx);
  if (!(await isEnterprise(ctx, enterprise_id))) throw forbidden('企业认证通过后才能邀请员工');
  await requireFreshProof(ctx);
  const created_at = ctx.app.clock.now();
  const ends_at = new Date(created_at.getTime() + JOIN_DAYS * DAY_MS);
  await upsertLink(ctx.db, { enterprise_id, code: randomToken(16), seats_id, ends_at, created_at });
}

/** Ends the link of the reader's company. */
export const endLink = (ctx: Ctx): Promise<void> => dropLink(ctx.db, requireUser(ctx));

/** It ends with all logins of its maker. */
export const endLinkOf = (tx: TxCtx, user_id: number): Promise<void> => dropLink(tx.db, user_id);

/** What a code leads into. @throws AppError 404 when it leads nowhere */
export async function linkOf(ctx: Ctx, code: string): Promise<EmployeeLink> {
  const link = await findLink(ctx.db, { code }, ctx.app.clock.now());
  if (!link || !(await isAccountOpen(ctx, link.enterprise_id))) throw notFound(ENDED_TEXT);
  return link;
}

/** The reader joins by a link, without any right to act; who was invited keeps the rights of the invitation. @throws AppError 404, 409 */
export async function joinByLink(ctx: Ctx, code: string): Promise<EmployeeLink> {
  const user_id = requireUser(ctx);
  const { enterprise_id } = await linkOf(ctx, code);
  if (user_id === enterprise_id) throw conflict('这是您自己企业的邀请链接');
  return inTransaction(ctx, async (tx) => {
    await lockEmployees(tx.db, enterprise_id);
    const link = await linkOf(tx, code);
    const known = await findOpen(tx.db, enterprise_id, user_id);
    if (known?.state === 'active') throw conflict('您已经是这家企业的员工');
    const now = tx.app.clock.now();
    const [state, seats_id] = ['active' as const, link.seats_id];
    if (known) await updateEmployee(tx.db, known.id, { state, answered_at: now, seats_id });
    else {
      if ((await countOpen(tx.db, enterprise_id)) >= EMPLOYEES_MAX) throw conflict(`企业最多 ${EMPLOYEES_MAX} 名员工`);
      await insertEmployee(tx.db, { enterprise_id, user_id, rights: [], state, invited_at: now, answered_at: now, seats_id });
    }
    await employmentBegan(tx, { enterprise_id, user_id, seats_id });
    const name = (await publicUsers(tx, [user_id])).get(user_id).nickname;
    await sendNotices(tx, [enterprise_id], {
      ...{ topic: 'recruit', key: `employee:${enterprise_id}:${user_id}:${now.getTime()}`, href: '/personalCenter/myStaff' },
      ...{ title: `${name}通过邀请链接加入了您的企业`, content: '对方没有任何操作权限，可以在员工名单里授予或移除。' },
    });
    return link;
  });
}
