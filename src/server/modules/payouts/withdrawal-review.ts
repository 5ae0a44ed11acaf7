import type { ReviewSubject } from '#contract/review.ts';
import { PAYOUT_METHOD_TEXTS, WITHDRAWAL_TEXTS } from '#contract/wallet.ts';
import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { conflict, forbidden } from '../../kernel/errors.ts';
import { fenToYuan } from '../../kernel/money.ts';
import { publicUsers } from '../identity/index.ts';
import type { Reviewable } from '../review/index.ts';
import { PAYOUT_JOB } from './jobs.ts';
import { tell } from './pay-out.ts';
import { findWithdrawals, lockWithdrawal, moveStatus, type Withdrawal } from './repo.ts';
import { moveWithdrawal } from './rules.ts';
import { giveBack, WITHDRAWAL } from './withdraw.ts';

/** Staff who pay out decide here, except on their own requests. */
export const withdrawalReview: Reviewable = {
  type: WITHDRAWAL,
  title: '提现审核',
  roles: ['finance'],
  load,
  lock: (tx, id) => lockWithdrawal(tx.db, id),
  owners: async (tx, id) => [(await lockWithdrawal(tx.db, id))?.user_id],
  subject: (id) => `withdrawal#${id}`,
  actions: [
    { name: 'approve', text: '同意打款', needs_reason: false, leads_to: 'approved', run: (tx, { target_id }) => approve(tx, target_id) },
    {
      name: 'refuse',
      text: '不予提现',
      needs_reason: true,
      reason_label: '不予提现的原因',
      reasons: ['收款人与账号主体不符', '收款账号有误，请更正后重新申请', '收益正在核实，请稍后再申请'],
      leads_to: 'rejected',
      run: (tx, { target_id, reason }) => refuse(tx, target_id, reason),
    },
  ],
};

async function approve(tx: TxCtx, id: number): Promise<void> {
  const row = await decidable(tx, id);
  const now = tx.app.clock.now();
  if (!(await moveStatus(tx.db, id, moveWithdrawal(row.status, 'approve'), { next_try_at: now })))
    throw conflict('这笔提现刚有变化，请刷新');
  await tx.app.jobs.send(PAYOUT_JOB, {}, { singleton_key: 'due' }, tx.db);
}

async function refuse(tx: TxCtx, id: number, reason: string): Promise<void> {
  const row = await decidable(tx, id);
  await giveBack(tx, row, 'refuse', reason);
  await tell(tx, row, '提现未通过，金额已退回收益', reason);
}

async function decidable(tx: TxCtx, id: number): Promise<Withdrawal> {
  const row = await lockWithdrawal(tx.db, id);
  if (row?.status !== 'reviewing') throw conflict('这笔提现已被撤回或处理，请刷新队列');
  if (tx.actor.kind === 'user' && tx.actor.user_id === row.user_id) throw forbidden('自己的提现须由另一位同事审核');
  return row;
}

async function load(ctx: Ctx, ids: readonly number[]): Promise<Map<number, ReviewSubject>> {
  const rows = await findWithdrawals(ctx.db, ids);
  const people = await publicUsers(
    ctx,
    rows.map(({ user_id }) => user_id),
  );
  return new Map(
    rows.map((row) => [
      row.id,
      {
        title: `提现 ¥${fenToYuan(row.amount_fen)}`,
        byline: `${people.get(row.user_id).nickname}，提现号 ${row.withdraw_no}`,
        cover_src: '',
        note: `${PAYOUT_METHOD_TEXTS[row.method]} ${row.masked_name} ${row.masked_account}；${WITHDRAWAL_TEXTS[row.status]}`,
        has_pages: false,
      },
    ]),
  );
}
