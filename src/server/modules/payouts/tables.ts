import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, created, fen, id, ref } from '../../db/columns.ts';

/** Earnings that a publisher asks to be paid out. The money waits in the account `withdrawing` until it is paid or comes back. */
export const withdrawals = pgTable(
  'withdrawals',
  {
    id: id(),
    /** Number for people and the payout provider: the same number is paid once. */
    withdraw_no: text().notNull(),
    user_id: ref().notNull(),
    amount_fen: fen().notNull(),
    /** alipay, bank; balance: moved to the own balance at once, without a payee */
    method: text().notNull(),
    /** Name and account of the payee, encrypted (kernel/sealed-text.ts). */
    sealed_payee: text().notNull(),
    /** What screens show: 张** and 138****0000. */
    masked_name: text().notNull(),
    masked_account: text().notNull(),
    /** reviewing, paying, paid, failed, refused, cancelled */
    status: text().notNull().default('reviewing'),
    /** Why it was refused or failed, for its owner. */
    reason: text().notNull().default(''),
    provider: text().notNull().default(''),
    provider_trade_no: text(),
    attempts: integer().notNull().default(0),
    next_try_at: at(),
    idempotency_key: text().notNull(),
    created_at: created(),
    ended_at: at(),
  },
  (t) => [
    uniqueIndex('withdrawals_no').on(t.withdraw_no),
    uniqueIndex('withdrawals_key').on(t.user_id, t.idempotency_key),
    uniqueIndex('withdrawals_one_open').on(t.user_id).where(sql`${t.status} in ('reviewing', 'paying')`),
    index('withdrawals_of_user').on(t.user_id, t.id.desc()),
    index('withdrawals_by_status').on(t.status, t.created_at, t.id),
    index('withdrawals_by_time').on(t.created_at, t.id),
    index('withdrawals_due').on(t.next_try_at).where(sql`${t.status} = 'paying'`),
    check('withdrawals_amount', sql`${t.amount_fen} > 0`),
    check('withdrawals_status', sql`${t.status} in ('reviewing', 'paying', 'paid', 'failed', 'refused', 'cancelled')`),
    check('withdrawals_method', sql`${t.method} in ('alipay', 'bank', 'balance')`),
  ],
);
