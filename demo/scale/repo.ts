import pg from 'pg';
import { PRICE_BAND_KEYS, PRICE_BANDS } from '#contract/price-bands.ts';
import { PRICE_FACET } from '#server/modules/catalog/index.ts';
import { TIER_SQL } from '#server/modules/search/index.ts';

/** The code of a price's band, as cases of its sum in fen. */
const BANDS_SQL = PRICE_BAND_KEYS.map((band) => {
  const { to } = PRICE_BANDS[band];
  return to === null ? `else ${PRICE_FACET[band]}` : `when price_fen <= ${to * 100} then ${PRICE_FACET[band]}`;
}).join(' ');

/** Set-based SQL of the measuring world. One connection, one transaction; nothing here is called by the site. */

/** A connection outside the pool: no time limit on statements. Closed when the work ends, however it ends. */
export async function withConnection(database_url: string, work: (db: pg.Client) => Promise<void>): Promise<void> {
  const db = new pg.Client({ connectionString: database_url });
  await db.connect();
  try {
    await work(db);
  } finally {
    await db.end();
  }
}

export interface TextPool {
  title: Array<{ text: string; terms: string[] }>;
  introduction: Array<{ text: string; terms: string[] }>;
  page: Array<{ text: string; terms: string[] }>;
}

/** Every reference is drawn from what was just written; checking two million of them one by one takes longer than writing them. */
export async function trustReferences(db: pg.ClientBase): Promise<void> {
  const { rows } = await db.query<{ rolsuper: boolean }>('select rolsuper from pg_roles where rolname = current_user');
  if (rows[0]?.rolsuper) await db.query('set local session_replication_role = replica');
}

