import { and, asc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { banners } from './tables.ts';

export type BannerRow = typeof banners.$inferSelect;
export type BannerValues = Omit<typeof banners.$inferInsert, 'id' | 'click_num' | 'created_at'>;

/** Banners of a type that are on at this moment, in their order. */
export function findShown(db: Queryable, type: number, now: Date, limit: number): Promise<BannerRow[]> {
  return db
    .select()
    .from(banners)
    .where(
      and(
        eq(banners.type, type),
        eq(banners.is_on, true),
        or(isNull(banners.starts_at), lte(banners.starts_at, now)),
        or(isNull(banners.ends_at), gt(banners.ends_at, now)),
      ),
    )
    .orderBy(asc(banners.sort), asc(banners.id))
    .limit(limit);
}

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
