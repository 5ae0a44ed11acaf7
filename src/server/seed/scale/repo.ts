import pg from 'pg';
import { TIER_SQL } from '../../modules/search/index.ts';

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

export async function insertTags(db: pg.ClientBase, names: string[]): Promise<number[]> {
  await db.query(`insert into terms (facet, kind, name) select 'tag', 1, unnest($1::text[]) on conflict do nothing`, [names]);
  const found = await db.query<{ id: number }>(
    `select t.id from unnest($1::text[]) with ordinality as n(name, place) join terms t on t.name = n.name and t.facet = 'tag' and t.kind = 1
     order by n.place`,
    [names],
  );
  return found.rows.map((row) => row.id);
}

interface TermIds {
  publishers: number[];
  tags: number[];
  subs: Array<{ id: number; parent_id: number }>;
  industries: number[];
  activities: number[];
}

export async function readTerms(db: pg.ClientBase): Promise<Pick<TermIds, 'subs' | 'industries' | 'activities'>> {
  const of = async (where: string) =>
    (await db.query<{ id: number; parent_id: number }>(`select id, parent_id from terms where kind = 1 and ${where} order by sort, id`))
      .rows;
  return {
    subs: await of(`facet = 'category' and parent_id is not null`),
    industries: (await of(`facet = 'industry'`)).map((row) => row.id),
    activities: (await of(`facet = 'activity'`)).map((row) => row.id),
  };
}

/** Draws the items: power laws for terms, texts and counters; a fifth free, a sixth for members; one in twenty not published. */
export async function insertItems(db: pg.ClientBase, count: number, ids: TermIds): Promise<void> {
  await db.query('select setseed(0.42)');
  await db.query(
    `create temp table drawn on commit drop as
     select (select coalesce(max(id), 0) from items) + n as id,
       1 + floor(power(random(), 1.5) * (select count(*) from pool_title))::int as title,
       1 + floor(random() * (select count(*) from pool_introduction))::int as introduction,
       1 + floor(random() * (select count(*) from pool_page))::int as page,
       1 + floor(power(random(), 1.8) * cardinality($2::bigint[]))::int as sub,
       1 + floor(power(random(), 1.5) * cardinality($3::bigint[]))::int as industry,
       1 + floor(power(random(), 1.5) * cardinality($4::bigint[]))::int as activity,
       1 + floor(power(random(), 2) * cardinality($5::bigint[]))::int as publisher,
       ($6::bigint[])[1 + floor(power(random(), 3) * cardinality($6::bigint[]))::int] as tag_1,
       ($6::bigint[])[1 + floor(power(random(), 3) * cardinality($6::bigint[]))::int] as tag_2,
       ($6::bigint[])[1 + floor(power(random(), 2) * cardinality($6::bigint[]))::int] as tag_3,
       random() as price, random() as kind_of_price, random() as format, random() as state, power(random(), 6) as fame, power(random(), 1.4) as age
     from generate_series(1, $1::int) as n`,
    [count, ids.subs.map((s) => s.id), ids.industries, ids.activities, ids.publishers, ids.tags],
  );
  await db.query('analyze drawn');
  await db.query(
    `insert into items (id, kind, publisher_id, title, status, price_fen, org_price_fen, vip_only, category_id, category_sub_id,
       term_ids, format, tag_ids, introduction, facets, view_num, collect_num, download_num, sale_num, published_at, created_at, hot_score)
     overriding system value
     select id, 1, publisher_id, title, status, price_fen, price_fen, vip_only, category_id, category_sub_id, term_ids,
       format, tag_ids, introduction, array_remove(array[category_id, category_sub_id]::bigint[] || term_ids || array[
         case when vip_only then -3 when price_fen = 0 then -1 end, case when price_fen > 0 then -2 end,
         case format when 'pdf' then -11 when 'pptx' then -12 end]::bigint[] || tag_ids, null), view_num, collect_num, download_num, sale_num, published_at, published_at,
       cemao_hot_score(view_num, 0, collect_num, download_num, sale_num, published_at)
     from (
       select d.id, ($5::bigint[])[d.publisher] as publisher_id, t.text || ' ' || d.id as title,
         case when d.state < 0.95 then 'published' when d.state < 0.98 then 'draft' else 'taken_down' end as status,
         case when d.kind_of_price < 0.36 then 0 else (990 + floor(d.price * d.price * 40) * 500)::bigint end as price_fen,
         d.kind_of_price > 0.2 and d.kind_of_price < 0.36 as vip_only,
         ($2::bigint[])[d.sub] as category_id, ($1::bigint[])[d.sub] as category_sub_id,
         array[($3::bigint[])[d.industry], ($4::bigint[])[d.activity]] as term_ids, i.text as introduction,
         case when d.format < 0.7 then 'pptx' else 'pdf' end as format,
         array(select distinct tag from unnest(array[d.tag_1, d.tag_2, d.tag_3]) as tag) as tag_ids,
         floor(d.fame * 100000)::bigint as view_num, floor(d.fame * 3000)::bigint as collect_num,
         floor(d.fame * 8000)::bigint as download_num, floor(d.fame * 900)::bigint as sale_num,
         now() - d.age * interval '1095 days' as published_at
       from drawn d join pool_title t on t.n = d.title join pool_introduction i on i.n = d.introduction
     ) as made`,
    [ids.subs.map((s) => s.id), ids.subs.map((s) => s.parent_id), ids.industries, ids.activities, ids.publishers],
  );
  await db.query(
    `insert into item_files (item_id, file_size_bytes, page_count, free_pages, page_texts)
     select d.id, 4000000, 20 + d.page % 40, 3, array[p.text] from drawn d join pool_page p on p.n = d.page`,
  );
  await db.query(`select setval(pg_get_serial_sequence('items', 'id'), (select max(id) from items))`);
}

/** The search index of what was drawn, by joining the vectors of its texts. */
export async function insertDocuments(db: pg.ClientBase): Promise<void> {
  await db.query(
    `insert into search_documents (item_id, kind, tier, title, tags, introduction, terms, hot_score, download_num, published_at)
     select i.id, 1, ${TIER_SQL}, lower(i.title), '', n.text,
       t.vector || n.vector || p.vector || array_to_tsvector(array[i.id::text] || array(select '#' || code from unnest(i.facets) as code)),
       i.hot_score, i.download_num, i.published_at
     from (
       select id, title, facets, hot_score, download_num, published_at, least(
         row_number() over (order by hot_score desc, id desc),
         row_number() over (order by published_at desc, id desc),
         row_number() over (order by download_num desc, id desc)) as place
       from items where status = 'published' and kind = 1
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
