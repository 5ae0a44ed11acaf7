import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { batched, batchedWrite } from '../../db/batched.ts';
import type { Queryable } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { sandbox_payments, sandbox_refunds } from './tables.ts';

export type SandboxPaymentRow = typeof sandbox_payments.$inferSelect;

const insert = statement(
  'sandbox_payments_insert',
  `insert into sandbox_payments (payment_no, amount_fen, currency, title, expires_at, is_agreement)
   select * from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::timestamptz[], $6::bool[])
   on conflict do nothing`,
);

type Announced = Pick<SandboxPaymentRow, 'payment_no' | 'amount_fen' | 'currency' | 'title' | 'expires_at' | 'is_agreement'>;

/** Announcing twice is the same as once. Payments announced at the same time share a commit. */
export const insertPayment = batchedWrite(async (db, rows: readonly Announced[]) => {
  const column = <C extends keyof Announced>(name: C) => rows.map((row) => row[name]);
  await insert(db, [
    column('payment_no'),
    column('amount_fen'),
    column('currency'),
    column('title'),
    column('expires_at'),
    column('is_agreement'),
  ]);
  return rows.map(() => undefined);
});

const find = statement<SandboxPaymentRow>('sandbox_payments_find', 'select * from sandbox_payments where payment_no = any($1::text[])');

export const findPayment = batched(async (db, payment_nos: readonly string[]) => inOrder(payment_nos, await find(db, [payment_nos])));

function inOrder(payment_nos: readonly string[], rows: readonly SandboxPaymentRow[]): Array<SandboxPaymentRow | null> {
  const found = new Map(rows.map((row) => [row.payment_no, row]));
  return payment_nos.map((payment_no) => found.get(payment_no) ?? null);
}

/** Payments that can still be paid, the newest first. */
export async function findOpenPayments(db: Queryable, now: Date, limit: number): Promise<SandboxPaymentRow[]> {
  return db
    .select()
    .from(sandbox_payments)
    .where(and(eq(sandbox_payments.status, 'waiting'), gt(sandbox_payments.expires_at, now)))
    .orderBy(desc(sandbox_payments.id))
    .limit(limit);
}

const move = statement<SandboxPaymentRow>(
  'sandbox_payments_move',
  `update sandbox_payments p set status = case when p.expires_at <= wanted.now then 'closed' else wanted.status end,
     trade_no = case when p.expires_at <= wanted.now then '' else wanted.trade_no end,
     channel = case when p.expires_at <= wanted.now then '' else wanted.channel end,
     paid_at = case when p.expires_at > wanted.now and wanted.status = 'paid' then wanted.now end
   from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[]) as wanted(payment_no, status, trade_no, channel, now)
   where p.payment_no = wanted.payment_no and p.status = 'waiting' returning p.*`,
);

interface Move {
  payment_no: string;
  status: string;
  trade_no: string;
  channel: string;
  now: Date;
}

/**
 * From waiting to something else, once; what has ended by `now` becomes closed whatever was wanted. The row as it is afterwards, or
 * null when it had moved before. Moves at the same time share a commit; of several of one payment any one wins.
 */
export const movePayment = batchedWrite(async (db, moves: readonly Move[]) => {
  const column = <C extends keyof Move>(name: C) => moves.map((one) => one[name]);
  const moved = await move(db, [column('payment_no'), column('status'), column('trade_no'), column('channel'), column('now')]);
  return inOrder(column('payment_no'), moved);
});

/** Whatever it was, it is over; consent too that was given. */
export async function endPayment(db: Queryable, payment_no: string): Promise<void> {
  await db.update(sandbox_payments).set({ status: 'closed' }).where(eq(sandbox_payments.payment_no, payment_no));
}

/** The first time counts. */
export async function markScanned(db: Queryable, payment_no: string, now: Date): Promise<void> {
  await db
    .update(sandbox_payments)
    .set({ scanned_at: now })
    .where(and(eq(sandbox_payments.payment_no, payment_no), isNull(sandbox_payments.scanned_at)));
}

export async function setRefundFailures(db: Queryable, payment_no: string, refund_failures: number): Promise<void> {
  await db.update(sandbox_payments).set({ refund_failures }).where(eq(sandbox_payments.payment_no, payment_no));
}

/** True while a failure was ordered; each call uses one up. */
export async function takeRefundFailure(db: Queryable, payment_no: string): Promise<boolean> {
  const rows = await db
    .update(sandbox_payments)
    .set({ refund_failures: sql`${sandbox_payments.refund_failures} - 1` })
    .where(and(eq(sandbox_payments.payment_no, payment_no), gt(sandbox_payments.refund_failures, 0)))
    .returning({ id: sandbox_payments.id });
  return rows.length > 0;
}

/** One row a refund number; nothing when it is known. */
export async function insertRefund(db: Queryable, row: typeof sandbox_refunds.$inferInsert): Promise<void> {
  await db.insert(sandbox_refunds).values(row).onConflictDoNothing();
}

export async function refundedFen(db: Queryable, sandbox_payment_id: number, except_no: string): Promise<number> {
  const rows = await db
    .select({ sum: sql<string>`coalesce(sum(${sandbox_refunds.amount_fen}), 0)::text` })
    .from(sandbox_refunds)
    .where(and(eq(sandbox_refunds.sandbox_payment_id, sandbox_payment_id), sql`${sandbox_refunds.refund_no} <> ${except_no}`));
  return Number(rows[0]?.sum ?? 0);
}

const billOf = statement<{ payment_no: string; trade_no: string; refund_no: string; amount_fen: number }>(
  'sandbox_bill',
  `select payment_no, trade_no, '' as refund_no, amount_fen from sandbox_payments where paid_at >= $1 and paid_at < $2 and not is_agreement
   union all
   select p.payment_no, p.trade_no, r.refund_no, r.amount_fen from sandbox_refunds r join sandbox_payments p on p.id = r.sandbox_payment_id
   where r.created_at >= $1 and r.created_at < $2`,
);

/** What was paid and given back in that time. */
export function findBill(db: Queryable, from: Date, to: Date) {
  return billOf(db, [from, to]);
}
