import { readFileSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KINDS, type KindFacts, VIP_BIDDING } from '#contract/kinds.ts';
import {
  divideTypeOf,
  type EquityDetail,
  MEMBER_CALLS,
  type MemberTerm,
  type PlanForm,
  STAFF_MEMBER_CALLS,
  VIPS,
  type VipBought,
  type VipList,
  type VipPlan,
  type VipQuote,
} from '#contract/membership.ts';
import type { Order, OrderState } from '#contract/order.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { readList } from '#server/modules/console/index.ts';
import { activeVips, extendMembership, installPlans, takeMembership } from '#server/modules/membership/index.ts';
import { vip_plans } from '#server/modules/membership/tables.ts';
import { orderDetail, ownRefundUpTo, refundOrder, settlePayment } from '#server/modules/orders/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { proveLedger } from '#server/modules/wallet/index.ts';
import { staffOrder } from '#server/views/admin/staff-order.ts';
import { ordersCsv } from '#server/views/own-money.ts';
import { testApp } from '../support/app.ts';
import { giveCoupon, makePerson, type Person, payAtProvider } from '../support/market.ts';
import { makePerson as makeStaff } from '../support/people.ts';
import { confirmWaiting } from '../support/second-person.ts';
import { toldTo } from '../support/told.ts';

const DAY_S = 86_400;
const t = testApp();
let plans: VipPlan[];
beforeAll(async () => {
  await inTransaction(t.ctx(), installPlans);
  plans = (await t.call<{ list: VipPlan[] }>('GET', MEMBER_CALLS.plans)).body.data.list;
});
afterAll(async () => {
  await proveLedger(t.ctx());
});

const spec = (key: string, index: number) => {
  const found = plans.find((plan) => plan.key === key)?.spec[index];
  if (!found) throw new Error(`no spec ${index} of ${key}`);
  return found;
};
const quote = async (person: Person, vip_id: number, more: Record<string, number> = {}) =>
  (await t.call<VipQuote>('GET', MEMBER_CALLS.quote, { token: person.token, query: { vip_id, ...more } })).body;
const order = (person: Person, vip_id: number, body: Record<string, unknown> = {}) =>
  t.call<Order>('POST', MEMBER_CALLS.order, { token: person.token, body: { vip_id, ...body } });
const place = async (person: Person, vip_id: number, body: Record<string, unknown> = {}) => {
  const { body: answer } = await order(person, vip_id, body);
  expect(answer).toMatchObject({ code: 0 });
  return answer.data;
};
const state = async (person: Person, { orderid }: { orderid: string }) =>
  (await t.call<OrderState>('GET', '/api/order', { token: person.token, query: { orderid } })).body.data;
const confirm = (person: Person, { orderid }: { orderid: string }) =>
  t.call<OrderState>('POST', '/api/order/balance', { token: person.token, body: { orderid } });
/** The payer pays, and the provider tells us. */
const paid = async (placed: Order) => settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, placed));
const buy = async (person: Person, vip_id: number, body: Record<string, unknown> = {}) => {
  const placed = await place(person, vip_id, body);
  await paid(placed);
  expect(await state(person, placed)).toMatchObject({ status: 2 });
  return placed;
};
const daysLeft = async (person: Person) => {
  const vips = await activeVips(t.ctx(), person.id);
  return Object.fromEntries(
    [...vips].map(([type, { end_time }]) => [type, (end_time.getTime() - t.clock.now().getTime()) / DAY_S / 1_000]),
  );
};

it('sells the plans of a new site, and names each by its kind', async () => {
  expect(plans.map(({ key, status }) => [key, status])).toEqual([
    ['scheme', 1],
    ['all', 1],
    ['ppt', 1],
    ['design', 1],
    ['sample', 1],
    ['course', 1],
    ['bidding', 1],
  ]);
  const again = await inTransaction(t.ctx(), installPlans).then(() => t.call<{ list: VipPlan[] }>('GET', MEMBER_CALLS.plans));
  expect(again.body.data.list).toEqual(plans);
});

