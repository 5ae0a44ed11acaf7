import { beforeAll, describe, expect, it } from 'vitest';
import type { Term } from '#contract/item.ts';
import { KINDS } from '#contract/kinds.ts';
import { type Ctx, inTransaction } from '#server/app/ctx.ts';
import {
  addToItemCounter,
  collectionIds,
  collectionsOf,
  createCollection,
  DEFAULT_CATEGORIES,
  ensureTags,
  getCollection,
  getItem,
  installDefaultTerms,
  itemCards,
  kindTerms,
  listItems,
  recommendItems,
  setItemStatus,
  tagNamed,
  tagsAmong,
  topItems,
  updateItem,
} from '#server/modules/catalog/index.ts';
import { recountTerms } from '#server/modules/catalog/terms/repo.ts';
import { homeView } from '#server/views/home.ts';
import { filterNamed, itemListView } from '#server/views/item-list.ts';
import { itemScreen } from '#server/views/item-screen.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePublisher } from '../support/catalog.ts';

const t = testApp();
let ctx: Ctx;
let publisher_id: number;
let cid: number;
let cid2: number;
let industry_id: number;
const made: Record<string, number> = {};
const day = (n: number) => new Date(Date.UTC(2026, 0, n));

beforeAll(async () => {
  ctx = t.ctx();
  publisher_id = await makePublisher(ctx);
  await inTransaction(ctx, installDefaultTerms);
  const terms = await kindTerms(ctx, KINDS.scheme);
  const first = terms.categories[0];
  cid = first?.id ?? 0;
  cid2 = first?.children?.[0]?.id ?? 0;
  industry_id = terms.facets['industry']?.[0]?.id ?? 0;
  const base = { publisher_id, category_id: cid, category_sub_id: cid2 };
  made['free'] = await makeItem(ctx, {
    ...base,
    title: '免费年会',
    tags: ['年会', '科技感'],
    published_at: day(1),
    page_texts: ['甲', '乙', '丙'],
  });
  made['paid'] = await makeItem(ctx, {
    ...base,
    title: '付费年会',
    price_fen: 1990,
    tags: ['年会'],
    term_ids: [industry_id],
    published_at: day(2),
  });
  made['vip'] = await makeItem(ctx, { ...base, title: '会员年会', vip_only: true, price_fen: 3900, format: 'pptx', published_at: day(3) });
  made['other'] = await makeItem(ctx, {
    publisher_id,
    category_id: terms.categories[1]?.id ?? 0,
    title: '别的',
    price_fen: 100,
    published_at: day(4),
  });
  for (const status of ['draft', 'reviewing', 'rejected', 'taken_down'] as const)
    made[status] = await makeItem(ctx, {
      ...base,
      title: `隐藏 ${status}`,
      tags: ['年会'],
      status,
      published_at: day(9),
      page_texts: ['密', '密'],
    });
  await addToItemCounter(ctx, made['paid'] ?? 0, 'download_num', 9);
  await recountTerms(ctx.db);
});

const ids = (list: Array<{ id: number }>) => list.map((card) => card.id);
const of = (...names: string[]) => names.map((name) => made[name]);