/** Indexes that are dropped for the load and made again afterwards: filling them row by row takes ten times as long. */
export async function dropListIndexes(db: pg.ClientBase): Promise<string[]> {
  const found = await db.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where schemaname = 'public'
     and (indexname like 'items\\_by\\_%' or indexname like 'search\\_documents\\_tier\\_%' or indexname = 'items_of_publisher')`,
  );
  for (const { indexname } of found.rows) await db.query(`drop index ${indexname}`);
  return found.rows.map((row) => row.indexdef);
}

export async function loadTexts(db: pg.ClientBase, pool: TextPool): Promise<void> {
  for (const [name, rows] of Object.entries(pool) as Array<[keyof TextPool, TextPool['title']]>) {
    await db.query(`create temp table pool_${name} (n int primary key, text text, vector tsvector) on commit drop`);
    for (let from = 0; from < rows.length; from += 2_000) {
      const part = rows.slice(from, from + 2_000);
      await db.query(
        `insert into pool_${name} select n + $3, text, array_to_tsvector(string_to_array(terms, ' '))
         from unnest($1::text[], $2::text[]) with ordinality as t(text, terms, n)`,
        [part.map((row) => row.text), part.map((row) => row.terms.join(' ')), from],
      );
    }
    await db.query(`analyze pool_${name}`);
  }
}

export async function insertPublishers(db: pg.ClientBase, count: number): Promise<number[]> {
  const made = await db.query<{ id: number }>(
    `insert into users (mobile, nickname, city, show_job, fans_num, works_num)
     select '166' || lpad(n::text, 8, '0'), '测试策划人' || n, '上海', '策划总监', (10000 / n), 1 from generate_series(1, $1::int) as n
     on conflict (mobile) do update set nickname = excluded.nickname returning id`,
    [count],
  );
  return made.rows.map((row) => row.id);
}

export async function insertTags(db: pg.ClientBase, kind: number, names: string[]): Promise<number[]> {
  await db.query(`insert into terms (facet, kind, name) select 'tag', $2, unnest($1::text[]) on conflict do nothing`, [names, kind]);
  const found = await db.query<{ id: number }>(
    `select t.id from unnest($1::text[]) with ordinality as n(name, place) join terms t on t.name = n.name and t.facet = 'tag' and t.kind = $2
     order by n.place`,
    [names, kind],
  );
  return found.rows.map((row) => row.id);
}

/** What items of a kind are drawn from. */
export interface KindPool {
  /** Code of the kind. */
  kind: number;
  /** Of all items, from 0 to 1. */
  share: number;
  /** It is sold: some are free, some for members; without it all are free. */
  sold: boolean;
  /** Commonest first. */
  formats: readonly string[];
  subs: Array<{ id: number; parent_id: number }>;
  /** Terms of each of its own facets. */
  facets: number[][];
  tags: number[];
}

export async function readTerms(db: pg.ClientBase, kind: number, facets: readonly string[]): Promise<Pick<KindPool, 'subs' | 'facets'>> {
  const of = async (where: string, facet: string) =>
    (
      await db.query<{ id: number; parent_id: number }>(
        `select id, parent_id from terms where kind = $1 and facet = $2 and ${where} order by sort, id`,
        [kind, facet],
      )
    ).rows;
  const own: number[][] = [];
  for (const facet of facets) own.push((await of('true', facet)).map((row) => row.id));
  return { subs: await of('parent_id is not null', 'category'), facets: own };
}

/**
 * Draws the items, kinds mixed by their shares: power laws for terms, texts and counters; of what is sold a fifth is free and a sixth for
 * members; one in twenty is not published.
 */
export async function insertItems(
  db: pg.ClientBase,
  count: number,
  { publishers, pools }: { publishers: number[]; pools: KindPool[] },
): Promise<void> {
  await db.query('select setseed(0.42)');
  const shares: number[] = [];
  for (const { share } of pools) shares.push((shares.at(-1) ?? 0) + share);
  await db.query(
    `create temp table places on commit drop as
     select (select coalesce(max(id), 0) from items) + n as id, ($2::smallint[])[1 + width_bucket(random(), $3::float8[])] as kind
     from generate_series(1, $1::int) as n`,
    [count, pools.map(({ kind }) => kind), shares.slice(0, -1)],
  );
  await db.query(
    `create temp table drawn (id bigint primary key, kind smallint, title int, introduction int, page int, publisher int, category_id bigint,
       category_sub_id bigint, term_ids bigint[], tag_ids bigint[], format text, sold boolean, price float8, kind_of_price float8, state float8,
       fame float8, age float8) on commit drop`,
  );
  for (const pool of pools) await drawItems(db, publishers.length, pool);
  await db.query('analyze drawn');
  await db.query(
    `insert into items (id, kind, publisher_id, title, status, price_fen, org_price_fen, vip_only, category_id, category_sub_id,
       term_ids, format, tag_ids, introduction, facets, view_num, collect_num, download_num, sale_num, published_at, created_at, hot_score)
     overriding system value
     select id, kind, publisher_id, title, status, price_fen, price_fen, vip_only, category_id, category_sub_id, term_ids,
       format, tag_ids, introduction, array_remove(array[category_id, category_sub_id]::bigint[] || term_ids || array[
         case when vip_only then -3 when price_fen = 0 then -1 else -2 end,
         case when vip_only or price_fen = 0 then null ${BANDS_SQL} end,
         case format when 'pdf' then -11 when 'pptx' then -12 end]::bigint[] || tag_ids, null), view_num, collect_num, download_num, sale_num, published_at, published_at,
       cemao_hot_score(view_num, 0, collect_num, download_num, sale_num, published_at)
     from (
       select d.id, d.kind, ($1::bigint[])[d.publisher] as publisher_id, t.text || ' ' || d.id as title,
         case when d.state < 0.95 then 'published' when d.state < 0.98 then 'draft' else 'taken_down' end as status,
         case when not d.sold or d.kind_of_price < 0.36 then 0 else (990 + floor(d.price * d.price * 40) * 500)::bigint end as price_fen,
         d.sold and d.kind_of_price > 0.2 and d.kind_of_price < 0.36 as vip_only,
         d.category_id, d.category_sub_id, d.term_ids, i.text as introduction, d.format, d.tag_ids,
         floor(d.fame * 100000)::bigint as view_num, floor(d.fame * 3000)::bigint as collect_num,
         floor(d.fame * 8000)::bigint as download_num, floor(d.fame * 900)::bigint as sale_num,
         now() - d.age * interval '1095 days' as published_at
       from drawn d join pool_title t on t.n = d.title join pool_introduction i on i.n = d.introduction
     ) as made order by id`,
    [publishers],
  );
  await db.query(
    `insert into item_files (item_id, file_size_bytes, page_count, free_pages, page_texts)
     select d.id, 4000000, 20 + d.page % 40, 3, array[p.text] from drawn d join pool_page p on p.n = d.page where d.format <> ''`,
  );
  await db.query(`select setval(pg_get_serial_sequence('items', 'id'), (select max(id) from items))`);
}

/** The items of one kind among the places. */
async function drawItems(db: pg.ClientBase, publishers: number, { kind, sold, formats, subs, facets, tags }: KindPool): Promise<void> {
  const one = (list: string, power: number) => `(${list})[1 + floor(power(random(), ${power}) * cardinality(${list}))::int]`;
  const own = facets.map((_ids, at) => one(`$${at + 7}::bigint[]`, 1.5));
  await db.query(
    `insert into drawn
     select d.id, $1::smallint, d.title, d.introduction, d.page, d.publisher, ($3::bigint[])[d.sub], ($2::bigint[])[d.sub], d.term_ids,
       array(select distinct tag from unnest(array[d.tag_1, d.tag_2, d.tag_3]) as tag), coalesce(($5::text[])[1 + (d.format > 0.7)::int], ''), $6,
       d.price, d.kind_of_price, d.state, d.fame, d.age
     from (
       select id, 1 + floor(power(random(), 1.5) * (select count(*) from pool_title))::int as title,
         1 + floor(random() * (select count(*) from pool_introduction))::int as introduction,
         1 + floor(random() * (select count(*) from pool_page))::int as page,
         1 + floor(power(random(), 2) * ${publishers})::int as publisher,
         1 + floor(power(random(), 1.8) * ${subs.length})::int as sub,
         array[${own.join(', ')}]::bigint[] as term_ids,
         ${one('$4::bigint[]', 3)} as tag_1, ${one('$4::bigint[]', 3)} as tag_2, ${one('$4::bigint[]', 2)} as tag_3,
         random() as price, random() as kind_of_price, random() as format, random() as state, power(random(), 6) as fame, power(random(), 1.4) as age
       from places where kind = $1
     ) as d`,
    [kind, subs.map((s) => s.id), subs.map((s) => s.parent_id), tags, formats.slice(0, 2), sold, ...facets],
  );
}

/** The search index of what was drawn, by joining the vectors of its texts. */
export async function insertDocuments(db: pg.ClientBase): Promise<void> {
  await db.query(
    `insert into search_documents (item_id, kind, tier, title, tags, introduction, terms, hot_score, download_num, price_fen, published_at)
     select i.id, i.kind, ${TIER_SQL}, lower(i.title), '', n.text,
       t.vector || n.vector || p.vector || array_to_tsvector(array[i.id::text, '#k' || i.kind] || array(select '#' || code from unnest(i.facets) as code)),
       i.hot_score, i.download_num, i.price_fen, i.published_at
     from (
       select id, kind, title, facets, hot_score, download_num, price_fen, published_at, least(
         row_number() over (partition by kind order by hot_score desc, id desc),
         row_number() over (partition by kind order by published_at desc, id desc),
         row_number() over (partition by kind order by download_num desc, id desc)) as place
       from items where status = 'published'
     ) as i
     join drawn d on d.id = i.id
     join pool_title t on t.n = d.title join pool_introduction n on n.n = d.introduction join pool_page p on p.n = d.page`,
  );
}

export async function countTerms(db: pg.ClientBase): Promise<void> {
  await db.query(
    `update terms set item_num = counted.n from (
       select code, count(*) as n from items, unnest(facets) as code where status = 'published' group by code
     ) as counted where counted.code = terms.id`,
  );
}
