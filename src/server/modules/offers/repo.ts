import { and, asc, desc, eq, gt, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import type { OfferState } from '#contract/offer.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { offer_boards, offer_versions, offers } from './tables.ts';

export type BoardRow = typeof offer_boards.$inferSelect;
export type OfferRow = Omit<typeof offers.$inferSelect, 'state'> & { state: OfferState };
export type VersionRow = typeof offer_versions.$inferSelect;
/** An offer with the version that counts. */
export interface OfferNow {
  offer: OfferRow;
  now: VersionRow;
}

/** The board of a demand under lock, made when there is none. After the demand's row, before its offers. */
export async function lockBoard(db: Tx, demand_id: number): Promise<BoardRow> {
  await db.insert(offer_boards).values({ demand_id }).onConflictDoNothing();
  return (await db.select().from(offer_boards).where(eq(offer_boards.demand_id, demand_id)).for('update'))[0] as BoardRow;
}

export async function findBoard(db: Queryable, demand_id: number): Promise<BoardRow | null> {
  return (await db.select().from(offer_boards).where(eq(offer_boards.demand_id, demand_id)))[0] ?? null;
}

/** Which of these demands had their sealed offers opened. */
export async function findOpened(db: Queryable, demand_ids: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .select({ id: offer_boards.demand_id })
    .from(offer_boards)
    .where(and(inArray(offer_boards.demand_id, [...demand_ids]), isNotNull(offer_boards.opened_at)));
  return new Set(rows.map(({ id }) => id));
}

export async function setBoard(db: Tx, demand_id: number, change: Partial<typeof offer_boards.$inferInsert>): Promise<void> {
  await db.update(offer_boards).set(change).where(eq(offer_boards.demand_id, demand_id));
}

const nums = statement<{ demand_id: number; offer_num: number }>(
  'offers_nums',
  'select demand_id, offer_num from offer_boards where demand_id = any($1::bigint[]) and offer_num > 0',
);

export function findNums(db: Queryable, demand_ids: readonly number[]) {
  return nums(db, [demand_ids]);
}

/** Demands whose sealed offers are to be opened. */
export async function findDueBoards(db: Queryable, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: offer_boards.demand_id })
    .from(offer_boards)
    .where(and(isNotNull(offer_boards.opens_at), lte(offer_boards.opens_at, now)))
    .orderBy(asc(offer_boards.opens_at))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function findOffer(db: Queryable, id: number): Promise<OfferRow | null> {
  return ((await db.select().from(offers).where(eq(offers.id, id)))[0] as OfferRow | undefined) ?? null;
}

export async function findOwn(db: Queryable, demand_id: number, user_id: number): Promise<OfferRow | null> {
  const rows = await db
    .select()
    .from(offers)
    .where(and(eq(offers.demand_id, demand_id), eq(offers.user_id, user_id)));
  return (rows[0] as OfferRow | undefined) ?? null;
}

export async function insertOffer(db: Tx, row: typeof offers.$inferInsert): Promise<OfferRow> {
  return (await db.insert(offers).values(row).returning())[0] as OfferRow;
}

export async function setOffer(db: Tx, id: number, change: Partial<typeof offers.$inferInsert>): Promise<void> {
  await db.update(offers).set(change).where(eq(offers.id, id));
}

/** Moves all offers of a demand that are in one state to another; answers whose they were. */
export async function moveOffers(db: Tx, demand_id: number, from: OfferState, to: OfferState, now: Date): Promise<number[]> {
  const rows = await db
    .update(offers)
    .set({ state: to, updated_at: now })
    .where(and(eq(offers.demand_id, demand_id), eq(offers.state, from)))
    .returning({ user_id: offers.user_id });
  return rows.map(({ user_id }) => user_id);
}

/** Who has an offer for the demand in one of these states. */
export async function findOffering(db: Queryable, demand_id: number, states: readonly OfferState[]): Promise<number[]> {
  const rows = await db
    .select({ user_id: offers.user_id })
    .from(offers)
    .where(and(eq(offers.demand_id, demand_id), inArray(offers.state, [...states])));
  return rows.map(({ user_id }) => user_id);
}

export async function insertVersion(db: Tx, row: typeof offer_versions.$inferInsert): Promise<VersionRow> {
  return (await db.insert(offer_versions).values(row).returning())[0] as VersionRow;
}

export async function setVersion(db: Tx, id: number, change: Partial<typeof offer_versions.$inferInsert>): Promise<void> {
  await db.update(offer_versions).set(change).where(eq(offer_versions.id, id));
}

const counts = and(eq(offer_versions.offer_id, offers.id), eq(offer_versions.no, offers.version));
const nowRow = (rows: ReadonlyArray<{ offers: typeof offers.$inferSelect; offer_versions: VersionRow }>): OfferNow[] =>
  rows.map((row) => ({ offer: row.offers as OfferRow, now: row.offer_versions }));

