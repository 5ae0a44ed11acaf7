import { and, desc, eq, gte, inArray, max, sql } from 'drizzle-orm';
import type { AccessRight } from '#contract/item.ts';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { download_days, download_receipts } from './tables.ts';

/** Grants of one user happen one after the other, so that the captcha gate and the daily unlock count exactly. */
export async function lockGrantsOf(db: Tx, user_id: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('download', ${user_id}))`);
}

/** Links that cost nothing, granted since then: to the user, and to everybody behind the address. */
export async function countRecentGrants(
  db: Queryable,
  of: { user_id: number; address: string; since: Date },
): Promise<{ by_user: number; by_address: number }> {
  const unpaid = inArray(download_receipts.right, ['free', 'ad']);
  const count = (where: ReturnType<typeof and>) => sql<number>`(select count(*)::int from ${download_receipts} where ${where})`;
  const recent = gte(download_receipts.created_at, of.since);
  const { rows } = await db.execute<{ by_user: number; by_address: number }>(
    sql`select ${count(and(eq(download_receipts.user_id, of.user_id), unpaid, recent))} as by_user,
      ${of.address === '' ? sql`0` : count(and(eq(download_receipts.address, of.address), unpaid, recent))} as by_address`,
  );
  return rows[0] ?? { by_user: 0, by_address: 0 };
}

/** True for the first download of this item by this user on that day; a parallel one waits and gets false. */
export async function insertDownloadDay(
  db: Tx,
  row: { user_id: number; item_id: number; day: string; created_at: Date },
): Promise<boolean> {
  const rows = await db.insert(download_days).values(row).onConflictDoNothing().returning({ item_id: download_days.item_id });
  return rows.length > 0;
}

export async function hasDownloadDay(
  db: Queryable,
  { user_id, item_id, day }: { user_id: number; item_id: number; day: string },
): Promise<boolean> {
  const rows = await db
    .select({ item_id: download_days.item_id })
    .from(download_days)
    .where(and(eq(download_days.user_id, user_id), eq(download_days.item_id, item_id), eq(download_days.day, day)));
  return rows.length > 0;
}

export async function insertReceipt(
  db: Tx,
  row: { user_id: number; item_id: number; right: AccessRight; address: string; created_at: Date },
): Promise<void> {
  await db.insert(download_receipts).values(row);
}

/** What was downloaded by a right that leaves no grant behind, the newest first: each item once. */
export async function findDownloadsOf(
  db: Queryable,
  user_id: number,
  rights: readonly AccessRight[],
  most: number,
): Promise<Array<{ item_id: number; right: AccessRight; at: Date }>> {
  const last = max(download_receipts.id);
  const rows = await db
    .select({ item_id: download_receipts.item_id, right: download_receipts.right, at: max(download_receipts.created_at) })
    .from(download_receipts)
    .where(and(eq(download_receipts.user_id, user_id), inArray(download_receipts.right, [...rights])))
    .groupBy(download_receipts.item_id, download_receipts.right)
    .orderBy(desc(last))
    .limit(most);
  return rows.map(({ item_id, right, at }) => ({ item_id, right: right as AccessRight, at: at as Date }));
}

/** By which rights of the user's own doing each of these items was downloaded. */
export async function findTaken(db: Queryable, user_id: number, item_ids: readonly number[]): Promise<Map<number, string[]>> {
  const { item_id, right } = download_receipts;
  const rows = await db
    .selectDistinct({ item_id, right })
    .from(download_receipts)
    .where(
      and(eq(download_receipts.user_id, user_id), inArray(item_id, [...item_ids]), inArray(right, ['purchase', 'voucher', 'member', 'ad'])),
    );
  const taken = new Map<number, string[]>();
  for (const row of rows) taken.set(row.item_id, [...(taken.get(row.item_id) ?? []), row.right]);
  return taken;
}

/** By which rights links to this item were granted to this user since then. */
export async function findRightsSince(
  db: Queryable,
  { user_id, item_id, since }: { user_id: number; item_id: number; since: Date },
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ right: download_receipts.right })
    .from(download_receipts)
    .where(and(eq(download_receipts.user_id, user_id), eq(download_receipts.item_id, item_id), gte(download_receipts.created_at, since)));
  return rows.map(({ right }) => right);
}

// for the package of somebody's data
export const downloadRows = ownRows(download_receipts, download_receipts.user_id, [download_receipts.id]);
