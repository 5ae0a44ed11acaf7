import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/pool.ts';
import { salon_recaps, salon_tickets, salons } from './tables.ts';

export type RecapRecord = typeof salon_recaps.$inferSelect;

export async function findRecap(db: Queryable, salon_id: number): Promise<RecapRecord | null> {
  return (await db.select().from(salon_recaps).where(eq(salon_recaps.salon_id, salon_id)))[0] ?? null;
}

/** Under `FOR UPDATE` until the transaction ends. */
export async function lockRecap(db: Tx, salon_id: number): Promise<RecapRecord | null> {
  return (await db.select().from(salon_recaps).where(eq(salon_recaps.salon_id, salon_id)).for('update'))[0] ?? null;
}

/** The row of a salon, made when it is not there. */
export async function ensureRecap(db: Tx, salon_id: number, at: Date): Promise<RecapRecord> {
  await db.insert(salon_recaps).values({ salon_id, saved_at: at }).onConflictDoNothing();
  return (await lockRecap(db, salon_id)) as RecapRecord;
}

export async function writeRecap(db: Tx, salon_id: number, change: Partial<typeof salon_recaps.$inferInsert>): Promise<void> {
  await db.update(salon_recaps).set(change).where(eq(salon_recaps.salon_id, salon_id));
}

/** People who came: tickets that were used. */
export function countCame(db: Queryable, salon_id: number): Promise<number> {
  return db.$count(salon_tickets, and(eq(salon_tickets.salon_id, salon_id), eq(salon_tickets.state, 'used')));
}

const shownColumns = {
  salon_id: salon_recaps.salon_id,
  text: salon_recaps.text,
  pictures: salon_recaps.pictures,
  film: salon_recaps.film,
  attended: salon_recaps.attended,
  published_at: salon_recaps.published_at,
  title: salons.title,
  city: salons.city,
  venue: salons.venue,
  organiser: salons.organiser,
  owner_id: salons.owner_id,
  starts_at: salons.starts_at,
  ends_at: salons.ends_at,
};

const shownFrom = (db: Queryable) =>
  db.select(shownColumns).from(salon_recaps).innerJoin(salons, eq(salons.item_id, salon_recaps.salon_id));

/** A recap that stands on the site, with its salon. */
export async function findShownRecap(db: Queryable, salon_id: number) {
  return (await shownFrom(db).where(and(eq(salon_recaps.salon_id, salon_id), eq(salon_recaps.state, 'published'))))[0] ?? null;
}

export type ShownRecapRow = NonNullable<Awaited<ReturnType<typeof findShownRecap>>>;

/** Recaps on the site, the newest first; read by `salon_recaps_published`. */
export function findShownRecaps(db: Queryable, of: { without?: number | undefined; offset: number; limit: number }) {
  return shownFrom(db)
    .where(and(eq(salon_recaps.state, 'published'), of.without === undefined ? undefined : ne(salon_recaps.salon_id, of.without)))
    .orderBy(desc(salon_recaps.published_at), desc(salon_recaps.salon_id))
    .limit(of.limit)
    .offset(of.offset);
}

export async function findRecapsOf(db: Queryable, salon_ids: readonly number[]) {
  if (salon_ids.length === 0) return [];
  return db
    .select({ recap: salon_recaps, title: salons.title, owner_id: salons.owner_id, ends_at: salons.ends_at })
    .from(salon_recaps)
    .innerJoin(salons, eq(salons.item_id, salon_recaps.salon_id))
    .where(inArray(salon_recaps.salon_id, [...salon_ids]));
}

/** Stored files that recaps name: as typed, as they wait or as they are shown. */
export async function findRecapFiles(db: Queryable, file_ids: readonly number[]): Promise<number[]> {
  if (file_ids.length === 0) return [];
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct (p ->> 'file_id') as id from salon_recaps r,
      jsonb_array_elements(coalesce(r.form -> 'pictures', '[]'::jsonb) || coalesce(r.submitted -> 'pictures', '[]'::jsonb) || r.pictures) p
    where (p ->> 'file_id')::bigint in ${sql`(${sql.join(
      file_ids.map((id) => sql`${id}`),
      sql`, `,
    )})`}`);
  return rows.map(({ id }) => Number(id));
}
