import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { ADMIN_CALLS } from '#contract/admin.ts';
import type { CouponForm } from '#contract/coupon.ts';
import type { UserInfo } from '#contract/identity.ts';
import { type Ad, type Gift, HMH_CALLS, PROMOTION_ADMIN_CALLS, type StaffBanner } from '#contract/promotion.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { pageTags } from '#server/http/cache-tags.ts';
import { pageCacheOf } from '#server/http/page-cache.ts';
import { freeOrderSetting, popupOffers, switchBanner } from '#server/modules/promotion/index.ts';
import { storeOriginal } from '#server/modules/publishing/index.ts';
import { hot_searches } from '#server/modules/search/tables.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { ownedCoupons, saveDefinition } from '#server/modules/vouchers/index.ts';
import { testApp } from '../support/app.ts';
import { settleOutbox } from '../support/catalog.ts';
import { registerUser } from '../support/identity.ts';
import { makePerson, type Person } from '../support/item-world.ts';
import { photograph } from '../support/picture-works.ts';

const t = testApp();
let operator: Person;
beforeAll(async () => {
  operator = await makePerson(t, { roles: ['operator'] });
});

const save = async (change: object): Promise<number> => {
  const body = { type: 9, title: '年会季', url: '/programme', ...change };
  const { body: answer } = await t.call<{ id: number }>('POST', PROMOTION_ADMIN_CALLS.list, { token: operator.token, body });
  expect(answer.code, JSON.stringify(answer.fields)).toBe(0);
  return answer.data.id;
};
const form = async (id: number) =>
  (await t.call<StaffBanner>('GET', PROMOTION_ADMIN_CALLS.form, { token: operator.token, query: { id } })).body.data;
const titles = async (query: object, token?: string) =>
  (await t.call<{ list: Ad[] }>('GET', HMH_CALLS.index, { query: { ...query }, ...(token ? { token } : {}) })).body.data.list.map(
    ({ title }) => title,
  );
const userInfo = async (token: string) => (await t.call<UserInfo>('GET', '/api/user/userinfo', { token })).body.data;

it('S-604 shows an ad to the readers it is for, of its type and column', async () => {
  for (const audience of ['all', 'visitor', 'member', 'new']) await save({ title: audience, audience });
  await save({ type: 20, place: 2, title: '方案栏目', countdown: 3, target: 1, frequency_type: 3 });
  const member = await makePerson(t);
  t.clock.advance_ms(8 * 86_400_000);
  const fresh = (await registerUser(t)).body.data;
  expect(await titles({})).toEqual(['all', 'visitor']);
  expect(await titles({ type: 9 }, member.token)).toEqual(['all', 'member']);
  expect(await titles({}, fresh.token)).toEqual(['all', 'member', 'new']);
  const column = async (place: number) => (await t.call<{ ad: Ad | null }>('GET', HMH_CALLS.pop, { query: { place } })).body.data.ad;
  expect(await column(2)).toMatchObject({ title: '方案栏目', countdown: 3, target: 1, frequency_type: 3, jump_url: '/programme' });
  expect(await column(1)).toBeNull();
});

it('S-603 counts what was shown and pressed apart', async () => {
  const id = await save({ type: 22, title: '领券' });
  const tell = (type: number) => t.call('PUT', HMH_CALLS.click, { body: { type, click_id: id } });
  await Promise.all([tell(2), tell(2), tell(2), tell(1)]);
  expect(await form(id)).toMatchObject({ show_num: 3, click_num: 1 });
  expect((await tell(3)).body.code).toBe(1);
});

it('M-219 tells pages that something may come up, within its time, and forgets every kept page with a change', async () => {
  const now_s = Math.floor(t.clock.now().getTime() / 1000);
  const id = await save({ type: 23, title: '升级', starts_at: now_s + 60, ends_at: now_s + 120 });
  const offers = async () => (await popupOffers(t.ctx())).filter(({ type }) => type === 23);
  expect(await offers()).toEqual([{ type: 23, place: 0, frequency_type: 1, audience: 'all', starts_at: now_s + 60, ends_at: now_s + 120 }]);
  const open = async () => (await t.call<{ isopen: number }>('GET', HMH_CALLS.upgrade)).body.data.isopen;
  expect(await open()).toBe(0);
  t.clock.advance_ms(61_000);
  expect(await open()).toBe(1);
  t.clock.advance_ms(60_000);
  expect([await open(), await offers()]).toEqual([0, []]);

  await settleOutbox(t.ctx());
  const cache = pageCacheOf(t.app);
  const keep = () =>
    cache.fill('/about', async () => ({
      ...{ status: 200, headers: [], body: Buffer.from('page') },
      policy: { max_age_s: 3_600, swr_s: 0, tags: [pageTags.frame] },
    }));
  await keep();
  await save({ id, type: 23, title: '升级', is_on: false });
  await settleOutbox(t.ctx());
  expect(cache.find('/about')).toBeNull();
  await keep();
  await setSetting(t.ctx(), freeOrderSetting.key, { on: true, img: '', icon: '' });
  await settleOutbox(t.ctx());
  expect(cache.find('/about')).toBeNull();
});