it('M-206, P-303 names the products of the header by kind, with what their reader may do and until when', async () => {
  const list = async (token?: string) => (await t.call<VipList>('GET', MEMBER_CALLS.vips, token ? { token } : {})).body.data;
  const visitor = await list();
  expect(Object.keys(visitor).sort()).toEqual(['all', 'bidding', 'course', 'design', 'ppt', 'sample', 'scheme']);
  expect(visitor.scheme).toMatchObject({ id: 1, status: 1, button_type: 1, vip: null });
  expect(visitor.bidding).toMatchObject({ id: 5, status: 1, button_type: 1, vip: null });
  const person = await makePerson(t);
  await buy(person, spec('ppt', 0).id);
  const mine = await list(person.token);
  expect(mine.ppt).toMatchObject({ button_type: 2, vip: { id: 2, end_time: expect.any(Number) } });
  expect(mine.scheme).toMatchObject({ button_type: 1, vip: null });
});

it('M-207 tells a benefit to who has its membership, or the all-site one, and to others which one has it', async () => {
  const [stranger, member, of_all] = [await makePerson(t), await makePerson(t), await makePerson(t)];
  const { id } = plans.find(({ key }) => key === 'ppt')?.app_equity[0] ?? { id: 0 };
  const equity = (token: string | null, vip_type = 2) =>
    t.call<EquityDetail>('GET', MEMBER_CALLS.equity, { ...(token ? { token } : {}), query: { vip_type, id } });
  await buy(member, spec('ppt', 0).id);
  await buy(of_all, spec('all', 0).id);
  expect((await equity(null)).body.code).toBe(2);
  expect((await equity(stranger.token)).body).toMatchObject({ code: 1, msg: expect.stringMatching(/^开通包含该权益的PPT会员/) });
  for (const { token } of [member, of_all]) expect((await equity(token)).body).toMatchObject({ code: 0, data: { id } });
  expect((await equity(member.token, 9)).body.code).toBe(1);
});

it('M-220 a GET that is named like an act changes nothing', async () => {
  const person = await makePerson(t);
  expect((await t.call('GET', MEMBER_CALLS.ppt, { token: person.token })).body.code).toBe(0);
  expect(await daysLeft(person)).toEqual({});
  expect((await t.call<{ list: unknown[] }>('GET', MEMBER_CALLS.orders, { token: person.token })).body.data.list).toEqual([]);
});

it('M-208, M-211, P-110 opens and renews: paid by QR, the second behind the first, with what the buyer may do next', async () => {
  const person = await makePerson(t);
  const first = await buy(person, spec('scheme', 1).id, { price: 1, pay_price: 0, data_id: 7, divide_type: 1 });
  expect(first).toMatchObject({ subject: 'membership', pay_price: 365, platform: 1 });
  expect(await daysLeft(person)).toEqual({ 1: 365 });
  expect((await quote(person, spec('scheme', 1).id)).data).toMatchObject({ change: 'renew', is_change: 0, credit_price: 0, price: 365 });
  await buy(person, spec('scheme', 1).id);
  expect(await daysLeft(person)).toEqual({ 1: 730 });
  const own = await t.call<{ list: MemberTerm[] }>('GET', '/user/Member/surplusvipbag', { token: person.token });
  expect(own.body.data.list).toMatchObject([
    { vip_type: 1, state: 'running' },
    { vip_type: 1, state: 'waiting' },
  ]);
  const bought = await t.call<VipBought>('POST', MEMBER_CALLS.bought, { token: person.token, body: { orderid: first.orderid } });
  expect(bought.body.data).toMatchObject({ type: 1, vip_type: 1, url: '/programme', to: first.server_time + 365 * DAY_S });
});

