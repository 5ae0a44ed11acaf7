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
    /** Of it: withheld for the tax office when it is paid out. */
    tax_fen: fen().notNull().default(0),
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
    index('withdrawals_of_user').on(t.user_id, t.id.desc().nullsFirst()),
    index('withdrawals_by_status').on(t.status, t.created_at, t.id),
    index('withdrawals_by_time').on(t.created_at, t.id),
    index('withdrawals_due').on(t.next_try_at).where(sql`${t.status} = 'paying'`),
    index('withdrawals_paid_at').on(t.ended_at).where(sql`${t.status} = 'paid'`),
    check('withdrawals_amount', sql`${t.amount_fen} > 0`),
    check('withdrawals_tax', sql`${t.tax_fen} >= 0 and ${t.tax_fen} < ${t.amount_fen}`),
    check('withdrawals_status', sql`${t.status} in ('reviewing', 'paying', 'paid', 'failed', 'refused', 'cancelled')`),
    check('withdrawals_method', sql`${t.method} in ('alipay', 'bank', 'balance')`),
  ],
);

/** Tax that was withheld and finance paid to the tax office. Never changed. */
export const tax_remits = pgTable(
  'tax_remits',
  {
    id: id(),
    remit_no: text().notNull(),
    amount_fen: fen().notNull(),
    /** Number of the receipt of the tax office. */
    voucher: text().notNull(),
    created_at: created(),
  },
  (t) => [
    uniqueIndex('tax_remits_no').on(t.remit_no),
    uniqueIndex('tax_remits_voucher').on(t.voucher),
    index('tax_remits_by_time').on(t.created_at),
    check('tax_remits_amount', sql`${t.amount_fen} > 0`),
  ],
);
