import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CollectionView } from '#contract/catalog.ts';
import type { ItemFilter } from '#contract/item.ts';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import type { PublisherView } from '#contract/publisher.ts';
import { type Ctx, inTransaction } from '#server/app/ctx.ts';
import { pageTags, tagsOf } from '#server/http/cache-tags.ts';
import { type PageCache, pageCacheOf } from '#server/http/page-cache.ts';
import {
  createCollection,
  ensureTerm,
  getCollection,
  kindTerms,
  registerKind,
  setItemStatus,
  updateItem,
} from '#server/modules/catalog/index.ts';
import { recountTerms } from '#server/modules/catalog/terms/repo.ts';
import { completeProfile } from '#server/modules/identity/index.ts';
import { allSettings, setSetting } from '#server/modules/settings/index.ts';
import { homeView } from '#server/views/home.ts';
import { hubView } from '#server/views/hub.ts';
import { itemListView } from '#server/views/item-list.ts';
import { type ItemScreen, itemScreen } from '#server/views/item-screen.ts';
import { publisherView } from '#server/views/publisher-page.ts';
import { searchView } from '#server/views/search.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeItem, makePublisher, settleOutbox } from '../support/catalog.ts';

// A thousand pages of several kinds, with the tags of the real views, against real changes of one work.
const GADGET = {
  ...KINDS.ppt,
  code: 77,
  key: 'gadget',
  noun: '样品',
  paths: { list: '/gadget', detail: '/gadget/detail', missing: '/hmh' },
  types: {},
} satisfies KindFacts;
/** Kinds with pages of their own making: one work of each stands among the others. */
const BESIDE: KindFacts[] = [KINDS.article, KINDS.demand, KINDS.salon, KINDS.resource, KINDS.course];
const SORTS = ['recommend', 'new', 'download', 'price_up', 'price_down'] as const;
const WORKS = 120;
const PROFILE = { nickname: '换了名字的策划', birthday: '1990-01-01', sex: 1, show_company: '星河', show_job: '策划' } as const;

let t: TestApp;
let ctx: Ctx;
let cache: PageCache;
let takeAway: () => void;
let pages: Pages;
const tags_of = new Map<string, string[]>();
const kinds: KindFacts[] = [KINDS.scheme, KINDS.ppt, GADGET];
const ids = new Map<string, number[]>();
const people: number[] = [];
const collections: number[] = [];

beforeAll(async () => {
  takeAway = registerKind({ facts: GADGET });
  t = await startTestApp();
  ctx = t.ctx();
  cache = pageCacheOf(t.app);
  for (let n = 0; n < 20; n++) people.push(await makePublisher(ctx, `策划${n}`));
  for (const kind of kinds) {
    const categories: number[] = [];
    for (let n = 0; n < 8; n++)
      categories.push(await inTransaction(ctx, (tx) => ensureTerm(tx, kind, { facet: 'category', parent_id: null, name: `分类${n}` })));
    const of: number[] = [];
    for (let n = 0; n < WORKS; n++)
      of.push(
        await makeItem(ctx, {
          kind,
          publisher_id: people[n % 20] as number,
          title: `${kind.noun}第${n}号`,
          introduction: n % 2 === 0 ? '国潮' : '科技',
          category_id: categories[n % 8] as number,
          price_fen: n % 3 === 0 ? 0 : 990 + n,
          format: n % 2 === 0 ? 'pdf' : 'pptx',
          tags: [`标签${n % 15}`],
          published_at: new Date(Date.UTC(2026, 0, 1, n)),
        }),
      );
    ids.set(kind.key, of);
    collections.push(
      await inTransaction(ctx, (tx) => createCollection(tx, { kind, title: `${kind.noun}合集`, item_ids: of.slice(0, 10) })),
    );
  }
  for (const [n, kind] of BESIDE.entries())
    ids.set(kind.key, [await makeItem(ctx, { kind, publisher_id: people[n] as number, title: `${kind.noun}一号`, price_fen: 0 })]);
  await settleOutbox(ctx);
  await recountTerms(ctx.db);
  pages = await pagesOfSite();
  await render(pages.keys());
});
afterAll(async () => {
  takeAway();
  await t.stop();
});

/** A page of the site: its address and what it is made of. */
type Pages = Map<string, () => Promise<string[]>>;