it('M16 upgrades: what is left is credited, and the refund gives it back as if nothing had been bought', async () => {
  const person = await makePerson(t);
  await buy(person, spec('ppt', 1).id);
  t.clock.advance_ms(DAY_S * 1_000 * 20);
  // 199.00 of 365 days, 345 left
  const { data } = await quote(person, spec('all', 1).id);
  expect(data).toMatchObject({ change: 'upgrade', is_change: 1, credit_price: 188.09, list_price: 699, price: 510.91, pay_price: 510.91 });
  const upgrade = await buy(person, spec('all', 1).id);
  expect(upgrade.pay_price).toBe(510.91);
  // M16: the order says what was credited
  expect(await orderDetail(person.ctx, upgrade.orderid)).toMatchObject({ list_price: 510.91, credit_price: 188.09, price: 510.91 });
  const finance = t.ctx((await makeStaff(t, { roles: ['finance'] })).actor);
  expect(await staffOrder(finance, upgrade.orderid)).toMatchObject({ list_price: 510.91, credit_price: 188.09, price: 510.91 });
  const { rows } = await readList(finance, { list: 'orders', query: `buyer=${person.id}`, after: '', before: '', limit: 5 });
  expect(rows.map(({ cells }) => cells['credit'])).toEqual([188.09, 0]);
  let csv = '';
  for await (const piece of ordersCsv(person.ctx, { status: null, subject: null })) csv += piece;
  const [head, line] = csv.split('\r\n').map((one) => one.split(','));
  expect(line?.[head?.indexOf('原会员抵扣') ?? -1]).toBe('188.09');
  expect(await daysLeft(person)).toEqual({ 6: 365 });
  t.clock.advance_ms(DAY_S * 1_000 * 92);
  expect(await refundOrder(t.ctx(), { orderid: upgrade.orderid, reason: '买错了' })).toBe('refunded');
  expect(await daysLeft(person)).toEqual({ 2: 253 });
});

it('credits less after a part was refunded, and refunds no part of what was credited', async () => {
  const person = await makePerson(t);
  const first = await buy(person, spec('ppt', 1).id);
  await refundOrder(t.ctx(), { orderid: first.orderid, reason: '补偿', amount_fen: 9_900 });
  expect((await quote(person, spec('all', 1).id)).data).toMatchObject({ credit_price: 100 });
  await buy(person, spec('all', 1).id);
  const again = refundOrder(t.ctx(), { orderid: first.orderid, reason: '补偿', amount_fen: 100 });
  await expect(again).rejects.toMatchObject({ status: 409 });
});

it('A3 M20 goes back on the buyer’s own request while none of its rights was taken, though it runs', async () => {
  const person = await makePerson(t);
  await setSetting(t.ctx(), ownRefundUpTo.key, 100_000);
  const [first, second] = [await buy(person, spec('scheme', 1).id), await buy(person, spec('scheme', 1).id)];
  const own = ({ orderid }: Order) => t.call('POST', '/api/order/refund', { token: person.token, body: { orderid, reason: '买错了' } });
  const use = () => takeMembership(t.ctx(), { user_id: person.id, way: 'member_content', vip_types: [1] });
  expect(await use()).toBe(true);
  expect((await orderDetail(person.ctx, first.orderid)).refund).toMatchObject({
    ...{ can_ask: true, at_once: false, why_not: '已用会员权益查看或下载内容，不能自助退款，可申请人工处理' },
  });
  expect((await own(second)).body).toMatchObject({ code: 0, data: { outcome: 'refunded' } });
  expect((await own(first)).body).toMatchObject({ code: 0, data: { outcome: 'asked' } });

  const other = await makePerson(t);
  const unused = await buy(other, spec('scheme', 1).id);
  const ask = { token: other.token, body: { orderid: unused.orderid, reason: '买错了' } };
  expect((await t.call('POST', '/api/order/refund', ask)).body).toMatchObject({ data: { outcome: 'refunded' } });
  expect(await takeMembership(t.ctx(), { user_id: other.id, way: 'member_content', vip_types: [1] })).toBe(false);
  await setSetting(t.ctx(), ownRefundUpTo.key, 20_000);
});

