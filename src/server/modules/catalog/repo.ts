import { and, asc, between, count, desc, eq, gt, gte, inArray, isNull, lt, ne, sql } from 'drizzle-orm';
import type { ItemStatus } from '#contract/publish.ts';
import { batched } from '../../db/batched.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { idStrips } from './id-strips.repo.ts';
import { series_items } from './series/tables.ts';
import { item_details, item_files, item_media, item_pages, items } from './tables.ts';
import { item_versions } from './versions/tables.ts';

type ItemRow = typeof items.$inferSelect;
type FileRow = Omit<typeof item_files.$inferSelect, 'item_id'>;

/** An item of any kind with its file; without one `file_id` is null and nothing has a page. What only its kind has: `itemDetails`. */
export type Item = ItemRow & FileRow;
export type PageRow = Omit<typeof item_pages.$inferSelect, 'item_id'>;
/** A page to be written; a picture may bring its placeholder. */
export type NewPage = Omit<typeof item_pages.$inferInsert, 'item_id'>;
export type MediaRow = Omit<typeof item_media.$inferSelect, 'item_id' | 'sort' | 'type'> & { type: 'picture' | 'video' };
export type ItemCounter = 'view_num' | 'like_num' | 'collect_num' | 'download_num' | 'sale_num';

/** Columns that a publisher or the pipeline may write. Counters, scores and status have verbs of their own. */
export type ItemFields = Omit<
  typeof items.$inferInsert,
  'id' | 'status' | 'facets' | 'hot_score' | 'created_at' | 'updated_at' | ItemCounter
>;
export type FileFields = Omit<typeof item_files.$inferInsert, 'item_id'>;

const NO_FILE: FileRow = { file_id: null, file_size_bytes: 0, page_count: 0, free_pages: 0, page_texts: [], change_note: '' };

function itemOf({ items: item, item_files: file }: { items: ItemRow; item_files: typeof item_files.$inferSelect | null }): Item {
  if (!file) return { ...item, ...NO_FILE };
  const { item_id: _same, ...fields } = file;
  return { ...item, ...fields };
}

export async function findItem(db: Queryable, id: number): Promise<Item | null> {
  const rows = await db.select().from(items).leftJoin(item_files, eq(item_files.item_id, items.id)).where(eq(items.id, id));
  return rows[0] ? itemOf(rows[0]) : null;
}

export async function findItemsById(db: Queryable, ids: readonly number[]): Promise<Item[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(items)
    .leftJoin(item_files, eq(item_files.item_id, items.id))
    .where(inArray(items.id, [...ids]));
  return rows.map(itemOf);
}

/** What selling needs of an item: no texts, no pages. */
export interface SaleItem {
  id: number;
  kind: number;
  publisher_id: number;
  status: ItemStatus;
  title: string;
  price_fen: number;
  org_price_fen: number;
  company_fen: number;
  vip_only: boolean;
  format: string;
  cover_key: string;
  cover_width: number;
  cover_height: number;
  category_name: string;
  file_size_bytes: number;
}

const saleItems = statement<SaleItem>(
  'catalog_sale_items',
  `select i.id, i.kind, i.publisher_id, i.status, i.title, i.price_fen, i.org_price_fen, i.company_fen::float8 as company_fen, i.vip_only, i.format, i.cover_key,
          i.cover_width, i.cover_height, coalesce(c.name, '') as category_name, coalesce(d.file_size_bytes, 0) as file_size_bytes
   from items i left join terms c on c.id = i.category_id left join item_files d on d.item_id = i.id where i.id = any($1::bigint[])`,
);

const saleItemOf = batched(async (db, ids: readonly number[]) => {
  const found = new Map((await saleItems(db, [ids])).map((row) => [row.id, row]));
  return ids.map((id) => found.get(id) ?? null);
});

/** Look-ups of many buyers at once share a statement. */
export function findSaleItem(db: Queryable, id: number): Promise<SaleItem | null> {
  return saleItemOf(db, id);
}

export type MarkCounters = Record<'collect_num' | 'like_num', number>;

const markCounters = statement<MarkCounters & { id: number }>(
  'catalog_mark_counters',
  'select id, collect_num::float8 as collect_num, like_num::float8 as like_num from items where id = any($1::bigint[])',
);

