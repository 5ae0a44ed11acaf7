import { and, asc, count, desc, eq, gte, inArray, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { EarningWay, WithdrawalStatus } from '#contract/wallet.ts';
import { bothWays, choiceFilter, dayFilters, type KeysetSource } from '../../db/keyset.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { tax_remits, withdrawals } from './tables.ts';

export type Withdrawal = Omit<typeof withdrawals.$inferSelect, 'status' | 'method'> & { status: WithdrawalStatus; method: EarningWay };

/** Null: the same key was there, or another request is open (of two at once one is written). */
export async function insertWithdrawal(db: Tx, row: typeof withdrawals.$inferInsert): Promise<Withdrawal | null> {
  return ((await db.insert(withdrawals).values(row).onConflictDoNothing().returning())[0] as Withdrawal | undefined) ?? null;
}

export async function findByKey(db: Queryable, user_id: number, key: string): Promise<Withdrawal | null> {
  return one(db, and(eq(withdrawals.user_id, user_id), eq(withdrawals.idempotency_key, key)));
}

export async function lockWithdrawal(db: Tx, id: number): Promise<Withdrawal | null> {
  return ((await db.select().from(withdrawals).where(eq(withdrawals.id, id)).for('update'))[0] as Withdrawal | undefined) ?? null;
}

async function one(db: Queryable, where: SQL | undefined): Promise<Withdrawal | null> {
  return ((await db.select().from(withdrawals).where(where))[0] as Withdrawal | undefined) ?? null;
}

export async function findWithdrawals(db: Queryable, ids: readonly number[]): Promise<Withdrawal[]> {
  if (ids.length === 0) return [];
  return (await db
    .select()
    .from(withdrawals)
    .where(inArray(withdrawals.id, [...ids]))) as Withdrawal[];
}

/** What of these people's requests came to an end, by how; moves to the own balance left nowhere. */
export function countEnded(db: Queryable, people: readonly number[]) {
  const { user_id, status, amount_fen, method } = withdrawals;
  const ended = inArray(status, ['paid', 'failed', 'refused']);
  return db
    .select({ user_id, status, n: sql<number>`count(*)::int`, sum_fen: sql<number>`sum(${amount_fen})::float8` })
    .from(withdrawals)
    .where(and(inArray(user_id, [...people]), ended, ne(method, 'balance')))
    .groupBy(user_id, status);
}

/** What was asked for since a moment to leave us, and did not come back. */
export async function sumSince(db: Queryable, user_id: number, since: Date): Promise<number> {
  const kept = inArray(withdrawals.status, ['reviewing', 'paying', 'paid']);
  const rows = await db
    .select({ sum: sql<number>`coalesce(sum(${withdrawals.amount_fen}), 0)::bigint`.mapWith(Number) })
    .from(withdrawals)
    .where(and(eq(withdrawals.user_id, user_id), kept, ne(withdrawals.method, 'balance'), gte(withdrawals.created_at, since)));
  return rows[0]?.sum ?? 0;
}

/** What was asked for since a year began and did not come back: yuan, and in how many months. */
export async function sumTaxYear(db: Queryable, user_id: number, of: { from: Date; month_from: Date }) {
  const kept = inArray(withdrawals.status, ['reviewing', 'paying', 'paid']);
  const { created_at, amount_fen, tax_fen } = withdrawals;
  const rows = await db
    .select({
      income: sql<number>`coalesce(sum(${amount_fen}), 0)::float8 / 100`,
      withheld: sql<number>`coalesce(sum(${tax_fen}), 0)::float8 / 100`,
      months: sql<number>`count(distinct to_char(${created_at} at time zone 'Asia/Shanghai', 'MM'))::int`,
      has_month: sql<boolean>`coalesce(bool_or(${created_at} >= ${of.month_from}), false)`,
    })
    .from(withdrawals)
    .where(and(eq(withdrawals.user_id, user_id), kept, gte(created_at, of.from)));
  return rows[0] ?? { income: 0, withheld: 0, months: 0, has_month: false };
}

const paidIn = (from: Date, to: Date) => and(eq(withdrawals.status, 'paid'), gte(withdrawals.ended_at, from), lt(withdrawals.ended_at, to));

/** Paid out to one person between two instants, in their order. */
export function findPaidBetween(db: Queryable, user_id: number, from: Date, to: Date) {
  const { withdraw_no, ended_at, amount_fen, tax_fen } = withdrawals;
  return db
    .select({ withdraw_no, ended_at, amount_fen, tax_fen })
    .from(withdrawals)
    .where(and(eq(withdrawals.user_id, user_id), paidIn(from, to)))
    .orderBy(ended_at);
}

/** Paid out between two instants, by person. */
export function findPaidPeople(db: Queryable, from: Date, to: Date) {
  const { user_id, amount_fen, tax_fen, masked_name } = withdrawals;
  return db
    .select({
      user_id,
      amount_fen: sql<number>`sum(${amount_fen})::float8`,
      tax_fen: sql<number>`sum(${tax_fen})::float8`,
      n: sql<number>`count(*)::int`,
      masked_name: sql<string>`max(${masked_name})`,
    })
    .from(withdrawals)
    .where(paidIn(from, to))
    .groupBy(user_id)
    .orderBy(user_id);
}

/** Payments to the tax office go one after the other: together they are no more than is owed. */
export async function lockRemits(db: Tx): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('tax-remits'))`);
}

/** False: the receipt is known. */
export async function insertRemit(db: Tx, row: typeof tax_remits.$inferInsert): Promise<boolean> {
  return (await db.insert(tax_remits).values(row).onConflictDoNothing().returning({ id: tax_remits.id })).length > 0;
}

/** The newest first. */
export async function findOwn(
  db: Queryable,
  user_id: number,
  offset: number,
  limit: number,
): Promise<{ rows: Withdrawal[]; total: number }> {
  const mine = eq(withdrawals.user_id, user_id);
  const rows = await db.select().from(withdrawals).where(mine).orderBy(desc(withdrawals.id)).offset(offset).limit(limit);
  return { rows: rows as Withdrawal[], total: (await db.select({ n: count() }).from(withdrawals).where(mine))[0]?.n ?? 0 };
}

/** The newest request that was paid out, null without one. */
export async function findLastPaid(db: Queryable, user_id: number): Promise<Withdrawal | null> {
  const mine = and(eq(withdrawals.user_id, user_id), eq(withdrawals.status, 'paid'), ne(withdrawals.method, 'balance'));
  const rows = await db.select().from(withdrawals).where(mine).orderBy(desc(withdrawals.id)).limit(1);
  return (rows[0] as Withdrawal | undefined) ?? null;
}

export async function hasOpen(db: Queryable, user_id: number): Promise<boolean> {
  return (await db.$count(withdrawals, and(eq(withdrawals.user_id, user_id), inArray(withdrawals.status, ['reviewing', 'paying'])))) > 0;
}

/** The step out of a status, once; null when it was taken before. */
export async function moveStatus(
  db: Tx,
  id: number,
  { from, to }: { from: WithdrawalStatus; to: WithdrawalStatus },
  set: Partial<Pick<Withdrawal, 'reason' | 'provider' | 'provider_trade_no' | 'next_try_at' | 'ended_at'>>,
): Promise<Withdrawal | null> {
  const rows = await db
    .update(withdrawals)
    .set({ ...set, status: to })
    .where(and(eq(withdrawals.id, id), eq(withdrawals.status, from)))
    .returning();
  return (rows[0] as Withdrawal | undefined) ?? null;
}

/** Those that are due, each with one more attempt and not due again for `lease_ms`: no other worker takes them meanwhile. */
export async function claimDue(db: Queryable, now: Date, lease_ms: number, limit: number): Promise<Withdrawal[]> {
  const due = db
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .where(and(eq(withdrawals.status, 'paying'), sql`${withdrawals.next_try_at} <= ${now}`))
    .orderBy(asc(withdrawals.next_try_at))
    .limit(limit)
    .for('update', { skipLocked: true });
  const rows = await db
    .update(withdrawals)
    .set({ attempts: sql`${withdrawals.attempts} + 1`, next_try_at: new Date(now.getTime() + lease_ms) })
    .where(inArray(withdrawals.id, due))
    .returning();
  return rows as Withdrawal[];
}

export async function setNextTry(db: Queryable, id: number, at: Date): Promise<void> {
  await db
    .update(withdrawals)
    .set({ next_try_at: at })
    .where(and(eq(withdrawals.id, id), eq(withdrawals.status, 'paying')));
}

const seconds = (column: string) => sql.raw(`floor(extract(epoch from ${column}))::bigint`);

export interface WithdrawalLine {
  id: number;
  withdraw_no: string;
  user_id: number;
  amount_fen: number;
  method: EarningWay;
  masked_name: string;
  masked_account: string;
  status: WithdrawalStatus;
  reason: string;
  attempts: number;
  created_at: number;
  ended_at: number | null;
}

/** All withdrawals, for staff; payees masked. */
export const withdrawalSource: KeysetSource = {
  select: sql`w.id, w.withdraw_no, w.user_id, w.amount_fen, w.method, w.masked_name, w.masked_account, w.status, w.reason, w.attempts,
    ${seconds('w.created_at')} as created_at, ${seconds('w.ended_at')} as ended_at`,
  from: sql`withdrawals w`,
  id: sql`w.id`,
  id_cast: 'bigint',
  filters: {
    status: choiceFilter(
      Object.fromEntries(
        ['reviewing', 'paying', 'paid', 'failed', 'refused', 'cancelled'].map((status) => [status, sql`w.status = ${status}`]),
      ),
    ),
    ...dayFilters(sql`w.created_at`),
  },
  people: [sql`w.user_id`],
  search: (text) =>
    /^\d{1,15}$/.test(text) ? sql`(w.withdraw_no = ${text} or w.user_id = ${text}::bigint)` : sql`w.withdraw_no = ${text}`,
  orders: bothWays({ by: sql`w.created_at`, cast: 'timestamptz' }),
};