it('offers staff the part of a running membership that is unused, and says whether it was used', async () => {
  const person = await makePerson(t);
  const staff = await makeStaff(t, { roles: ['operator'] });
  const shown = (order: Order) => staffOrder(t.ctx(staff.actor), order.orderid);
  const first = await buy(person, spec('scheme', 1).id);
  const second = await buy(person, spec('scheme', 1).id);
  expect(await shown(second)).toMatchObject({ unused: 365, uses: '', parts: [] });
  expect(await takeMembership(t.ctx(), { user_id: person.id, way: 'member_price', vip_types: [1] })).toBe(true);
  t.clock.advance_ms(DAY_S * 1_000 * 73);
  expect(await shown(first)).toMatchObject({ unused: 292, uses: '已用会员价下单' });
  const back = { orderid: first.orderid, reason: '用了一部分', amount_fen: 29_200, ends: true };
  expect(await refundOrder(t.ctx(), back)).toBe('refunded');
  // what waited behind it moves up
  expect(await daysLeft(person)).toEqual({ 1: 365 });
  const upgraded = await makePerson(t);
  await buy(upgraded, spec('ppt', 1).id);
  t.clock.advance_ms(DAY_S * 1_000 * 20);
  const big = await buy(upgraded, spec('all', 1).id);
  const { unused } = await shown(big);
  expect(unused).toBeLessThanOrEqual(big.pay_price);
  expect(unused).toBeGreaterThan(big.pay_price - 0.02);
});

it('does not refund what was credited to another order', async () => {
  const person = await makePerson(t);
  const first = await buy(person, spec('ppt', 1).id);
  await buy(person, spec('all', 1).id);
  await expect(refundOrder(t.ctx(), { orderid: first.orderid, reason: '买错了' })).rejects.toMatchObject({ status: 409 });
});

it('M-210, TR-2 keeps one open order a buyer: another plan closes it, and its coupon and balance are there again', async () => {
  const person = await makePerson(t, 1_000);
  const coupon_id = await giveCoupon(t, person.id, 5_000, 0, 3, 'membership');
  const first = await place(person, spec('scheme', 1).id, { coupon_id, balance: 1 });
  expect(first).toMatchObject({ coupon_price: 50, deduction_price: 10, pay_price: 305 });
  const second = await place(person, spec('scheme', 2).id, { coupon_id, balance: 1 });
  expect(await state(person, first)).toMatchObject({ status: 3 });
  expect(second).toMatchObject({ coupon_price: 50, deduction_price: 10 });
  expect((await place(person, spec('scheme', 2).id, { coupon_id, balance: 1, cache: 1 })).orderid).toBe(second.orderid);
  const third = await place(person, spec('ppt', 0).id);
  expect(await state(person, second)).toMatchObject({ status: 3 });
  expect((await quote(person, spec('ppt', 0).id)).data.balance).toBe(10);
  // paid, and nobody told us before the next one was placed: what was paid is wanted, and the newer one gives way
  await payAtProvider(t, third);
  const fourth = await place(person, spec('design', 0).id);
  expect(await state(person, third)).toMatchObject({ status: 2 });
  expect(await state(person, fourth)).toMatchObject({ status: 3 });
  expect(await daysLeft(person)).toEqual({ 2: 31 });
});

it('TR-4 takes coupons of their own type alone', async () => {
  const person = await makePerson(t);
  const of_all = await giveCoupon(t, person.id, 5_000, 0, 5, 'membership');
  expect((await order(person, spec('scheme', 1).id, { coupon_id: of_all })).body).toMatchObject({ code: 1 });
  expect((await order(person, spec('ppt', 1).id, { coupon_id: of_all })).body).toMatchObject({ code: 1 });
  expect((await place(person, spec('all', 1).id, { coupon_id: of_all })).pay_price).toBe(649);
  // the same number pays for schemes, but its use is another
  const of_items = await giveCoupon(t, person.id, 5_000, 0, 5, 'item');
  expect((await order(person, spec('all', 1).id, { coupon_id: of_items })).body).toMatchObject({ code: 1 });
});