/** As they stand at this moment; those of many readers at once share a statement. Of what is not there: 0. */
export const findMarkCounters: (db: Queryable, id: number) => Promise<MarkCounters> = batched(async (db, ids: readonly number[]) => {
  const found = new Map((await markCounters(db, [ids])).map(({ id, collect_num, like_num }) => [id, { collect_num, like_num }]));
  return ids.map((id) => found.get(id) ?? { collect_num: 0, like_num: 0 });
});

const item_publishers = statement<{ id: number; publisher_id: number }>(
  'catalog_item_publishers',
  'select id, publisher_id from items where id = any($1::bigint[])',
);

/** Whose the items are. */
export async function findPublishers(db: Queryable, ids: readonly number[]): Promise<Map<number, number>> {
  return new Map((await item_publishers(db, [ids])).map(({ id, publisher_id }) => [id, publisher_id]));
}

const first_pages = statement<{ id: number; text: string }>(
  'catalog_first_pages',
  `select item_id as id, left(page_texts[1], $2) as text from item_files
   where item_id = any($1::bigint[]) and free_pages > 0 and page_texts[1] <> ''`,
);

/** What stands on the first pages of items, as far as everybody may see them. */
export async function findFirstPages(db: Queryable, ids: readonly number[], most: number): Promise<Map<number, string>> {
  return new Map((await first_pages(db, [ids, most])).map(({ id, text }) => [id, text]));
}

/** Those of the files that are the original of an item. */
export async function findFilesOfItems(db: Queryable, file_ids: number[]): Promise<Set<number>> {
  const rows = await db.select({ file_id: item_files.file_id }).from(item_files).where(inArray(item_files.file_id, file_ids));
  const media = await db.select({ file_id: item_media.file_id }).from(item_media).where(inArray(item_media.file_id, file_ids));
  return new Set([...rows, ...media].flatMap((row) => row.file_id ?? []));
}

export async function findCoverKeys(db: Queryable, item_ids: number[]): Promise<Set<string>> {
  if (item_ids.length === 0) return new Set();
  const rows = await db.select({ cover_key: items.cover_key }).from(items).where(inArray(items.id, item_ids));
  return new Set(rows.map((row) => row.cover_key));
}

/** Holds the item's row until the transaction ends. */
export async function lockItemRow(db: Tx, id: number): Promise<boolean> {
  const rows = await db.select({ id: items.id }).from(items).where(eq(items.id, id)).for('update');
  return rows.length > 0;
}

export async function insertItem(db: Tx, row: ItemFields & { status: ItemStatus }, file: FileFields): Promise<number> {
  const [made] = await db.insert(items).values(row).returning({ id: items.id });
  const id = (made as { id: number }).id;
  if (Object.keys(file).length > 0) await db.insert(item_files).values({ ...file, item_id: id });
  return id;
}

/** Writes what is given; the file's row is made when it is missing. False: there is no such item. */
export async function updateItemRow(db: Tx, id: number, row: Partial<ItemFields>, file: Partial<FileFields>, now: Date): Promise<boolean> {
  const changed = await db
    .update(items)
    .set({ ...row, updated_at: now })
    .where(eq(items.id, id))
    .returning({ id: items.id });
  if (changed.length === 0) return false;
  if (Object.keys(file).length > 0) {
    await db
      .insert(item_files)
      .values({ ...file, item_id: id })
      .onConflictDoUpdate({ target: item_files.item_id, set: file });
  }
  return true;
}

export async function findFacets(db: Queryable, id: number): Promise<number[]> {
  const [row] = await db.select({ facets: items.facets }).from(items).where(eq(items.id, id));
  return (row?.facets ?? []).map(Number);
}

export async function writeFacets(db: Tx, id: number, facets: number[]): Promise<void> {
  await db.update(items).set({ facets }).where(eq(items.id, id));
}

export async function writeTerms(db: Tx, id: number, term_ids: number[]): Promise<void> {
  await db.update(items).set({ term_ids }).where(eq(items.id, id));
}

