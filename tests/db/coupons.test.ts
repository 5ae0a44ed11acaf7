import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CouponForm } from '#contract/coupon.ts';
import { KINDS } from '#contract/kinds.ts';
import { TICKET_SUBJECT } from '#contract/salon.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { endpoints } from '#server/areas/index.ts';
import { createGateway } from '#server/http/gateway.ts';
import { shanghaiAt } from '#server/kernel/clock.ts';
import { issueToPhones } from '#server/modules/console/index.ts';
import { createUser } from '#server/modules/identity/index.ts';
import { cancelOrder, orderState, quoteOrder, refundConfirmAbove, refundOrder, settlePayment } from '#server/modules/orders/index.ts';
import { itemSubject, quoteItem } from '#server/modules/sales/index.ts';
import { computeTickets, orderTickets, ownTickets } from '#server/modules/salons/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import {
  claimableCoupons,
  claimCoupon,
  definitionForm,
  issueCoupon,
  makeBatch,
  ownedCoupons,
  redeemCode,
  returnCoupon,
  saveDefinition,
  stopBatch,
  tellEnding,
  usableCoupons,
} from '#server/modules/vouchers/index.ts';
import { couponsOf } from '#server/views/own-money.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePerson, type Person, payAtProvider, place } from '../support/market.ts';
import { makePerson as makeUser } from '../support/people.ts';
import { makeSalon, seats } from '../support/salons.ts';
import { nextStaffDay } from '../support/second-person.ts';
import { toldTo } from '../support/told.ts';

const DAY_MS = 86_400_000;
const t = testApp();
let staff: Person;
let reader: Person;
beforeAll(async () => {
  const { id, token, actor } = await makeUser(t);
  staff = { id, token, ctx: t.ctx({ ...actor, roles: ['operator'] } as typeof actor) };
});
beforeEach(async () => {
  reader = await makePerson(t);
});

const FORM: CouponForm = {
  ...{ id: 0, use: 'item', type: 5, title: '方案立减券', amount: 20, percent_off: 0, min_price: 21, claim_from: 0, claim_to: 0 },
  ...{ use_end_time: 0, valid_days: 30, stock: 0, per_person: 1, claimable: true, auto_get: false, for_new: false, is_on: true },
};
const define = (change: Partial<CouponForm> = {}) => saveDefinition(staff.ctx, { ...FORM, ...change });
const owned = (who: Person) => ownedCoupons(t.ctx(), { user_id: who.id, status: 0, page: 1, limit: 20 });
const usable = (who: Person, use: string, type: number) => usableCoupons(t.ctx(), { user_id: who.id, use, type });
const word = () => '优惠券';

describe('a definition', () => {
  it('is written by staff, with figures, and its use never changes', async () => {
    const id = await define();
    await claimCoupon(reader.ctx, id);
    expect(await definitionForm(staff.ctx, id)).toMatchObject({
      form: { ...FORM, id },
      figures: { given: 1, held: 0, used: 0, claimed: 1 },
    });
    await expect(define({ id, type: 19 })).rejects.toMatchObject({ fields: { use: expect.any(String) } });
    await expect(define({ amount: 0 })).rejects.toMatchObject({ fields: { amount: expect.any(String) } });
    await expect(define({ valid_days: 0 })).rejects.toMatchObject({ fields: { valid_days: expect.any(String) } });
    await expect(saveDefinition(reader.ctx, FORM)).rejects.toMatchObject({ status: 403 });
  });
});

