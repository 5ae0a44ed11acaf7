import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';
import { bothWays, dayFilters, type KeysetSource, numberFilter, wordFilter } from '../../db/keyset.ts';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { draw_prizes, draw_rounds, draws } from './tables.ts';

export type RoundRow = typeof draw_rounds.$inferSelect;
export type PrizeRow = typeof draw_prizes.$inferSelect;
export type DrawRow = typeof draws.$inferSelect;

export async function findOpenRound(db: Queryable, activity_id: number): Promise<RoundRow | null> {
  const rows = await db
    .select()
    .from(draw_rounds)
    .where(and(eq(draw_rounds.activity_id, activity_id), eq(draw_rounds.state, 'open')));
  return rows[0] ?? null;
}

/** The open round, locked: draws of a round go one after the other, by their numbers. */
export async function lockOpenRound(db: Tx, activity_id: number): Promise<RoundRow | null> {
  const rows = await db
    .select()
    .from(draw_rounds)
    .where(and(eq(draw_rounds.activity_id, activity_id), eq(draw_rounds.state, 'open')))
    .for('update');
  return rows[0] ?? null;
}

export async function findRound(db: Queryable, id: number): Promise<RoundRow | null> {
  return (await db.select().from(draw_rounds).where(eq(draw_rounds.id, id)))[0] ?? null;
}

export function findRounds(db: Queryable, activity_id: number, limit: number): Promise<RoundRow[]> {
  return db.select().from(draw_rounds).where(eq(draw_rounds.activity_id, activity_id)).orderBy(desc(draw_rounds.id)).limit(limit);
}

export async function insertRound(
  db: Tx,
  round: typeof draw_rounds.$inferInsert,
  prizes: ReadonlyArray<Omit<typeof draw_prizes.$inferInsert, 'round_id'>>,
): Promise<number> {
  const rows = await db.insert(draw_rounds).values(round).returning({ id: draw_rounds.id });
  const round_id = rows[0]?.id as number;
  await db.insert(draw_prizes).values(prizes.map((prize) => ({ ...prize, round_id })));
  return round_id;
}

/** False when it is closed already. */
export async function markRoundClosed(db: Tx, id: number, now: Date): Promise<boolean> {
  const rows = await db
    .update(draw_rounds)
    .set({ state: 'closed', closed_at: now })
    .where(and(eq(draw_rounds.id, id), eq(draw_rounds.state, 'open')))
    .returning({ id: draw_rounds.id });
  return rows.length > 0;
}

export async function findEndedRounds(db: Queryable, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: draw_rounds.id })
    .from(draw_rounds)
    .where(and(eq(draw_rounds.state, 'open'), sql`${draw_rounds.ends_at} <= ${now.toISOString()}::timestamptz`));
  return rows.map(({ id }) => id);
}

export function findPrizes(db: Queryable, round_id: number): Promise<PrizeRow[]> {
  return db.select().from(draw_prizes).where(eq(draw_prizes.round_id, round_id)).orderBy(asc(draw_prizes.place));
}

const take = statement<{ id: number }>(
  'draws_take_prize',
  'update draw_prizes set left_num = left_num - 1 where id = $1 and (left_num is null or left_num > 0) returning id',
);

/** Takes one from the stock; false when none is left. */
export async function takePrize(db: Tx, prize_id: number): Promise<boolean> {
  return (await take(db, [prize_id])).length > 0;
}

export async function setLastNumber(db: Tx, round_id: number, last_number: number): Promise<void> {
  await db.update(draw_rounds).set({ last_number }).where(eq(draw_rounds.id, round_id));
}

export async function insertDraw(db: Tx, row: typeof draws.$inferInsert): Promise<DrawRow> {
  const rows = await db.insert(draws).values(row).returning();
  return rows[0] as DrawRow;
}

export async function setDraw(db: Tx, id: number, change: Partial<DrawRow>): Promise<void> {
  await db.update(draws).set(change).where(eq(draws.id, id));
}

export async function findDrawOfOrder(db: Queryable, order_id: number): Promise<DrawRow | null> {
  return (await db.select().from(draws).where(eq(draws.order_id, order_id)))[0] ?? null;
}

export async function lockDraw(db: Tx, id: number): Promise<DrawRow | null> {
  return (await db.select().from(draws).where(eq(draws.id, id)).for('update'))[0] ?? null;
}

export async function findDraw(db: Queryable, id: number): Promise<DrawRow | null> {
  return (await db.select().from(draws).where(eq(draws.id, id)))[0] ?? null;
}

export function findDrawsOf(db: Queryable, user_id: number, limit: number): Promise<DrawRow[]> {
  return db.select().from(draws).where(eq(draws.user_id, user_id)).orderBy(desc(draws.id)).limit(limit);
}

/** Draws of a round after a number, by number. */
export function findDrawsOfRound(db: Queryable, round_id: number, after: number, limit: number): Promise<DrawRow[]> {
  return db
    .select()
    .from(draws)
    .where(and(eq(draws.round_id, round_id), gt(draws.number, after)))
    .orderBy(asc(draws.number))
    .limit(limit);
}

export interface RoundLine {
  id: number;
  title: string;
  state: string;
  last_number: number;
  ends_at: number;
  created_at: number;
}

/** All rounds, for staff. */
export const roundSource: KeysetSource = {
  select: sql`r.id, r.title, r.state, r.last_number, floor(extract(epoch from r.ends_at))::bigint as ends_at,
    floor(extract(epoch from r.created_at))::bigint as created_at`,
  from: sql`draw_rounds r`,
  id: sql`r.id`,
  id_cast: 'bigint',
  filters: { state: wordFilter(sql`r.state`, ['open', 'closed']), ...dayFilters(sql`r.created_at`) },
  orders: { new: { by: sql`r.id`, cast: 'bigint', desc: true }, old: { by: sql`r.id`, cast: 'bigint', desc: false } },
};

export interface PrizeLine {
  id: number;
  round_id: number;
  number: number;
  user_id: number;
  title: string;
  type: number;
  state: string;
  created_at: number;
}

/** Every prize that was given, for staff; addresses are revealed one by one. */
export const prizeSource: KeysetSource = {
  select: sql`d.id, d.round_id, d.number, d.user_id, d.title, d.type, d.state, floor(extract(epoch from d.created_at))::bigint as created_at`,
  from: sql`draws d`,
  id: sql`d.id`,
  id_cast: 'bigint',
  filters: {
    state: wordFilter(sql`d.state`, ['given', 'unaddressed', 'addressed', 'shipped', 'withdrawn']),
    round: numberFilter(sql`d.round_id`),
    user: numberFilter(sql`d.user_id`),
    ...dayFilters(sql`d.created_at`),
  },
  orders: bothWays({ by: sql`d.id`, cast: 'bigint', day: sql`d.created_at` }),
};

/** Prizes of the user that are addressed and not sent. */
export function countToShip(db: Queryable, user_id: number): Promise<number> {
  return db.$count(draws, and(eq(draws.user_id, user_id), eq(draws.state, 'addressed')));
}

export async function clearReceiver(db: Tx, user_id: number): Promise<void> {
  await db.update(draws).set({ receiver: '', address: '', tel: '' }).where(eq(draws.user_id, user_id));
}

// for the package of somebody's data
export const drawRows = ownRows(draws, draws.user_id, [draws.id]);