/** Ids of works of these kinds behind one, in rising order, drafts aside. */
export async function findAfter(db: Queryable, kinds: readonly number[], after: number, most: number): Promise<number[]> {
  const rows = await db
    .select({ id: items.id })
    .from(items)
    .where(and(gt(items.id, after), inArray(items.kind, [...kinds]), ne(items.status, 'draft')))
    .orderBy(items.id)
    .limit(most);
  return rows.map(({ id }) => id);
}

/** One conditional statement: of two parallel changes from the same status one wins. */
export async function changeStatus(
  db: Tx,
  id: number,
  from: ItemStatus[],
  to: ItemStatus,
  now: Date,
  published_at: Date | undefined,
): Promise<boolean> {
  const rows = await db
    .update(items)
    .set({ status: to, updated_at: now, ...(published_at ? { published_at } : {}) })
    .where(and(eq(items.id, id), inArray(items.status, from)))
    .returning({ id: items.id });
  return rows.length > 0;
}

/** Order of 推荐. */
export async function writeHotScore(db: Queryable, id: number): Promise<void> {
  await db.update(items).set({ hot_score: hotScore }).where(eq(items.id, id));
}

/** The formula lives in the database (guards.sql), where set-based work can use it too. */
const hotScore = sql`cemao_hot_score(${items.view_num}, ${items.like_num}, ${items.collect_num}, ${items.download_num}, ${items.sale_num},
  coalesce(${items.published_at}, ${items.created_at}))`;

export async function writeRating(db: Tx, id: number, { num, sum, score }: { num: number; sum: number; score: number }): Promise<void> {
  await db.update(items).set({ rating_num: num, rating_sum: sum, rating_score: score }).where(eq(items.id, id));
}

const ratings = statement<{ id: number; rating_num: number; rating_score: number }>(
  'catalog_ratings',
  'select id, rating_num, rating_score from items where id = any($1::bigint[])',
);

export function findRatings(
  db: Queryable,
  ids: readonly number[],
): Promise<Array<{ id: number; rating_num: number; rating_score: number }>> {
  return ratings(db, [ids]);
}

export async function replacePages(db: Tx, item_id: number, pages: readonly NewPage[]): Promise<void> {
  await db.delete(item_pages).where(eq(item_pages.item_id, item_id));
  if (pages.length > 0) await db.insert(item_pages).values(pages.map((page) => ({ ...page, item_id })));
}

export async function replaceMedia(db: Tx, item_id: number, media: readonly MediaRow[]): Promise<void> {
  await db.delete(item_media).where(eq(item_media.item_id, item_id));
  if (media.length > 0) await db.insert(item_media).values(media.map((one, sort) => ({ ...one, sort, item_id })));
}

/** In order, the film after the pictures. */
export async function findMedia(db: Queryable, item_id: number): Promise<MediaRow[]> {
  const { type, file_id, key, name, size_bytes, film } = item_media;
  return db
    .select({ type: sql<MediaRow['type']>`${type}`, file_id, key, name, size_bytes, film })
    .from(item_media)
    .where(eq(item_media.item_id, item_id))
    .orderBy(asc(item_media.sort));
}

interface FilmOfItem {
  item_id: number;
  status: ItemStatus;
  size_bytes: number;
  film: MediaRow['film'];
}

/** The film that lies under a key, with the item that shows it, a published one first; null: no item does. */
export async function findFilm(db: Queryable, key: string): Promise<FilmOfItem | null> {
  const { item_id, size_bytes, film } = item_media;
  const rows = await db
    .select({ item_id, size_bytes, film, status: items.status })
    .from(item_media)
    .innerJoin(items, eq(items.id, item_id))
    .where(and(eq(item_media.key, key), eq(item_media.type, 'video')))
    .orderBy(desc(eq(items.status, 'published')), item_id)
    .limit(1);
  return rows[0] ?? null;
}

