import { sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';

const want = statement(
  'seo_want',
  `insert into seo_urls (engine, url, wanted_at) select engine, $2, $3 from unnest($1::text[]) engine
   on conflict (engine, url) do update set wanted_at = excluded.wanted_at, refused = ''`,
);

export async function wantUrl(db: Queryable, engines: readonly string[], url: string, at: Date): Promise<void> {
  await want(db, [engines, url, at]);
}

/** The engines that know the address, or may: it was to be submitted. */
export async function knowUrl(db: Queryable, url: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from seo_urls where url = ${url} limit 1`);
  return rows.length > 0;
}

export async function forgetUrl(db: Queryable, engine: string, url: string): Promise<void> {
  await db.execute(sql`delete from seo_urls where engine = ${engine} and url = ${url}`);
}

export async function addDead(db: Queryable, url: string, at: Date): Promise<void> {
  await db.execute(sql`insert into seo_dead (url, since) values (${url}, ${at}) on conflict (url) do nothing`);
}

export async function removeDead(db: Queryable, url: string): Promise<void> {
  await db.execute(sql`delete from seo_dead where url = ${url}`);
}

/** The newest first. */
export async function findDead(db: Queryable, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ url: string }>(sql`select url from seo_dead order by since desc, url limit ${limit}`);
  return rows.map(({ url }) => url);
}

const LOCK = 7_203_627;

/** True: until the end of the transaction no other process pushes to the engine. */
export async function claimEngine(tx: Tx, engine: string): Promise<boolean> {
  const { rows } = await tx.execute<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(${LOCK}, hashtext(${engine})) as mine`);
  return rows[0]?.mine === true;
}

export interface EngineDay {
  pushed: number;
  remain: number | null;
  error: string;
  tried_at: Date;
}

const engine_day = statement<EngineDay>(
  'seo_engine_day',
  'select pushed, remain, error, tried_at from seo_engine_days where day = $1::date and engine = $2',
);

export async function findEngineDay(db: Queryable, day: string, engine: string): Promise<EngineDay | null> {
  return (await engine_day(db, [day, engine]))[0] ?? null;
}

const tried = statement(
  'seo_tried',
  `insert into seo_engine_days (day, engine, pushed, remain, error, tried_at) values ($1::date, $2, $3, $4, $5, $6)
   on conflict (day, engine) do update set pushed = seo_engine_days.pushed + excluded.pushed, remain = excluded.remain,
     error = excluded.error, tried_at = excluded.tried_at`,
);

export async function saveTry(
  db: Queryable,
  {
    day,
    engine,
    pushed,
    remain,
    error,
    at,
  }: { day: string; engine: string; pushed: number; remain: number | null; error: string; at: Date },
): Promise<void> {
  await tried(db, [day, engine, pushed, remain, error, at]);
}

const wanted = statement<{ url: string }>(
  'seo_wanted',
  `select url from seo_urls where engine = $1 and refused = '' and (pushed_at is null or (wanted_at > pushed_at and pushed_at < $2))
   order by wanted_at desc, url limit $3`,
);

/** Addresses that the engine should receive and did not today, the newest first. */
export async function findWanted(db: Queryable, engine: string, day_start: Date, limit: number): Promise<string[]> {
  return (await wanted(db, [engine, day_start, limit])).map(({ url }) => url);
}

const pushed = statement('seo_pushed', 'update seo_urls set pushed_at = $3 where engine = $1 and url = any($2::text[])');

export async function savePushed(db: Queryable, engine: string, urls: readonly string[], at: Date): Promise<void> {
  await pushed(db, [engine, urls, at]);
}

const refuse = statement('seo_refused', 'update seo_urls set refused = $3 where engine = $1 and url = any($2::text[])');

export async function saveRefused(db: Queryable, engine: string, urls: readonly string[], why: string): Promise<void> {
  if (urls.length > 0) await refuse(db, [engine, urls, why]);
}

/** How many addresses wait for the engine and how many it will not have. */
export async function countUrls(db: Queryable, engine: string, day_start: Date): Promise<{ waiting: number; refused: number }> {
  const { rows } = await db.execute<{ waiting: number; refused: number }>(sql`
    select count(*) filter (where refused = '' and (pushed_at is null or (wanted_at > pushed_at and pushed_at < ${day_start})))::int as waiting,
      count(*) filter (where refused <> '')::int as refused from seo_urls where engine = ${engine}`);
  return rows[0] ?? { waiting: 0, refused: 0 };
}

export async function countDead(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from seo_dead`);
  return rows[0]?.n ?? 0;
}

/** Visits of a robot to pages of a kind (0: of none). */
export interface SpiderVisits {
  spider: string;
  kind: number;
  hits: number;
  misses: number;
}

const visited = statement(
  'seo_spiders',
  `insert into spider_days (day, spider, kind, hits, misses)
   select $1::date, spider, kind, hits, misses from unnest($2::text[], $3::smallint[], $4::bigint[], $5::bigint[]) v(spider, kind, hits, misses)
   on conflict (day, spider, kind) do update set hits = spider_days.hits + excluded.hits, misses = spider_days.misses + excluded.misses`,
);
const missed = statement(
  'seo_misses',
  `insert into spider_misses (day, path, num) select $1::date, path, num from unnest($2::text[], $3::bigint[]) m(path, num)
   where exists (select 1 from spider_misses o where o.day = $1::date and o.path = m.path)
     or (select count(*) from spider_misses o where o.day = $1::date) < $4
   on conflict (day, path) do update set num = spider_misses.num + excluded.num`,
);
/** Paths a day: robots can be sent anywhere. */
const PATHS_A_DAY = 500;

export async function addSpiders(
  db: Queryable,
  day: string,
  visits: readonly SpiderVisits[],
  misses: ReadonlyMap<string, number>,
): Promise<void> {
  const column = (name: keyof SpiderVisits) => visits.map((one) => one[name]);
  if (visits.length > 0) await visited(db, [day, column('spider'), column('kind'), column('hits'), column('misses')]);
  if (misses.size > 0) await missed(db, [day, [...misses.keys()], [...misses.values()], PATHS_A_DAY]);
}

export async function findSpiders(db: Queryable, since: string): Promise<SpiderVisits[]> {
  const { rows } = await db.execute<SpiderVisits & Record<string, unknown>>(sql`
    select spider, kind, sum(hits)::int as hits, sum(misses)::int as misses from spider_days where day >= ${since}::date
    group by 1, 2 order by sum(sum(hits)) over (partition by spider) desc, spider, hits desc, kind`);
  return rows;
}

export async function findMisses(db: Queryable, since: string, limit: number): Promise<Array<{ path: string; num: number }>> {
  const { rows } = await db.execute<{ path: string; num: number }>(sql`
    select path, sum(num)::int as num from spider_misses where day >= ${since}::date group by 1 order by 2 desc, 1 limit ${limit}`);
  return rows;
}

export async function forgetSpiders(db: Queryable, before: string): Promise<void> {
  await db.execute(sql`delete from spider_misses where day < ${before}::date`);
  await db.execute(sql`delete from spider_days where day < ${before}::date`);
  await db.execute(sql`delete from seo_engine_days where day < ${before}::date`);
}
