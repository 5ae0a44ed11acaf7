import { and, desc, eq, inArray, lte, or, sql } from 'drizzle-orm';
import { bothWays, dayFilters, type KeysetSource, wordFilter } from '../../../db/keyset.ts';
import { ownRows } from '../../../db/own-rows.ts';
import type { Queryable, Tx } from '../../../db/pool.ts';
import { statement } from '../../../db/statement.ts';
import { numberThere } from '../payments/repo.ts';
import { orders, payment_claims, payments } from '../tables.ts';

export type ClaimRow = typeof payment_claims.$inferSelect;
const ALIVE = ['open', 'answered'] as const;
const alive = inArray(payment_claims.status, [...ALIVE]);

/** Null: the provider's number is known. */
export async function insertClaim(db: Tx, row: typeof payment_claims.$inferInsert): Promise<ClaimRow | null> {
  return (await db.insert(payment_claims).values(row).onConflictDoNothing().returning())[0] ?? null;
}

export async function findClaim(db: Queryable, id: number): Promise<ClaimRow | null> {
  return (await db.select().from(payment_claims).where(eq(payment_claims.id, id)))[0] ?? null;
}

export async function findClaimBy(
  db: Queryable,
  of: { channel: string; provider_no: string; cart_place: number },
): Promise<ClaimRow | null> {
  const where = and(
    eq(payment_claims.provider_no, of.provider_no),
    eq(payment_claims.channel, of.channel),
    eq(payment_claims.cart_place, of.cart_place),
  );
  return (await db.select().from(payment_claims).where(where))[0] ?? null;
}

/** Of an order, the newest first. */
export function findClaimsOf(db: Queryable, order_id: number): Promise<ClaimRow[]> {
  return db.select().from(payment_claims).where(eq(payment_claims.order_id, order_id)).orderBy(desc(payment_claims.id));
}

export function findAliveOf(db: Queryable, order_id: number): Promise<ClaimRow[]> {
  return db
    .select()
    .from(payment_claims)
    .where(and(eq(payment_claims.order_id, order_id), alive))
    .orderBy(payment_claims.id);
}

/** Under the lock of its order. False: it was not in `from`. */
export async function writeClaim(
  db: Tx,
  { id, status }: Pick<ClaimRow, 'id' | 'status'>,
  set: Partial<Pick<ClaimRow, 'status' | 'held_fen' | 'answer' | 'files' | 'result' | 'answered_at' | 'ended_at'>>,
): Promise<boolean> {
  const where = and(eq(payment_claims.id, id), eq(payment_claims.status, status));
  return (await db.update(payment_claims).set(set).where(where).returning({ id: payment_claims.id })).length > 0;
}

/** Of what was lost, fen: beyond the order, and what of that the buyer's balance had. */
export async function setClaimLoss(db: Tx, id: number, loss: Pick<ClaimRow, 'gone_fen' | 'taken_fen'>): Promise<void> {
  await db.update(payment_claims).set(loss).where(eq(payment_claims.id, id));
}

/** Open ones that have to be answered by then, with what they are about. */
export function findDue(db: Queryable, by: Date, limit: number) {
  const { claim_no, id, kind, due_at } = payment_claims;
  return db
    .select({ id, claim_no, kind, due_at })
    .from(payment_claims)
    .where(and(eq(payment_claims.status, 'open'), lte(due_at, by)))
    .orderBy(due_at)
    .limit(limit);
}

/** Alive ones of a buyer's or a publisher's orders. */
export async function countAliveOfUser(db: Queryable, user_id: number): Promise<number> {
  const mine = or(eq(orders.buyer_id, user_id), eq(orders.publisher_id, user_id));
  const rows = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(payment_claims)
    .innerJoin(orders, eq(orders.id, payment_claims.order_id))
    .where(and(alive, mine));
  return rows[0]?.n ?? 0;
}

/** Which of these orders have one that is alive. */
export async function findClaimed(db: Queryable, orderids: readonly string[]): Promise<Set<string>> {
  if (orderids.length === 0) return new Set();
  const rows = await db
    .select({ orderid: orders.orderid })
    .from(orders)
    .innerJoin(payment_claims, eq(payment_claims.order_id, orders.id))
    .where(and(inArray(orders.orderid, [...orderids]), alive));
  return new Set(rows.map(({ orderid }) => orderid));
}

// for the package of somebody's data: what they claimed
export const claimRows = ownRows(payment_claims, orders.buyer_id, [payment_claims.id], {
  ours: [
    payment_claims.files,
    payment_claims.answer,
    payment_claims.result,
    payment_claims.held_fen,
    payment_claims.gone_fen,
    payment_claims.taken_fen,
  ],
  through: { table: orders, on: eq(orders.id, payment_claims.order_id) },
});

const seconds = (column: string) => sql.raw(`floor(extract(epoch from ${column}))::bigint`);

export interface ClaimLine extends Pick<ClaimRow, 'id' | 'claim_no' | 'kind' | 'channel' | 'provider_no' | 'words' | 'status'> {
  orderid: string;
  title: string;
  amount_fen: number;
  held_fen: number;
  came_at: number;
  due_at: number;
  ended_at: number | null;
}

/** All claims, for staff: what has to be answered first stands first. */
export const claimSource: KeysetSource = {
  select: sql`c.id, c.claim_no, c.kind, c.channel, c.provider_no, c.words, c.status, o.orderid, o.snapshot ->> 'title' as title, c.amount_fen,
    c.held_fen, ${seconds('c.came_at')} as came_at, ${seconds('c.due_at')} as due_at, ${seconds('c.ended_at')} as ended_at`,
  from: sql`payment_claims c left join orders o on o.id = c.order_id`,
  id: sql`c.id`,
  id_cast: 'bigint',
  filters: {
    status: wordFilter(sql`c.status`, ['open', 'answered', 'lost', 'won', 'withdrawn', 'refunded']),
    ...dayFilters(sql`c.created_at`),
  },
  // ids first, each way by its index
  search: (text) =>
    sql`c.id = any(array(select id from payment_claims where claim_no = ${text} union select id from payment_claims where provider_no = ${text}
      union select id from payment_claims where order_id = any(array(select id from orders where orderid = ${text}
        union select order_id from payments where payment_no = ${text} or cart_no = ${text}))))`,
  orders: {
    due: { by: sql`(case c.status when 'open' then c.due_at else 'infinity' end)`, cast: 'timestamptz', desc: false },
    ...bothWays({ by: sql`c.created_at`, cast: 'timestamptz' }),
  },
};

export async function findPaymentNo(db: Queryable, id: number): Promise<string> {
  const found = await db.select({ payment_no: payments.payment_no, cart_no: payments.cart_no }).from(payments).where(eq(payments.id, id));
  return found[0] ? numberThere(found[0]) : '';
}

const named = statement<{ key: string }>(
  'claims_named_keys',
  `select k.key from unnest($1::text[]) as k(key)
   where exists (select from payment_claims c where c.files @> jsonb_build_array(jsonb_build_object('key', k.key)))`,
);

/** Which of the storage keys are of proofs. */
export async function namedKeys(db: Queryable, keys: readonly string[]): Promise<Set<string>> {
  return new Set((await named(db, [keys])).map(({ key }) => key));
}
