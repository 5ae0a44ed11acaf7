import { sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../db/pool.ts';
import { statement } from '../../../db/statement.ts';
import { SCORES_MOST } from '../read-tiers.ts';
import { ACTS, WORTH_SQL } from './rules.ts';

const fresh = statement<{ key: string }>(
  'search_fresh_keys',
  'select distinct key from (select key from search_presses where fresh order by key limit $1) as waiting',
);

/** Queries with presses that their scores do not hold, from at most `rows` of them. */
export async function freshKeys(db: Queryable, rows: number): Promise<string[]> {
  return (await fresh(db, [rows])).map(({ key }) => key);
}

const after = statement<{ key: string }>(
  'search_keys_after',
  `with recursive walk(key, n) as (
     (select key, 1 from search_presses where key > $1 order by key limit 1)
     union all select (select p.key from search_presses p where p.key > w.key order by p.key limit 1), w.n + 1 from walk w where w.key is not null and w.n < $2)
   select key from walk where key is not null`,
);

/** Recorded queries behind this one in the order of their keys. */
export async function keysAfter(db: Queryable, key: string, most: number): Promise<string[]> {
  return (await after(db, [key, most])).map((row) => row.key);
}

/** Makes the scores of these queries from what is recorded. */
export async function sumScores(db: Tx, keys: readonly string[]): Promise<void> {
  // a replay and the usual run must not write the scores of one query at once
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('search.scores', 0))`);
  // first what is taken, then the sum: what arrives between is fresh still, and is summed again
  await db.execute(sql`update search_presses set fresh = false where key = any(${sql.param(keys)}::text[]) and fresh`);
  await db.execute(sql`delete from search_scores where key = any(${sql.param(keys)}::text[])`);
  await db.execute(sql`
    insert into search_scores (key, item_id, score)
    select key, item_id, score from (
      select key, item_id, score, row_number() over (partition by key order by score desc, item_id) as place from (
        select key, item_id, sum(${sql.raw(WORTH_SQL)}) as score from search_presses where key = any(${sql.param(keys)}::text[]) group by 1, 2
      ) as summed
    ) as placed where place <= ${SCORES_MOST} and score > 0`);
}

export interface Ends {
  /** Before this day nothing is known of readers any more. */
  marks: string;
  /** The same of months. */
  months: string;
  presses: string;
  days: string;
  /** Queries without a search since, which staff may read, and which not. */
  shown: string;
  rare: string;
}

/** Deletes one strip of what is over. @returns rows */
export async function deleteOver(db: Queryable, ends: Ends, most: number): Promise<number> {
  const strips = [
    sql`delete from search_marks where ctid = any(array(select ctid from search_marks
      where day < ${ends.months}::date or (day < ${ends.marks}::date and act <> ${ACTS.asked_in_month}) limit ${most}))`,
    sql`delete from search_quotas where ctid = any(array(select ctid from search_quotas where day < ${ends.marks}::date limit ${most}))`,
    sql`delete from search_query_days where ctid = any(array(select ctid from search_query_days where day < ${ends.days}::date limit ${most}))`,
    sql`delete from search_queries where ctid = any(array(select ctid from search_queries
      where asked_at < ${ends.rare}::date and (not shown or asked_at < ${ends.shown}::date) limit ${most}))`,
    sql`with gone as (delete from search_presses where ctid = any(array(select ctid from search_presses where day < ${ends.presses}::date limit ${most})) returning key)
      update search_presses set fresh = true where key in (select key from gone) and day >= ${ends.presses}::date and not fresh`,
  ];
  let rows = 0;
  for (const strip of strips) rows += (await db.execute(strip)).rowCount ?? 0;
  await db.execute(sql`delete from search_scores s where not exists (select from search_presses p where p.key = s.key)`);
  return rows;
}

/** Sums of the last days of a strip of queries behind an id. @returns the last id; null: none was left */
export async function sumQueries(db: Queryable, since: string, after_id: number, most: number): Promise<number | null> {
  const { rows } = await db.execute<{ last: number | null }>(sql`
    with strip as (select id, key from search_queries where id > ${after_id} order by id limit ${most}),
    sums as (select s.id, coalesce(sum(d.asks), 0) as asks, coalesce(sum(d.presses), 0) as presses, coalesce(sum(d.late), 0) as late
      from strip s left join search_query_days d on d.key = s.key and d.day > ${since}::date group by s.id),
    done as (update search_queries q set asks = sums.asks, presses = sums.presses, late = sums.late from sums
      where q.id = sums.id and (q.asks, q.presses, q.late) is distinct from (sums.asks, sums.presses, sums.late))
    select max(id) as last from strip`);
  return rows[0]?.last ?? null;
}