/** Every page that the site would have of this world. */
async function pagesOfSite(): Promise<Pages> {
  const pages: Pages = new Map([
    ['/', async () => tagsOf.home(await homeView(ctx))],
    ['/hmh', async () => tagsOf.hub(await hubView(ctx, 0))],
    ['/search', async () => tagsOf.search(null)],
  ]);
  for (const uid of people)
    pages.set(`/personalLecturer ${uid}`, async () => tagsOf.publisher((await publisherView(ctx, uid, 1)) as PublisherView));
  for (const id of collections) pages.set(`/heji ${id}`, async () => tagsOf.collection((await getCollection(ctx, id)) as CollectionView));
  for (const kind of kinds) {
    for (const keyword of ['国潮', '科技'])
      pages.set(`/search ${keyword} ${kind.key}`, async () => tagsOf.search(await searchView(ctx, keyword, kind.key, () => ({}))));
    for (const id of ids.get(kind.key) ?? [])
      pages.set(`${kind.paths.detail} ${id}`, async () => tagsOf.item((await itemScreen(ctx, kind, id)) as ItemScreen));
    const { categories, tags } = await kindTerms(ctx, kind);
    const filters: ItemFilter[] = [
      ...categories.flatMap(({ id: cid }): ItemFilter[] => [{ cid }, { cid, price: 'free' }, { cid, format: 'pdf' }]),
      ...tags.map(({ id }) => ({ tag: id })),
      ...(['free', 'paid', 'vip'] as const).map((price) => ({ price })),
      { format: 'pdf' },
      ...[1, 2, 3, 4, 5, 6].map((page) => ({ page })),
    ];
    for (const filter of filters)
      for (const sort of SORTS) {
        const asked = { ...filter, sort };
        pages.set(`${kind.paths.list} ${JSON.stringify(asked)}`, async () => tagsOf.list(kind, await itemListView(ctx, kind, asked)));
      }
  }
  for (const kind of BESIDE) {
    for (const id of ids.get(kind.key) ?? [])
      pages.set(`${kind.paths.detail} ${id}`, async () => tagsOf.item((await itemScreen(ctx, kind, id)) as ItemScreen));
    for (const sort of SORTS)
      pages.set(`${kind.paths.list} ${sort}`, async () => tagsOf.list(kind, await itemListView(ctx, kind, { sort })));
  }
  return pages;
}

/** Reads the tags of these pages from the views. */
async function render(keys: Iterable<string>): Promise<void> {
  const waiting = [...keys];
  const work = async () => {
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) tags_of.set(key, (await pages.get(key)?.()) ?? []);
  };
  await Promise.all(Array.from({ length: 8 }, work));
}

const kept = (key: string) => cache.find(key) !== null;

/** Which of the site's pages showed the work, and which a change of it emptied. */
async function change(id: number, work: () => Promise<unknown>) {
  cache.clear();
  for (const [key, tags] of tags_of)
    await cache.fill(key, async () => ({ status: 200, headers: [], body: Buffer.from(key), policy: { max_age_s: 3_600, swr_s: 0, tags } }));
  expect(tags_of.size).toBeGreaterThanOrEqual(1_000);
  const showing = [...tags_of.keys()].filter((key) => tags_of.get(key)?.includes(`item:${id}`));
  await work();
  await settleOutbox(ctx);
  const gone = [...tags_of.keys()].filter((key) => !kept(key));
  expect(gone).toEqual(expect.arrayContaining(showing));
  expect(gone.length / tags_of.size).toBeLessThanOrEqual(0.05);
  return { showing, gone };
}

it('an edit of the texts empties the pages that show the work and no other', async () => {
  const id = ids.get('scheme')?.[3] as number;
  const { showing, gone } = await change(id, () => inTransaction(ctx, (tx) => updateItem(tx, id, { title: '换了名字' })));
  expect(gone).toEqual(showing);
  expect(showing).toContain(`/programme/detail ${id}`);
  expect(showing.some((key) => key.startsWith('/programme {'))).toBe(true);
});

it.each(BESIDE.map((kind) => [kind.key, kind] as const))(
  'the same for a work of %s: its page and lists, once more when it leaves',
  async (key, kind) => {
    const id = ids.get(key)?.[0] as number;
    const own = [`${kind.paths.detail} ${id}`, ...SORTS.map((sort) => `${kind.paths.list} ${sort}`)];
    const edited = await change(id, () => inTransaction(ctx, (tx) => updateItem(tx, id, { title: '换了名字' })));
    expect(edited.gone).toEqual(edited.showing);
    expect(edited.showing).toEqual(expect.arrayContaining(own));
    const left = await change(id, () => inTransaction(ctx, (tx) => setItemStatus(tx, id, ['published'], 'taken_down')));
    expect(left.gone).toEqual(expect.arrayContaining(own));
    const others = [...ids].filter(([of]) => of !== key).flatMap(([, works]) => works.map((one) => ` ${one}`));
    // but those of its publisher, which show it
    const shown = new Set(left.showing);
    expect(left.gone.filter((page) => /\/detail/.test(page) && !shown.has(page) && others.some((one) => page.endsWith(one)))).toEqual([]);
  },
);

it('an edit of the price class empties the lists that it enters, too, and none of another kind', async () => {
  const id = ids.get('gadget')?.[5] as number;
  const { gone, showing } = await change(id, () => inTransaction(ctx, (tx) => updateItem(tx, id, { vip_only: true })));
  expect(gone).toContain('/gadget {"price":"vip","sort":"new"}');
  expect(gone.filter((key) => /^\/(programme|ppt)/.test(key) && !showing.includes(key))).toEqual([]);
  await render(gone);
  expect(tags_of.get('/gadget {"price":"vip","sort":"new"}')).toContain(`item:${id}`);
});

