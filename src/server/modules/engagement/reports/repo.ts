import { and, desc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { REPORT_SITE } from '#contract/kinds.ts';
import type { Queryable, Tx } from '../../../db/pool.ts';
import { reports } from '../tables.ts';
import type { ReporterRecord } from './rules.ts';

export type ReportRow = typeof reports.$inferSelect;

const ofItems = (ids: readonly number[]) => and(inArray(reports.rid, [...ids]), ne(reports.type, REPORT_SITE));

/** Who has an open report about the item. */
export async function findReporters(db: Queryable, item_id: number): Promise<number[]> {
  const rows = await db
    .selectDistinct({ user_id: reports.user_id })
    .from(reports)
    .where(and(ofItems([item_id]), eq(reports.status, 'open'), isNotNull(reports.user_id)));
  return rows.flatMap(({ user_id }) => user_id ?? []);
}

/** How the former reports of these people ended; who has none is absent. */
export async function findRecords(db: Queryable, user_ids: readonly number[]): Promise<Map<number, ReporterRecord>> {
  if (user_ids.length === 0) return new Map();
  const ended = (status: string) => sql<number>`(count(distinct ${reports.rid}) filter (where ${reports.status} = ${status}))::int`;
  const rows = await db
    .select({ user_id: reports.user_id, upheld: ended('done'), dismissed: ended('dismissed') })
    .from(reports)
    .where(and(inArray(reports.user_id, [...user_ids]), ne(reports.type, REPORT_SITE), ne(reports.status, 'open')))
    .groupBy(reports.user_id);
  return new Map(rows.map(({ user_id, ...record }) => [user_id as number, record]));
}

/** The newest reports about some items, in the given order of time. */
export async function findReports(db: Queryable, item_ids: readonly number[], limit: number): Promise<ReportRow[]> {
  if (item_ids.length === 0) return [];
  return db.select().from(reports).where(ofItems(item_ids)).orderBy(sql`${reports.status} = 'open' desc`, desc(reports.id)).limit(limit);
}

/** Open reports about the item belong to this row of the desk. */
export async function bindReports(db: Tx, item_id: number, reviewable_id: number): Promise<void> {
  await db
    .update(reports)
    .set({ reviewable_id })
    .where(and(ofItems([item_id]), eq(reports.status, 'open')));
}

/** Ends all open reports about the item, and returns them. */
export function endReports(db: Tx, item_id: number, status: 'done' | 'dismissed'): Promise<Array<Pick<ReportRow, 'id' | 'user_id'>>> {
  return db
    .update(reports)
    .set({ status })
    .where(and(ofItems([item_id]), eq(reports.status, 'open')))
    .returning({ id: reports.id, user_id: reports.user_id });
}

export async function findFeedback(db: Queryable, ids: readonly number[]): Promise<ReportRow[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(reports)
    .where(and(inArray(reports.id, [...ids]), eq(reports.type, REPORT_SITE)));
}

export async function lockFeedback(db: Tx, id: number): Promise<ReportRow | null> {
  return (
    (
      await db
        .select()
        .from(reports)
        .where(and(eq(reports.id, id), eq(reports.type, REPORT_SITE)))
        .for('update')
    )[0] ?? null
  );
}

export async function endFeedback(db: Tx, id: number, status: 'done' | 'dismissed'): Promise<void> {
  await db.update(reports).set({ status }).where(eq(reports.id, id));
}
