import { and, between, count, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { ShopFilter, ShopSort } from '#contract/shop.ts';
import { bothWays, byName, choiceFilter, dayFilters, type KeysetSource } from '../../db/keyset.ts';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { shops } from './tables.ts';

export type Shop = typeof shops.$inferSelect;
export type ShopCounter = 'view_num' | 'focus_num';

export async function findShops(db: Queryable, ids: readonly number[]): Promise<Shop[]> {
  return ids.length === 0
    ? []
    : db
        .select()
        .from(shops)
        .where(inArray(shops.id, [...ids]));
}

export async function findShopOf(db: Queryable, owner_id: number): Promise<Shop | null> {
  const rows = await db.select().from(shops).where(eq(shops.owner_id, owner_id));
  return rows[0] ?? null;
}

/** The owner's shop with these values, made when it is missing. */
export async function findNamesOf(db: Queryable, owner_ids: readonly number[]): Promise<Map<number, string>> {
  if (owner_ids.length === 0) return new Map();
  const rows = await db
    .select({ owner_id: shops.owner_id, name: shops.name })
    .from(shops)
    .where(inArray(shops.owner_id, [...owner_ids]));
  return new Map(rows.map(({ owner_id, name }) => [owner_id, name]));
}

export async function upsertShop(
  db: Tx,
  values: Omit<typeof shops.$inferInsert, 'id' | 'created_at'> & { updated_at: Date },
): Promise<{ id: number; is_new: boolean }> {
  const rows = await db
    .insert(shops)
    .values({ ...values, created_at: values.updated_at })
    .onConflictDoUpdate({ target: shops.owner_id, set: values })
    .returning({ id: shops.id, is_new: sql<boolean>`xmax = 0` });
  return rows[0] as { id: number; is_new: boolean };
}

export async function updateShop(db: Queryable, id: number, values: Partial<Omit<Shop, 'id' | 'owner_id'>>): Promise<boolean> {
  const rows = await db.update(shops).set(values).where(eq(shops.id, id)).returning({ id: shops.id });
  return rows.length > 0;
}

/** Holds the row until the transaction ends. */
export async function lockShop(db: Tx, id: number): Promise<Shop | null> {
  const rows = await db.select().from(shops).where(eq(shops.id, id)).for('update');
  return rows[0] ?? null;
}

/** One statement; never below zero. */
export async function addToShop(db: Queryable, id: number, counter: ShopCounter, delta: number): Promise<void> {
  await db
    .update(shops)
    .set({ [counter]: sql`greatest(0, ${shops[counter]} + ${delta})` })
    .where(eq(shops.id, id));
}

export async function addShopViewsRows(db: Queryable, ids: number[], views: number[]): Promise<void> {
  await db.execute(sql`update shops s set view_num = s.view_num + v.n
    from unnest(${sql.param(ids)}::bigint[], ${sql.param(views)}::bigint[]) as v(id, n) where s.id = v.id`);
}

const ORDERS: Record<ShopSort, SQL[]> = {
  // what is certified and lively stands first; a shop with nothing to show last
  recommend: [
    sql`((${shops.is_gold})::int * 40 + (${shops.is_vip})::int * 20 + (${shops.licence} <> '')::int * 10
      + least(${shops.case_num}, 20) * 3 + least(${shops.res_num}, 20) + ln(1 + ${shops.focus_num}) * 8 + ln(1 + ${shops.view_num})) desc`,
  ],
  new: [],
  focus: [desc(shops.focus_num)],
  case: [desc(shops.case_num)],
};

export async function selectShops(
  db: Queryable,
  { filter, offset, limit }: { filter: ShopFilter; offset: number; limit: number },
): Promise<{ rows: Shop[]; total: number }> {
  const { province, city, cate, cate2, certified, sort = 'recommend' } = filter;
  const where = and(
    city === undefined ? (province === undefined ? undefined : eq(shops.province, province)) : eq(shops.city, city),
    cate2 === undefined
      ? cate === undefined
        ? undefined
        : between(shops.category, cate * 100, cate * 100 + 99)
      : eq(shops.category, cate2),
    certified === undefined ? undefined : eq(shops.is_gold, true),
  );
  const [totals, rows] = await Promise.all([
    db.select({ n: count() }).from(shops).where(where),
    db
      .select()
      .from(shops)
      .where(where)
      .orderBy(...ORDERS[sort], desc(shops.id))
      .limit(limit)
      .offset(offset),
  ]);
  return { rows, total: totals[0]?.n ?? 0 };
}

/** Ids with the time of the last change, for sitemaps, in the order of ids. */
export async function selectShopEntries(db: Queryable, limit: number): Promise<Array<{ id: number; updated_at: Date }>> {
  return db.select({ id: shops.id, updated_at: shops.updated_at }).from(shops).orderBy(shops.id).limit(limit);
}

/** As many names are compared in some 40 ms. */
const CERTIFIED_MOST = 10_000;

/** Names of certified shops of others. */
export async function selectCertifiedNames(db: Queryable, not_of: number): Promise<string[]> {
  const others = and(eq(shops.is_gold, true), ne(shops.owner_id, not_of));
  const rows = await db.select({ name: shops.name }).from(shops).where(others).orderBy(shops.id).limit(CERTIFIED_MOST);
  return rows.map(({ name }) => name);
}

/** How many shops there are of each place, category and certificate. */
export interface ShopGroup {
  province: number;
  city: number | null;
  category: number;
  is_gold: boolean;
  n: number;
}

export async function selectShopGroups(db: Queryable): Promise<ShopGroup[]> {
  const by = { province: shops.province, city: shops.city, category: shops.category, is_gold: shops.is_gold };
  return db
    .select({ ...by, n: count() })
    .from(shops)
    .groupBy(...Object.values(by));
}

// for the package of somebody's data
export const shopRows = ownRows(shops, shops.owner_id, [shops.id], { ours: [shops.logo_key, shops.cover_key] });

export interface ShopLine {
  id: number;
  owner_id: number;
  name: string;
  category: number;
  province: number;
  city: number | null;
  licence: string;
  is_vip: boolean;
  is_gold: boolean;
  labels: string[];
  case_num: number;
  focus_num: number;
  created_at: number;
}

/** All shops, for staff. */
export const shopSource: KeysetSource = {
  select: sql`s.id, s.owner_id, s.name, s.category, s.province, s.city, s.licence, s.is_vip, s.is_gold, s.labels, s.case_num, s.focus_num,
    floor(extract(epoch from s.created_at))::bigint as created_at`,
  from: sql`shops s`,
  id: sql`s.id`,
  id_cast: 'bigint',
  filters: {
    state: choiceFilter({ gold: sql`s.is_gold`, vip: sql`s.is_vip`, licence: sql`s.licence <> ''`, bare: sql`s.licence = ''` }),
    ...dayFilters(sql`s.created_at`),
  },
  search: (text) =>
    /^\d{1,10}$/.test(text)
      ? sql`s.id = ${Number(text)}::bigint`
      : byName(text, sql`s.id`, sql`s.name`, sql`select id, name from shops order by id desc`),
  // numbers rise with time
  orders: bothWays({ by: sql`s.id`, cast: 'bigint', day: sql`s.created_at` }),
};
