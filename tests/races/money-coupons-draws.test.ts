import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { checkRound } from '#contract/draw.ts';
import { draw, openRound, publishedDraws } from '#server/modules/draws/index.ts';
import { activeVips } from '#server/modules/membership/index.ts';
import { refundOrder } from '#server/modules/orders/index.ts';
import { claimCoupon, makeBatch, redeemCode, saveDefinition, usableCoupons } from '#server/modules/vouchers/index.ts';
import { testApp } from '../support/app.ts';
import { giveCoupon, makeItem, makePerson, type Person, place } from '../support/market.ts';
import { paidMembership } from '../support/member-orders.ts';
import { makePerson as makeUser } from '../support/people.ts';

const t = testApp();
let staff: Person;
let people: Person[];
beforeAll(async () => {
  const { id, token, actor } = await makeUser(t, { roles: ['operator'] });
  staff = { id, token, ctx: t.ctx(actor) };
  people = await Promise.all(Array.from({ length: 64 }, () => makePerson(t)));
});

const FORM = {
  ...{ id: 0, use: 'item' as const, type: 5, title: '券', amount: 20, percent_off: 0, min_price: 21, claim_from: 0, claim_to: 0 },
  ...{ use_end_time: 0, valid_days: 30, stock: 0, per_person: 1, claimable: true, auto_get: false, for_new: false, is_on: true },
};
const won = (results: ReadonlyArray<PromiseSettledResult<unknown>>) => results.filter(({ status }) => status === 'fulfilled').length;
const count = async (what: ReturnType<typeof sql>) => (await t.app.db.execute<{ n: number }>(what)).rows[0]?.n;

it('gives as many coupons as there are to 64 who claim at once', async () => {
  const id = await saveDefinition(staff.ctx, { ...FORM, stock: 10 });
  const results = await Promise.allSettled(people.map(({ ctx }) => claimCoupon(ctx, id)));
  expect(won(results)).toBe(10);
  expect(await count(sql`select count(*)::int as n from user_coupons where definition_id = ${id}`)).toBe(10);
});

it('gives one coupon to one person who claims it 64 times at once', async () => {
  const id = await saveDefinition(staff.ctx, FORM);
  const { ctx } = people[0] as Person;
  expect(won(await Promise.allSettled(people.map(() => claimCoupon(ctx, id))))).toBe(1);
  expect(await count(sql`select count(*)::int as n from user_coupons where definition_id = ${id}`)).toBe(1);
});

it('lets one of 64 exchange a code', async () => {
  const definition_id = await saveDefinition(staff.ctx, { ...FORM, claimable: false });
  const ends_at = new Date(t.clock.now().getTime() + 86_400_000);
  const { codes } = await makeBatch(staff.ctx, { definition_id, title: '一张', num: 1, per_person: 9, ends_at });
  expect(won(await Promise.allSettled(people.map(({ ctx }) => redeemCode(ctx, codes[0] as string))))).toBe(1);
  expect(await count(sql`select count(*)::int as n from user_coupons where definition_id = ${definition_id}`)).toBe(1);
});

it('gives a refunded coupon back once, however many refund at once', async () => {
  const buyer = await makePerson(t);
  const coupon = await giveCoupon(t, buyer.id, 10_000);
  const order = await place(buyer, await makeItem(t, staff.id), { user_coupon_id: coupon });
  const refund = () => refundOrder(t.ctx(), { orderid: order.orderid, reason: '测试' });
  expect(won(await Promise.allSettled(Array.from({ length: 16 }, refund)))).toBe(1);
  expect((await usableCoupons(t.ctx(), { user_id: buyer.id, use: 'item', type: 5 })).list).toMatchObject([{ id: coupon }]);
});

const membership = { covers: '', covers_hor: '', vip_type: 1, days: 7, max_download_pre_day: 5 };
const open = () =>
  openRound(staff.ctx, {
    title: '抽奖',
    ends_at: Math.floor(t.clock.now().getTime() / 1000) + 86_400,
    prizes: [
      { place: 1, title: '帆布袋', type: 5, weight: 9, stock: 5, replace: 2, ...membership, vip_type: 0, days: 0 },
      { place: 2, title: '会员 7 天', type: 2, weight: 1, stock: null, replace: null, ...membership },
    ],
  });

it('draws once for an order that is drawn for 64 times at once', async () => {
  await open();
  const buyer = await makePerson(t);
  const orderid = await paidMembership(t, buyer.id);
  const results = await Promise.all(people.map((_, n) => draw(buyer.ctx, { orderid, user_seed: `s${n}` })));
  expect(new Set(results.map(({ blind_id }) => blind_id)).size).toBe(1);
  expect(await count(sql`select count(*)::int as n from draws where user_id = ${buyer.id}`)).toBe(1);
});

it('never gives more than the stock to 64 who draw at once, and what it gave can be checked', async () => {
  const round = await open();
  const orders = await Promise.all(people.map(async (one) => ({ ctx: one.ctx, orderid: await paidMembership(t, one.id) })));
  const results = await Promise.all(orders.map(({ ctx, orderid }, n) => draw(ctx, { orderid, user_seed: `s${n}` })));
  expect(results.filter(({ prizeinfo }) => prizeinfo.type === 5)).toHaveLength(5);
  expect(await count(sql`select left_num as n from draw_prizes where round_id = ${round} and place = 1`)).toBe(0);
  const vips = await Promise.all(people.map(async ({ id }) => (await activeVips(t.ctx(), id)).has(1)));
  expect(vips.filter(Boolean)).toHaveLength(59);
  await open();
  const told = await publishedDraws(t.ctx(), { round, after: 0, limit: 100 });
  expect(await checkRound(told.round, told.list)).toEqual({ checked: 64, faults: [] });
});
