import { beforeAll, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import type { ItemCard } from '#contract/item.ts';
import { KINDS } from '#contract/kinds.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { createCollection, DEFAULT_CATEGORIES, installDefaultTerms, kindTerms } from '#server/modules/catalog/index.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePublisher, settleOutbox } from '../support/catalog.ts';

const t = testApp();
let cid: number;
const ids: number[] = [];
let draft: number;

beforeAll(async () => {
  const ctx = t.ctx();
  await inTransaction(ctx, installDefaultTerms);
  cid = (await kindTerms(ctx, KINDS.scheme)).categories[0]?.id ?? 0;
  const publisher_id = await makePublisher(ctx, '云端策划社');
  for (let n = 1; n <= 7; n++)
    ids.push(
      await makeItem(ctx, {
        publisher_id,
        title: `第${n}届年会策划案`,
        category_id: cid,
        price_fen: n % 2 === 0 ? 1990 : 0,
        tags: ['年会'],
        published_at: new Date(Date.UTC(2026, 0, n)),
      }),
    );
  draft = await makeItem(ctx, { publisher_id, title: '年会草稿', category_id: cid, status: 'draft' });
  await inTransaction(ctx, (tx) => createCollection(tx, { kind: KINDS.scheme, title: '年会精选', item_ids: [...ids, draft] }));
  await settleOutbox(ctx);
});

const get = <T>(path: string, query: Record<string, string | number> = {}) => t.call<T>('GET', path, { query });

it('lists with filters, sorts and pages', async () => {
  const { status, body } = await get<Page<ItemCard>>('/scheme/indexv2', { cid, price: 'paid', sort: 'new', limit: 2, page: 1 });
  expect(status).toBe(200);
  expect(body).toMatchObject({ code: 0, data: { total: 3, page: 1, limit: 2 } });
  expect(body.data.list.map((card) => card.id)).toEqual([ids[5], ids[3]]);
  expect(body.data.list[0]).toMatchObject({ price: 19.9, vip_only: false, user: { nickname: '云端策划社' }, category_name: '年会庆典' });
  expect((await get('/scheme/index/total', { cid })).body.data).toEqual({ total: 7, total_capped: false });
});

it('refuses wrong filters with a message for each', async () => {
  const { status, body } = await get('/scheme/indexv2', { cid: -1, price: 'cheap', page: 0 });
  expect(status).toBe(400);
  expect(Object.keys(body.fields ?? {}).sort()).toEqual(['cid', 'page', 'price']);
});

it('searches, together with filters', async () => {
  const found = await t.call<Page<ItemCard>>('POST', '/scheme/index/search', { body: { keyword: '年会', price: 'free', sort: 'new' } });
  expect(found.body.data.list.map((card) => card.id)).toEqual([ids[6], ids[4], ids[2], ids[0]]);
  expect((await get('/scheme/indexv2', { keyword: '年会' })).body.data).toMatchObject({ total: 7 });
  expect((await t.call('POST', '/scheme/index/search', { body: { keyword: '  ' } })).body).toMatchObject({ code: 1, msg: '请输入关键词' });
});

it('K-018 recommends six by default, never itself, and goes round', async () => {
  const first = await get<{ list: ItemCard[] }>('/scheme/index/recommend', { id: ids[0] ?? 0, cid });
  expect(first.body.data.list).toHaveLength(6);
  const shown = first.body.data.list.map((card) => card.id);
  expect(shown).not.toContain(ids[0]);
  expect(shown).not.toContain(draft);
  const again = await get<{ list: ItemCard[] }>('/scheme/index/recommend', { id: ids[0] ?? 0, cid, page: 2 });
  expect(again.body.data.list.map((card) => card.id)).toEqual(shown);
  expect((await get('/scheme/index/recommend', { id: 0 })).body.code).toBe(1);
});

it('gives categories in one and two levels, tags and hot schemes', async () => {
  expect((await get<unknown[]>('/scheme/category')).body.data).toHaveLength(DEFAULT_CATEGORIES.length);
  const two = await get<{ category_two: Array<{ children: unknown[] }> }>('/scheme/category/two');
  expect(two.body.data.category_two[0]?.children.length).toBeGreaterThan(2);
  expect((await get<ItemCard[]>('/scheme/index/schemeHot', { limit: 3 })).body.data).toHaveLength(3);
  expect((await get('/scheme/index/tags')).body.code).toBe(0);
});

it('F-13 gives the collections of a scheme, and what is related', async () => {
  const found = await get<Page<{ title: string; item_num: number }>>('/api/relate/getList', {
    type: 2,
    rid: ids[0] ?? 0,
    page: 1,
    limit: 2,
  });
  expect(found.body.data).toMatchObject({ total: 1, list: [{ title: '年会精选', item_num: 7 }] });
  // the same number as a resource's: topics of suppliers, not collections of the scheme
  expect((await get('/api/relate/getList', { type: 1, rid: ids[0] ?? 0 })).body.data).toEqual({ list: [], total: 0, page: 1, limit: 2 });
  const related = await get<Page<ItemCard>>('/api/relate/getList', { type: 1, dataid: ids[0] ?? 0 });
  expect(related.body.data.list).toHaveLength(5);
  expect((await get('/api/relate/getList', { type: 2 })).body.code).toBe(1);
});
