import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import {
  type Ad,
  type Announcement,
  BANNER_ANNOUNCEMENT,
  type Banner,
  type Gift,
  type GiftType,
  type PopupOffer,
} from '#contract/promotion.ts';
import { batched, byKey } from '../../db/batched.ts';
import { choiceFilter, containing, dayFilters, type KeysetSource } from '../../db/keyset.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { banners, gifts, new_readers } from './tables.ts';

export type BannerRow = typeof banners.$inferSelect;
export type BannerValues = Omit<typeof banners.$inferInsert, 'id' | 'click_num' | 'show_num' | 'created_at'>;

const shown = statement<Banner & { n: number }>(
  'promotion_shown_banners',
  `select k.n, b.id, b.title, b.summary, b.picture, b.url, b.target, b.audience
   from unnest($1::smallint[], $2::smallint[], $3::timestamptz[], $4::int[]) with ordinality k(type, place, now, most, n)
   cross join lateral (
     select * from banners
     where type = k.type and (k.place is null or place = k.place) and is_on and (starts_at is null or starts_at <= k.now) and (ends_at is null or ends_at > k.now)
     order by sort, id limit k.most
   ) b order by k.n, b.sort, b.id`,
);

interface ShownKey {
  type: number;
  /** Null: of any. */
  place: number | null;
  now: Date;
  most: number;
}

/** Banners of a type that are on at `now`, at most `most`, in their order; pages rendered at the same time share a statement. */
export const findShown: (db: Queryable, key: ShownKey) => Promise<Banner[]> = batched(async (db, keys: readonly ShownKey[]) => {
  const part = <K extends keyof ShownKey>(name: K) => keys.map((key) => key[name]);
  const rows = await shown(db, [part('type'), part('place'), part('now'), part('most')]);
  return byKey(rows, keys.length).map((of) => of.map(({ n: _key, ...banner }) => banner));
});

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

export async function findBanner(db: Queryable, id: number): Promise<BannerRow | null> {
  return (await db.select().from(banners).where(eq(banners.id, id)))[0] ?? null;
}

/** False: there is none with this id. */
export async function setBannerOn(db: Tx, id: number, is_on: boolean, updated_at: Date): Promise<boolean> {
  return (await db.update(banners).set({ is_on, updated_at }).where(eq(banners.id, id)).returning({ id: banners.id })).length > 0;
}

export async function countClick(db: Queryable, id: number): Promise<void> {
  await db
    .update(banners)
    .set({ click_num: sql`${banners.click_num} + 1` })
    .where(eq(banners.id, id));
}

// locked in one order, so that no two calls wait for each other
const counted = statement(
  'promotion_count_shown',
  `with told as (select id from banners where id = any($1::bigint[]) order by id for update)
   update banners b set show_num = b.show_num + 1 from told where b.id = told.id`,
);

/** One more for each. */
export async function countShown(db: Queryable, ids: readonly number[]): Promise<void> {
  await counted(db, [ids]);
}

const ads = statement<Ad>(
  'promotion_ads',
  `select id, title, summary, picture as img_url, url as jump_url, target, countdown, frequency_type from banners
   where type = $1::smallint and ($2::smallint is null or place = $2) and is_on and (starts_at is null or starts_at <= $3::timestamptz)
     and (ends_at is null or ends_at > $3) and audience = any($4::text[])
   order by sort, id limit $5::int`,
);

/** What is on at `now` for one of these audiences, in its order; `place` null: of any. */
export function findAds(
  db: Queryable,
  of: { type: number; place: number | null; now: Date; audiences: readonly string[]; most: number },
): Promise<Ad[]> {
  return ads(db, [of.type, of.place, of.now, of.audiences, of.most]);
}

const offers = statement<PopupOffer>(
  'promotion_offers',
  `select distinct type, place, frequency_type, audience, coalesce(floor(extract(epoch from starts_at)), 0)::bigint as starts_at,
     coalesce(floor(extract(epoch from ends_at)), 0)::bigint as ends_at
   from banners where type = any($1::smallint[]) and is_on and (ends_at is null or ends_at > $2::timestamptz)
   order by 1, 2, 3, 4, 5, 6 limit $3::int`,
);

