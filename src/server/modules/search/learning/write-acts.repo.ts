import type { Queryable } from '../../../db/pool.ts';
import { statement } from '../../../db/statement.ts';
import { ACTS, monthOfDay, type QueryAnswer, SHOWN_LEAST } from './rules.ts';

/** Rows that a day may begin; what comes beyond is not counted. */
const QUERIES_A_DAY = 20_000;
const PRESSES_A_DAY = 50_000;

export interface Mark {
  day: string;
  reader: string;
  act: number;
  item_id: number;
  key: string;
}

const mark = statement<{ n: number }>(
  'search_mark',
  `with told as (select * from unnest($1::date[], $2::uuid[], $3::smallint[], $4::bigint[], $5::text[]) with ordinality t(day, reader, act, item_id, key, n)),
   fresh as (insert into search_marks (day, reader, act, item_id, key) select day, reader, act, item_id, key from told
     order by 1, 2, 3, 4, 5 on conflict do nothing returning day, reader, act, item_id, key)
   select n::int from told join fresh using (day, reader, act, item_id, key)`,
);

/** Writes marks by any names, no two alike. @returns those that were not there */
export async function freshMarks(db: Queryable, marks: ReadonlyMap<string, Mark>): Promise<Map<string, Mark>> {
  if (marks.size === 0) return new Map();
  const list = [...marks];
  const rows = await mark(db, columns(list.map(([, one]) => [one.day, one.reader, one.act, one.item_id, one.key])));
  return new Map(rows.flatMap(({ n }) => list.slice(n - 1, n)));
}

const opened = statement<{ reader: string; item_id: number; key: string }>(
  'search_keys_opened',
  `select m.reader, m.item_id, m.key from unnest($1::uuid[], $2::bigint[]) a(reader, item_id)
   cross join lateral (select reader, item_id, key from search_marks
     where day = any($3::date[]) and reader = a.reader and act = ${ACTS.opened} and item_id = a.item_id limit 5) m`,
);

/** For which queries these readers opened these works. */
export async function keysOpened(db: Queryable, of: ReadonlyArray<{ reader: string; item_id: number; day: string }>) {
  return opened(db, [of.map(({ reader }) => reader), of.map(({ item_id }) => item_id), [...new Set(of.map(({ day }) => day))]]);
}

const quota = statement<{ who: string; n: number }>(
  'search_quota',
  `insert into search_quotas (day, who, n) select day, who, n from unnest($1::date[], $2::uuid[], $3::int[]) q(day, who, n) order by 1, 2
   on conflict (day, who) do update set n = search_quotas.n + excluded.n returning who, n`,
);

/** Adds to what was used up. @returns by hash what stands after it */
export async function addQuotas(db: Queryable, used: ReadonlyArray<{ day: string; who: string; n: number }>): Promise<Map<string, number>> {
  if (used.length === 0) return new Map();
  const rows = await quota(db, columns(used.map(({ day, who, n }) => [day, who, n])));
  return new Map(rows.map(({ who, n }) => [who, n]));
}

export interface PressCount {
  key: string;
  item_id: number;
  day: string;
  opened: number;
  late: number;
  collected: number;
  bought: number;
}

const presses = statement(
  'search_add_presses',
  `insert into search_presses (key, item_id, day, opened, late, collected, bought)
   select p.* from unnest($1::text[], $2::bigint[], $3::date[], $4::int[], $5::int[], $6::int[], $7::int[]) p(key, item_id, day, opened, late, collected, bought)
   where exists (select from search_presses b where (b.key, b.item_id, b.day) = (p.key, p.item_id, p.day))
     or (select count(*) from (select from search_presses b where b.day = p.day limit ${PRESSES_A_DAY}) as there) < ${PRESSES_A_DAY}
   order by 1, 2, 3
   on conflict (key, item_id, day) do update set fresh = true, opened = search_presses.opened + excluded.opened,
     late = search_presses.late + excluded.late, collected = search_presses.collected + excluded.collected, bought = search_presses.bought + excluded.bought`,
);

