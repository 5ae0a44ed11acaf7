import { asc, eq, sql } from 'drizzle-orm';
import { TOPIC_MENUS } from '#contract/topic.ts';
import { batched } from '../../../db/batched.ts';
import { choiceFilter, containing, dayFilters, type KeysetSource, newestOrOldest } from '../../../db/keyset.ts';
import type { Queryable, Tx } from '../../../db/pool.ts';
import { statement } from '../../../db/statement.ts';
import { collection_items, collections } from '../tables.ts';

export interface CollectionRow {
  id: number;
  /** Code of the kind whose menu it stands in. */
  kind: number;
  title: string;
  introduction: string;
  cover_key: string;
  cover_width: number;
  cover_height: number;
  item_num: number;
}

/** Those that staff took off the site are nowhere. Counts what is published now; the cover is its own or that of its first published item. */
const DESCRIBED = `
  select c.id, c.kind, c.title, c.introduction, shown.n as item_num,
    coalesce(nullif(c.cover_key, ''), first.cover_key, '') as cover_key,
    case when c.cover_key <> '' then c.cover_width else coalesce(first.cover_width, 0) end as cover_width,
    case when c.cover_key <> '' then c.cover_height else coalesce(first.cover_height, 0) end as cover_height
  from collections c
  cross join lateral (
    select count(*) as n from collection_items ci join items i on i.id = ci.item_id and i.status = 'published'
    where ci.collection_id = c.id
  ) as shown
  left join lateral (
    select i.cover_key, i.cover_width, i.cover_height from collection_items ci
    join items i on i.id = ci.item_id and i.status = 'published' and i.cover_key <> ''
    where ci.collection_id = c.id order by ci.sort, ci.item_id limit 1
  ) as first on true`;

export async function findCollection(db: Queryable, id: number): Promise<CollectionRow | null> {
  const found = await db.execute<CollectionRow & Record<string, unknown>>(sql`${sql.raw(DESCRIBED)} where c.id = ${id} and c.shown`);
  return found.rows[0] ?? null;
}

const MOST = 100;

const holding = statement<CollectionRow & { of_item: number }>(
  'catalog_collections_of',
  `select m.item_id as of_item, d.* from collection_items m join lateral (${DESCRIBED} where c.id = m.collection_id and c.shown) as d on d.item_num > 0
   where m.item_id = any($1::bigint[]) order by d.item_num desc, d.id desc`,
);

/** Collections that hold the item and still show something, the fullest first; readers at the same time share a statement. */
export const findCollectionsOf: (db: Queryable, item_id: number) => Promise<CollectionRow[]> = batched(
  async (db, item_ids: readonly number[]) => {
    const found = Map.groupBy(await holding(db, [[...new Set(item_ids)]]), (row) => row.of_item);
    return item_ids.map((id) => (found.get(id) ?? []).slice(0, MOST).map(({ of_item: _asked, ...row }) => row));
  },
);

/** Collections that hold the item, whether they show something or not. */
export async function findHolding(db: Queryable, item_id: number): Promise<number[]> {
  const rows = await db.select({ id: collection_items.collection_id }).from(collection_items).where(eq(collection_items.item_id, item_id));
  return rows.map((row) => row.id);
}

/** Collections of a kind that show something, the fullest first, and how many there are. */
export async function findCollections(
  db: Queryable,
  kind: number,
  offset: number,
  limit: number,
): Promise<{ rows: CollectionRow[]; total: number }> {
  const found = await db.execute<CollectionRow & { total: number } & Record<string, unknown>>(sql`
    select d.*, count(*) over () as total from (${sql.raw(DESCRIBED)} where c.kind = ${kind} and c.shown and shown.n > 0) as d
    order by d.item_num desc, d.id desc limit ${limit} offset ${offset}`);
  return { rows: found.rows.map(({ total: _all, ...row }) => row as CollectionRow), total: Number(found.rows[0]?.total ?? 0) };
}

