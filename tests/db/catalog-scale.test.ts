import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ItemFilter } from '#contract/item.ts';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import { seedScale } from '#demo/scale.ts';
import type { Ctx } from '#server/app/ctx.ts';
import { checksDone, facetsOf, forgetCounts, itemsAtPlaces, kindTerms, listItems, recommendItems } from '#server/modules/catalog/index.ts';
import { findBefore } from '#server/modules/catalog/listing/by-kind.repo.ts';
import { countListed, findWay, pageOfIds } from '#server/modules/catalog/listing/repo.ts';
import { countWorks, refreshHotScores } from '#server/modules/catalog/repo.ts';
import { recountTerms } from '#server/modules/catalog/terms/repo.ts';
import { findShares, hitsAmong, hitsInTiers, SAMPLE_SQL } from '#server/modules/search/hits.repo.ts';
import { countHits, dictionaryOf, findItems, planSearch, searchItems } from '#server/modules/search/index.ts';
import { indexQueries } from '#server/modules/search/index-query.ts';
import { parseQuery } from '#server/modules/search/parse-query.ts';
import { refreshTiers, TIER_SQL } from '#server/modules/search/repo.ts';
import { facetTerm, type ParsedQuery, quoted, TIERS, tsquery } from '#server/modules/search/rules.ts';
import { registerAllKinds } from '../support/all-kinds.ts';
import { testApp } from '../support/app.ts';
import { nodesOf, planOf, plansOf } from '../support/many-rows.ts';

// The plans at a million are the bench's business (tests/bench/scale.mjs); here: the world is what it says, and everything answers.
const ALL: KindFacts[] = Object.values(KINDS);
const t = testApp();
let ctx: Ctx;
const takeAway = registerAllKinds();
/** Calls say how they were answered, pages say it apart. */
const omitAnswer = <T extends { answer: unknown }>({ answer: _, ...page }: T) => page;

beforeAll(async () => {
  ctx = t.ctx();
  await seedScale(ctx, { factor: 8, database_url: t.booted.database_url });
});
afterAll(async () => {
  takeAway();
});

it('makes the asked number of items, all published ones searchable, and gives the indexes back', async () => {
  const counts = await ctx.db.execute<{ items: number; published: number; documents: number }>(sql`
    select (select count(*) from items) as items, (select count(*) from items where status = 'published') as published,
      (select count(*) from search_documents) as documents`);
  expect(counts.rows[0]?.items).toBe(8_000);
  expect(counts.rows[0]?.documents).toBe(counts.rows[0]?.published);
  const indexes = await ctx.db.execute<{ indexname: string }>(
    sql`select indexname from pg_indexes where indexname like 'items_by_%' or indexname like 'search_documents_tier_%' order by 1`,
  );
  expect(indexes.rows.map((row) => row.indexname)).toEqual([
    'items_by_download',
    'items_by_end',
    'items_by_facet',
    'items_by_hot',
    'items_by_pay',
    'items_by_price',
    'items_by_rating',
    'items_by_time',
    ...Array.from({ length: TIERS }, (_, tier) => `search_documents_tier_${tier}`).sort(),
  ]);
});

it('spreads the items over all kinds by a skewed share, the greatest below two fifths', async () => {
  const { rows } = await ctx.db.execute<{ kind: number; n: number }>(sql`select kind, count(*)::int as n from items group by kind`);
  expect(rows.map(({ kind }) => kind).sort((a, b) => a - b)).toEqual(ALL.map(({ code }) => code).sort((a, b) => a - b));
  const most = rows.toSorted((a, b) => b.n - a.n)[0];
  expect(most?.kind).toBe(KINDS.scheme.code);
  expect((most?.n ?? 0) / 8_000).toBeLessThan(0.42);
  expect(Math.min(...rows.map(({ n }) => n))).toBeGreaterThan(20);
});

it('orders every list by walking its index, without sorting', async () => {
  for (const [order, index] of [
    ['hot_score desc nulls last, id desc nulls last', 'items_by_hot'],
    ['published_at desc nulls last, id desc nulls last', 'items_by_time'],
    ['download_num desc nulls last, id desc nulls last', 'items_by_download'],
    ['price_fen + 0 asc nulls last, id desc nulls last', 'items_by_price'],
    ['price_fen + 0 desc nulls first, id asc nulls first', 'items_by_price'],
  ]) {
    const plan = await ctx.db.execute<{ 'QUERY PLAN': string }>(
      sql`explain select id from items where status = 'published' and kind = 1 order by ${sql.raw(order ?? '')} limit 20`,
    );
    const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toMatch(new RegExp(`Index Only Scan (Backward )?using ${index}`));
    expect(text).not.toContain('Sort');
  }
});

