import { monthAfter } from '#contract/books.ts';
import { ASKED_SECOND_STATUS } from '#contract/staff-bounds.ts';
import { actingAs, type Ctx, type Role } from '#server/app/ctx.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { AppError } from '#server/kernel/errors.ts';
import { booksOf, closeMonth, matchMissing } from '#server/modules/books/index.ts';
import { userByMobile } from '#server/modules/identity/index.ts';
import { decideReview, listReviews } from '#server/modules/review/index.ts';
import { isSandboxPayment } from '#server/providers/payment/sandbox.ts';
import { ADMIN, FINANCE } from './world/people.ts';
import { noteMade, worldState } from './world-state.ts';

const NAME = 'months';

/**
 * Finance closed every month but the last that is over, which is left to the reader; an administrator confirmed. The last of them has its
 * bills, those before say why they have none. Made once. Nothing where payment is real or there is no staff.
 */
export async function closeMonths(ctx: Ctx): Promise<void> {
  if ((await worldState.read(ctx)).made.includes(NAME) || !isSandboxPayment(ctx.app.providers.payment) || !ctx.app.config.local) return;
  const [finance_id, admin_id] = [await userByMobile(ctx, FINANCE.mobile), await userByMobile(ctx, ADMIN.mobile)].map((user) => user?.id);
  // worlds that were begun before there was somebody of finance
  if (finance_id === undefined || admin_id === undefined) return;
  const as = (user_id: number, role: Role) => actingAs(ctx, { kind: 'user', user_id, token_id: 0, roles: [role], address: '10.0.0.2' });
  const [finance, admin] = [as(finance_id, 'finance'), as(admin_id, 'admin')];
  const left = monthAfter(shanghaiDay(ctx.app.clock.now()).slice(0, 7), -1);
  for (;;) {
    const { next_month: month } = await booksOf(finance, { month: '', from: '', to: '' });
    if (month === '' || month >= left) break;
    const is_last = monthAfter(month) === left;
    if (is_last) await matchMissing(ctx, month);
    await askAndConfirm(finance, admin, { month, explained: is_last ? '' : '试运行期间，支付账单尚未接入' });
  }
  await noteMade(ctx, NAME);
}

async function askAndConfirm(finance: Ctx, admin: Ctx, input: Parameters<typeof closeMonth>[1]): Promise<void> {
  try {
    await closeMonth(finance, input);
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== ASKED_SECOND_STATUS) throw error;
  }
  const { list } = await listReviews(admin, { type: 'countersign', status: 'open', page: 1, limit: 1 });
  for (const { id, version } of list) await decideReview(admin, { id, version, action: 'confirm', reason: '' });
}
