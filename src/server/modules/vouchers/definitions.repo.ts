import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { choiceFilter, containing, dayFilters, type KeysetSource } from '../../db/keyset.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { coupon_batches, coupon_codes, coupon_definitions } from './tables.ts';

export type DefinitionRow = typeof coupon_definitions.$inferSelect;
export type BatchRow = typeof coupon_batches.$inferSelect;
type DefinitionValues = Omit<typeof coupon_definitions.$inferInsert, 'id' | 'claimed_num' | 'created_at'>;

export async function insertDefinition(db: Tx, row: DefinitionValues, created_at: Date): Promise<number> {
  const rows = await db
    .insert(coupon_definitions)
    .values({ ...row, created_at })
    .returning({ id: coupon_definitions.id });
  return rows[0]?.id as number;
}

export async function updateDefinition(db: Tx, id: number, row: DefinitionValues): Promise<boolean> {
  const rows = await db.update(coupon_definitions).set(row).where(eq(coupon_definitions.id, id)).returning({ id: coupon_definitions.id });
  return rows.length > 0;
}

export async function findDefinition(db: Queryable, id: number): Promise<DefinitionRow | null> {
  return (await db.select().from(coupon_definitions).where(eq(coupon_definitions.id, id)))[0] ?? null;
}

export function findDefinitions(db: Queryable, ids: readonly number[]): Promise<DefinitionRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .select()
    .from(coupon_definitions)
    .where(inArray(coupon_definitions.id, [...ids]));
}

/** Those that readers may claim, of one use or of all; whether at this moment the rule says. */
export function findClaimable(db: Queryable, of: { use: string; type: number } | null, limit: number): Promise<DefinitionRow[]> {
  const which = of ? and(eq(coupon_definitions.use, of.use), eq(coupon_definitions.type, of.type)) : undefined;
  return db
    .select()
    .from(coupon_definitions)
    .where(and(coupon_definitions.is_on, coupon_definitions.claimable, which))
    .orderBy(desc(coupon_definitions.amount_fen), asc(coupon_definitions.id))
    .limit(limit);
}

export function findForNew(db: Queryable): Promise<DefinitionRow[]> {
  return db
    .select()
    .from(coupon_definitions)
    .where(and(coupon_definitions.is_on, coupon_definitions.for_new))
    .orderBy(asc(coupon_definitions.id));
}