it('a work that leaves and comes back is on the first pages again', async () => {
  const id = ids.get('ppt')?.[WORKS - 1] as number;
  const first = '/ppt {"page":1,"sort":"new"}';
  const left = await change(id, () => inTransaction(ctx, (tx) => setItemStatus(tx, id, ['published'], 'taken_down')));
  expect(left.gone).toContain(first);
  const detail = `/ppt/detail ${id}`;
  tags_of.delete(detail);
  await render(left.gone.filter((key) => key !== detail));
  const back = await change(id, () => inTransaction(ctx, (tx) => setItemStatus(tx, id, ['taken_down'], 'published')));
  expect(back.showing).toEqual([]);
  expect(back.gone).toContain(first);
  await render([first]);
  expect(tags_of.get(first)).toContain(`item:${id}`);
});

it('a publisher’s new name empties the pages that show it', async () => {
  const uid = people[3] as number;
  const works = [...ids.values()].flatMap((of) => of.filter((_id, n) => n % 20 === 3));
  const shows = [...tags_of.keys()].filter((key) => works.some((id) => tags_of.get(key)?.includes(`item:${id}`)));
  for (const [key, tags] of tags_of)
    await cache.fill(key, async () => ({ status: 200, headers: [], body: Buffer.from(key), policy: { max_age_s: 3_600, swr_s: 0, tags } }));
  const publisher = t.ctx({ kind: 'user', user_id: uid, token_id: 0, roles: [], address: '' });
  await completeProfile(publisher, PROFILE);
  await settleOutbox(ctx);
  expect(shows.length).toBeGreaterThan(10);
  expect([...shows, `/personalLecturer ${uid}`].filter(kept)).toEqual([]);
  expect(kept(`/personalLecturer ${people[4]}`)).toBe(true);
});

it('purges every kind of tag that a page sets', async () => {
  const families = new Set([...tags_of.values()].flat().map((tag) => tag.replace(/^(item|user|collection):\d+$|^(list):.*$/, '$1$2')));
  expect([...families].sort()).toEqual(['banners', 'collection', 'home', 'item', 'list', 'search', 'user']);
  const id = ids.get('scheme')?.[0] as number;
  const { gone } = await change(id, () => inTransaction(ctx, (tx) => setItemStatus(tx, id, ['published'], 'taken_down')));
  const expected = ['/', '/hmh', `/personalLecturer ${people[0]}`, `/heji ${collections[0]}`, `/programme/detail ${id}`];
  expect(gone).toEqual(expect.arrayContaining(expected));
  expect(kept(`/heji ${collections[1]}`)).toBe(true);
  expect(kept('/search')).toBe(true);
});

it('a change of any setting of any area makes a kept page anew', async () => {
  const settings = allSettings();
  expect(settings.length).toBeGreaterThan(50);
  // as the page cache keeps pages: with the tag of what all of them show (page-cache-provider.ts)
  const policy = { max_age_s: 3_600, swr_s: 0, tags: [pageTags.frame] };
  const still: string[] = [];
  for (const { key, schema } of settings) {
    await cache.fill('/about', async () => ({ status: 200, headers: [], body: Buffer.from(key), policy }));
    expect(kept('/about')).toBe(true);
    await setSetting(ctx, key, schema.parse(undefined));
    await settleOutbox(ctx);
    if (kept('/about')) still.push(key);
  }
  expect(still).toEqual([]);
});

it('a keyword that found nothing is answered anew as soon as a work that carries it is indexed', async () => {
  const keyword = '鲸落海岸';
  const missed: Pages = new Map([
    ['/search', async () => tagsOf.search(await searchView(ctx, keyword, null, () => ({})))],
    ['/search by pinyin', async () => tagsOf.search(await searchView(ctx, 'jingluohaian', null, () => ({})))],
    ['/programme', async () => tagsOf.list(KINDS.scheme, await itemListView(ctx, KINDS.scheme, { keyword }))],
  ]);
  const keep = async () => {
    for (const [key, tagsFor] of missed) {
      const policy = { max_age_s: 3_600, swr_s: 0, tags: await tagsFor() };
      await cache.fill(key, async () => ({ status: 200, headers: [], body: Buffer.from(key), policy }));
    }
  };
  cache.clear();
  await keep();
  expect([...missed.keys()].filter(kept)).toEqual([...missed.keys()]);
  await makeItem(ctx, { kind: KINDS.scheme, publisher_id: people[0] as number, title: `${keyword}新品发布会` });
  await settleOutbox(ctx);
  expect([...missed.keys()].filter(kept)).toEqual([]);
  await keep();
  expect((await searchView(ctx, 'jingluohaian', null, () => ({}))).list.search?.answer).toBe('meant');
  await makeItem(ctx, { kind: KINDS.scheme, publisher_id: people[0] as number, title: '山间年会' });
  await settleOutbox(ctx);
  // what was understood otherwise may be found literally now
  expect([...missed.keys()].filter(kept)).toEqual(['/search', '/programme']);
});
