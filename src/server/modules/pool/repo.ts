import { and, count, desc, eq, sql } from 'drizzle-orm';
import { bothWays, dayFilters, type KeysetSource } from '../../db/keyset.ts';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { pool_reads, pool_shares } from './tables.ts';

export type PoolShare = typeof pool_shares.$inferSelect;

const note = statement(
  'pool_note',
  `insert into pool_reads (month, publisher_id, reader_id, created_at) values ($1, $2, $3, $4) on conflict do nothing`,
);

export async function insertRead(db: Queryable, of: { month: string; publisher_id: number; reader_id: number; at: Date }): Promise<void> {
  await note(db, [of.month, of.publisher_id, of.reader_id, of.at]);
}

const uncounted = statement<{ month: string }>(
  'pool_uncounted',
  `select distinct month from pool_reads r where month < $1 and not exists (select 1 from pool_months m where m.month = r.month) order by 1`,
);

/** Months before this one that are not counted yet, the oldest first. */
export async function findUncounted(db: Queryable, month: string): Promise<string[]> {
  return (await uncounted(db, [month])).map((row) => row.month);
}

const publishers = statement<{ publisher_id: number; readers: number[] }>(
  'pool_publishers',
  `select publisher_id, array_agg(reader_id order by reader_id) as readers from pool_reads
   where month = $1 and publisher_id > $2 group by 1 order by 1 limit $3`,
);

/** Publishers of a month behind that one, each with its readers. */
export async function findPublishers(db: Queryable, month: string, after: number, limit: number) {
  return (await publishers(db, [month, after, limit])).map(({ publisher_id, readers }) => ({ publisher_id, readers: readers.map(Number) }));
}

const link = statement(
  'pool_link',
  `update pool_reads set linked = true where month = $1 and publisher_id = $2 and reader_id = any($3::bigint[]) and not linked`,
);

export async function markLinked(db: Queryable, of: { month: string; publisher_id: number; readers: readonly number[] }): Promise<void> {
  await link(db, [of.month, of.publisher_id, of.readers]);
}

const counted = statement<{ month: string }>(
  'pool_count',
  `with r as (select reader_id, count(*) as n from pool_reads where month = $1 and not linked group by 1),
   unit as (select count(*)::int as readers, case when count(*) = 0 then 0 else least(floor($2::numeric * $3 / 10000 / count(*)), $4) end as fen from r),
   shares as (
     select p.publisher_id, count(*)::int as readers, sum(floor(unit.fen / r.n))::bigint as fen
     from pool_reads p join r using (reader_id), unit where p.month = $1 and not p.linked group by 1),
   kept as (
     insert into pool_months (month, income_fen, share_bp, reader_most_fen, readers, given_fen, created_at)
     select $1, $2, $3, $4, unit.readers, (select coalesce(sum(fen), 0) from shares), $5 from unit on conflict do nothing returning month),
   given as (
     insert into pool_shares (month, publisher_id, readers, amount_fen, created_at)
     select kept.month, publisher_id, readers, fen, $5 from shares, kept where fen > 0)
   select month from kept`,
);

/**
 * Counts a month once: each reader gives the same, at most the bound, in equal parts to the publishers whose works they had; fractions of a
 * fen stay with us. False: it was counted before.
 */
export async function countShares(
  db: Queryable,
  of: { month: string; income_fen: number; share_bp: number; reader_most_fen: number; at: Date },
): Promise<boolean> {
  return (await counted(db, [of.month, of.income_fen, of.share_bp, of.reader_most_fen, of.at])).length > 0;
}

const unpaid = statement<PoolShare>(
  'pool_unpaid',
  'select id, month, publisher_id, readers, amount_fen::float8 as amount_fen from pool_shares where paid_at is null order by id limit $1 for update skip locked',
);

/** Shares that are owed, locked. */
export function claimUnpaid(db: Tx, limit: number): Promise<PoolShare[]> {
  return unpaid(db, [limit]);
}

const paid = statement('pool_paid', 'update pool_shares set paid_at = $2 where id = any($1::bigint[])');

export async function markPaid(db: Tx, ids: readonly number[], at: Date): Promise<void> {
  await paid(db, [ids, at]);
}

/** A publisher's months, the newest first. */
export async function findSharesOf(db: Queryable, publisher_id: number, { offset, limit }: { offset: number; limit: number }) {
  const mine = eq(pool_shares.publisher_id, publisher_id);
  const rows = await db.select().from(pool_shares).where(mine).orderBy(desc(pool_shares.id)).offset(offset).limit(limit);
  return { rows, total: (await db.select({ n: count() }).from(pool_shares).where(mine))[0]?.n ?? 0 };
}

/** How many members had something of a publisher in a month. */
export async function countReaders(db: Queryable, publisher_id: number, month: string): Promise<number> {
  const mine = and(eq(pool_reads.publisher_id, publisher_id), eq(pool_reads.month, month));
  return (await db.select({ n: count() }).from(pool_reads).where(mine))[0]?.n ?? 0;
}

const drop = statement('pool_drop_reads', 'delete from pool_reads where month < $1');

/** What was counted long ago. */
export async function dropReads(db: Queryable, before: string): Promise<void> {
  await drop(db, [before]);
}

export const poolShareRows = ownRows(pool_shares, pool_shares.publisher_id, [pool_shares.id]);
export const poolReadRows = ownRows(pool_reads, pool_reads.reader_id, [pool_reads.month, pool_reads.publisher_id], {
  ours: [pool_reads.linked],
});

const seconds = (column: string) => sql.raw(`floor(extract(epoch from ${column}))::bigint`);

export interface PoolLine {
  id: number;
  month: string;
  publisher_id: number;
  readers: number;
  amount_fen: number;
  income_fen: number;
  share_bp: number;
  created_at: number;
  paid_at: number | null;
}

/** Shares of all publishers, for staff. */
export const poolSource: KeysetSource = {
  select: sql`s.id, s.month, s.publisher_id, s.readers, s.amount_fen, m.income_fen, m.share_bp, ${seconds('s.created_at')} as created_at,
    ${seconds('s.paid_at')} as paid_at`,
  from: sql`pool_shares s left join pool_months m on m.month = s.month`,
  id: sql`s.id`,
  id_cast: 'bigint',
  filters: { ...dayFilters(sql`s.created_at`) },
  people: [sql`s.publisher_id`],
  search: (text) =>
    /^\d{1,15}$/.test(text)
      ? sql`s.publisher_id = ${text}::bigint`
      : sql`s.id = any(array(select id from pool_shares where month = ${text}))`,
  orders: bothWays({ by: sql`s.created_at`, cast: 'timestamptz' }),
};
