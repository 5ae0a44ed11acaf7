import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ItemFilter } from '#contract/item.ts';
import { KINDS } from '#contract/kinds.ts';
import { type Ctx, inTransaction } from '#server/app/ctx.ts';
import { addToItemCounter, listItems, setItemStatus, updateItem } from '#server/modules/catalog/index.ts';
import { hitsInTiers } from '#server/modules/search/hits.repo.ts';
import { findItems, indexItem, reindexOld, searchItems } from '#server/modules/search/index.ts';
import { refreshTiers } from '#server/modules/search/repo.ts';
import { TIERS } from '#server/modules/search/rules.ts';
import { testApp } from '../support/app.ts';
import { type ItemWish, makeItem, makePublisher, settleOutbox } from '../support/catalog.ts';

const t = testApp();
let ctx: Ctx;
const made: Record<string, number> = {};

const world: Record<string, ItemWish> = {
  popup: { title: '城市漫游快闪店策划案', price_fen: 9900 },
  annual: { title: '2026年会策划方案', tags: ['科技感'], introduction: '给互联网公司的盛典' },
  tagged: { title: '品牌之夜', tags: ['年会', '国潮'] },
  told: { title: '答谢晚宴', introduction: '可与公司年会合办' },
  paged: { title: '春日市集', page_texts: ['封面', '现场设置快闪舞台与打卡点', '绝密预算'], free_pages: 2 },
  kpi: { title: 'Q3 KPI会议流程', format: 'pptx' },
  wide: { title: 'ＰＰＴ路演模板' },
  traditional: { title: '發佈會流程' },
  secret: { title: '年会绝密草稿', status: 'draft' },
  down: { title: '年会下架方案' },
};

beforeAll(async () => {
  ctx = t.ctx();
  const publisher_id = await makePublisher(ctx);
  for (const [name, wish] of Object.entries(world)) made[name] = await makeItem(ctx, { publisher_id, ...wish });
  await settleOutbox(ctx);
  await inTransaction(ctx, (tx) => setItemStatus(tx, made['down'] ?? 0, ['published'], 'taken_down'));
  await settleOutbox(ctx);
});

/** Works that hold the words; not what stands in for them. */
const search = async (keyword: string, more = {}) => {
  const { page, search: how } = await searchItems(ctx, KINDS.scheme, { keyword, ...more });
  if (how.answer !== 'all' && how.answer !== 'few') return [];
  return page.list.slice(0, how.whole).map((card) => Object.keys(made).find((name) => made[name] === card.id));
};

describe('search finds', () => {
  it.each([
    ['快闪', ['popup', 'paged'], '2 characters inside a longer word, and in preview text'],
    ['快闪店', ['popup'], '3 characters'],
    ['城市漫游', ['popup'], '4 characters'],
    ['会', ['annual', 'kpi', 'tagged', 'told', 'traditional'], '1 character'],
    ['年会', ['annual', 'tagged', 'told'], 'title before tags before introduction'],
    ['2026年会', ['annual', 'tagged', 'told'], 'a year ranks'],
    ['年会方案', ['annual', 'tagged', 'told'], 'a word that says nothing beside another does not narrow'],
    ['策划方案', ['annual'], 'alone it does'],
    ['kpi会议', ['kpi'], 'mixed, any case'],
    ['KPI', ['kpi'], 'Latin, upper case'],
    ['kp', ['kpi'], 'the beginning of a Latin word'],
    ['PPT', ['wide', 'kpi'], 'half-width finds full-width, and the format that is printed'],
    ['ｐｐｔ', ['wide', 'kpi'], 'full-width finds it too'],
    ['Ｋｐｉ　会议', ['kpi'], 'full-width with a full-width space'],
    ['發佈會', ['traditional'], 'traditional'],
    ['发布会', ['traditional'], 'simplified finds it too'],
    ['科技感 盛典', ['annual'], 'words from different fields'],
    ['绝密', [], 'neither drafts nor locked pages'],
    ['下架', [], 'not what was taken down'],
    ['!!! ???', [], 'punctuation alone'],
    ["'年会' & !", ['annual', 'tagged', 'told'], 'operators are only text'],
    ['', [], 'nothing'],
  ])('SH-2 %s -> %j (%s)', async (keyword, names) => {
    const found = await search(keyword);
    expect(new Set(found)).toEqual(new Set(names));
    if (['年会', '2026年会', '年会方案', 'PPT'].includes(keyword)) expect(found).toEqual(names);
  });

  it('together with filters and sorts', async () => {
    expect(await search('快闪', { price: 'paid' })).toEqual(['popup']);
    expect(await search('快闪', { price: 'free' })).toEqual(['paged']);
    expect(await search('会', { format: 'pptx' })).toEqual(['kpi']);
    await addToItemCounter(ctx, made['told'] ?? 0, 'download_num', 5);
    await indexItem(ctx, made['told'] ?? 0);
    expect((await search('年会', { sort: 'download' }))[0]).toBe('told');
  });

  it('pages without doubles', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => findItems(ctx, KINDS.scheme, { keyword: '年会', page }, 1)));
    expect(pages.map((page) => page.list[0]?.id)).toEqual([made['annual'], made['tagged'], made['told']]);
    expect(pages[0]?.total).toBe(3);
  });
});