/** Where pictures whose files are named are shown: item, its title and publisher, and the place of the picture from 1. */
export async function findShownFiles(
  db: Queryable,
  file_ids: readonly number[],
): Promise<Array<{ file_id: number; item_id: number; title: string; status: ItemStatus; publisher_id: number; place: number }>> {
  if (file_ids.length === 0) return [];
  return db
    .select({
      ...{ file_id: item_media.file_id, item_id: items.id, title: items.title, status: items.status, publisher_id: items.publisher_id },
      place: sql<number>`${item_media.sort} + 1`.mapWith(Number),
    })
    .from(item_media)
    .innerJoin(items, eq(items.id, item_media.item_id))
    .where(inArray(item_media.file_id, [...file_ids]))
    .orderBy(asc(items.id), asc(item_media.sort));
}

export async function findPages(db: Queryable, item_id: number, from: number, to: number): Promise<PageRow[]> {
  const { page_no, width, height, key, placeholder } = item_pages;
  return db
    .select({ page_no, width, height, key, placeholder })
    .from(item_pages)
    .where(and(eq(item_pages.item_id, item_id), between(item_pages.page_no, from, to)))
    .orderBy(asc(item_pages.page_no));
}

/** One statement, never below zero. */
export async function addToCounter(db: Queryable, id: number, counter: ItemCounter, delta: number): Promise<void> {
  await db
    .update(items)
    .set({ [counter]: sql`greatest(0, ${items[counter]} + ${delta})` })
    .where(eq(items.id, id));
}

/** Works and reads of every publisher who has something published, counted strip after strip. */
export async function countWorks(
  db: Queryable,
  strip?: number,
): Promise<Array<{ publisher_id: number; works_num: number; view_num: number }>> {
  const found = new Map<number, { publisher_id: number; works_num: number; view_num: number }>();
  for await (const { from, to } of idStrips(db, strip)) {
    const rows = await db
      .select({ publisher_id: items.publisher_id, works_num: sql<string>`count(*)`, view_num: sql<string>`sum(${items.view_num})` })
      .from(items)
      .where(and(eq(items.status, 'published'), gte(items.id, from), lt(items.id, to)))
      .groupBy(items.publisher_id);
    for (const { publisher_id, works_num, view_num } of rows) {
      const one = found.get(publisher_id) ?? { publisher_id, works_num: 0, view_num: 0 };
      found.set(publisher_id, { publisher_id, works_num: one.works_num + Number(works_num), view_num: one.view_num + Number(view_num) });
    }
  }
  return [...found.values()];
}

/** Recomputes the order of 推荐 for items whose counters changed, strip after strip of ids. What somebody changes just then is left to the next time. Returns how many moved. */
export async function refreshHotScores(db: Queryable, strip?: number): Promise<number> {
  let moved = 0;
  for await (const { from, to } of idStrips(db, strip)) {
    const changed = and(gte(items.id, from), lt(items.id, to), eq(items.status, 'published'), sql`${items.hot_score} <> ${hotScore}`);
    // it waits for none while it holds thousands: one that holds a few might wait for these
    const free = db.select({ id: items.id }).from(items).where(changed).for('no key update', { skipLocked: true });
    const done = await db.update(items).set({ hot_score: hotScore }).where(inArray(items.id, free));
    moved += done.rowCount ?? 0;
  }
  return moved;
}

const others = statement<{ id: number }>(
  'catalog_others_of',
  `with older as (select id from items where publisher_id = $1 and status = 'published' and kind = any($2::smallint[]) and id < $3 order by id desc limit $4),
     newer as (select id from items where publisher_id = $1 and status = 'published' and kind = any($2::smallint[]) and id > $3 order by id desc limit $4)
   select id from (select 1 as part, id from older union all select 2, id from newer) as around order by part, id desc limit $4`,
);

/**
 * A publisher's published items of these kinds beside one: those before it, then the newest. So a change of one work empties few cached pages.
 */
export async function findOthersOf(
  db: Queryable,
  of: { publisher_id: number; kinds: readonly number[]; but_id: number; limit: number },
): Promise<number[]> {
  return (await others(db, [of.publisher_id, [...of.kinds], of.but_id, of.limit])).map(({ id }) => id);
}

