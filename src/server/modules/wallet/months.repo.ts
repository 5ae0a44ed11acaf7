import { desc, eq, lte } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import type { Purpose } from './rules.ts';
import { ledger_months } from './tables.ts';

export type LedgerMonth = typeof ledger_months.$inferSelect;

const flows = statement<{ purpose: Purpose; plus: number; minus: number }>(
  'wallet_account_flows',
  `select purpose, coalesce(sum(amount) filter (where amount > 0), 0)::float8 as plus,
     coalesce(sum(amount) filter (where amount < 0), 0)::float8 as minus
   from ledger_entries where ($1::timestamptz is null or created_at >= $1) and created_at < $2 group by 1`,
);

/** What came and went on every kind of account; null: from the first line. */
export function findFlows(db: Queryable, from: Date | null, to: Date) {
  return flows(db, [from, to]);
}

const moved = statement<{ sum: number }>(
  'wallet_moved',
  `select coalesce(sum(amount), 0)::float8 as sum from ledger_entries
   where purpose = $1 and created_at >= coalesce($2::timestamptz, '-infinity') and created_at < $3`,
);

/** What came and went on one kind of account; null: from the first line. */
export async function sumMoved(db: Queryable, purpose: Purpose, from: Date | null, to: Date): Promise<number> {
  return (await moved(db, [purpose, from, to]))[0]?.sum ?? 0;
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