describe('lists', () => {
  it('U-19 sorts by newest, downloads and recommendation', async () => {
    expect(ids((await listItems(ctx, KINDS.scheme, { sort: 'new' })).list)).toEqual(of('other', 'vip', 'paid', 'free'));
    expect(ids((await listItems(ctx, KINDS.scheme, { sort: 'download' })).list)[0]).toBe(made['paid']);
    expect(ids((await listItems(ctx, KINDS.scheme, {})).list)).toHaveLength(4);
    expect(ids((await listItems(ctx, KINDS.scheme, { sort: 'price_up' })).list)).toEqual(of('free', 'other', 'paid', 'vip'));
    expect(ids((await listItems(ctx, KINDS.scheme, { sort: 'price_down', cid })).list)).toEqual(of('vip', 'paid', 'free'));
  });

  it.each([
    ['category', () => ({ cid }), ['vip', 'paid', 'free']],
    ['sub category', () => ({ cid, cid2 }), ['vip', 'paid', 'free']],
    ['free', () => ({ price: 'free' as const }), ['free']],
    ['paid', () => ({ price: 'paid' as const }), ['other', 'paid']],
    ['member', () => ({ price: 'vip' as const }), ['vip']],
    ['format', () => ({ format: 'pptx' as const }), ['vip']],
    ['industry and price', () => ({ terms: { industry: industry_id }, price: 'paid' as const }), ['paid']],
    ['nothing fits', () => ({ terms: { industry: industry_id }, format: 'pptx' as const }), []],
  ])('filters by %s', async (_name, filter, names) => {
    const page = await listItems(ctx, KINDS.scheme, { ...filter(), sort: 'new' });
    expect(ids(page.list)).toEqual(of(...names));
    expect(page.total).toBe(names.length);
  });

  it('pages without gaps or doubles and tells the true total beyond the end', async () => {
    const first = await listItems(ctx, KINDS.scheme, { sort: 'new', page: 1 }, 3);
    const second = await listItems(ctx, KINDS.scheme, { sort: 'new', page: 2 }, 3);
    expect([...ids(first.list), ...ids(second.list)]).toEqual(of('other', 'vip', 'paid', 'free'));
    expect(await listItems(ctx, KINDS.scheme, { page: 99 }, 3)).toMatchObject({ list: [], total: 4, page: 99 });
  });

  it('follows a change of price, because facets are generated', async () => {
    await inTransaction(ctx, (tx) => updateItem(tx, made['free'] ?? 0, { price_fen: 500 }));
    expect(ids((await listItems(ctx, KINDS.scheme, { price: 'free' })).list)).toEqual([]);
    await inTransaction(ctx, (tx) => updateItem(tx, made['free'] ?? 0, { price_fen: 0 }));
    expect(ids((await listItems(ctx, KINDS.scheme, { price: 'free' })).list)).toEqual(of('free'));
  });

  it('counts terms of published schemes only', async () => {
    const terms = await kindTerms(ctx, KINDS.scheme);
    expect(terms.categories.find((term) => term.id === cid)?.item_num).toBe(3);
    expect(terms.tags.map(({ name, item_num }) => [name, item_num])).toEqual([
      ['年会', 2],
      ['科技感', 1],
    ]);
  });
});

describe('U-18 tags that lead on', () => {
  it('are those of the items that pass the filter, or of what a search found', async () => {
    const names = (list: Term[]) => list.map((term) => term.name);
    expect(names(await tagsAmong(ctx, KINDS.scheme, { filter: { price: 'paid' } }))).toEqual(['年会']);
    expect(names(await tagsAmong(ctx, KINDS.scheme, { filter: { price: 'free' } }))).toEqual(['年会', '科技感']);
    expect(names(await tagsAmong(ctx, KINDS.scheme, { ids: of('vip', 'other') as number[] }))).toEqual([]);
    expect(names((await itemListView(ctx, KINDS.scheme, { price: 'paid' })).terms.tags)).toEqual(['年会']);
  });

  it('are found by their names, in the kind that has them', async () => {
    expect(await filterNamed(ctx, KINDS.scheme, ' 科技感 ')).toEqual({ tag: (await tagNamed(ctx, KINDS.scheme, '科技感'))?.id });
    expect(await filterNamed(ctx, KINDS.ppt, '科技感')).toEqual({ keyword: '科技感' });
  });
});

