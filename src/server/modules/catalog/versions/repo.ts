import { and, desc, eq, lte, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../db/pool.ts';
import { statement } from '../../../db/statement.ts';
import { item_versions } from './tables.ts';

export type ItemVersion = typeof item_versions.$inferSelect;

export async function findNewest(db: Queryable, item_id: number): Promise<ItemVersion | null> {
  const rows = await db
    .select()
    .from(item_versions)
    .where(eq(item_versions.item_id, item_id))
    .orderBy(desc(item_versions.version))
    .limit(1);
  return rows[0] ?? null;
}

export async function insertVersion(db: Tx, row: ItemVersion): Promise<void> {
  await db.insert(item_versions).values(row);
}

const versions = statement<ItemVersion>(
  'catalog_versions',
  `select item_id, version, file_id, picture_ids, note, page_count, is_told, published_at
   from item_versions where item_id = any($1::bigint[]) order by item_id, version`,
);

/** The oldest first. */
export async function findVersions(db: Queryable, item_ids: readonly number[]): Promise<ItemVersion[]> {
  return item_ids.length === 0 ? [] : versions(db, [item_ids]);
}

/** Those of the files that some version names. */
export async function findVersionFiles(db: Queryable, file_ids: readonly number[]): Promise<Set<number>> {
  if (file_ids.length === 0) return new Set();
  const ids = `{${file_ids}}`;
  const { rows } = await db.execute<{ id: string }>(sql`
    select file_id as id from item_versions where file_id = any(${ids}::bigint[])
    union select unnest(picture_ids) from item_versions where picture_ids && ${ids}::bigint[]`);
  return new Set(rows.map(({ id }) => Number(id)));
}

/** A version that a newer one took the place of, and the time in which it was what buyers bought. */
export interface ReplacedVersion {
  item_id: number;
  version: number;
  /** Null: the first version, which holds for earlier purchases too. */
  from: Date | null;
  until: Date;
}

const replaced = statement<ReplacedVersion>(
  'catalog_replaced_versions',
  `select v.item_id, v.version, case when v.is_first then null else v.published_at end as "from", n.published_at as until
   from item_versions n
   cross join lateral (
     select p.item_id, p.version, p.published_at,
       not exists (select 1 from item_versions o where o.item_id = p.item_id and o.version < p.version) as is_first
     from item_versions p where p.item_id = n.item_id and p.version < n.version order by p.version desc limit 1
   ) v
   where n.version > 1 and n.published_at <= $1 and (n.item_id, n.version) > ($2, $3)
   order by n.item_id, n.version limit $4`,
);

/** Versions replaced until then, in order, after that one. */
export function findReplaced(db: Queryable, before: Date, after: { item_id: number; version: number }, limit: number) {
  return replaced(db, [before, after.item_id, after.version, limit]);
}

export async function deleteVersion(db: Tx, { item_id, version }: { item_id: number; version: number }): Promise<void> {
  await db.delete(item_versions).where(and(eq(item_versions.item_id, item_id), eq(item_versions.version, version)));
}

export type UntoldVersion = Pick<ItemVersion, 'item_id' | 'version' | 'note' | 'published_at'>;

const untold = statement<UntoldVersion>(
  'catalog_untold_versions',
  `select distinct on (v.item_id) v.item_id, v.version, v.note, v.published_at
   from item_versions v join items i on i.id = v.item_id where not v.is_told and i.status = 'published'
   order by v.item_id, v.version desc limit $1`,
);

export function findUntold(db: Queryable, limit: number): Promise<UntoldVersion[]> {
  return untold(db, [limit]);
}

export async function setTold(db: Queryable, { item_id, version }: Pick<ItemVersion, 'item_id' | 'version'>): Promise<void> {
  const until = and(eq(item_versions.item_id, item_id), lte(item_versions.version, version));
  await db.update(item_versions).set({ is_told: true }).where(until);
}
