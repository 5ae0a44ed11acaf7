import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import type { UserInfo } from '#contract/identity.ts';
import { BANNER_ANNOUNCEMENT, PROMOTION_ADMIN_CALLS } from '#contract/promotion.ts';
import { createCtx } from '#server/app/ctx.ts';
import { pageTags } from '#server/http/cache-tags.ts';
import { pageCacheOf } from '#server/http/page-cache.ts';
import { readList } from '#server/modules/console/index.ts';
import { addToUserCounter } from '#server/modules/identity/index.ts';
import { popupOffers } from '#server/modules/promotion/index.ts';
import { audit_log } from '#server/outbox/tables.ts';
import { siteFrame } from '#server/views/site-frame.ts';
import { testApp } from '../support/app.ts';
import { settleOutbox } from '../support/catalog.ts';
import { makePerson, type Person } from '../support/item-world.ts';

const t = testApp();
let operator: Person;
beforeAll(async () => {
  operator = await makePerson(t, { roles: ['operator'] });
});

const save = (change: object, token = operator.token) =>
  t.call<{ id: number }>('POST', PROMOTION_ADMIN_CALLS.list, { token, body: { type: BANNER_ANNOUNCEMENT, title: '系统维护', ...change } });
const announced = async () => (await siteFrame(t.ctx())).announcements;
const now_s = () => Math.floor(t.clock.now().getTime() / 1000);

it('what is announced stands in every page, what matters most first, until it is over', async () => {
  const { id } = (await save({ summary: '周日 2 点至 4 点', url: '/about' })).body.data;
  await save({ title: '春节放假', place: 1, audience: 'member', starts_at: now_s() + 3_600, ends_at: now_s() + 7_200 });
  await save({ title: '紧急', place: 2, ends_at: now_s() + 60 });
  await save({ title: '停用', is_on: false });
  expect((await announced()).map(({ title }) => title)).toEqual(['紧急', '春节放假', '系统维护']);
  expect((await announced()).at(-1)).toEqual({
    ...{ id, title: '系统维护', summary: '周日 2 点至 4 点', url: '/about', level: 0, audience: 'all', starts_at: 0, ends_at: 0 },
  });
  t.clock.advance_ms(61_000);
  expect((await announced()).map(({ title }) => title)).toEqual(['春节放假', '系统维护']);
  // it is in the page: nothing has to be asked for
  expect(await popupOffers(t.ctx())).toEqual([]);
});

it('every kept page ends with a change of it, and the audit log says whose', async () => {
  await settleOutbox(t.ctx());
  const cache = pageCacheOf(t.app);
  const policy = { max_age_s: 3_600, swr_s: 0, tags: [pageTags.frame] };
  await cache.fill('/', async () => ({ status: 200, headers: [], body: Buffer.from('page'), policy }));
  // pages that are rendered within moments share what all of them show
  expect(siteFrame(t.ctx())).toBe(siteFrame(t.ctx()));
  const { id } = (await save({ title: '新公告' })).body.data;
  await settleOutbox(t.ctx());
  expect(cache.find('/')).toBeNull();
  expect((await announced()).map(({ title }) => title)).toContain('新公告');
  const rows = await t.app.db
    .select()
    .from(audit_log)
    .where(eq(audit_log.subject, String(id)));
  expect(rows).toMatchObject([{ action: 'banner.save', actor_id: operator.id }]);
});

it('has readers that a browser knows, one of three levels, and leads to our own pages or nowhere', async () => {
  expect((await save({ url: '' })).body.code).toBe(0);
  for (const url of ['https://evil.example/', '//evil.example']) expect((await save({ url })).body.fields, url).toHaveProperty('url');
  expect((await save({ audience: 'new' })).body.fields).toHaveProperty('audience');
  expect((await save({ place: 3 })).body.fields).toHaveProperty('place');
  for (const audience of ['vip', 'publisher']) {
    expect((await save({ audience })).body.code, audience).toBe(0);
    // the calls of advertisements do not tell these apart
    expect((await save({ type: 9, url: '/', audience })).body.fields, audience).toHaveProperty('audience');
  }
  expect((await save({ type: 9, url: '' })).body.fields).toHaveProperty('url');
  expect((await save({}, (await makePerson(t)).token)).status).toBe(403);
});

it('has a list of its own in the console, apart from what advertises', async () => {
  await save({ type: 9, title: '弹窗', url: '/' });
  const ctx = createCtx(t.app, operator.actor, 'test');
  const titles = async (list: string) =>
    (await readList(ctx, { list, query: '', after: '', before: '', limit: 50 })).rows.map(({ cells }) => cells['title']);
  expect(await titles('announcements')).toContain('新公告');
  expect(await titles('announcements')).not.toContain('弹窗');
  expect(await titles('banners')).toEqual(['弹窗']);
});

it('a browser knows who published: the account says how much', async () => {
  const publisher = await makePerson(t);
  const told = async () => (await t.call<UserInfo>('GET', '/api/user/userinfo', { token: publisher.token })).body.data.works_num;
  expect(await told()).toBe(0);
  await addToUserCounter(t.ctx(), publisher.id, 'works_num', 1);
  expect(await told()).toBe(1);
});