describe('what is not published appears nowhere', () => {
  const hidden = () => of('draft', 'reviewing', 'rejected', 'taken_down');
  const nowhere = (list: Array<{ id: number }>) => expect(ids(list).filter((id) => hidden().includes(id))).toEqual([]);

  it('in lists, cards, rails, recommendations, collections and home', async () => {
    for (const sort of ['recommend', 'new', 'download'] as const) nowhere((await listItems(ctx, KINDS.scheme, { sort, cid }, 50)).list);
    nowhere(await itemCards(ctx, hidden() as number[]));
    nowhere(await topItems(ctx, KINDS.scheme, { sort: 'new' }, 50));
    nowhere(await recommendItems(ctx, KINDS.scheme, { id: made['free'], limit: 24 }));
    const id = await inTransaction(ctx, (tx) =>
      createCollection(tx, { kind: KINDS.scheme, title: '合集', item_ids: [...hidden(), made['free']] as number[] }),
    );
    expect((await getCollection(ctx, id))?.items).toMatchObject({ total: 1, list: [{ id: made['free'] }] });
    const empty = await inTransaction(ctx, (tx) =>
      createCollection(tx, { kind: KINDS.scheme, title: '空合集', item_ids: hidden() as number[] }),
    );
    expect((await collectionsOf(ctx, made['draft'] ?? 0)).list.map((row) => row.id)).toEqual([id]);
    expect(await collectionIds(ctx, KINDS.scheme, 10)).not.toContain(empty);
    const home = await homeView(ctx);
    nowhere([...home.recommended, ...home.newest, ...home.others.map(({ card }) => card)]);
    expect(home.categories).toHaveLength(DEFAULT_CATEGORIES.length);
  });

  it('as a detail', async () => {
    for (const id of hidden()) expect(await itemScreen(ctx, KINDS.scheme, id ?? 0)).toBeNull();
  });
});

describe('details', () => {
  it('show free pages and their text only', async () => {
    const shown = (await itemScreen(ctx, KINDS.scheme, made['free'] ?? 0))?.item;
    expect(shown).toMatchObject({ pages: 3, free_pages: 2, scheme_json: ['甲', '乙'], page_ratio: 1440 / 810 });
    expect(shown?.imgs.map((image) => image.page_no)).toEqual([1, 2]);
    expect(shown?.tagsList.map((tag) => tag.name)).toEqual(['年会', '科技感']);
    expect(shown?.releaser.nickname).toBe('星河策划');
  });
});

describe('recommendations', () => {
  it('exclude the scheme itself, prefer what shares more, and go round', async () => {
    const seen: number[] = [];
    for (let page = 1; page <= 40; page++) seen.push(...ids(await recommendItems(ctx, KINDS.scheme, { id: made['free'], page, limit: 1 })));
    expect(seen).not.toContain(made['free']);
    expect(seen[0]).toBe(made['paid']);
    expect(seen[1]).toBe(made['vip']);
    // what shares nothing follows, then the first comes again
    const round = seen.indexOf(seen[0] as number, 1);
    expect(round).toBeGreaterThan(2);
    expect(new Set(seen).size).toBe(round);
    expect(seen.slice(round, 2 * round)).toEqual(seen.slice(0, round));
  });
});

describe('concurrency', () => {
  it('counts 64 parallel steps as 64', async () => {
    const id = made['other'] ?? 0;
    await Promise.all(Array.from({ length: 64 }, () => addToItemCounter(ctx, id, 'view_num', 1)));
    expect((await getItem(ctx, id))?.view_num).toBe(64);
    await addToItemCounter(ctx, id, 'view_num', -100);
    expect((await getItem(ctx, id))?.view_num).toBe(0);
  });

  it('moves a status once, however many try', async () => {
    const id = await makeItem(ctx, { publisher_id, title: '争抢', status: 'reviewing' });
    const won = await Promise.all(
      Array.from({ length: 32 }, () =>
        inTransaction(ctx, (tx) => setItemStatus(tx, id, ['reviewing'], 'rejected', { reject_reason: '不清晰' })),
      ),
    );
    expect(won.filter(Boolean)).toHaveLength(1);
    expect(await getItem(ctx, id)).toMatchObject({ status: 'rejected', reject_reason: '不清晰' });
  });

  it('makes one tag of one name', async () => {
    const all = await Promise.all(
      Array.from({ length: 32 }, () => inTransaction(ctx, (tx) => ensureTags(tx, KINDS.scheme, ['国潮', '赛博', '国潮 ']))),
    );
    expect(new Set(all.map((list) => list.join())).size).toBe(1);
    expect(all[0]).toHaveLength(2);
  });
});