describe('M-108 a claim', () => {
  it('gives one, once a person, and says why not', async () => {
    const id = await define({ stock: 2 });
    expect(await claimCoupon(reader.ctx, id)).toMatchObject({ sort: 'coupon', title: '方案立减券' });
    await expect(claimCoupon(reader.ctx, id)).rejects.toMatchObject({ status: 409, message: '您已领取过该优惠券' });
    await claimCoupon((await makePerson(t)).ctx, id);
    const late = await makePerson(t);
    await expect(claimCoupon(late.ctx, id)).rejects.toMatchObject({ message: '优惠券已领完' });
    expect((await owned(late)).counts[0]).toBe(0);
    await expect(claimCoupon(late.ctx, await define({ claimable: false }))).rejects.toMatchObject({ status: 404 });
  });

  it('lists what can be claimed of one use alone, with what the reader has', async () => {
    const scheme = await define({ use: 'membership', type: 3, title: '方案会员券', auto_get: true });
    const all = await define({ use: 'membership', type: 5, title: '全站会员券' });
    await claimCoupon(reader.ctx, scheme);
    const list = await claimableCoupons(reader.ctx, { of: { use: 'membership', type: 3 } }, word);
    expect(list).toMatchObject([{ id: scheme, is_have2: 1, auto_get: 1, price: 20 }]);
    const others = await claimableCoupons(reader.ctx, { of: { use: 'membership', type: 5 } }, word);
    expect(others).toMatchObject([{ id: all, is_have2: 0, refusal: '' }]);
    expect((await claimableCoupons(t.ctx(), { ids: [all, scheme] }, word)).map(({ id }) => id)).toEqual([all, scheme]);
  });
});

describe('M-105 type 5 of two uses', () => {
  it('never pays for the other thing: an all-site membership coupon is no scheme coupon', async () => {
    await claimCoupon(reader.ctx, await define({ use: 'membership', type: 5 }));
    const coupon = (await usable(reader, 'membership', 5)).list[0]?.id as number;
    expect((await usable(reader, 'item', 5)).list).toEqual([]);
    const item = await makeItem(t, staff.id);
    await expect(place(reader, item, { user_coupon_id: coupon })).rejects.toMatchObject({ message: '优惠券不可用或已被使用' });
    const quote = await quoteOrder(reader.ctx, itemSubject, item, { use_balance: false, coupon_id: 0 });
    expect([...quote.coupons, ...quote.unfit_coupons]).toEqual([]);
    const list = await t.call<{ list: unknown[] }>('GET', '/user/coupon/coupon', { token: reader.token, query: { type: 5 } });
    expect(list.body.data.list).toEqual([]);
    const vip = await t.call<{ list: unknown[] }>('GET', '/user/coupon/coupon', {
      token: reader.token,
      query: { type: 5, use: 'membership' },
    });
    expect(vip.body.data.list).toMatchObject([{ id: coupon }]);
  });
});

describe('by percent', () => {
  it('takes its part of the price and no more than its amount, and is sorted by what it takes off', async () => {
    await claimCoupon(reader.ctx, await define({ title: '八折', percent_off: 20, amount: 50 }));
    await claimCoupon(reader.ctx, await define({ title: '三十', amount: 30, min_price: 31 }));
    const item = await makeItem(t, staff.id, { price_fen: 10_000 });
    const quote = await quoteOrder(reader.ctx, itemSubject, item, { use_balance: false, coupon_id: 0 });
    expect(quote.coupons.map(({ title }) => title)).toEqual(['三十', '八折']);
    const dear = await makeItem(t, staff.id, { price_fen: 100_000 });
    const coupons = (await quoteOrder(reader.ctx, itemSubject, dear, { use_balance: false, coupon_id: 0 })).coupons;
    expect(coupons.map(({ title }) => title)).toEqual(['八折', '三十']);
    const eighty = coupons[0]?.id as number;
    expect(await place(reader, item, { user_coupon_id: eighty })).toMatchObject({ coupon_price: 20, pay_price: 80 });
  });
});