/** What may come up from `now` on, without saying what it is. */
export function findOffers(db: Queryable, of: { types: readonly number[]; now: Date; most: number }): Promise<PopupOffer[]> {
  return offers(db, [of.types, of.now, of.most]);
}

const announced = statement<Announcement>(
  'promotion_announcements',
  `select id, title, summary, url, place as level, audience, coalesce(floor(extract(epoch from starts_at)), 0)::bigint as starts_at,
     coalesce(floor(extract(epoch from ends_at)), 0)::bigint as ends_at
   from banners where type = ${BANNER_ANNOUNCEMENT} and is_on and (ends_at is null or ends_at > $1::timestamptz)
   order by place desc, sort, id desc limit $2::int`,
);

/** Announcements that are not over at `now`, what matters most first. */
export function findAnnouncements(db: Queryable, now: Date, most: number): Promise<Announcement[]> {
  return announced(db, [now, most]);
}

export interface BannerLine {
  id: number;
  type: number;
  place: number;
  title: string;
  audience: string;
  is_on: boolean;
  starts_at: number | null;
  ends_at: number | null;
  show_num: number;
  click_num: number;
}

/** Banners of some types, for staff. */
const bannersWhere = (types: SQL): KeysetSource => ({
  select: sql`b.id, b.type, b.place, b.title, b.audience, b.is_on, floor(extract(epoch from b.starts_at))::bigint as starts_at,
    floor(extract(epoch from b.ends_at))::bigint as ends_at, b.show_num, b.click_num`,
  from: sql`(select * from banners where ${types}) b`,
  id: sql`b.id`,
  id_cast: 'bigint',
  filters: {
    type: (value) => (/^\d{1,2}$/.test(value) ? sql`b.type = ${Number(value)}::smallint` : null),
    state: choiceFilter({ on: sql`b.is_on`, off: sql`not b.is_on` }),
    ...dayFilters(sql`b.created_at`),
  },
  search: (text) => (/^\d{1,10}$/.test(text) ? sql`b.id = ${Number(text)}::bigint` : sql`b.title ilike ${containing(text)}`),
  orders: { new: { by: sql`b.id`, cast: 'bigint', desc: true }, old: { by: sql`b.id`, cast: 'bigint', desc: false } },
});

/** What advertises, and what is announced. */
export const bannerSource = bannersWhere(sql`type <> ${sql.raw(String(BANNER_ANNOUNCEMENT))}`);
export const announcementSource = bannersWhere(sql`type = ${sql.raw(String(BANNER_ANNOUNCEMENT))}`);

export async function findGifts(db: Queryable): Promise<Gift[]> {
  const rows = await db.select().from(gifts).orderBy(asc(gifts.place));
  return rows.map(({ name, title, summary, btn, type, target }) => ({ name, title, desc: summary, btn, type: type as GiftType, target }));
}

export async function replaceGifts(db: Tx, rows: readonly Gift[]): Promise<void> {
  await db.delete(gifts);
  if (rows.length === 0) return;
  await db.insert(gifts).values(rows.map(({ desc, ...gift }, place) => ({ ...gift, summary: desc, place })));
}

export async function insertNewReader(db: Tx, user_id: number, registered_at: Date): Promise<void> {
  await db.insert(new_readers).values({ user_id, registered_at }).onConflictDoNothing();
}

const waiting = statement<{ registered_at: Date; waits: boolean }>(
  'promotion_new_reader',
  `select registered_at, gift_taken_at is null and exists (select from gifts) as waits from new_readers where user_id = $1::bigint`,
);

/** Null: an account from before gifts. `waits`: there are gifts, and it has not seen them. */
export async function findNewReader(db: Queryable, user_id: number): Promise<{ registered_at: Date; waits: boolean } | null> {
  return (await waiting(db, [user_id]))[0] ?? null;
}

/** False: they were taken before, or the user does not exist. */
export async function markGiftsTaken(db: Queryable, user_id: number, gift_taken_at: Date): Promise<boolean> {
  const rows = await db
    .update(new_readers)
    .set({ gift_taken_at })
    .where(and(eq(new_readers.user_id, user_id), isNull(new_readers.gift_taken_at)))
    .returning({ user_id: new_readers.user_id });
  return rows.length > 0;
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