/** Items of a kind with their files by publisher or status. */
export async function selectItems(
  db: Queryable,
  of: {
    kinds?: readonly number[];
    publisher_id?: number;
    shop_id?: number;
    statuses: ItemStatus[];
    order: 'newest' | 'waiting';
    offset: number;
    limit: number;
  },
): Promise<Item[]> {
  const rows = await db
    .select()
    .from(items)
    .leftJoin(item_files, eq(item_files.item_id, items.id))
    .where(
      and(
        of.kinds === undefined ? undefined : inArray(items.kind, [...of.kinds]),
        inArray(items.status, of.statuses),
        of.publisher_id === undefined ? undefined : eq(items.publisher_id, of.publisher_id),
        of.shop_id === undefined ? undefined : eq(items.shop_id, of.shop_id),
      ),
    )
    .orderBy(...(of.order === 'newest' ? [desc(items.id)] : [asc(items.updated_at), asc(items.id)]))
    .limit(of.limit)
    .offset(of.offset);
  return rows.map(itemOf);
}

export async function countByStatus(
  db: Queryable,
  of: { kinds?: readonly number[]; publisher_id?: number; status?: ItemStatus },
): Promise<Map<ItemStatus, number>> {
  const rows = await db
    .select({ status: items.status, n: count() })
    .from(items)
    .where(
      and(
        of.kinds === undefined ? undefined : inArray(items.kind, [...of.kinds]),
        of.publisher_id === undefined ? undefined : eq(items.publisher_id, of.publisher_id),
        of.status === undefined ? undefined : eq(items.status, of.status),
      ),
    )
    .groupBy(items.status);
  return new Map(rows.map((row) => [row.status, row.n]));
}

export async function countByKind(db: Queryable, publisher_id: number, status: ItemStatus): Promise<Map<number, number>> {
  const rows = await db
    .select({ kind: items.kind, n: count() })
    .from(items)
    .where(and(eq(items.publisher_id, publisher_id), eq(items.status, status)))
    .groupBy(items.kind);
  return new Map(rows.map((row) => [row.kind, row.n]));
}

/** How many items a shop has of each kind in one status. */
export async function countByKindOfShop(db: Queryable, shop_id: number, status: ItemStatus): Promise<Map<number, number>> {
  const rows = await db
    .select({ kind: items.kind, n: count() })
    .from(items)
    .where(and(eq(items.shop_id, shop_id), eq(items.status, status)))
    .groupBy(items.kind);
  return new Map(rows.map((row) => [row.kind, row.n]));
}

/** Gives the publisher's items of the kinds that have no shop to this one; returns their ids. */
export async function writeShop(db: Tx, publisher_id: number, kinds: readonly number[], shop_id: number): Promise<number[]> {
  const rows = await db
    .update(items)
    .set({ shop_id })
    .where(and(eq(items.publisher_id, publisher_id), inArray(items.kind, [...kinds]), isNull(items.shop_id)))
    .returning({ id: items.id });
  return rows.map((row) => row.id);
}

/** Published items of the kind whose own fields name this resource, the newest first. */
export async function findNaming(
  db: Queryable,
  of: { kinds: readonly number[]; field: 'resource_id' | 'salon_id'; id: number; offset: number; limit: number },
): Promise<{ ids: number[]; total: number }> {
  const where = and(
    eq(items.status, 'published'),
    inArray(items.kind, [...of.kinds]),
    // as the index says it: a parameter would hide it
    sql`(${item_details.fields} ->> ${sql.raw(`'${of.field}'`)})::bigint = ${of.id}`,
  );
  const named = db.select({ id: items.id }).from(item_details).innerJoin(items, eq(items.id, item_details.item_id)).where(where);
  const [totals] = await db.select({ n: count() }).from(named.as('named'));
  const rows = await named.orderBy(desc(items.id)).limit(of.limit).offset(of.offset);
  return { ids: rows.map((row) => row.id), total: totals?.n ?? 0 };
}

export async function removeItem(db: Tx, id: number): Promise<void> {
  await db.delete(item_pages).where(eq(item_pages.item_id, id));
  await db.delete(item_files).where(eq(item_files.item_id, id));
  await db.delete(item_media).where(eq(item_media.item_id, id));
  await db.delete(item_versions).where(eq(item_versions.item_id, id));
  await db.delete(series_items).where(eq(series_items.item_id, id));
  await db.delete(items).where(eq(items.id, id));
}