it('M-214 waits for a press where nothing is to be paid, and credits beyond the price as time', async () => {
  const person = await makePerson(t);
  await buy(person, spec('scheme', 2).id);
  const month = spec('all', 1);
  const covered = await place(person, month.id);
  const paid_before = spec('scheme', 2).price;
  expect(covered).toMatchObject({ pay_price: Math.max(0, Math.round((month.price - paid_before) * 100) / 100) });
  const cheap = await place(person, spec('all', 0).id);
  // all-site of a month has a smaller limit than what runs: it is no upgrade of it
  expect(cheap.pay_price).toBe(89);
  const coupon_id = await giveCoupon(t, person.id, 100_000, 0, 5, 'membership');
  const free = await place(person, month.id, { coupon_id });
  expect(free).toMatchObject({ status: 1, pay_price: 0, deduction_price: 0, platform: 0, is_free: 0, pay_qrcode: '' });
  expect((await daysLeft(person))[6]).toBeUndefined();
  expect((await confirm(person, free)).body).toMatchObject({ code: 0, data: { status: 2 } });
  expect((await confirm(person, free)).body).toMatchObject({ code: 0, data: { status: 2 } });
  expect(await daysLeft(person)).toEqual({ 6: 365 });
});

it('moves no money where a credit pays everything, and takes that back too', async () => {
  const person = await makePerson(t);
  await inTransaction(t.ctx(), (tx) =>
    extendMembership(tx, {
      user_id: person.id,
      vip_type: 2,
      days: 100,
      max_download_pre_day: 0,
      paid_fen: 139_800,
      source: { name: 'test', id: person.id },
    }),
  );
  const free = await place(person, spec('all', 1).id);
  expect(free).toMatchObject({ status: 1, pay_price: 0, price: 0 });
  expect((await confirm(person, free)).body).toMatchObject({ code: 0, data: { status: 2 } });
  // 699.00 too much, at 12 months of 89.00 a year
  expect((await daysLeft(person))[6]).toBeCloseTo(365 + (365 * 69_900) / 106_800, 5);
  expect(await refundOrder(t.ctx(), { orderid: free.orderid, reason: '买错了' })).toBe('refunded');
  expect(await daysLeft(person)).toEqual({ 2: 100 });
});

it('M-208, TR-3 pays from the balance: platform 3, confirmed once', async () => {
  const person = await makePerson(t, 10_000);
  const placed = await place(person, spec('scheme', 0).id, { balance: 1 });
  expect(placed).toMatchObject({ platform: 3, pay_price: 0, deduction_price: 49, surplus_balance: 51 });
  expect(await state(person, placed)).toMatchObject({ status: 1, platform: 3 });
  await Promise.all([confirm(person, placed), confirm(person, placed)]);
  expect(await daysLeft(person)).toEqual({ 1: 31 });
});

it('gives the money back when the terms changed between the quote and the payment', async () => {
  const person = await makePerson(t);
  const ppt = await buy(person, spec('ppt', 1).id);
  const upgrade = await place(person, spec('all', 1).id);
  await refundOrder(t.ctx(), { orderid: ppt.orderid, reason: '买错了' });
  await paid(upgrade);
  expect(await state(person, upgrade)).toMatchObject({ status: 3 });
  expect(await daysLeft(person)).toEqual({});
});