export async function addPresses(db: Queryable, counts: readonly PressCount[]): Promise<void> {
  if (counts.length === 0) return;
  const rows = counts.map((one) => [one.key, one.item_id, one.day, one.opened, one.late, one.collected, one.bought]);
  await presses(db, columns(rows));
}

export interface DayCount {
  day: string;
  key: string;
  asks: number;
  presses: number;
  late: number;
}

const query_days = statement<{ key: string }>(
  'search_add_query_days',
  `insert into search_query_days (day, key, asks, presses, late)
   select d.* from unnest($1::date[], $2::text[], $3::int[], $4::int[], $5::int[]) d(day, key, asks, presses, late)
   where exists (select from search_query_days b where (b.day, b.key) = (d.day, d.key))
     or (select count(*) from (select from search_query_days b where b.day = d.day limit ${QUERIES_A_DAY}) as there) < ${QUERIES_A_DAY}
   order by 1, 2
   on conflict (day, key) do update set asks = search_query_days.asks + excluded.asks,
     presses = search_query_days.presses + excluded.presses, late = search_query_days.late + excluded.late
   returning key`,
);

/** @returns the queries for which there was room */
export async function addQueryDays(db: Queryable, counts: readonly DayCount[]): Promise<Set<string>> {
  if (counts.length === 0) return new Set();
  const rows = await query_days(db, columns(counts.map(({ day, key, asks, presses, late }) => [day, key, asks, presses, late])));
  return new Set(rows.map(({ key }) => key));
}

const queries = statement(
  'search_add_to_queries',
  `insert into search_queries (key, month, readers, shown, asks, presses, late, answer, left_out, asked_at)
   select q.key, q.month, q.readers, q.readers >= ${SHOWN_LEAST}, q.asks, q.presses, q.late, coalesce(q.answer, 'all'), coalesce(q.left_out, 0), $9
   from unnest($1::text[], $2::date[], $3::int[], $4::int[], $5::int[], $6::int[], $7::text[], $8::smallint[])
     q(key, month, readers, asks, presses, late, answer, left_out) order by 1
   on conflict (key) do update set
     month = excluded.month,
     readers = case when search_queries.month = excluded.month then search_queries.readers else 0 end + excluded.readers,
     shown = search_queries.shown or case when search_queries.month = excluded.month then search_queries.readers else 0 end + excluded.readers >= ${SHOWN_LEAST},
     asks = search_queries.asks + excluded.asks, presses = search_queries.presses + excluded.presses, late = search_queries.late + excluded.late,
     asked_at = excluded.asked_at`,
);

/** Adds to the sums of queries. Two days of one query are two rows of a batch: they are added up before. */
export async function addToQueries(
  db: Queryable,
  counts: ReadonlyArray<DayCount & { readers: number; answer: QueryAnswer | null }>,
  now: Date,
): Promise<void> {
  if (counts.length === 0) return;
  const sums = [...Map.groupBy(counts, ({ key }) => key).values()].map((of) => {
    const sum = (name: 'asks' | 'presses' | 'late') => of.reduce((all, one) => all + one[name], 0);
    const last = of.at(-1);
    return [
      ...[last?.key, monthOfDay(last?.day ?? ''), last?.readers, sum('asks'), sum('presses'), sum('late')],
      ...[last?.answer?.answer ?? null, last?.answer?.left_out ?? null],
    ];
  });
  await queries(db, [...columns(sums), now]);
}

const answer = statement(
  'search_set_answer',
  'update search_queries set answer = $2, left_out = $3 where key = $1 and (answer, left_out) is distinct from ($2, $3::smallint)',
);

export async function setAnswer(db: Queryable, key: string, found: QueryAnswer): Promise<void> {
  await answer(db, [key, found.answer, found.left_out]);
}

/** Rows as columns, for unnest. */
function columns(rows: ReadonlyArray<readonly unknown[]>): unknown[][] {
  return (rows[0] ?? []).map((_, at) => rows.map((row) => row[at]));
}
