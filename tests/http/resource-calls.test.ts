import { beforeAll, describe, expect, it } from 'vitest';
import type { CollectionCard } from '#contract/catalog.ts';
import { FOCUS_SHOP } from '#contract/focus.ts';
import type { ItemCard, RelatedItem } from '#contract/item.ts';
import { KINDS } from '#contract/kinds.ts';
import { EMPTY_FORM, type ItemForm, type SavedItem } from '#contract/publish.ts';
import type { ResourceDetail } from '#contract/resource.ts';
import type { ShopInfo } from '#contract/shop.ts';
import { EMPTY_SHOP_FORM, RISK_TIPS } from '#contract/shop.ts';
import { TOPIC_CALLS, type TopicForm } from '#contract/topic.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { pageKey } from '#server/http/page-key.ts';
import {
  ensureTags,
  getItem,
  installDefaultTerms,
  itemCards,
  itemFacets,
  kindTerms,
  setItemStatus,
} from '#server/modules/catalog/index.ts';
import { collectionIndexView, collectionView } from '#server/views/collection.ts';
import { homeView } from '#server/views/home.ts';
import { itemListView } from '#server/views/item-list.ts';
import { publisherView } from '#server/views/publisher-page.ts';
import { resourceScreenAt } from '#server/views/resource-screen.ts';
import { sampleTabs } from '#server/views/sample-recommended.ts';
import { searchView } from '#server/views/search.ts';
import { caseScreenAt, shopScreen } from '#server/views/shop-screens.ts';
import { sitemapIndex, sitemapOfTopics } from '#server/views/sitemap.ts';
import { testApp } from '../support/app.ts';
import { makeItem as makeBareItem, settleOutbox } from '../support/catalog.ts';
import { makeItem, makePerson, type Person } from '../support/item-world.ts';
import { publishSample, storePhotographs } from '../support/picture-works.ts';

const { resource, scheme, resource_case } = KINDS;
/** Stands nowhere else, so that a search for it finds every place that tells the price. */
const PRICE = '83651';
const PRICE_MAX = '94762';

const t = testApp();
let owner: Person;
let reader: Person;
let boss: Person;
let shop_id: number;
let id: number;
let other: number;
let case_id: number;
let sample_id: number;
let scheme_id: number;
let drafts = 0;

const get = <T>(path: string, query: Record<string, string | number>, person?: Person) =>
  t.call<T>('GET', path, { query, ...(person ? { token: person.token } : {}) });
const post = <T>(path: string, person: Person, body: object) => t.call<T>('POST', path, { token: person.token, body });

async function publish(change: Partial<ItemForm> = {}, kind: typeof resource | typeof resource_case = resource): Promise<number> {
  const { categories, facets } = await kindTerms(t.ctx(), kind);
  const first = categories[0];
  const form: ItemForm = {
    ...EMPTY_FORM,
    ...{ title: '西溪湿地户外草坪', introduction: '可容八百人。\n含水电与帐篷。', price_type: 'free', tags: ['草坪', '婚礼'] },
    ...{ category_id: first?.id ?? null, category_id_sub: first?.children?.[0]?.id ?? null },
    terms: kind === resource ? { area: facets['area']?.[1]?.id ?? 0, pricing: facets['pricing']?.[0]?.id ?? 0 } : {},
    pictures: await storePhotographs(t, owner, ['red', 'green']),
    ...change,
  };
  const { body } = await post<SavedItem>(kind.calls.publish.form, owner, { ...form, draft_key: `resource-${++drafts}-key` });
  expect([body.msg, body.fields]).toEqual(['ok', undefined]);
  await settleOutbox(t.ctx());
  return body.data.id;
}

const FIELDS = { price: PRICE, price_max: PRICE_MAX, supplement: [{ key: '最多可容纳人数', value: '800 人' }] };

beforeAll(async () => {
  await inTransaction(t.ctx(), (tx) => installDefaultTerms(tx));
  [owner, reader, boss] = await Promise.all([
    makePerson(t, { nickname: '西溪场地' }),
    makePerson(t),
    makePerson(t, { roles: ['operator'], nickname: '运营' }),
  ]);
  const shop = { ...EMPTY_SHOP_FORM, name: '西溪场地', category: 104, province: 33, city: 3301 };
  id = await publish({ fields: FIELDS });
  shop_id = (await post<{ id: number }>('/resource/shop/save', owner, shop)).body.data.id;
  await settleOutbox(t.ctx());
  other = await publish({ title: '运河边老厂房', fields: { price: '500', price_max: '500', supplement: [] } });
  case_id = await publish({ title: '草坪婚礼现场', fields: { resource_id: id } }, resource_case);
  sample_id = (await publishSample(t, owner, { tags: ['草坪'], fields: { resource_id: id } })).id;
  const tag_ids = await inTransaction(t.ctx(), (tx) => ensureTags(tx, scheme, ['草坪']));
  scheme_id = (await makeItem(t, { publisher_id: owner.id, title: '草坪婚礼方案', tag_ids })).id;
  await settleOutbox(t.ctx());
});