it('ST-5 does not sell what is grey, off sale, unknown, or had for life', async () => {
  const person = await makePerson(t);
  const grey = (status: 1 | 2) => t.app.db.update(vip_plans).set({ status }).where(eq(vip_plans.vip_type, VIP_BIDDING));
  await grey(2);
  expect((await order(person, spec('bidding', 0).id)).status).toBe(404);
  const { data: list } = (await t.call<VipList>('GET', MEMBER_CALLS.vips)).body;
  expect(list.bidding).toMatchObject({ id: 5, status: 2, button_type: 0, vip: null });
  await grey(1);
  expect((await order(person, 987_654)).status).toBe(404);
  await buy(person, spec('all', 3).id);
  for (const id of [spec('all', 1).id, spec('ppt', 1).id, spec('all', 3).id]) {
    expect((await order(person, id)).body).toMatchObject({ code: 1, data: { owned: true } });
  }
});

it('keeps what an order was placed at when staff change the plan', async () => {
  const boss = await makeStaff(t, { roles: ['operator'] });
  const person = await makePerson(t);
  const placed = await place(person, spec('design', 1).id);
  const forms = (await t.call<{ list: PlanForm[] }>('GET', STAFF_MEMBER_CALLS.plans, { token: boss.token })).body.data.list;
  const design = forms.find(({ vip_type }) => vip_type === 3) as PlanForm;
  const [month, year] = design.specs as [PlanForm['specs'][number], PlanForm['specs'][number]];
  const { vip_type: _, ...form } = design;
  const save = (specs: unknown[]) => t.call('PUT', STAFF_MEMBER_CALLS.plan, { token: boss.token, body: { ...form, specs } });
  expect((await save([{ ...year, price: 900, org_price: 100 }])).body).toMatchObject({ code: 1 });
  const fresh = { ...month, id: 0, show_date: '半年', days: 183, price: 150, org_price: 234 };
  const asked = await save([{ ...year, price: 100, days: 30 }, fresh]);
  expect(asked).toMatchObject({ status: 202, body: { code: 1, msg: expect.stringContaining('另一位同事') } });
  expect(await confirmWaiting(t)).toBe(1);
  await paid(placed);
  expect(await daysLeft(person)).toEqual({ 3: 365 });
  const now = (await t.call<VipPlan>('GET', MEMBER_CALLS.plan, { query: { vip_type: 3 } })).body.data;
  expect(now.spec.map(({ show_date, price, days }) => [show_date, price, days])).toEqual([
    ['1年', 100, 30],
    ['半年', 150, 183],
  ]);
  expect((await order(person, month.id)).status).toBe(404);
});

it('lets staff give days and end them, with an audit row, but not what was paid for', async () => {
  const boss = await makeStaff(t, { roles: ['operator'] });
  const support = await makeStaff(t, { roles: ['support'] });
  const person = await makePerson(t);
  const give = (token: string) =>
    t.call<{ term_id: number }>('POST', STAFF_MEMBER_CALLS.give, { token, body: { id: person.id, vip_type: 1, days: 7, reason: '补偿' } });
  expect((await give(support.token)).status).toBe(403);
  const given = await give(boss.token);
  expect(await daysLeft(person)).toEqual({ 1: 7 });
  expect(await toldTo(t, person.id)).toEqual([
    {
      topic: 'wallet',
      title: '您获赠 7 天方案会员',
      content: expect.stringMatching(/^\d{4}-\d\d-\d\d 至 \d{4}-\d\d-\d\d 有效。$/),
      href: '/personalCenter/myVipschemeOrder',
    },
  ]);
  const end = (id: number) => t.call('POST', STAFF_MEMBER_CALLS.end, { token: boss.token, body: { id, reason: '发错了' } });
  expect((await end(given.body.data.term_id)).body.code).toBe(0);
  expect((await end(given.body.data.term_id)).status).toBe(409);
  expect(await daysLeft(person)).toEqual({});
  await buy(person, spec('scheme', 1).id);
  const terms = await t.call<{ list: Array<{ id: number; paid: number; closed_at: number }> }>('GET', STAFF_MEMBER_CALLS.terms, {
    token: support.token,
    query: { id: person.id },
  });
  expect(terms.body.data.list.map(({ paid, closed_at }) => [paid, closed_at > 0])).toEqual([
    [365, false],
    [0, true],
  ]);
  expect((await end(terms.body.data.list[0]?.id ?? 0)).status).toBe(409);
});