it('leaves behind inside the index what does not pass, without touching rows', async () => {
  await ctx.db.execute(sql`vacuum analyze items`);
  const plan = await ctx.db.execute<{ 'QUERY PLAN': string }>(
    sql`explain select id from items where status = 'published' and kind = 1 and category_id = 1 and term_ids @> '{46}' and price_fen > 0
      and format = 'pptx' order by hot_score desc nulls last, id desc nulls last limit 2`,
  );
  const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(text).toMatch(/Index Only Scan using items_by_hot/);
  expect(text).toMatch(/Index Cond: .*category_id = 1.*price_fen > 0.*format = 'pptx'/);
  // what was chosen of the kind's own facets is compared in the index, too: the scan reads no rows
  expect(text).not.toMatch(/Sort|Filter: (?!\(term_ids @> )/);
});

it('counts to the cap and says that there are more', async () => {
  expect(await listItems(ctx, KINDS.scheme, {})).toMatchObject({ total: 600, total_capped: true });
  expect((await listItems(ctx, KINDS.scheme, { page: 30 })).list).toHaveLength(20);
  expect((await listItems(ctx, KINDS.scheme, { page: 31 })).list).toHaveLength(0);
  const terms = await kindTerms(ctx, KINDS.scheme);
  const rare = await listItems(ctx, KINDS.scheme, { cid: terms.categories.at(-1)?.id, price: 'vip' });
  expect(rare.total_capped).toBeUndefined();
});

it('finds the same by walking an order as by the facet index, for every kind of filter', async () => {
  const terms = await kindTerms(ctx, KINDS.scheme);
  const filters: ItemFilter[] = [];
  for (const cid of [undefined, terms.categories[0]])
    for (const tag of [undefined, terms.tags[1]?.id])
      for (const industry of [undefined, terms.facets['industry']?.[0]?.id])
        for (const price of ['all', 'free', 'paid', 'vip'] as const)
          for (const format of [undefined, 'pdf', 'pptx'] as const) {
            const of = { ...(tag && { tag }), ...(industry && { terms: { industry } }), ...(format && { format }), price };
            filters.push(
              of,
              ...(cid
                ? [
                    { ...of, cid: cid.id },
                    { ...of, cid: cid.id, cid2: cid.children?.[0]?.id as number },
                  ]
                : []),
            );
          }
  for (const filter of filters) {
    if (facetsOf(filter).length === 0) continue;
    const { keys, of } = await findWay(ctx, KINDS.scheme.code, filter);
    const walked = { guess: Number.POSITIVE_INFINITY, of, keys };
    const indexed = { guess: 0, of, keys };
    for (const sort of ['recommend', 'new', 'download', 'price_up', 'price_down'] as const) {
      const page = await pageOfIds(ctx.db, KINDS.scheme.code, filter, indexed, sort, 3, 20);
      expect((await pageOfIds(ctx.db, KINDS.scheme.code, filter, walked, sort, 3, 20)).ids, JSON.stringify(filter)).toEqual(page.ids);
      expect(await countListed(ctx.db, KINDS.scheme.code, filter, walked, 10_000), JSON.stringify(filter)).toBe(page.found);
    }
  }
});

it('guesses well for a small kind, too: a term is not counted down by its kind', async () => {
  for (const kind of [KINDS.ppt, KINDS.job]) {
    const [category] = (await kindTerms(ctx, kind)).categories.toSorted((a, b) => b.item_num - a.item_num);
    const { guess } = await findWay(ctx, kind.code, { cid: category?.id ?? 0 });
    expect(guess / (category?.item_num ?? 0), kind.key).toBeGreaterThan(0.5);
    expect(guess / (category?.item_num ?? 0), kind.key).toBeLessThan(2);
  }
});

it('guesses well for two terms of a small kind: they are counted among its items, not among all', async () => {
  const { categories, tags } = await kindTerms(ctx, KINDS.ppt);
  const cid = categories.toSorted((a, b) => b.item_num - a.item_num)[0]?.id ?? 0;
  for (const { id } of tags.slice(0, 3)) {
    const filter = { cid, tag: id };
    const { guess, of, keys } = await findWay(ctx, KINDS.ppt.code, filter);
    const n = await countListed(ctx.db, KINDS.ppt.code, filter, { guess: 0, of, keys }, 10_000);
    expect(guess / n, String(id)).toBeGreaterThan(0.4);
    expect(guess / n, String(id)).toBeLessThan(2.5);
  }
});

it('asks the facet index alone for a combination, not the index of a kind beside it', async () => {
  const { categories, tags } = await kindTerms(ctx, KINDS.scheme);
  const filter = { cid: categories[0]?.id ?? 0, tag: tags[0]?.id ?? 0 };
  const { of, keys } = await findWay(ctx, KINDS.scheme.code, filter);
  const plans: string[] = [];
  const explaining = {
    execute: async (query: SQL) => {
      const { rows } = await ctx.db.execute<{ 'QUERY PLAN': string }>(sql`explain ${query}`);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      return ctx.db.execute(query);
    },
  };
  await pageOfIds(explaining as never, KINDS.scheme.code, filter, { guess: 0, of, keys }, 'new', 0, 20);
  expect(plans.join()).toMatch(/items_by_facet/);
  // so many rows do not tempt the planner yet: what keeps it away is the sum
  expect(plans.join()).toMatch(/kind \+ 0/);
});

it('believes the planner at first where it guesses many, and knows better as soon as it has counted', async () => {
  const filter: ItemFilter = { price: 'paid' };
  await ctx.db.execute(sql`alter table items set (autovacuum_enabled = false)`);
  await ctx.db.execute(sql`analyze items`);
  // far fewer than the statistics say
  await ctx.db.execute(
    sql`update items set status = 'taken_down' where status = 'published' and price_fen > 0 and not vip_only and id % 100 <> 0`,
  );
  forgetCounts(t.booted.app);
  expect(await listItems(ctx, KINDS.scheme, filter)).toMatchObject({ total_capped: true });
  await checksDone(t.booted.app);
  const { total, total_capped } = await listItems(ctx, KINDS.scheme, filter);
  expect(total).toBeLessThan(40);
  expect(total_capped).toBeUndefined();
  await ctx.db.execute(
    sql`update items set status = 'published' where status = 'taken_down' and price_fen > 0 and not vip_only and id % 100 <> 0`,
  );
});

it('finds common and rare words, one reach for the common ones, the same pages in any tier layout', async () => {
  const common = await findItems(ctx, KINDS.scheme, { keyword: '会' });
  expect(common).toMatchObject({ total: 400, total_capped: true });
  const id = common.list[0]?.id ?? 0;
  expect((await findItems(ctx, KINDS.scheme, { keyword: String(id) })).list.map((card) => card.id)).toContain(id);
  const before = await findItems(ctx, KINDS.scheme, { keyword: '快闪店', sort: 'new' });
  await ctx.db.execute(sql`update search_documents set tier = ${TIERS - 1}`);
  expect(await findItems(ctx, KINDS.scheme, { keyword: '会' })).toMatchObject({ total: 400, total_capped: true });
  await refreshTiers(
    ctx.db,
    ALL.map(({ code }) => code),
  );
  const after = await findItems(ctx, KINDS.scheme, { keyword: '快闪店', sort: 'new' });
  expect(after.list.map((card) => card.id)).toEqual(before.list.map((card) => card.id));
});

it('finds the same whatever is left to the filter, for rare and for common words', async () => {
  await ctx.db.execute(sql`analyze search_documents`);
  const shares = await findShares(ctx.db);
  expect(shares.get('#k1')).toBeGreaterThan(0.3);
  const { categories } = await kindTerms(ctx, KINDS.scheme);
  const others = (await listItems(ctx, KINDS.ppt, {})).list.map(({ id }) => id);
  for (const keyword of ['敦煌奇遇', '漫游之夜2026露营派对', '777', 'KP 快闪', '年会', '快闪店', '会'])
    for (const more of [{ price: 'free' }, { cid: categories[0]?.id ?? 0, price: 'paid' }, { format: 'pptx' }] as ItemFilter[]) {
      const words = parseQuery(keyword, await dictionaryOf(ctx));
      if (!words) throw new Error(keyword);
      const facets = facetsOf(more);
      const matching = await ctx.db.execute<{ ids: number[] }>(sql`
        select coalesce(array_agg(item_id order by item_id), '{}') as ids from search_documents
        where kind = 1 and terms @@ ${tsquery(words)}::tsquery and terms @@ ${facets.map((code) => quoted(facetTerm(code))).join(' & ')}::tsquery`);
      const ids = (matching.rows[0]?.ids ?? []).map(Number);
      const order = { words, sort: 'recommend' as const, now: new Date() };
      for (const of of [shares, new Map()])
        for (const index of Object.values(indexQueries(words, { kind: 1, facets }, of))) {
          const read = await (typeof index === 'string'
            ? hitsAmong(ctx.db, [...ids, ...others], index, order)
            : Promise.all(Array.from({ length: TIERS }, (_, tier) => hitsInTiers(ctx.db, [tier, tier], index, order))));
          const found = read
            .flat()
            .map(({ id }) => id)
            .sort((a, b) => a - b);
          expect([keyword, more, index, found]).toEqual([keyword, more, index, ids]);
        }
      const { page, search } = await searchItems(ctx, KINDS.scheme, { keyword, ...more });
      // what stands in for nothing is found by fewer words
      const total = search.answer === 'all' ? page.total : (search.whole ?? 0);
      expect([keyword, more, total]).toEqual([keyword, more, Math.min(400, ids.length)]);
    }
});

it('shows the newest matches first, although a common word is read from the first tiers only', async () => {
  const newest = await ctx.db.execute<{ item_id: number }>(sql`
    select item_id from search_documents where kind = 1 and terms @@ '''会'''::tsquery order by published_at desc, item_id desc limit 20`);
  const found = await findItems(ctx, KINDS.scheme, { keyword: '会', sort: 'new' });
  expect(found.list.map((card) => card.id)).toEqual(newest.rows.map((row) => row.item_id));
});

it.each([KINDS.ppt, KINDS.resource, KINDS.job])('finds, counts and lists $key for itself, whatever the other kinds hold', async (kind) => {
  for (const keyword of ['会', '快闪店', '敦煌奇遇']) {
    const words = parseQuery(keyword, await dictionaryOf(ctx));
    if (!words) throw new Error(keyword);
    const { rows } = await ctx.db.execute<{ ids: number[] }>(sql`
      select coalesce(array_agg(item_id order by item_id), '{}') as ids from search_documents
      where kind = ${kind.code} and terms @@ ${tsquery(words)}::tsquery`);
    const ids = (rows[0]?.ids ?? []).map(Number);
    const { usual } = indexQueries(words, { kind: kind.code }, new Map());
    const order = { words, sort: 'recommend' as const, now: new Date() };
    const read = await Promise.all(Array.from({ length: TIERS }, (_, tier) => hitsInTiers(ctx.db, [tier, tier], usual, order)));
    const read_ids = (hits: ReadonlyArray<{ id: number }>) => hits.map(({ id }) => id).sort((a, b) => a - b);
    expect(read_ids(read.flat())).toEqual(ids);
    const plan = await planSearch(ctx, keyword);
    const counted = { kind, total: Math.min(99, ids.length), capped: ids.length > 99 };
    const alone = (await countHits(ctx, [kind], plan))[0];
    const among = (await countHits(ctx, ALL, plan)).find((one) => one.kind === kind);
    for (const hits of [alone, among]) {
      expect(hits).toMatchObject(counted);
      // what a count says of a tier is so, of many a hundred, and reading by it finds the same
      for (const [tier, n] of hits?.held ?? []) expect(Math.min(100, read[tier]?.length ?? 0), `tier ${tier}`).toBe(Math.min(100, n));
      if (hits?.ids) expect(hits.ids.toSorted((a, b) => a - b)).toEqual(ids);
      for (const filter of [{ keyword, sort: 'new' }, { keyword, price: 'free' }, { keyword }] as ItemFilter[])
        expect((await searchItems(ctx, kind, filter, { plan, ...(hits ? { counted: hits } : {}) })).page).toEqual(
          omitAnswer(await findItems(ctx, kind, filter)),
        );
    }
    expect((await findItems(ctx, kind, { keyword, sort: 'price_down' })).list.every((card) => card.kind === kind.key)).toBe(true);
  }
  const { rows } = await ctx.db.execute<{ n: number }>(
    sql`select count(*)::int as n from items where kind = ${kind.code} and status = 'published'`,
  );
  expect((await listItems(ctx, kind, {})).total).toBe(Math.min(600, rows[0]?.n ?? 0));
});

it('looks for the kind inside the index of a tier: nothing is fetched to be thrown away', async () => {
  await ctx.db.execute(sql`update search_documents set tier = 0`);
  await ctx.db.execute(sql`vacuum analyze search_documents`);
  const { usual: index } = indexQueries(
    parseQuery('会', await dictionaryOf(ctx)) as ParsedQuery,
    { kind: KINDS.job.code },
    await findShares(ctx.db),
  );
  const { rows } = await ctx.db.execute<{ 'QUERY PLAN': Array<{ Plan: unknown }> }>(sql`
    explain (analyze, format json) select item_id from search_documents
    where tier = 0 and terms @@ ${index.any[0]}::tsquery`);
  const plan = JSON.stringify(rows[0]?.['QUERY PLAN']);
  const { total } = await findItems(ctx, KINDS.job, { keyword: '会' });
  expect(plan).toContain('search_documents_tier_0');
  expect(Number(/"Node Type":"Bitmap Index Scan".*?"Actual Rows":(\d+)/.exec(plan)?.[1])).toBe(total);
  await refreshTiers(ctx.db, [KINDS.job.code]);
});

it('recommends without repeating until the ring is through', async () => {
  const id = (await listItems(ctx, KINDS.scheme, {})).list[0]?.id ?? 0;
  const seen: number[] = [];
  for (const page of [1, 2, 3, 4, 5, 6, 7, 8]) seen.push(...(await recommendItems(ctx, KINDS.scheme, { id, page })).map((card) => card.id));
  expect(new Set(seen).size).toBe(48);
  expect(seen).not.toContain(id);
});

it('suggests and corrects by index among many words', async () => {
  await ctx.db.execute(sql`insert into search_words (word, pinyin, initials, shorter, n)
    select '词' || i, 'ci' || i, 'c' || i, array['词' || i % 1000, 'x' || i], i % 97 from generate_series(1, 40000) i on conflict do nothing`);
  await ctx.db.execute(sql`analyze search_words`);
  for (const [where, index] of [
    ["word ~>=~ '年会' and word ~<~ '年会\u{10ffff}'", 'search_words_by_word'],
    ["pinyin ~>=~ 'nianh' and pinyin ~<~ 'nianh\u{10ffff}'", 'search_words_by_pinyin'],
    ["initials ~>=~ 'nh' and initials ~<~ 'nh\u{10ffff}'", 'search_words_by_initials'],
    ["pinyin = any('{nianhui,hui}')", 'search_words_by_pinyin'],
    ["shorter && '{年方案,会方案}'", 'search_words_by_shorter'],
  ] as const) {
    const plan = await ctx.db.execute<{ 'QUERY PLAN': string }>(
      sql`explain select word from search_words where ${sql.raw(where)} order by n desc limit 8`,
    );
    const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toContain(index);
    expect(text).not.toContain('Seq Scan');
  }
});

it('27.7 samples works while a keyword is typed by the indexes of the tiers, whatever it says', async () => {
  const given = [`'''年会'''`, "'年会'", "'{年会}'", "'{}'"];
  const common = given.reduce((text, value, at) => text.replaceAll(`$${at + 1}`, () => value), SAMPLE_SQL);
  for (const [how, text] of [
    ['generic_plan', SAMPLE_SQL],
    ['costs', common],
  ] as const) {
    const plan = await ctx.db.execute<{ 'QUERY PLAN': string }>(sql.raw(`explain (${how}) ${text}`));
    const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(lines).not.toContain('Seq Scan');
    for (const tier of [0, TIERS - 1]) expect(lines).toContain(`search_documents_tier_${tier}`);
  }
});

it('brings the scores of the order 推荐 up to date in strips of ids', async () => {
  const published = async (which = sql`true`) =>
    (await ctx.db.execute<{ n: number }>(sql`select count(*)::int as n from items where status = 'published' and ${which}`)).rows[0]?.n ??
    0;
  await ctx.db.execute(sql`update items set hot_score = -1, download_num = id % 7 where status = 'published'`);
  const query = vi.spyOn(t.booted.pool.pool, 'query');
  expect(await refreshHotScores(ctx.db, 1_000)).toBe(await published());
  const moved = await Promise.all(
    query.mock.results.map(async ({ value }) => ((await value) as { command: string; rowCount: number }) ?? null),
  );
  query.mockRestore();
  const updates = moved.filter(({ command }) => command === 'UPDATE');
  expect(updates.length).toBeGreaterThanOrEqual(8);
  expect(Math.max(...updates.map(({ rowCount }) => rowCount))).toBeLessThanOrEqual(1_000);
  expect(await published(sql`hot_score < 0`)).toBe(0);
  expect(await refreshHotScores(ctx.db, 3_000)).toBe(0);
  // what somebody holds waits for the next time, so that no two wait for each other
  await ctx.db.execute(
    sql`update items set hot_score = -1 where id in (select id from items where status = 'published' order by id limit 5)`,
  );
  await ctx.db.transaction(async (held) => {
    await held.execute(sql`select 1 from items where hot_score = -1 order by id desc limit 2 for update`);
    expect(await refreshHotScores(ctx.db)).toBe(3);
  });
  expect(await refreshHotScores(ctx.db)).toBe(2);
});

it('tiers and counts in strips of ids are those of the whole, with many of one value', async () => {
  await ctx.db.execute(sql`update items set hot_score = id * 7919 % 50, download_num = id * 104729 % 9, view_num = id % 11,
    published_at = timestamptz '2026-03-01' + (id % 400) * interval '1.000001 hours' where status = 'published'`);
  await ctx.db.execute(sql`update search_documents set tier = 11 - tier`);
  await ctx.db.execute(sql`update terms set item_num = item_num + 1`);
  const kinds = ALL.map(({ code }) => code);
  await refreshTiers(ctx.db, kinds, { strip: 700 });
  const odd = await ctx.db.execute(sql`
    with ranked as (
      select id, kind, hot_score, download_num, least(
        row_number() over (partition by kind order by hot_score desc, id desc),
        row_number() over (partition by kind order by published_at desc, id desc),
        row_number() over (partition by kind order by download_num desc, id desc)) as place
      from items where status = 'published')
    select r.id, r.kind, r.place, d.tier, ${sql.raw(TIER_SQL)} as wanted from ranked r join search_documents d on d.item_id = r.id
    where (d.tier, d.hot_score, d.download_num) is distinct from (${sql.raw(TIER_SQL)}, r.hot_score, r.download_num)`);
  expect(odd.rows).toEqual([]);
  const { rows: filled } = await ctx.db.execute<{ tier: number; n: number }>(
    sql`select tier, count(*)::int as n from search_documents where kind = ${KINDS.scheme.code} group by tier order by tier`,
  );
  expect(filled.length).toBeGreaterThan(2);

  await recountTerms(ctx.db, 700);
  const { rows: wrong } = await ctx.db.execute(sql`
    select t.id, t.item_num from terms t left join (
      select code, count(*) as n from items, unnest(facets) as code where status = 'published' group by code
    ) c on c.code = t.id where t.item_num <> coalesce(c.n, 0)`);
  expect(wrong).toEqual([]);
  expect(await recountTerms(ctx.db)).toEqual([]);
  const { rows: works } = await ctx.db.execute(sql`
    select publisher_id, count(*) as works_num, sum(view_num)::bigint as view_num from items where status = 'published' group by 1 order by 1`);
  expect((await countWorks(ctx.db, 700)).toSorted((a, b) => a.publisher_id - b.publisher_id)).toEqual(works);
});

it('who stands at the ends of the tiers, and what came before a work, is found along the indexes, without sorting a kind', async () => {
  await ctx.db.execute(sql`vacuum analyze items`);
  const plans = await plansOf(t.booted.pool.pool, () => itemsAtPlaces(ctx.db, KINDS.scheme.code, [500, 1_000]));
  expect(plans).toHaveLength(6);
  plans.push(await planOf(t.booted.pool.pool, () => findBefore(ctx.db, KINDS.scheme.code, 1, ctx.app.clock.now())));
  expect(plans.flatMap(nodesOf).filter((node) => node['Node Type'] === 'Sort')).toEqual([]);
});