const detail = (of: number, person?: Person) => get<ResourceDetail>('/api/resource', { id: of, platform: 4 }, person);

describe('the detail', () => {
  it('K-405 is told by the specified names; the price to readers who are signed in', async () => {
    const seen = (await detail(id, reader)).body.data;
    expect(seen).toMatchObject({
      ...{ id, name: '西溪湿地户外草坪', price: 83_651, price_max: 94_762, show_price: 1, details: '可容八百人。\n含水电与帐篷。' },
      ...{ video_url: '', supplement: [{ key: '最多可容纳人数', value: '800 人' }], is_collect: 0, shop_id, tags: '草坪,婚礼' },
      ...{ aword: '可容八百人。 含水电与帐篷。', category_new: [{ name: '活动场地', child: { name: '酒店会场' } }] },
      shop: { id: shop_id, name: '西溪场地', is_vip: 0, is_focus: 0, focus_num: 0, risk_tips: RISK_TIPS, res_num: 2 },
    });
    const [first, second] = seen.category;
    expect([first?.parent_id, second?.parent_id]).toEqual([0, first?.id]);
    expect(seen.img_urls).toHaveLength(2);
  });

  it('names no upper end that is not above the price', async () => {
    expect((await detail(other, reader)).body.data).toMatchObject({ price: 500, price_max: 0 });
  });

  it('is not there for other kinds, drafts and what left', async () => {
    const left = await publish({ title: '西溪旧草坪', fields: FIELDS });
    await inTransaction(t.ctx(), (tx) => setItemStatus(tx, left, ['published'], 'taken_down'));
    await settleOutbox(t.ctx());
    for (const one of [scheme_id, left, 999_999]) expect((await detail(one, reader)).status).toBe(404);
    for (const address of ['', '?id=0', '?id=abc', `?id=${scheme_id}`, `?id=${left}`])
      expect(await resourceScreenAt(t.ctx(), new URL(`http://x/resources/details${address}`))).toBeNull();
  });

  it('K-409 is collected, followed as a shop, shared and reported', async () => {
    const { collect, share, report } = resource.types;
    expect((await post('/api/tools/collect', reader, { rid: id, type: collect })).body.msg).toBe('收藏成功');
    expect((await post('/api/tools/focus', reader, { rid: shop_id, type: FOCUS_SHOP })).body.msg).toBe('关注成功');
    expect((await detail(id, reader)).body.data).toMatchObject({ is_collect: 1, is_focus: 1, shop: { is_follow: 1, focus_num: 1 } });
    expect((await post('/api/tools/share', reader, { type: share, rid: id, url: `/resources/details?id=${id}` })).body.code).toBe(0);
    const tools = await get('/api/tools/detail', { rid: id, type: collect }, reader);
    expect(tools.body.data).toMatchObject({ id, kind: 'resource', url: `/resources/details?id=${id}`, collect_num: 1, is_collect: 1 });
    expect((await get('/api/tools/detail', { rid: id, type: collect })).body.data).toMatchObject({ collect_num: 1, is_collect: 0 });
    expect((await get('/api/tools/detail', { rid: id, type: scheme.types.collect })).status).toBe(404);
    const said = { type: report, rid: id, url: '', mobile: '13912345678', content: '价格不实', ruid: owner.id };
    expect((await post('/api/tools/report', reader, said)).body.code).toBe(0);
    expect((await get<ShopInfo>('/resource/resource/shopInfo', { shop_id }, reader)).body.data).toMatchObject({ is_follow: 1, res_num: 2 });
  });
});

