import { and, eq, inArray, sql } from 'drizzle-orm';
import { bothWays, dayFilters, type KeysetSource, wordFilter } from '../../db/keyset.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { chat_cases } from './tables.ts';

/** Rows that staff see before and after the one that a case is about. */
export const CASE_AROUND = 5;

export type CaseRow = Omit<typeof chat_cases.$inferSelect, 'why' | 'status'> & {
  why: 'report' | 'contact';
  status: 'open' | 'dismissed' | 'removed';
};

/** One case a message and reason to look at it; again opens it again. @returns its id */
export async function upsertCase(db: Tx, row: Omit<CaseRow, 'id' | 'status'>): Promise<number> {
  const { reporter_id, reason, created_at } = row;
  const rows = await db
    .insert(chat_cases)
    .values(row)
    .onConflictDoUpdate({
      target: [chat_cases.conversation_id, chat_cases.seq, chat_cases.why],
      set: { reporter_id, reason, created_at, status: 'open' },
    })
    .returning({ id: chat_cases.id });
  return rows[0]?.id as number;
}

export async function findCases(db: Queryable, ids: readonly number[]): Promise<CaseRow[]> {
  if (ids.length === 0) return [];
  return (await db
    .select()
    .from(chat_cases)
    .where(inArray(chat_cases.id, [...ids]))) as CaseRow[];
}

export const findCase = async (db: Queryable, id: number): Promise<CaseRow | null> => (await findCases(db, [id]))[0] ?? null;

export async function lockCase(db: Tx, id: number): Promise<CaseRow | null> {
  return ((await db.select().from(chat_cases).where(eq(chat_cases.id, id)).for('update'))[0] as CaseRow | undefined) ?? null;
}

export async function endCase(db: Tx, id: number, status: 'dismissed' | 'removed'): Promise<void> {
  await db
    .update(chat_cases)
    .set({ status })
    .where(and(eq(chat_cases.id, id), eq(chat_cases.status, 'open')));
}

export interface CaseLine {
  id: number;
  why: CaseRow['why'];
  accused_id: number;
  reporter_id: number | null;
  reason: string;
  status: CaseRow['status'];
  created_at: number;
}

/** Messages that were put before staff. */
export const caseSource: KeysetSource = {
  select: sql`k.id, k.why, k.accused_id, k.reporter_id, k.reason, k.status, floor(extract(epoch from k.created_at))::bigint as created_at`,
  from: sql`chat_cases k`,
  id: sql`k.id`,
  id_cast: 'bigint',
  filters: {
    state: wordFilter(sql`k.status`, ['open', 'dismissed', 'removed']),
    why: wordFilter(sql`k.why`, ['report', 'contact']),
    ...dayFilters(sql`k.created_at`),
  },
  people: [sql`k.accused_id`],
  search: (text) => (/^\d{1,15}$/.test(text) ? sql`k.accused_id = ${Number(text)}::bigint` : sql`false`),
  orders: bothWays({ by: sql`k.id`, cast: 'bigint', day: sql`k.created_at` }),
};
