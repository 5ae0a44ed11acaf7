import { desc, eq, lte } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import type { Purpose, Unit } from './rules.ts';
import { ledger_months } from './tables.ts';

export type LedgerMonth = typeof ledger_months.$inferSelect;

const flows = statement<{ purpose: Purpose; unit: Unit; plus: number; minus: number }>(
  'wallet_account_flows',
  `select a.purpose, a.unit, coalesce(sum(e.amount) filter (where e.amount > 0), 0)::float8 as plus,
     coalesce(sum(e.amount) filter (where e.amount < 0), 0)::float8 as minus
   from ledger_entries e join accounts a on a.id = e.account_id
   where ($1::timestamptz is null or e.created_at >= $1) and e.created_at < $2 group by 1, 2`,
);

/** What came and went on every kind of account; null: from the first line. */
export function findFlows(db: Queryable, from: Date | null, to: Date) {
  return flows(db, [from, to]);
}

const firstLine = statement<{ at: Date }>(
  'wallet_first_line',
  'select created_at as at from ledger_entries order by created_at, id limit 1',
);

export async function findFirstLine(db: Queryable): Promise<Date | null> {
  return (await firstLine(db, []))[0]?.at ?? null;
}

const lockMonthStatement = statement('wallet_lock_month', 'select pg_advisory_xact_lock(7203, cemao_ledger_month($1))');

/** No line falls into the month of this moment while the transaction lives; those who write one have committed. */
export async function holdMonth(db: Tx, at: Date): Promise<void> {
  await lockMonthStatement(db, [at]);
}

/** The last month that was closed and ended by then. */
export async function findLastClosed(db: Queryable, by: Date): Promise<LedgerMonth | null> {
  const rows = await db.select().from(ledger_months).where(lte(ledger_months.ends_at, by)).orderBy(desc(ledger_months.ends_at)).limit(1);
  return rows[0] ?? null;
}

export async function findClosed(db: Queryable, month: string): Promise<LedgerMonth | null> {
  return (await db.select().from(ledger_months).where(eq(ledger_months.month, month)))[0] ?? null;
}

/** The newest first. */
export function findClosedNames(db: Queryable, limit: number): Promise<Array<{ month: string }>> {
  return db.select({ month: ledger_months.month }).from(ledger_months).orderBy(desc(ledger_months.ends_at)).limit(limit);
}

export async function insertMonth(db: Tx, row: typeof ledger_months.$inferInsert): Promise<void> {
  await db.insert(ledger_months).values(row);
}
