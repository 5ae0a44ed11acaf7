import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { bothWays, choiceFilter, dayFilters, type KeysetSource } from '../../db/keyset.ts';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { discount_codes } from './tables.ts';

export type DiscountRecord = typeof discount_codes.$inferSelect;
export type DiscountInput = typeof discount_codes.$inferInsert;

export async function findByCode(db: Queryable, owner_id: number, code: string): Promise<DiscountRecord | null> {
  const rows = await db
    .select()
    .from(discount_codes)
    .where(and(eq(discount_codes.owner_id, owner_id), eq(discount_codes.code, code)));
  return rows[0] ?? null;
}

/** Who uses, changes or stops a code waits here: uses are counted by one. */
export async function lockDiscount(db: Tx, id: number): Promise<DiscountRecord | null> {
  return (await db.select().from(discount_codes).where(eq(discount_codes.id, id)).for('no key update'))[0] ?? null;
}

/** One at a time for a publisher, until the transaction ends: the number of their codes has a bound. */
export async function lockSeller(db: Tx, owner_id: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('discounts', ${owner_id}))`);
}

export function countAlive(db: Queryable, owner_id: number, now: Date): Promise<number> {
  const { stopped_at, ends_at } = discount_codes;
  return db.$count(discount_codes, and(eq(discount_codes.owner_id, owner_id), isNull(stopped_at), gt(ends_at, now)));
}

export async function findOfOwner(db: Queryable, owner_id: number, { offset, limit }: { offset: number; limit: number }) {
  const mine = eq(discount_codes.owner_id, owner_id);
  const rows = await db.select().from(discount_codes).where(mine).orderBy(desc(discount_codes.id)).offset(offset).limit(limit);
  return { rows, total: await db.$count(discount_codes, mine) };
}

export async function insertDiscount(db: Tx, row: DiscountInput): Promise<DiscountRecord> {
  return (await db.insert(discount_codes).values(row).returning())[0] as DiscountRecord;
}

export async function setDiscount(db: Tx, id: number, change: Partial<DiscountInput>): Promise<DiscountRecord> {
  return (await db.update(discount_codes).set(change).where(eq(discount_codes.id, id)).returning())[0] as DiscountRecord;
}

export async function deleteOfOwner(db: Tx, owner_id: number): Promise<void> {
  await db.delete(discount_codes).where(eq(discount_codes.owner_id, owner_id));
}

export interface DiscountLine {
  id: number;
  owner_id: number;
  item_id: number;
  code: string;
  percent_off: number;
  amount_fen: number;
  most: number;
  state: 'on' | 'off' | 'stopped';
  ends_at: number;
  created_at: number;
}

/** All of them, for staff. */
export const discountSource: KeysetSource = {
  select: sql`d.id::float8 as id, d.owner_id::float8 as owner_id, coalesce(d.item_id, 0)::float8 as item_id, d.code, d.percent_off,
    d.amount_fen::float8 as amount_fen, d.most, case when d.stopped_at is null then 'on' when d.stopped_reason = '' then 'off' else 'stopped' end as state,
    floor(extract(epoch from d.ends_at))::float8 as ends_at, floor(extract(epoch from d.created_at))::float8 as created_at`,
  from: sql`discount_codes d`,
  id: sql`d.id`,
  id_cast: 'bigint',
  filters: {
    state: choiceFilter({
      on: sql`d.stopped_at is null`,
      off: sql`(d.stopped_at is not null and d.stopped_reason = '')`,
      stopped: sql`(d.stopped_at is not null and d.stopped_reason <> '')`,
    }),
    ...dayFilters(sql`d.created_at`),
  },
  people: [sql`d.owner_id`],
  search: (text) => sql`d.code = ${text.normalize('NFKC').toUpperCase()}`,
  // numbers rise with time
  orders: bothWays({ by: sql`d.id`, cast: 'bigint', day: sql`d.created_at` }),
};

/** For the package of somebody's data. */
export const discountRows = ownRows(discount_codes, discount_codes.owner_id, [discount_codes.id]);