it('M-205 takes every membership in every call, and is bought from the page of every kind that is sold', async () => {
  const staff = await makeStaff(t, { roles: ['operator', 'admin'] });
  const given = await makePerson(t);
  for (const { vip_type, name } of VIPS) {
    const of = { vip_type };
    const list = await t.call<{ list: VipPlan[] }>('GET', MEMBER_CALLS.plans, { query: of });
    expect(list.body.data.list.map((plan) => plan.name)).toEqual([name]);
    const [benefit] = list.body.data.list[0]?.app_equity ?? [];
    const told = await t.call('GET', MEMBER_CALLS.equity, { token: given.token, query: { ...of, id: benefit?.id ?? 0 } });
    expect(told.body.msg, name).toContain('开通包含该权益的');
    const body = { ...of, id: (await makePerson(t)).id, days: 3, reason: '客服补偿' };
    expect((await t.call('POST', STAFF_MEMBER_CALLS.give, { token: staff.token, body })).body, name).toMatchObject({ code: 0 });
  }
  for (const { key, sale } of Object.values<KindFacts>(KINDS)) {
    if (!sale) continue;
    const { list } = (await t.call<{ list: VipPlan[] }>('GET', MEMBER_CALLS.plans)).body.data;
    const plan = list.find(({ vip_type, status }) => vip_type === sale.vip_type && status === 1);
    const placed = await place(await makePerson(t), plan?.spec[0]?.id ?? 0, { divide_type: divideTypeOf(key), data_id: 7 });
    expect(placed.orderid, key).toMatch(/^\d{24}$/);
  }
});

it('opens the bidding membership of a site that was installed while it was grey, and leaves what staff wrote', async () => {
  const migration = readFileSync(new URL('../../src/server/db/migrations/0040_bidding-membership.sql', import.meta.url), 'utf8');
  // what a later one adds: the rule of each benefit
  const later = readFileSync(new URL('../../src/server/db/migrations/0051_gifts_invoices_benefits.sql', import.meta.url), 'utf8');
  const named = later.split('--> statement-breakpoint').find((statement) => statement.includes('"vip_plans"')) ?? '';
  const words = readFileSync(new URL('../../src/server/db/migrations/0116_tender-words.sql', import.meta.url), 'utf8');
  const again = async () => {
    for (const statement of migration.split('--> statement-breakpoint')) await t.app.db.execute(sql.raw(statement));
    for (const statement of [named, words]) await t.app.db.execute(sql.raw(statement));
    const { list } = (await t.call<{ list: VipPlan[] }>('GET', MEMBER_CALLS.plans)).body.data;
    return { bidding: list.find(({ key }) => key === 'bidding'), all: list.find(({ key }) => key === 'all') };
  };
  const write = (vip_type: number, plan: Partial<typeof vip_plans.$inferInsert>) =>
    t.app.db.update(vip_plans).set(plan).where(eq(vip_plans.vip_type, vip_type));
  const before = { bidding: plans.find(({ key }) => key === 'bidding'), all: plans.find(({ key }) => key === 'all') };
  await write(VIP_BIDDING, { status: 2, introduction: '竞标频道上线后即可开通', equities: [] });
  expect((await again()).bidding).toMatchObject({ status: 1, desc: before.bidding?.desc, app_equity: before.bidding?.app_equity });
  await write(VIP_BIDDING, { status: 2, introduction: '我们自己写的' });
  const { bidding, all } = await again();
  expect(bidding).toMatchObject({ status: 2, desc: '我们自己写的' });
  expect(all).toMatchObject({ desc: before.all?.desc, app_equity: before.all?.app_equity });
});