describe('what a coupon of a use pays', () => {
  it('M-105 a big case: taken off its price, given back with its refund, and of no other kind', async () => {
    await claimCoupon(reader.ctx, await define({ type: KINDS.sample.sale.coupon_type, title: '大案例券', min_price: 50 }));
    const coupon = (await usable(reader, 'item', KINDS.sample.sale.coupon_type)).list[0]?.id as number;
    const sample = await makeItem(t, staff.id, { kind: KINDS.sample, price_fen: 10_000 });
    const scheme = await makeItem(t, staff.id);
    await expect(place(reader, scheme, { user_coupon_id: coupon })).rejects.toMatchObject({ message: '优惠券不可用或已被使用' });
    const quote = await quoteItem(reader.ctx, KINDS.sample, sample, { use_balance: false, coupon_id: coupon });
    expect(quote).toMatchObject({ item: { kind: 'sample' }, coupons: [{ id: coupon }], price: 100, coupon_price: 20, pay_price: 80 });
    const order = await place(reader, sample, { user_coupon_id: coupon });
    expect(order).toMatchObject({ coupon_price: 20, pay_price: 80 });
    await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
    expect((await owned(reader)).counts).toMatchObject({ 0: 0, 1: 1 });
    await refundOrder(t.ctx(), { orderid: order.orderid, reason: '买错了' });
    expect((await owned(reader)).counts).toMatchObject({ 0: 1, 1: 0 });
  });

  it('tickets of a salon: in the price that is reckoned and in the order, and not a big case', async () => {
    await claimCoupon(reader.ctx, await define({ use: TICKET_SUBJECT, type: 0, title: '沙龙券' }));
    const coupon = (await usable(reader, TICKET_SUBJECT, 0)).list[0]?.id as number;
    const { id, kinds } = await makeSalon(t, { owner_id: staff.id });
    const lines = [{ kind_id: kinds[0]?.id as number, count: 2 }];
    const quote = await computeTickets(reader.ctx, { id, lines, balance: false, user_coupon_id: coupon });
    expect(quote).toMatchObject({ coupons: [{ id: coupon }], price: 200, coupon_price: 20, pay_price: 180 });
    const order = await orderTickets(reader.ctx, {
      ...{ id, lines, holders: seats(lines[0]?.kind_id as number, 2), balance: false, user_coupon_id: coupon, cache: false },
    });
    expect(order).toMatchObject({ coupon_price: 20, pay_price: 180 });
    await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
    // what is given back ticket by ticket is what each really cost
    expect((await ownTickets(reader.ctx, { page: 1, limit: 5 })).list.map(({ paid }) => paid)).toEqual([90, 90]);
    expect((await owned(reader)).counts).toMatchObject({ 0: 0, 1: 1 });
  });
});

