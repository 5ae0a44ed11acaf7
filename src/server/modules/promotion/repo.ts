import { asc, eq, sql } from 'drizzle-orm';
import type { Banner } from '#contract/promotion.ts';
import { batched, byKey } from '../../db/batched.ts';
import type { Queryable } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { banners } from './tables.ts';

export type BannerRow = typeof banners.$inferSelect;
export type BannerValues = Omit<typeof banners.$inferInsert, 'id' | 'click_num' | 'created_at'>;

const shown = statement<Banner & { n: number }>(
  'promotion_shown_banners',
  `select k.n, b.id, b.title, b.summary, b.picture, b.url
   from unnest($1::smallint[], $2::timestamptz[], $3::int[]) with ordinality k(type, now, most, n)
   cross join lateral (
     select * from banners
     where type = k.type and is_on and (starts_at is null or starts_at <= k.now) and (ends_at is null or ends_at > k.now)
     order by sort, id limit k.most
   ) b order by k.n, b.sort, b.id`,
);

/** Banners of a type that are on at `now`, at most `most`, in their order; pages rendered at the same time share a statement. */
export const findShown: (db: Queryable, key: { type: number; now: Date; most: number }) => Promise<Banner[]> = batched(
  async (db, keys: readonly { type: number; now: Date; most: number }[]) => {
    const rows = await shown(db, [keys.map(({ type }) => type), keys.map(({ now }) => now), keys.map(({ most }) => most)]);
    return byKey(rows, keys.length).map((of) => of.map(({ n: _key, ...banner }) => banner));
  },
);

export function findAll(db: Queryable, limit: number): Promise<BannerRow[]> {
  return db.select().from(banners).orderBy(asc(banners.type), asc(banners.sort), asc(banners.id)).limit(limit);
}

export async function insertBanner(db: Queryable, values: BannerValues): Promise<number> {
  const [made] = await db.insert(banners).values(values).returning({ id: banners.id });
  return (made as { id: number }).id;
}

/** False: there is none with this id. */
export async function updateBanner(db: Queryable, id: number, values: BannerValues): Promise<boolean> {
  return (await db.update(banners).set(values).where(eq(banners.id, id)).returning({ id: banners.id })).length > 0;
}

export async function deleteBanner(db: Queryable, id: number): Promise<boolean> {
  return (await db.delete(banners).where(eq(banners.id, id)).returning({ id: banners.id })).length > 0;
}

export async function countClick(db: Queryable, id: number): Promise<void> {
  await db
    .update(banners)
    .set({ click_num: sql`${banners.click_num} + 1` })
    .where(eq(banners.id, id));
}

const seen = statement(
  'promotion_exposures',
  `insert into exposures (day, type, rid, num) select $1::date, $2::smallint, rid, 1 from unnest($3::bigint[]) rid order by rid
   on conflict (day, type, rid) do update set num = exposures.num + 1`,
);

/** One more for each id, on one day. */
export async function addExposures(db: Queryable, day: string, type: number, ids: readonly number[]): Promise<void> {
  await seen(db, [day, type, ids]);
}