describe('the index', () => {
  it('follows a changed title', async () => {
    await inTransaction(ctx, (tx) => updateItem(tx, made['traditional'] ?? 0, { title: '露营音乐节' }));
    expect(await search('露营')).toEqual([]);
    await settleOutbox(ctx);
    expect(await search('露营')).toEqual(['traditional']);
    expect(await search('發佈會')).toEqual([]);
  });

  it('is written once more where its rules are newer, and only then', async () => {
    const of = sql`where item_id = ${made['wide'] ?? 0}`;
    await ctx.db.execute(sql`update search_documents set title = '臺北路演範本', terms = 'x'::tsvector ${of}`);
    await inTransaction(ctx, (tx) => tx.db.execute(sql`delete from site_settings where key = 'search_index'`));
    expect(await search('路演模板')).toEqual([]);
    expect(await reindexOld(ctx)).toBe(Object.keys(world).length - 2);
    expect(await search('路演模板')).toEqual(['wide']);
    expect(await reindexOld(ctx)).toBe(0);
  });

  it('is brought along by the migration from before kinds were terms', async () => {
    const member = await makeItem(ctx, { publisher_id: 1, title: '专享合辑', vip_only: true, price_fen: 3900 });
    await settleOutbox(ctx);
    await ctx.db.execute(sql`update items set facets = facets || array[-2]::bigint[] where id = ${member}`);
    await ctx.db.execute(sql`update search_documents set price_fen = 0,
      terms = ts_delete(terms, '#k1') || (case when item_id = ${member} then '''#-2''' else '' end)::tsvector`);
    expect(await search('年会')).toEqual([]);
    const migration = readFileSync('src/server/db/migrations/0005_search-by-kind.sql', 'utf8').split('--> statement-breakpoint');
    for (const statement of migration.filter((part) => /^update/m.test(part))) await ctx.db.execute(sql.raw(statement));
    expect(new Set(await search('年会'))).toEqual(new Set(['annual', 'tagged', 'told']));
    const ids = async (more: ItemFilter) => (await findItems(ctx, KINDS.scheme, { keyword: '合辑', ...more })).list.map((card) => card.id);
    expect(await ids({ price: 'vip' })).toEqual([member]);
    expect(await ids({ price: 'paid' })).toEqual([]);
    expect((await listItems(ctx, KINDS.scheme, { price: 'paid' })).list.map((card) => card.id)).toEqual([made['popup']]);
  });

  it('finds in every tier, and refreshing keeps what new items need: the front', async () => {
    await refreshTiers(ctx.db, [1]);
    expect(await search('会')).toHaveLength(4);
  });

  it('S4 has the best of a tier that holds more than a search reads, whatever its kind and number', async () => {
    await ctx.db.execute(sql`insert into search_documents (item_id, kind, title, terms, download_num)
      select 900000 + n, 1 + n % 2, '彗星', array_to_tsvector(array['彗星']), case n when 1 then 99 else 0 end from generate_series(1, 500) as n`);
    const order = { words: { words: [], terms: [], either: [], rank: [] }, sort: 'download' as const, now: ctx.app.clock.now() };
    const [first] = await hitsInTiers(ctx.db, [0, TIERS - 1], { any: [`'彗星'`], filter: null }, order);
    expect(first?.id).toBe(900_001);
    await ctx.db.execute(sql`delete from search_documents where item_id > 900000`);
  });
});