describe('K-408 the price', () => {
  it('stands in nothing that a visitor gets', async () => {
    const ctx = t.ctx({ kind: 'visitor', address: '127.0.0.1' });
    const surfaces: Record<string, unknown> = {
      detail: (await detail(id)).body,
      related: (await get('/resource/resource/recommend', { id: other, page: 1, size: 6, cache: 'false' })).body,
      cases: (await get('/resourcecase/index/getRalateCase', { resource_id: id })).body,
      case: (await get(resource_case.calls.detail.path, { case_id })).body,
      sample: (await get('/sample/index/sampleDetail', { sample_id })).body,
      beside: (await get('/sample/index/recomList', { sample_id, type: 1 })).body,
      resources_of_scheme: (await get('/api/relate/getList', { type: 2, dataid: scheme_id })).body,
      shop: (await get('/resource/resource/shopInfo', { shop_id })).body,
      page: await resourceScreenAt(ctx, new URL(`http://x/resources/details?id=${id}`)),
      case_page: await caseScreenAt(ctx, resource_case, new URL(`http://x/resourceCase/detail?id=${case_id}`)),
      list: await itemListView(ctx, resource, {}),
      search: await searchView(ctx, '草坪', resource.key, () => ({ keyword: '草坪' })),
      shop_page: await shopScreen(ctx, shop_id, { tab: 1, page: 1 }),
      publisher: await publisherView(ctx, owner.id, 1),
      home: await homeView(ctx),
      tabs: await sampleTabs(ctx, sample_id),
      sitemap: await sitemapIndex(ctx),
      facets: itemFacets((await getItem(ctx, id)) ?? { facets: [] }),
    };
    for (const [name, surface] of Object.entries(surfaces)) {
      const text = JSON.stringify(surface ?? null);
      for (const digits of [PRICE, PRICE_MAX]) expect(text, name).not.toContain(digits);
    }
    expect(surfaces['page']).not.toBeNull();
    expect((surfaces['list'] as { result: { total: number } }).result.total).toBe(2);
    expect((await detail(id)).body.data).toMatchObject({ price: 0, price_max: 0, show_price: 0, reader_fields: {} });
    // nor can it be found out by asking for it
    const found = await searchView(ctx, PRICE, resource.key, () => ({ keyword: PRICE }));
    expect(found.kinds.every(({ total }) => total === 0)).toBe(true);
    expect(pageKey(`/resources?price_min=${PRICE}&type=4`)).toBe('/resources');
  });

  it('is the only thing that a signed-in reader gets more of it', async () => {
    expect((await detail(id, reader)).body.data.reader_fields).toEqual({ price: PRICE, price_max: PRICE_MAX });
    const linked = (await get<{ resource: object }>(resource_case.calls.detail.path, { case_id }, reader)).body.data.resource;
    expect(linked).toMatchObject({ id, price: 83_651, price_max: 94_762 });
  });
});

describe('F-13, K-404, K-407 what stands beside', () => {
  it('recommends others by size, tells cases of both kinds and big cases, and schemes of the same tags', async () => {
    const list = async <T = RelatedItem>(path: string, query: Record<string, string | number>) =>
      (await get<{ list: T[] }>(path, query)).body.data.list;
    expect((await list('/resource/resource/recommend', { id, page: 1, size: 1 })).map((card) => [card.id, card.show_price])).toEqual([
      [other, 0],
    ]);
    const cases = (await list('/resourcecase/index/getRalateCase', { resource_id: id })).map((card) => card.id);
    expect(cases.toSorted()).toEqual([case_id, sample_id].toSorted());
    expect((await list<ItemCard>('/api/relate/getList', { type: 1, dataid: id, limit: 5 }))[0]).toMatchObject({
      id: scheme_id,
      kind: 'scheme',
    });
    expect((await list<ItemCard>('/api/relate/getList', { type: 2, dataid: scheme_id }))[0]?.kind).toBe('resource');
    expect((await list<ItemCard>('/api/relate/getList', { type: 2, dataid: scheme_id, keyword: '老厂房' })).map((card) => card.id)).toEqual(
      [other],
    );
    expect((await sampleTabs(t.ctx(), sample_id)).find(({ kind }) => kind.key === resource.key)?.cards[0]?.id).toBe(id);
    const screen = await resourceScreenAt(t.ctx(), new URL(`http://x/resources/details?id=${id}`));
    expect(screen?.cases.map((card) => card.id).toSorted()).toEqual([case_id, sample_id].toSorted());
    expect(screen?.plans.map((card) => card.id)).toContain(scheme_id);
  });

  it('K7 has a card that names its shop, region and way of pricing, and a supplier case its customer and venue', async () => {
    const { facets } = await kindTerms(t.ctx(), resource);
    const named = (key: string, at: number) => facets[key]?.[at]?.name ?? '';
    const card = (await itemListView(t.ctx(), resource, {})).result.list.find((one) => one.id === id);
    expect([card?.shop, card?.facts]).toEqual([{ id: shop_id, name: '西溪场地', gold: 0 }, [named('area', 1), named('pricing', 0)]]);
    const made = await makeBareItem(t.ctx(), {
      ...{ kind: KINDS.supplier_case, publisher_id: owner.id, title: '山海发布会', shop_id },
      details: { fields: { custom_name: '山海汽车', site_address: '西溪会堂', start_time: '2026-05-01' } },
    });
    const [of] = await itemCards(t.ctx(), [made]);
    expect([of?.shop?.name, of?.facts]).toEqual(['西溪场地', ['山海汽车', '西溪会堂']]);
    await inTransaction(t.ctx(), (tx) => setItemStatus(tx, made, ['published'], 'taken_down'));
  });

  it('stands on the page of its publisher by kind and count, with the shop', async () => {
    const view = await publisherView(t.ctx(), owner.id, 1, resource.key);
    expect(view?.shop).toEqual({ id: shop_id, name: '西溪场地' });
    expect(view?.kinds).toContainEqual({ kind: 'resource', total: 2 });
    expect(view?.works.list.map((card) => card.id).toSorted()).toEqual([id, other].toSorted());
    expect((await publisherView(t.ctx(), reader.id, 1))?.shop).toBeNull();
  });

  it('is filtered by area and pricing, two levels of categories, and found by its words', async () => {
    const { categories, facets } = await kindTerms(t.ctx(), resource);
    const total = async (filter: Parameters<typeof itemListView>[2]) => (await itemListView(t.ctx(), resource, filter)).result.total;
    const first = categories[0];
    expect(await total({ cid: first?.id ?? 0, cid2: first?.children?.[0]?.id ?? 0 })).toBe(2);
    expect(await total({ cid2: first?.children?.[1]?.id ?? 0, cid: first?.id ?? 0 })).toBe(0);
    expect(await total({ terms: { area: facets['area']?.[1]?.id ?? 0, pricing: facets['pricing']?.[0]?.id ?? 0 } })).toBe(2);
    expect(await total({ terms: { area: facets['area']?.[2]?.id ?? 0 } })).toBe(0);
  });
});