/** Ids of the published items of a collection, in its order. */
export async function pageOfCollection(db: Queryable, id: number, offset: number, limit: number): Promise<number[]> {
  const found = await db.execute<{ item_id: number }>(sql`
    select ci.item_id from collection_items ci join items i on i.id = ci.item_id and i.status = 'published'
    where ci.collection_id = ${id} order by ci.sort, ci.item_id limit ${limit} offset ${offset}`);
  return found.rows.map((row) => row.item_id);
}

/** Collections of a kind that show something, newest first. */
export async function findCollectionIds(db: Queryable, kind: number, limit: number): Promise<number[]> {
  const found = await db.execute<{ id: number }>(sql`
    select id from collections c where kind = ${kind} and c.shown and exists (
      select from collection_items ci join items i on i.id = ci.item_id and i.status = 'published' where ci.collection_id = c.id)
    order by id desc limit ${limit}`);
  return found.rows.map((row) => row.id);
}

export type CollectionValues = Pick<
  typeof collections.$inferInsert,
  'title' | 'introduction' | 'cover_key' | 'cover_width' | 'cover_height' | 'shown' | 'updated_at'
>;

export async function insertCollection(db: Tx, row: CollectionValues & { kind: number }, item_ids: readonly number[]): Promise<number> {
  const [made] = await db.insert(collections).values(row).returning({ id: collections.id });
  const collection_id = (made as { id: number }).id;
  await writeItems(db, collection_id, item_ids);
  return collection_id;
}

export type StoredCollection = typeof collections.$inferSelect;

/** The row, shown or not, locked until the transaction ends; null for an unknown id. */
export async function lockCollection(db: Tx, id: number): Promise<StoredCollection | null> {
  const [row] = await db.select().from(collections).where(eq(collections.id, id)).for('update');
  return row ?? null;
}

/** The row, shown or not. */
export async function findStored(db: Queryable, id: number): Promise<StoredCollection | null> {
  const [row] = await db.select().from(collections).where(eq(collections.id, id));
  return row ?? null;
}

/** Ids of all it holds, whatever their status, in its order. */
export async function itemsOfCollection(db: Queryable, id: number): Promise<number[]> {
  const rows = await db
    .select({ item_id: collection_items.item_id })
    .from(collection_items)
    .where(eq(collection_items.collection_id, id))
    .orderBy(asc(collection_items.sort), asc(collection_items.item_id));
  return rows.map(({ item_id }) => item_id);
}

export async function updateCollection(db: Tx, id: number, values: Partial<CollectionValues>): Promise<void> {
  await db.update(collections).set(values).where(eq(collections.id, id));
}

/** What it holds, in this order; each item once. */
export async function writeItems(db: Tx, collection_id: number, item_ids: readonly number[]): Promise<void> {
  const rows = [...new Set(item_ids)].map((item_id, sort) => ({ collection_id, item_id, sort }));
  await db.delete(collection_items).where(eq(collection_items.collection_id, collection_id));
  if (rows.length > 0) await db.insert(collection_items).values(rows);
  await db.update(collections).set({ item_num: rows.length }).where(eq(collections.id, collection_id));
}

export interface TopicLine {
  id: number;
  title: string;
  kind: number;
  shown: boolean;
  item_num: number;
  updated_at: number;
}

const menus = [...TOPIC_MENUS];

/** All topics, for staff. */
export const topicSource: KeysetSource = {
  select: sql`c.id, c.title, c.kind, c.shown, c.item_num, floor(extract(epoch from c.updated_at))::bigint as updated_at`,
  from: sql`(select * from collections where kind = any(${sql.param(menus.map(([, { kind }]) => kind.code))}::smallint[])) c`,
  id: sql`c.id`,
  id_cast: 'bigint',
  filters: {
    menu: choiceFilter(Object.fromEntries(menus.map(([key, { kind }]) => [key, sql`c.kind = ${kind.code}::smallint`]))),
    state: choiceFilter({ shown: sql`c.shown`, hidden: sql`not c.shown` }),
    ...dayFilters(sql`c.created_at`),
  },
  search: (text) => (/^\d{1,10}$/.test(text) ? sql`c.id = ${Number(text)}::bigint` : sql`c.title ilike ${containing(text)}`),
  // numbers rise with time
  orders: newestOrOldest(sql`c.id`),
};