/** Waits until no other transaction gives this person one of these: what they have is counted behind it. */
export async function lockGiven(db: Tx, user_id: number, definition_id: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`coupon/${user_id}/${definition_id}`}, 0))`);
}

const had = statement<{ definition_id: number; n: number }>(
  'vouchers_had',
  `select definition_id, count(*)::int as n from (
     select definition_id from user_coupons where user_id = $1 and definition_id = any($2::bigint[])
     union all select definition_id from user_vouchers where user_id = $1 and definition_id = any($2::bigint[])
   ) got group by 1`,
);

/** How many somebody got of each, used ones too. */
export async function countHad(db: Queryable, user_id: number, definition_ids: readonly number[]): Promise<Map<number, number>> {
  if (definition_ids.length === 0) return new Map();
  return new Map((await had(db, [user_id, definition_ids])).map(({ definition_id, n }) => [definition_id, n]));
}

const claim = statement<{ id: number }>(
  'vouchers_claim_stock',
  `update coupon_definitions set claimed_num = claimed_num + 1
   where id = $1 and is_on and claimable and (stock is null or claimed_num < stock) returning id`,
);

/** Takes one from the stock; false when none is left or it is off by now. */
export async function takeStock(db: Tx, id: number): Promise<boolean> {
  return (await claim(db, [id])).length > 0;
}

export async function insertBatch(db: Tx, row: typeof coupon_batches.$inferInsert, hashes: readonly string[]): Promise<number> {
  const rows = await db.insert(coupon_batches).values(row).returning({ id: coupon_batches.id });
  const id = rows[0]?.id as number;
  await db.execute(
    sql`insert into coupon_codes (code_hash, batch_id) select h, ${id}::bigint from unnest(${sql.param([...hashes])}::text[]) h`,
  );
  return id;
}

export async function stopBatchRow(db: Tx, id: number, stopped: boolean): Promise<boolean> {
  const rows = await db.update(coupon_batches).set({ stopped }).where(eq(coupon_batches.id, id)).returning({ id: coupon_batches.id });
  return rows.length > 0;
}

/** The batch of a code and whether somebody used it. */
export async function findCode(db: Queryable, code_hash: string): Promise<{ batch: BatchRow; user_id: number | null } | null> {
  const rows = await db
    .select({ batch: coupon_batches, user_id: coupon_codes.user_id })
    .from(coupon_codes)
    .innerJoin(coupon_batches, eq(coupon_batches.id, coupon_codes.batch_id))
    .where(eq(coupon_codes.code_hash, code_hash));
  return rows[0] ?? null;
}

const redeemOne = statement<{ code_hash: string }>(
  'vouchers_use_code',
  'update coupon_codes set user_id = $2, redeemed_at = $3 where code_hash = $1 and user_id is null returning code_hash',
);

export async function takeCode(db: Tx, code_hash: string, user_id: number, now: Date): Promise<boolean> {
  return (await redeemOne(db, [code_hash, user_id, now])).length > 0;
}

export async function countCodesOf(db: Queryable, batch_id: number, user_id: number): Promise<number> {
  return db.$count(coupon_codes, and(eq(coupon_codes.batch_id, batch_id), eq(coupon_codes.user_id, user_id)));
}

/** Counts what was redeemed of a batch; the last statement of its transaction, because all who redeem share the row. */
export async function countRedeemed(db: Tx, batch_id: number): Promise<void> {
  await db
    .update(coupon_batches)
    .set({ redeemed_num: sql`${coupon_batches.redeemed_num} + 1` })
    .where(eq(coupon_batches.id, batch_id));
}

const ending = statement<{ user_id: number; n: number }>(
  'vouchers_ending',
  `select user_id, count(*)::int as n from user_coupons
   where status = 'free' and use_end_time > $1 and use_end_time <= $2 and user_id > $3
   group by user_id order by user_id limit $4`,
);

/** Who has unused coupons that end in this time, by user id. */
export function findEnding(
  db: Queryable,
  of: { from: Date; to: Date; after: number; limit: number },
): Promise<Array<{ user_id: number; n: number }>> {
  return ending(db, [of.from, of.to, of.after, of.limit]);
}

const figures = statement<{ given: number; held: number; used: number }>(
  'vouchers_figures',
  `select (count(*) + (select count(*) from user_vouchers where definition_id = $1))::int as given,
     (count(*) filter (where status = 'held'))::int as held,
     (count(*) filter (where status = 'redeemed') + (select count(*) from user_vouchers where definition_id = $1 and status = 'redeemed'))::int as used
   from user_coupons where definition_id = $1`,
);

/** How many of a definition were given and used. */
export async function countGiven(db: Queryable, definition_id: number): Promise<{ given: number; held: number; used: number }> {
  return (await figures(db, [definition_id]))[0] ?? { given: 0, held: 0, used: 0 };
}

const epoch = (column: SQL) => sql`coalesce(floor(extract(epoch from ${column}))::bigint, 0)`;
const byNumber = (id: SQL) => ({
  new: { by: id, cast: 'bigint', desc: true } as const,
  old: { by: id, cast: 'bigint', desc: false } as const,
});
const numberOrTitle = (id: SQL, title: SQL) => (text: string) =>
  /^\d{1,10}$/.test(text) ? sql`${id} = ${Number(text)}::bigint` : sql`${title} ilike ${containing(text)}`;

export interface DefinitionLine {
  id: number;
  title: string;
  use: string;
  type: number;
  amount_fen: number;
  percent_off: number;
  min_price_fen: number;
  stock: number | null;
  claimed_num: number;
  given: number;
  used: number;
  is_on: boolean;
  updated_at: number;
}

/** All definitions with their figures, for staff. */
export const definitionSource: KeysetSource = {
  select: sql`d.id, d.title, d.use, d.type, d.amount_fen, d.percent_off, d.min_price_fen, d.stock, d.claimed_num, d.is_on,
    (select count(*)::int from user_coupons c where c.definition_id = d.id) as given,
    (select count(*)::int from user_coupons c where c.definition_id = d.id and c.status = 'redeemed') as used,
    ${epoch(sql`d.updated_at`)} as updated_at`,
  from: sql`coupon_definitions d`,
  id: sql`d.id`,
  id_cast: 'bigint',
  filters: { state: choiceFilter({ on: sql`d.is_on`, off: sql`not d.is_on` }), ...dayFilters(sql`d.created_at`) },
  search: numberOrTitle(sql`d.id`, sql`d.title`),
  orders: byNumber(sql`d.id`),
};

export interface BatchLine {
  id: number;
  definition_id: number;
  title: string;
  coupon_title: string;
  num: number;
  redeemed_num: number;
  stopped: boolean;
  ends_at: number;
  created_at: number;
}

/** All batches of codes, for staff. */
export const batchSource: KeysetSource = {
  select: sql`b.id, b.definition_id, b.title, d.title as coupon_title, b.num, b.redeemed_num, b.stopped,
    ${epoch(sql`b.ends_at`)} as ends_at, ${epoch(sql`b.created_at`)} as created_at`,
  from: sql`coupon_batches b join coupon_definitions d on d.id = b.definition_id`,
  id: sql`b.id`,
  id_cast: 'bigint',
  filters: { state: choiceFilter({ on: sql`not b.stopped`, off: sql`b.stopped` }), ...dayFilters(sql`b.created_at`) },
  search: numberOrTitle(sql`b.id`, sql`b.title`),
  orders: byNumber(sql`b.id`),
};
