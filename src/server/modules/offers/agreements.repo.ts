import { and, desc, eq, inArray, ne, or, sql } from 'drizzle-orm';
import type { AgreementState } from '#contract/offer.ts';
import { bothWays, dayFilters, type KeysetSource, numberFilter, wordFilter } from '../../db/keyset.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { agreements } from './tables.ts';

export type AgreementRow = Omit<typeof agreements.$inferSelect, 'state'> & { state: AgreementState };

export async function insertAgreement(db: Tx, row: typeof agreements.$inferInsert): Promise<AgreementRow> {
  return (await db.insert(agreements).values(row).returning())[0] as AgreementRow;
}

export async function findAgreement(db: Queryable, id: number): Promise<AgreementRow | null> {
  return ((await db.select().from(agreements).where(eq(agreements.id, id)))[0] as AgreementRow | undefined) ?? null;
}

export async function lockAgreement(db: Tx, id: number): Promise<AgreementRow | null> {
  return ((await db.select().from(agreements).where(eq(agreements.id, id)).for('update'))[0] as AgreementRow | undefined) ?? null;
}

/** The one that counts: running, disputed or done. */
export async function agreementOfDemand(db: Queryable, demand_id: number): Promise<AgreementRow | null> {
  const rows = await db
    .select()
    .from(agreements)
    .where(and(eq(agreements.demand_id, demand_id), ne(agreements.state, 'cancelled')));
  return (rows[0] as AgreementRow | undefined) ?? null;
}

/** The last agreement of each of the offers. */
export async function agreementsOfOffers(db: Queryable, offer_ids: readonly number[]): Promise<Map<number, AgreementRow>> {
  if (offer_ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(agreements)
    .where(inArray(agreements.offer_id, [...offer_ids]))
    .orderBy(agreements.id);
  return new Map(rows.map((row) => [row.offer_id, row as AgreementRow]));
}

const agreed = statement<{ price_fen: number }>(
  'offers_agreed_prices',
  `select price_fen from agreements where demand_id = any($1::bigint[]) and state <> 'cancelled'`,
);

const bound = statement<{ id: number; fen: number }>(
  'offers_bound_by_agreements',
  `select a.id, o.deposit_fen as fen from agreements a join offers o on o.id = a.offer_id
   where a.id = any($1::bigint[]) and a.state in ('running', 'disputed') and o.state = 'agreed' and o.deposit_fen > 0`,
);

/** Deposits that are bound until these agreements end, fen, by agreement. `binds` without the round: agreeOffer() writes 0 to what another round bound. */
export const findBound = async (db: Queryable, ids: readonly number[]): Promise<Map<number, number>> =>
  new Map((await bound(db, [ids])).map(({ id, fen }) => [id, Number(fen)]));

/** What was agreed on for these demands. */
export const findAgreedPrices = async (db: Queryable, demand_ids: readonly number[]): Promise<number[]> =>
  (await agreed(db, [demand_ids])).map(({ price_fen }) => Number(price_fen));

/** Those of a person on either side that are not over, the newest first. */
export async function findRunning(db: Queryable, user_id: number, side: 'owner' | 'user', limit: number): Promise<AgreementRow[]> {
  const who = side === 'owner' ? agreements.owner_id : agreements.user_id;
  const rows = await db
    .select()
    .from(agreements)
    .where(and(eq(who, user_id), ne(agreements.state, 'cancelled')))
    .orderBy(desc(agreements.id))
    .limit(limit);
  return rows as AgreementRow[];
}

/** How many of a person's agreements are not over, on either side. */
export async function countRunning(db: Queryable, user_id: number): Promise<number> {
  const mine = or(eq(agreements.owner_id, user_id), eq(agreements.user_id, user_id));
  return db.$count(agreements, and(mine, inArray(agreements.state, ['running', 'disputed'])));
}

/** All agreements of a person, for the package of their data. */
export async function findAllOf(db: Queryable, user_id: number, page: { offset: number; limit: number }): Promise<AgreementRow[]> {
  const rows = await db
    .select()
    .from(agreements)
    .where(sql`(${agreements.owner_id} = ${user_id} or ${agreements.user_id} = ${user_id})`)
    .orderBy(desc(agreements.id))
    .offset(page.offset)
    .limit(page.limit);
  return rows as AgreementRow[];
}

export async function setAgreement(db: Tx, id: number, change: Partial<typeof agreements.$inferInsert>): Promise<void> {
  await db.update(agreements).set(change).where(eq(agreements.id, id));
}

export interface AgreementLine {
  id: number;
  agree_no: string;
  demand_id: number;
  owner_id: number;
  user_id: number;
  price_fen: number;
  price_max_fen: number | null;
  state: AgreementState;
  reason: string;
  created_at: number;
}

/** Every agreement, for staff. */
export const agreementSource: KeysetSource = {
  select: sql`a.id, a.agree_no, a.demand_id, a.owner_id, a.user_id, a.price_fen, a.price_max_fen, a.state, a.reason,
    floor(extract(epoch from a.created_at))::bigint as created_at`,
  from: sql`agreements a`,
  id: sql`a.id`,
  id_cast: 'bigint',
  filters: {
    state: wordFilter(sql`a.state`, ['running', 'disputed', 'done', 'cancelled']),
    demand: numberFilter(sql`a.demand_id`),
    ...dayFilters(sql`a.created_at`),
  },
  people: [sql`a.owner_id`, sql`a.user_id`],
  search: (text) =>
    /^\d{1,15}$/.test(text) ? sql`(a.owner_id = ${text}::bigint or a.user_id = ${text}::bigint)` : sql`a.agree_no = ${text}`,
  orders: bothWays({ by: sql`a.created_at`, cast: 'timestamptz' }),
};
