import { type Ctx, inTransaction, type TxCtx } from '../../app/ctx.ts';
import { fenToYuan } from '../../kernel/money.ts';
import { openSealed } from '../../kernel/sealed-text.ts';
import type { PayoutFacts } from '../../providers/payout/port.ts';
import { sendNotices } from '../notices/index.ts';
import { claimDue, lockWithdrawal, moveStatus, setNextTry, type Withdrawal } from './repo.ts';
import { moveWithdrawal, paidEntries, retryAfterMs } from './rules.ts';
import { giveBack, PAYEE, post } from './withdraw.ts';

/** While one process asks the provider, no other does: longer than a call may take. */
const LEASE_MS = 5 * 60_000;
const BATCH = 20;

/**
 * Pays what was approved and is due. Asks the provider about the number before it pays a second time, so that a crash between payout and
 * record pays once. What is not known stays due, 30 s later, doubling to an hour. Safe in parallel. @returns how many came to an end
 */
export async function runPayouts(ctx: Ctx): Promise<number> {
  let ended = 0;
  for (;;) {
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
  return payout.pay({ payout_no: row.withdraw_no, amount_fen: row.amount_fen, method: row.method, ...payee, remark: '策猫收益提现' });
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
  await post(tx, row, 'withdrawal_paid', paidEntries(row.user_id, row.amount_fen));
  await tell(tx, row, '提现已到账', `已打款至 ${row.masked_account}`);
  return true;
}

/** One message an end: `title` says which. */
export async function tell(tx: TxCtx, row: Withdrawal, title: string, content: string): Promise<void> {
  await sendNotices(tx, [row.user_id], {
    ...{ topic: 'wallet', key: `${row.withdraw_no}:${title}`, title: `${title}（¥${fenToYuan(row.amount_fen)}）`, content },
    href: '/personalCenter/myWallet#withdraw',
  });
}
