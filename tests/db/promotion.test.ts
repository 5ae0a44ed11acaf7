import { beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import type { Banner, StaffBanner } from '#contract/promotion.ts';
import { tagsOf } from '#server/http/cache-tags.ts';
import { pageCacheOf } from '#server/http/page-cache.ts';
import { exposures } from '#server/modules/promotion/tables.ts';
import { hubView } from '#server/views/hub.ts';
import { itemScreen } from '#server/views/item-screen.ts';
import { testApp } from '../support/app.ts';
import { settleOutbox } from '../support/catalog.ts';
import { makeItem, makePerson, type Person } from '../support/item-world.ts';

const t = testApp();
let operator: Person;
let item_id: number;
beforeAll(async () => {
  operator = await makePerson(t, { roles: ['operator'] });
  const publisher = await makePerson(t);
  item_id = (await makeItem(t, { publisher_id: publisher.id })).id;
});

const GOOD = { type: 12, title: 'PPT 模板上新', summary: '拿来就能改', url: '/ppt', sort: 2 };
const save = (change: object = {}, token = operator.token) =>
  t.call<{ id: number }>('POST', '/admin/banner', { token, body: { ...GOOD, ...change } });
const shown = async (type = 12) => (await t.call<{ list: Banner[] }>('GET', '/api/tools/banner', { query: { type } })).body.data.list;
const listed = async () => (await t.call<{ list: StaffBanner[] }>('GET', '/admin/banner', { token: operator.token })).body.data.list;

it('F-11 shows what operators set, in its order and within its time, by type', async () => {
  const now_s = Math.floor(t.clock.now().getTime() / 1000);
  const { id: second } = (await save()).body.data;
  const { id: first } = (await save({ title: '年会季', sort: 1 })).body.data;
  await save({ title: '过期', ends_at: now_s - 1, starts_at: now_s - 100 });
  await save({ title: '未开始', starts_at: now_s + 100 });
  await save({ title: '停用', is_on: false });
  await save({ title: '弹窗', type: 9 });
  expect((await shown()).map(({ id }) => id)).toEqual([first, second]);
  expect((await shown(9)).map(({ title }) => title)).toEqual(['弹窗']);
  await save({ id: second, is_on: false });
  expect((await shown()).map(({ id }) => id)).toEqual([first]);
  await t.call('DELETE', '/admin/banner', { token: operator.token, body: { id: second } });
  expect((await listed()).map(({ id }) => id)).not.toContain(second);
});

it('F-17, K-002, S-952 counts presses and what was on the screen, of nobody in particular', async () => {
  const [banner] = await shown();
  const press = { type: 1, click_id: banner?.id };
  for (const _ of [1, 2]) expect((await t.call('POST', '/api/tools/banner', { body: press })).body.code).toBe(0);
  expect((await listed()).find(({ id }) => id === banner?.id)?.click_num).toBe(2);
  const see = (body: object) => t.call('POST', '/api/tools/exposure', { body });
  for (const ids of ['7,8,7', '8']) expect((await see({ type: 10, ids })).body.code).toBe(0);
  // a banner that stands in a page: on the screen as often as it was told, each once a call
  expect((await see({ type: 11, ids: `${banner?.id},${banner?.id}` })).body.code).toBe(0);
  expect((await listed()).find(({ id }) => id === banner?.id)?.show_num).toBe(1);
  const rows = await t.app.db.select().from(exposures);
  expect(rows.map(({ type, rid, num }) => [type, rid, num]).toSorted()).toEqual([
    [10, 7, 1],
    [10, 8, 2],
  ]);
  for (const ids of ['', '1,,2', 'x', Array(61).fill(1).join(',')]) expect((await see({ type: 10, ids })).body.code).toBe(1);
});

it('is set by operators alone, with our own addresses', async () => {
  const reader = await makePerson(t);
  expect((await save({}, reader.token)).status).toBe(403);
  for (const url of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])
    expect((await save({ url })).body.fields, url).toHaveProperty('url');
  expect((await save({ picture: 'https://evil.example/a.png' })).body.fields).toHaveProperty('picture');
  expect((await save({ starts_at: 200, ends_at: 100 })).body.fields).toHaveProperty('ends_at');
  expect((await save({ id: 999_999 })).status).toBe(404);
});

it('stands on the detail page, whose kept copies end with a change', async () => {
  const ctx = t.ctx();
  const cache = pageCacheOf(t.app);
  const read = async () => {
    const screen = await itemScreen(ctx, KINDS.scheme, item_id);
    if (!screen) throw new Error('no screen');
    const policy = { max_age_s: 3_600, swr_s: 0, tags: tagsOf.item(screen) };
    await cache.fill('/detail', async () => ({ status: 200, headers: [], body: Buffer.from('page'), policy }));
    return screen.banners.map(({ title }) => title).join();
  };
  await settleOutbox(ctx);
  expect(await read()).toBe('年会季');
  expect(cache.find('/detail')).not.toBeNull();
  const [banner] = await shown();
  await save({ id: banner?.id, title: '开业季', sort: 1 });
  await settleOutbox(ctx);
  expect(cache.find('/detail')).toBeNull();
  expect(await read()).toBe('开业季');
});

it('stands on a page for whom it is: one for visitors, one for members, and none for whom no page can know', async () => {
  const around = async () =>
    (await itemScreen(t.ctx(), KINDS.scheme, item_id))?.banners.map(({ title, audience, target }) => [title, audience, target]);
  for (const { id, type } of await listed())
    if (type === 12) await t.call('DELETE', '/admin/banner', { token: operator.token, body: { id } });
  expect((await save({ audience: 'new' })).body.fields).toEqual({ audience: '这一类型不能选择这类读者' });
  await save({ title: '所有人', sort: 3 });
  expect(await around()).toEqual([['所有人', 'all', 2]]);
  await save({ title: '会员续费', audience: 'member', target: 1 });
  expect(await around()).toEqual([
    ['所有人', 'visitor', 2],
    ['会员续费', 'member', 1],
  ]);
  await save({ title: '注册有礼', audience: 'visitor', sort: 1 });
  expect(await around()).toEqual([
    ['注册有礼', 'visitor', 2],
    ['会员续费', 'member', 1],
  ]);
  for (const [title, place, audience] of [
    ['资源', 2, 'member'],
    ['设计', 3, 'visitor'],
  ] as const)
    await save({ type: 24, title, place, audience });
  expect((await hubView(t.ctx(), 2)).banners).toMatchObject([{ title: '资源', audience: 'member' }]);
});