/** All offers of a demand with what counts, in the order of arrival. */
export async function findOffersOf(db: Queryable, demand_id: number): Promise<OfferNow[]> {
  return nowRow(
    await db.select().from(offers).innerJoin(offer_versions, counts).where(eq(offers.demand_id, demand_id)).orderBy(asc(offers.id)),
  );
}

export async function findNow(db: Queryable, id: number): Promise<OfferNow | null> {
  return nowRow(await db.select().from(offers).innerJoin(offer_versions, counts).where(eq(offers.id, id)))[0] ?? null;
}

/** Every version, the newest first. */
export function findVersions(db: Queryable, offer_id: number): Promise<VersionRow[]> {
  return db.select().from(offer_versions).where(eq(offer_versions.offer_id, offer_id)).orderBy(desc(offer_versions.no));
}

/** What was ever sealed for a demand, in the order of arrival, with the offer that it belongs to. */
export async function findSeals(db: Queryable, demand_id: number): Promise<OfferNow[]> {
  const rows = await db
    .select()
    .from(offers)
    .innerJoin(offer_versions, eq(offer_versions.offer_id, offers.id))
    .where(and(eq(offers.demand_id, demand_id), sql`${offer_versions.sealed} <> ''`))
    .orderBy(asc(offer_versions.id));
  return nowRow(rows);
}

const named = statement<{ key: string }>(
  'offers_named_keys',
  `select k.key from unnest($1::text[]) as k(key)
   where exists (select from offer_versions v where v.file_keys <> '{}' and v.file_keys @> array[k.key])`,
);

/** Which of the storage keys an offer names. */
export async function namedKeys(db: Queryable, keys: readonly string[]): Promise<Set<string>> {
  return new Set((await named(db, [keys])).map(({ key }) => key));
}

const GROUPS = {
  open: sql`${offers.state} = 'made'`,
  agreed: sql`${offers.state} = 'agreed'`,
  ended: sql`${offers.state} in ('withdrawn', 'declined', 'lost', 'cancelled')`,
} as const;

/** Own offers of a group, what changed last first. */
export async function findMine(
  db: Queryable,
  user_id: number,
  group: keyof typeof GROUPS,
  page: { offset: number; limit: number },
): Promise<OfferNow[]> {
  return nowRow(
    await db
      .select()
      .from(offers)
      .innerJoin(offer_versions, counts)
      .where(and(eq(offers.user_id, user_id), GROUPS[group]))
      .orderBy(desc(offers.updated_at), desc(offers.id))
      .offset(page.offset)
      .limit(page.limit),
  );
}

export async function countMine(db: Queryable, user_id: number): Promise<Record<keyof typeof GROUPS, number>> {
  const n = (group: keyof typeof GROUPS) => sql<number>`count(*) filter (where ${GROUPS[group]})::int`;
  const rows = await db
    .select({ open: n('open'), agreed: n('agreed'), ended: n('ended') })
    .from(offers)
    .where(eq(offers.user_id, user_id));
  return rows[0] ?? { open: 0, agreed: 0, ended: 0 };
}

/** The owner has seen every offer of the demand as it is now. */
export async function setOffersSeen(db: Queryable, demand_id: number, now: Date): Promise<void> {
  await db
    .update(offers)
    .set({ seen_at: now })
    .where(and(eq(offers.demand_id, demand_id), sql`${offers.seen_at} is null`));
}

/** A person's offers that may bind a deposit. */
export async function findDeposits(db: Queryable, user_id: number): Promise<OfferRow[]> {
  const live = and(eq(offers.user_id, user_id), inArray(offers.state, ['made', 'agreed']), gt(offers.deposit_fen, 0));
  return (await db.select().from(offers).where(live).orderBy(desc(offers.id))) as OfferRow[];
}

/** Ids of a person's offers that wait. */
export async function findWaitingOf(db: Queryable, user_id: number): Promise<number[]> {
  const rows = await db
    .select({ id: offers.id })
    .from(offers)
    .where(and(eq(offers.user_id, user_id), eq(offers.state, 'made')));
  return rows.map(({ id }) => id);
}

const blank = statement<{ keys: string[] }>(
  'offers_blank',
  `update offer_versions v set text = '', files = '[]'::jsonb, work_ids = '{}', file_keys = '{}'
   from (select v.id, v.file_keys from offer_versions v join offers o on o.id = v.offer_id
         where o.user_id = $1 and o.state not in ('agreed', 'cancelled') for update of v) old
   where v.id = old.id returning old.file_keys as keys`,
);

/** Empties what a person wrote in offers that came to nothing; answers the storage keys that no row names any more. */
export async function blankOffers(db: Tx, user_id: number): Promise<string[]> {
  return (await blank(db, [user_id])).flatMap(({ keys }) => keys);
}