describe('topics', () => {
  const save = (person: Person, body: object) => post<{ id: number }>(TOPIC_CALLS.topic, person, body);

  it('are made, changed and hidden by staff, and by nobody else', async () => {
    expect((await save(reader, { title: '草坪婚礼', item_ids: [id] })).status).toBe(403);
    expect((await save(boss, { title: '', item_ids: [] })).body.fields).toEqual({
      title: '请输入专题标题',
      item_ids: '请至少选择一个内容',
    });
    expect((await save(boss, { title: '草坪婚礼', item_ids: [999_999] })).body.fields).toEqual({ item_ids: '有内容不存在' });
    const made = (await save(boss, { title: '草坪婚礼', introduction: '花、桌与光', item_ids: [id, case_id] })).body.data.id;
    const form = async () => (await get<TopicForm>(TOPIC_CALLS.topic, { id: made }, boss)).body.data;
    expect(await form()).toMatchObject({
      title: '草坪婚礼',
      shown: true,
      cover_src: '',
      items: [
        { id, noun: '资源' },
        { id: case_id, noun: '资源案例' },
      ],
    });
    const topics = async () =>
      (
        await get<{ list: Array<CollectionCard & { img: string }>; total: number }>('/api/relate/getList', {
          type: 1,
          rid: id,
          page: 1,
          limit: 2,
        })
      ).body.data;
    const [topic] = (await topics()).list;
    expect(topic).toMatchObject({ id: made, title: '草坪婚礼', item_num: 2, kind: 'resource' });
    expect(topic?.img).toBe(topic?.cover_img);
    expect((await collectionView(t.ctx(), resource, made, 1))?.items.list.map((card) => card.id)).toEqual([id, case_id]);
    // a topic is no collection of schemes
    expect(await collectionView(t.ctx(), scheme, made, 1)).toBeNull();
    expect((await collectionIndexView(t.ctx(), resource, null, 1))?.collections.list.map((one) => one.id)).toEqual([made]);
    expect(await sitemapOfTopics(t.ctx())).toContain(`/resources/resourceSpecial?id=${made}<`);

    const [cover_file_id] = await storePhotographs(t, boss, ['blue']);
    await save(boss, { id: made, title: '草坪上的婚礼', item_ids: [case_id, other], cover_file_id });
    expect((await form()).items.map((item) => item.id)).toEqual([case_id, other]);
    expect((await form()).cover_src).not.toBe('');
    expect((await topics()).total).toBe(0);
    await save(boss, { id: made, title: '草坪上的婚礼', item_ids: [id], shown: 0 });
    expect((await topics()).total).toBe(0);
    expect(await collectionView(t.ctx(), resource, made, 1)).toBeNull();
    expect((await form()).shown).toBe(false);
  });

  it('find what may stand in them by number and by words', async () => {
    const find = async (keyword: string) =>
      (await get<{ list: Array<{ id: number }> }>(TOPIC_CALLS.items, { keyword }, boss)).body.data.list.map((item) => item.id);
    expect(await find(String(other))).toEqual([other]);
    expect(await find('草坪')).toEqual(expect.arrayContaining([id, case_id, scheme_id]));
    expect((await get(TOPIC_CALLS.items, { keyword: '草坪' }, reader)).status).toBe(403);
  });
});
