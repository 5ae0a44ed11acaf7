import { and, asc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { agreement_stages, agreements } from './tables.ts';

export type StageRow = typeof agreement_stages.$inferSelect;
const t = agreement_stages;
const HELD = ['held', 'delivered'] as const;

export async function findStage(db: Queryable, id: number): Promise<StageRow | null> {
  return (await db.select().from(t).where(eq(t.id, id)))[0] ?? null;
}

/** Of these agreements, in the order in which they are paid. */
export async function findStages(db: Queryable, agreement_ids: readonly number[]): Promise<StageRow[]> {
  if (agreement_ids.length === 0) return [];
  return db
    .select()
    .from(t)
    .where(inArray(t.agreement_id, [...agreement_ids]))
    .orderBy(asc(t.id));
}

export async function insertStages(db: Tx, rows: ReadonlyArray<typeof t.$inferInsert>): Promise<void> {
  if (rows.length > 0) await db.insert(t).values([...rows]);
}

/** Those that are not paid go; what is paid for them afterwards goes back. */
export async function deleteAsked(db: Tx, agreement_id: number): Promise<void> {
  await db.delete(t).where(and(eq(t.agreement_id, agreement_id), eq(t.state, 'asked')));
}

const held = statement<{ id: number }>(
  'agreement_stages_hold',
  `update agreement_stages set state = 'held', order_id = $2, escrow_fen = $3, held_at = $4 where id = $1 and state = 'asked' returning id`,
);

/** It is paid by this order. False: it is gone, or was paid before. */
export async function markHeld(db: Tx, of: { id: number; order_id: number; escrow_fen: number; now: Date }): Promise<boolean> {
  return (await held(db, [of.id, of.order_id, of.escrow_fen, of.now])).length > 0;
}

/** False: it is not held, or was delivered before. */
export async function markDelivered(db: Tx, id: number, now: Date): Promise<boolean> {
  const where = and(eq(t.id, id), eq(t.state, 'held'));
  return (await db.update(t).set({ state: 'delivered', delivered_at: now }).where(where).returning({ id: t.id })).length > 0;
}

/** It is worked on again. False: it was not delivered. */
export async function markUndelivered(db: Tx, id: number): Promise<boolean> {
  const where = and(eq(t.id, id), eq(t.state, 'delivered'));
  return (
    (
      await db
        .update(t)
        .set({ state: 'held', delivered_at: null, redos: sql`${t.redos} + 1` })
        .where(where)
        .returning({ id: t.id })
    ).length > 0
  );
}

/** What of these is held is paid out from now on. @returns those, locked until the transaction ends */
export async function markReleased(db: Tx, ids: readonly number[], now: Date): Promise<StageRow[]> {
  const where = and(inArray(t.id, [...ids]), inArray(t.state, [...HELD]));
  return ids.length === 0 ? [] : db.update(t).set({ state: 'released', ended_at: now }).where(where).returning();
}

const refunded = statement<{ id: number; escrow_fen: number; was_held: boolean }>(
  'agreement_stages_refund',
  `update agreement_stages s set state = 'refunded', ended_at = coalesce(s.ended_at, $2)
   from (select id, state from agreement_stages where order_id = $1 for update) b where s.id = b.id and b.state <> 'refunded'
   returning s.id, s.escrow_fen::float8 as escrow_fen, b.state in ('held', 'delivered') as was_held`,
);

/** The order of a stage ended; `was_held`: until now. Null: it has none. */
export async function markRefunded(
  db: Tx,
  order_id: number,
  now: Date,
): Promise<{ id: number; escrow_fen: number; was_held: boolean } | null> {
  return (await refunded(db, [order_id, now]))[0] ?? null;
}

/** Delivered before that moment, while the two still work together; behind an id, by their ids. */
export async function findDue(
  db: Queryable,
  { before, after, limit }: { before: Date; after: number; limit: number },
): Promise<StageRow[]> {
  const rows = await db
    .select({ stage: t })
    .from(t)
    .innerJoin(agreements, eq(agreements.id, t.agreement_id))
    .where(and(eq(t.state, 'delivered'), lt(t.delivered_at, before), gt(t.id, after), eq(agreements.state, 'running')))
    .orderBy(asc(t.id))
    .limit(limit);
  return rows.map(({ stage }) => stage);
}
