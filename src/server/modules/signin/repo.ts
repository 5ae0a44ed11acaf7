import { and, count, eq, gte, isNull, lte, sql } from 'drizzle-orm';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { makeup_cards, sign_ins } from './tables.ts';

/** One act on a person's calendar at a time. Held until the transaction ends. */
export async function lockCalendar(db: Tx, user_id: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`signin/${user_id}`}, 0))`);
}

export interface SignInRow {
  day: string;
  points: number;
  made_up: boolean;
}

/** Days of a person between two days, both included, in order. */
export function findDays(db: Queryable, user_id: number, from: string, to: string): Promise<SignInRow[]> {
  return db
    .select({ day: sql<string>`to_char(${sign_ins.day}, 'YYYY-MM-DD')`, points: sign_ins.points, made_up: sign_ins.made_up })
    .from(sign_ins)
    .where(and(eq(sign_ins.user_id, user_id), gte(sign_ins.day, from), lte(sign_ins.day, to)))
    .orderBy(sign_ins.day);
}

export async function hasDay(db: Queryable, user_id: number, day: string): Promise<boolean> {
  return (await findDays(db, user_id, day, day)).length > 0;
}

const streak = statement<{ n: number }>(
  'signin_streak',
  `with days as (select day, day - (row_number() over (order by day))::int as run from sign_ins where user_id = $1 and day <= $2::date)
   select count(*)::int as n from days where run = (select run from days where day = $2::date)`,
);

/** Days without a gap that end with this one; 0 when it is not signed. */
export async function countStreak(db: Queryable, user_id: number, day: string): Promise<number> {
  return (await streak(db, [user_id, day]))[0]?.n ?? 0;
}

export async function insertDay(db: Tx, row: typeof sign_ins.$inferInsert): Promise<void> {
  await db.insert(sign_ins).values(row);
}

/** False when this key gave a card before. */
export async function insertCard(db: Tx, row: typeof makeup_cards.$inferInsert): Promise<boolean> {
  const rows = await db
    .insert(makeup_cards)
    .values(row)
    .onConflictDoNothing({ target: makeup_cards.key })
    .returning({ id: makeup_cards.id });
  return rows.length > 0;
}

export async function countCards(db: Queryable, user_id: number): Promise<number> {
  const rows = await db
    .select({ n: count() })
    .from(makeup_cards)
    .where(and(eq(makeup_cards.user_id, user_id), isNull(makeup_cards.used_at)));
  return rows[0]?.n ?? 0;
}

const spendCard = statement<{ id: number }>(
  'signin_use_card',
  `update makeup_cards set used_day = $2, used_at = $3
   where id = (select id from makeup_cards where user_id = $1 and used_at is null order by id limit 1 for update) returning id`,
);

/** Uses the oldest card; false when there is none. */
export async function takeCard(db: Tx, user_id: number, day: string, now: Date): Promise<boolean> {
  return (await spendCard(db, [user_id, day, now])).length > 0;
}

// for the package of somebody's data
export const signInRows = ownRows(sign_ins, sign_ins.user_id, [sign_ins.id]);
export const makeupRows = ownRows(makeup_cards, makeup_cards.user_id, [makeup_cards.id], { ours: [makeup_cards.key] });