it('is switched in the list of the console, by operators alone', async () => {
  const id = await save({ type: 21, title: '注册有礼' });
  const banner = async () => (await t.call<{ list: Ad[] }>('GET', HMH_CALLS.register)).body.data.list.length;
  expect(await banner()).toBe(1);
  const refused = await makePerson(t, { roles: ['support'] });
  expect((await t.call('GET', PROMOTION_ADMIN_CALLS.form, { token: refused.token, query: { id } })).status).toBe(403);

  await inTransaction(t.ctx(operator.actor), (tx) => switchBanner(tx, id, false, '活动结束'));
  expect(await banner()).toBe(0);
});

const GIFTS: Gift[] = [
  { name: '资源', title: '资源 5W+', desc: '', btn: '去看看', type: 1, target: '/resources' },
  { name: '优惠券', title: '50 元方案会员券', desc: '已放入账户', btn: '去使用', type: 2, target: '/personalCenter/myCoupon' },
  { name: '数据包', title: '1G 行业数据包', desc: '', btn: '扫码领取', type: 4, target: 'https://example.com/pack' },
  { name: '社群', title: '策划人社群', desc: '', btn: '扫码进群', type: 5, target: 'https://example.com/group' },
];
const saveGifts = (gifts: readonly object[]) => t.call('POST', PROMOTION_ADMIN_CALLS.gifts, { token: operator.token, body: { gifts } });

it('S-200 keeps the gifts for new accounts until they close them, and really gives the coupon', async () => {
  const before = await makePerson(t);
  const terms: CouponForm = {
    ...{
      id: 0,
      use: 'membership',
      type: 3,
      title: '50 元方案会员券',
      amount: 50,
      percent_off: 0,
      min_price: 51,
      claim_from: 0,
      claim_to: 0,
    },
    ...{ use_end_time: 0, valid_days: 30, stock: 0, per_person: 1, claimable: false, auto_get: false, for_new: true, is_on: true },
  };
  await saveDefinition(t.ctx({ ...operator.actor }), terms);
  const none = (await registerUser(t)).body.data;
  expect((await userInfo(none.token)).issendbage).toBe(1);
  expect((await saveGifts(GIFTS)).body.code).toBe(0);
  expect((await userInfo(before.token)).issendbage).toBe(0);
  const { token, userinfo } = (await registerUser(t)).body.data;
  expect((await userInfo(token)).issendbage).toBe(0);
  expect((await t.call<{ list: Gift[] }>('GET', HMH_CALLS.gift)).body.data.list).toEqual(GIFTS);
  const coupons = await ownedCoupons(t.ctx(), { user_id: userinfo.id, status: 0, page: 1, limit: 20 });
  expect(JSON.stringify(coupons)).toContain('50 元方案会员券');
  for (const _ of [1, 2]) expect((await t.call('PUT', HMH_CALLS.gift, { token })).body.code).toBe(0);
  expect((await userInfo(token)).issendbage).toBe(1);
  expect((await saveGifts([{ ...GIFTS[0], target: 'https://evil.example' }])).body.fields).toHaveProperty('gifts');
  expect((await saveGifts([])).body.code).toBe(0);
  expect((await userInfo((await registerUser(t)).body.data.token)).issendbage).toBe(1);
});

it('F-51, S-011 counts presses on hot words: by id, and the operator’s by themselves', async () => {
  const press = (body: object) => t.call('POST', '/index/search/hotClick', { body });
  for (const _ of [1, 2]) await press({ id: 0, word: '年会' });
  await press({ id: 0, word: '谁也没有设置过的词' });
  const rows = await t.app.db.select().from(hot_searches);
  expect(rows.map(({ word, count, click_num }) => [word, count, click_num])).toEqual([['年会', 0, 2]]);
  await press({ id: rows[0]?.id });
  const [row] = await t.app.db.select().from(hot_searches).where(eq(hot_searches.word, '年会'));
  expect(row?.click_num).toBe(3);
});

it('O-010, S-605 offers what is liked best in the place of what is not there', async () => {
  const hub = async (type: number) => (await t.call<{ title: string; ads: Ad[] }>('GET', HMH_CALLS.hub, { query: { type } })).body;
  await save({ type: 24, place: 2, title: '优质供应商' });
  expect((await hub(2)).data).toMatchObject({ title: '资源', ads: [{ title: '优质供应商' }], list: [] });
  expect((await hub(1)).data).toMatchObject({ title: '方案与 PPT', ads: [] });
  expect((await hub(9)).code).toBe(1);
});

it('takes a picture that staff uploaded for a form of the console, and no other', async () => {
  const upload = async (person: Person) =>
    storeOriginal(createCtx(t.app, person.actor, 'test'), { purpose: 'cover', name: 'a.jpg', data: await photograph('teal') });
  const put = (token: string, file_id: number) => t.call<{ src: string }>('POST', ADMIN_CALLS.picture, { token, body: { file_id } });
  const own = await upload(operator);
  const { src } = (await put(operator.token, own)).body.data;
  expect(src).toMatch(/^\/pic\/.+-640\.webp$/);
  expect(await t.app.providers.storage.statPublic(src.slice('/pic/'.length))).not.toBeNull();
  expect(await form(await save({ picture: src }))).toMatchObject({ picture: src });

  const reader = await makePerson(t);
  expect((await put(operator.token, await upload(reader))).body).toMatchObject({ code: 1, msg: '图片不存在，请重新上传' });
  expect((await put(reader.token, await upload(reader))).status).toBe(403);
});