describe('codes', () => {
  const batch = async (num: number, change: { per_person?: number; definition?: Partial<CouponForm> } = {}) =>
    makeBatch(staff.ctx, {
      ...{
        definition_id: await define({ claimable: false, ...change.definition }),
        title: '线下活动',
        num,
        per_person: change.per_person ?? 1,
      },
      ends_at: new Date(t.clock.now().getTime() + DAY_MS),
    });

  it('M-701 are exchanged once, by one person once a batch, and are stored nowhere', async () => {
    const { codes, id } = await batch(3);
    expect(await redeemCode(reader.ctx, (codes[0] as string).toLowerCase())).toMatchObject({ title: '方案立减券' });
    await expect(redeemCode(reader.ctx, codes[0] as string)).rejects.toMatchObject({ message: expect.stringContaining('您已使用过') });
    await expect(redeemCode(reader.ctx, codes[1] as string)).rejects.toMatchObject({ message: '您已兑换过这一批优惠券' });
    const other = await makePerson(t);
    await expect(redeemCode(other.ctx, codes[0] as string)).rejects.toMatchObject({ message: '这个兑换码已被使用' });
    for (const wrong of ['AAAA', '2222-2222-2222-2222']) {
      await expect(redeemCode(other.ctx, wrong)).rejects.toMatchObject({ message: '兑换码无效，请检查后重新输入' });
    }
    const rows = await t.app.db.execute(sql`select code_hash from coupon_codes where batch_id = ${id}`);
    expect(JSON.stringify(rows.rows)).not.toContain((codes[0] as string).replaceAll('-', ''));
    const counted = await t.app.db.execute(sql`select redeemed_num from coupon_batches where id = ${id}`);
    expect(counted.rows).toEqual([{ redeemed_num: 1 }]);
  });

  it('leave as the CSV of their batch, and are exchanged through the call that claims by id too', async () => {
    const [definition_id, free] = [await define({ claimable: false }), await define({ title: '自领券' })];
    const { token } = await makeUser(t, { roles: ['operator'] });
    const ends_at = Math.floor(t.clock.now().getTime() / 1000) + 86_400;
    const body = { definition_id, title: '地铁广告', num: 3, ends_at };
    const answer = await createGateway(t.app, endpoints).request('/admin/coupon/batch', {
      method: 'POST',
      headers: { platform: '4', token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'no-store',
    ]);
    expect(decodeURIComponent(answer.headers.get('content-disposition') ?? '')).toMatch(/兑换码-\d+\.csv/);
    const bytes = Buffer.from(await answer.arrayBuffer());
    // spreadsheets read UTF-8 only behind it
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const [head, ...codes] = bytes.subarray(3).toString('utf8').trimEnd().split('\r\n');
    expect([head, codes.length, new Set(codes).size]).toEqual(['兑换码', 3, 3]);

    const get = (wish: object) => t.call<{ title: string }>('POST', '/api/coupon/index', { token: reader.token, body: wish });
    expect((await get({ code: codes[0] })).body).toMatchObject({ code: 0, data: { sort: 'coupon', title: '方案立减券' } });
    expect((await get({ id: free })).body).toMatchObject({ code: 0, data: { sort: 'coupon', title: '自领券' } });
    expect((await owned(reader)).counts[0]).toBe(2);
    const another = await t.call('POST', '/api/coupon/index', { token: (await makePerson(t)).token, body: { code: codes[0] } });
    expect(another.body.code).toBe(1);
  });

  it('end with their batch', async () => {
    const { codes, id } = await batch(2);
    await inTransaction(staff.ctx, (tx) => stopBatch(tx, id, true, '发错了'));
    await expect(redeemCode(reader.ctx, codes[0] as string)).rejects.toMatchObject({ message: '这个兑换码已失效' });
    await inTransaction(staff.ctx, (tx) => stopBatch(tx, id, false, '恢复'));
    t.clock.advance_ms(2 * DAY_MS);
    await expect(redeemCode(reader.ctx, codes[0] as string)).rejects.toMatchObject({ message: '这个兑换码已失效' });
  });

  it('M-702 bring vouchers too, which stand in the reader’s list with their title', async () => {
    // A4: one is worth the dearest work that it opens
    await setSetting(t.ctx(), refundConfirmAbove.key, 1_000_000);
    const { codes } = await batch(1, { definition: { use: 'voucher', type: 1, title: '任选方案券', amount: 0 } });
    await setSetting(t.ctx(), refundConfirmAbove.key, 50_000);
    await nextStaffDay(t);
    expect(await redeemCode(reader.ctx, codes[0] as string)).toMatchObject({ sort: 'voucher' });
    expect((await couponsOf(reader.ctx, { status: 0, page: 1, limit: 10 })).list).toMatchObject([
      { sort: 'voucher', title: '任选方案券', noun: '方案' },
    ]);
  });
});

describe('given by others', () => {
  it('staff issue to phones, all or none, and hear which are unknown', async () => {
    const id = await define({ claimable: false });
    const { rows } = await t.app.db.execute<{ mobile: string }>(sql`select mobile from users where id = ${reader.id}`);
    const mobile = rows[0]?.mobile as string;
    const done = await issueToPhones(staff.ctx, { definition_id: id, mobiles: [mobile, mobile, '13999999999'], reason: '补偿' });
    expect(done).toEqual({ given: 1, unknown: ['13999999999'] });
    await issueToPhones(staff.ctx, { definition_id: id, mobiles: [mobile], reason: '再补偿' });
    expect((await owned(reader)).counts[0]).toBe(2);
    const told = await toldTo(t, reader.id, 'coupon');
    expect(told.map(({ title, href }) => [title, href])).toEqual(
      [1, 2].map(() => [expect.stringMatching(/^您收到一张券：/), '/personalCenter/myCoupon']),
    );
    await expect(issueToPhones(reader.ctx, { definition_id: id, mobiles: [mobile], reason: 'x' })).rejects.toMatchObject({ status: 403 });
  });

  it('M-703 a new account gets the new-user gift in the transaction that makes it', async () => {
    const welcome = {
      use: 'membership',
      type: 3,
      title: '新人方案会员券',
      amount: 50,
      min_price: 51,
      for_new: true,
      claimable: false,
    } as const;
    // as many as come: a second person looks at it
    await expect(define(welcome)).rejects.toMatchObject({ status: 202 });
    const id = await saveDefinition(t.ctx(), { ...FORM, ...welcome });
    const user_id = await createUser(t.ctx(), { mobile: '13612345678', password: null, nickname: '新人' });
    expect((await usableCoupons(t.ctx(), { user_id, use: 'membership', type: 3 })).list).toMatchObject([
      { title: '新人方案会员券', amount_fen: 5_000, definition_id: id },
    ]);
    await define({ id, use: 'membership', type: 3, min_price: 51, for_new: false, is_on: false });
  });
});

describe('coming back', () => {
  const give = (days: number) =>
    issueCoupon(t.ctx(), {
      ...{ user_id: reader.id, type: 5, title: '券', amount_fen: 10_000, min_price_fen: 0 },
      use_end_time: new Date(t.clock.now().getTime() + days * DAY_MS),
    });

  it('TR-8 with the refund of its order, once, for seven days at least', async () => {
    const coupon = await give(1);
    const order = await place(reader, await makeItem(t, staff.id), { user_coupon_id: coupon });
    expect(order).toMatchObject({ is_free: 1, status: 2 });
    t.clock.advance_ms(3 * DAY_MS);
    await refundOrder(t.ctx(), { orderid: order.orderid, reason: '测试' });
    const { list } = await usable(reader, 'item', 5);
    expect(list).toMatchObject([{ id: coupon, status: 'free', order_id: null }]);
    expect((list[0]?.use_end_time.getTime() ?? 0) - t.clock.now().getTime()).toBe(7 * DAY_MS);
    const again = { coupon_id: coupon, order_id: 1 };
    expect(await inTransaction(t.ctx(), (tx) => returnCoupon(tx, again))).toBe(false);
  });

  it('with the end it had, when its order is closed', async () => {
    const coupon = await give(30);
    const before = (await usable(reader, 'item', 5)).list[0];
    const order = await place(reader, await makeItem(t, staff.id, { price_fen: 20_000 }), { user_coupon_id: coupon });
    expect((await usable(reader, 'item', 5)).list).toEqual([]);
    await cancelOrder(reader.ctx, order.orderid);
    expect((await orderState(reader.ctx, order.orderid)).status).toBe(3);
    expect((await usable(reader, 'item', 5)).list).toEqual([before]);
  });
});

it('tells its owner on the third day before its end, once, at whatever hour of the day it is done', async () => {
  const first = shanghaiAt(new Date(t.clock.now().getTime() + DAY_MS), '10:20');
  t.clock.advance_ms(first.getTime() - t.clock.now().getTime());
  const end = new Date(first.getTime() + 2.5 * DAY_MS);
  for (const n of [1, 2]) {
    await issueCoupon(t.ctx(), { user_id: reader.id, type: 5, title: `券 ${n}`, amount_fen: 100, min_price_fen: 0, use_end_time: end });
  }
  // the last time of the day before, all of its own, and the first of the day after
  for (const hour of [-14, 0, 5, 10, 24]) {
    t.clock.advance_ms(first.getTime() + hour * 3_600_000 - t.clock.now().getTime());
    await tellEnding(t.ctx());
    const { rows } = await t.app.db.execute(sql`select count(*)::int as n from notices where user_id = ${reader.id}`);
    expect(rows).toEqual([{ n: hour < 0 ? 0 : 1 }]);
  }
  const { rows } = await t.app.db.execute(sql`select topic, title from notices where user_id = ${reader.id}`);
  expect(rows).toEqual([{ topic: 'coupon', title: '2 张优惠券即将过期' }]);
});
