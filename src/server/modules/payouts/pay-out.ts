import type { ReviewSubject } from '#contract/review.ts';
import { EARNING_WAY_TEXTS, WITHDRAWAL_TEXTS } from '#contract/wallet.ts';
import { type App, type Ctx, inTransaction, type TxCtx } from '../../app/ctx.ts';
import { timedJob } from '../../app/timed-job.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { assert } from '../../kernel/assert.ts';
import { conflict, forbidden } from '../../kernel/errors.ts';
import { fenToYuan } from '../../kernel/money.ts';
import { openSealed } from '../../kernel/sealed-text.ts';
import type { PayoutFacts } from '../../providers/payout/port.ts';
import { publicUsers } from '../identity/index.ts';
import { sendNotices } from '../notices/index.ts';
import type { Reviewable } from '../review/index.ts';
import { claimDue, countEnded, findWithdrawals, lockWithdrawal, moveStatus, setNextTry, type Withdrawal } from './repo.ts';
import { moveWithdrawal, paidEntries, retryAfterMs } from './rules.ts';
import { giveBack, PAYEE, post, WITHDRAWAL } from './withdraw.ts';

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
  const ids_of = rows.map(({ user_id }) => user_id);
  const [people, ended] = await Promise.all([publicUsers(ctx, ids_of), countEnded(ctx.db, ids_of)]);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        title: `提现 ¥${fenToYuan(row.amount_fen)}`,
        byline: `${people.get(row.user_id).nickname}，提现号 ${row.withdraw_no}`,
        cover_src: '',
        note: `${EARNING_WAY_TEXTS[row.method]} ${row.masked_name} ${row.masked_account}；${WITHDRAWAL_TEXTS[row.status]}${taxText(row)}`,
        facts: [
          {
            label: '此前提现',
            value: historyText(ended.filter(({ user_id }) => user_id === row.user_id)),
            href: `/admin/user?id=${row.user_id}`,
          },
          { label: '实际打款', value: paidText(row) },
        ],
        asks: {
          action: 'approve',
          about: `打款给 ${EARNING_WAY_TEXTS[row.method]} ${row.masked_name} ${row.masked_account}，打出后不能撤回。`,
          verb: `打款 ${paidText(row)}`,
        },
        has_pages: false,
      },
    ]),
  );
}

const paidText = ({ amount_fen, tax_fen }: Withdrawal) => `¥${fenToYuan(amount_fen - tax_fen)}`;

const ENDS = { paid: '已到账', failed: '打款失败', refused: '未通过' };

function historyText(ended: Awaited<ReturnType<typeof countEnded>>): string {
  const told = Object.entries(ENDS).flatMap(([status, text]) => {
    const of = ended.find((one) => one.status === status);
    return of ? `${text} ${of.n} 次，共 ¥${fenToYuan(of.sum_fen)}` : [];
  });
  return told.length > 0 ? told.join('；') : '没有，这是第一次';
}

export const PAYOUT_JOB = 'payouts.pay';

/** Sent when a payout is approved, and every minute for what has to be asked about again. */
export const payoutJobs = (app: App): JobDefinition[] => [timedJob(app, PAYOUT_JOB, '* * * * *', runPayouts)];

/** While one process asks the provider, no other does: longer than a call may take. */
const LEASE_MS = 5 * 60_000;
const BATCH = 20;

/**
 * Pays what was approved and is due. Asks the provider about the number before it pays a second time, so that a crash between payout and
 * record pays once. What is not known stays due, 30 s later, doubling to an hour. Safe in parallel. @returns how many came to an end
 */
export async function runPayouts(ctx: Ctx, stopping?: AbortSignal): Promise<number> {
  let ended = 0;
  for (;;) {
    stopping?.throwIfAborted();
    const claimed = await claimDue(ctx.db, ctx.app.clock.now(), LEASE_MS, BATCH);
    for (const row of claimed) if (await payOut(ctx, row)) ended += 1;
    if (claimed.length < BATCH) return ended;
  }
}

async function payOut(ctx: Ctx, row: Withdrawal): Promise<boolean> {
  try {
    const facts = await factsOf(ctx, row);
    if (facts.status !== 'waiting') return await inTransaction(ctx, (tx) => record(tx, row.id, facts));
  } catch (error) {
    ctx.log.warn(
      { err: error, withdraw_no: row.withdraw_no, attempts: row.attempts },
      'payout is not known to be done, will be asked about',
    );
  }
  await setNextTry(ctx.db, row.id, new Date(ctx.app.clock.now().getTime() + retryAfterMs(row.attempts)));
  return false;
}

/** The number is the idempotency: a provider that knows it already answers what became of it. */
async function factsOf(ctx: Ctx, row: Withdrawal): Promise<PayoutFacts> {
  const { payout } = ctx.app.providers;
  const known = row.attempts > 1 ? await payout.query(row.withdraw_no) : null;
  if (known) return known;
  const payee = JSON.parse(openSealed(ctx.app.config.secrets.link_cipher, PAYEE, row.sealed_payee)) as { name: string; account: string };
  assert(row.method !== 'balance', `${row.withdraw_no} leaves nowhere`);
  const { method } = row;
  return payout.pay({ payout_no: row.withdraw_no, amount_fen: row.amount_fen - row.tax_fen, method, ...payee, remark: '策猫收益提现' });
}

/** Books the end of a payout, once. */
async function record(tx: TxCtx, id: number, facts: Exclude<PayoutFacts, { status: 'waiting' }>): Promise<boolean> {
  const row = await lockWithdrawal(tx.db, id);
  if (row?.status !== 'paying') return false;
  if (facts.status === 'failed') {
    await giveBack(tx, row, 'failed', facts.reason);
    await tell(tx, row, '提现未成功，金额已退回收益', facts.reason);
    return true;
  }
  const set = { provider: tx.app.providers.payout.name, provider_trade_no: facts.trade_no, ended_at: tx.app.clock.now() };
  await moveStatus(tx.db, id, moveWithdrawal(row.status, 'paid'), set);
  await post(tx, row, 'withdrawal_paid', paidEntries(row));
  await tell(tx, row, '提现已到账', `已打款至 ${row.masked_account}${taxText(row)}`);
  return true;
}

const taxText = ({ amount_fen, tax_fen }: Withdrawal) =>
  tax_fen > 0 ? `，其中代扣个税 ¥${fenToYuan(tax_fen)}，打款 ¥${fenToYuan(amount_fen - tax_fen)}` : '';

/** One message an end: `title` says which. */
export async function tell(tx: TxCtx, row: Withdrawal, title: string, content: string): Promise<void> {
  await sendNotices(tx, [row.user_id], {
    ...{ topic: 'wallet', key: `${row.withdraw_no}:${title}`, title: `${title}（¥${fenToYuan(row.amount_fen)}）`, content },
    href: '/personalCenter/myWallet#withdraw',
  });
}
