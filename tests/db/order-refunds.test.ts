import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import type { Order, OrderDetail, OrderList } from '#contract/order.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { grantAccess, hasGrant } from '#server/modules/access/index.ts';
import {
  askOwnRefund,
  cancelOrder,
  ownRefundUpTo,
  type RefundMade,
  refundOrder,
  refundReview,
  registerRefundHook,
  runRefunds,
  settlePayment,
  traceUse,
} from '#server/modules/orders/index.ts';
import { decideReview, decideTarget, listReviews } from '#server/modules/review/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { usableCoupons } from '#server/modules/vouchers/index.ts';
import { balances, houseBalances, proveLedger } from '#server/modules/wallet/index.ts';
import { ordersCsv } from '#server/views/own-money.ts';
import { testApp } from '../support/app.ts';
import { giveCoupon, makeItem, makePerson, type Person, payAtProvider, place, sandbox } from '../support/market.ts';
import { makePerson as makeUser } from '../support/people.ts';
import { toldTo } from '../support/told.ts';

const t = testApp();
let publisher: Person;
let buyer: Person;
beforeAll(async () => {
  publisher = await makePerson(t);
  buyer = await makePerson(t, 3_000);
});
afterEach(async () => {
  expect((await proveLedger(t.ctx())).faults).toEqual([]);
});

const detail = async (orderid: string, who = buyer) =>
  (await t.call<OrderDetail>('GET', '/api/order/detail', { token: who.token, query: { orderid } })).body.data;
const job = (orderid: string, amount_fen?: number) =>
  refundOrder(t.ctx(), { orderid, reason: '测试', ...(amount_fen === undefined ? {} : { amount_fen }) });
const due = async () => (await houseBalances(t.ctx())).get('refund_due') ?? 0;
const earned = async () => (await balances(t.ctx(), publisher.id)).earning_fen;

async function idOf(orderid: string): Promise<number> {
  const { rows } = await t.app.db.execute<{ id: number }>(sql`select id from orders where orderid = ${orderid}`);
  return Number(rows[0]?.id);
}

async function buy(
  who: Person,
  input: Parameters<typeof place>[2] = {},
  price_fen?: number,
): Promise<Order & { item_id: number; facts: { payment_no: string } }> {
  const item_id = await makeItem(t, publisher.id, price_fen === undefined ? {} : { price_fen });
  const order = await place(who, item_id, input);
  const facts = await payAtProvider(t, order);
  await settlePayment(t.ctx(), 'sandbox', facts);
  return { ...order, item_id, facts };
}

it('gives parts back first through the provider, then to the balance, and takes the publisher’s part of each', async () => {
  const before = await earned();
  const order = await buy(buyer, { balance: 1 });
  expect(order).toMatchObject({ pay_price: 70, deduction_price: 30 });
  expect(await earned()).toBe(before + 8_000);
  await job(order.orderid, 6_000);
  expect(await due()).toBe(6_000);
  await runRefunds(t.ctx());
  expect([await due(), await earned(), (await balances(t.ctx(), buyer.id)).balance_fen]).toEqual([0, before + 3_200, 0]);
  await job(order.orderid, 2_000);
  await runRefunds(t.ctx());
  expect([await earned(), (await balances(t.ctx(), buyer.id)).balance_fen]).toEqual([before + 1_600, 1_000]);
  expect(await hasGrant(t.ctx(), buyer.id, order.item_id)).toBe(true);
  expect(await detail(order.orderid)).toMatchObject({
    status: 2,
    refunded: 80,
    refund: { price: 20, list: [{ price: 60, whole: false, done: true }, { price: 20 }] },
  });
  await expect(job(order.orderid, 2_001)).rejects.toMatchObject({ status: 409 });
  await job(order.orderid);
  await runRefunds(t.ctx());
  expect([await earned(), (await balances(t.ctx(), buyer.id)).balance_fen]).toEqual([before, 3_000]);
  expect(await hasGrant(t.ctx(), buyer.id, order.item_id)).toBe(false);
  expect(await detail(order.orderid)).toMatchObject({ status: 3, msg: '订单已退款' });
});

it('gives the coupon back with the whole, to be used although it ended meanwhile, and not with a part', async () => {
  const coupon_id = await giveCoupon(t, buyer.id, 2_000);
  const order = await buy(buyer, { user_coupon_id: coupon_id });
  const free = async () => (await usableCoupons(t.ctx(), { user_id: buyer.id, use: 'item', type: 5 })).list.map(({ id }) => id);
  await job(order.orderid, 1_000);
  expect(await free()).not.toContain(coupon_id);
  await job(order.orderid);
  expect(await free()).toContain(coupon_id);
  await runRefunds(t.ctx());

  const ending = await giveCoupon(t, buyer.id, 2_000);
  const late = await buy(buyer, { user_coupon_id: ending });
  t.clock.advance_ms(2 * 86_400_000);
  await job(late.orderid);
  expect(await free()).toContain(ending);
  await runRefunds(t.ctx());
});

it('keeps trying until the provider has carried both parts of one payment out', async () => {
  const order = await buy(buyer);
  await sandbox(t).failRefunds(order.facts.payment_no, 3);
  await job(order.orderid, 1_000);
  await job(order.orderid);
  for (const _ of [1, 2, 3, 4]) {
    await runRefunds(t.ctx());
    t.clock.advance_ms(10 * 60_000);
  }
  expect(await due()).toBe(0);
  const { rows } = await t.app.db.execute<{ status: string }>(
    sql`select status from payments where payment_no = ${order.facts.payment_no}`,
  );
  expect(rows).toEqual([{ status: 'refunded' }]);
});

it('IM-4 gives a small price back at once to a buyer who asks in time and took nothing', async () => {
  const order = await buy(buyer);
  expect((await detail(order.orderid)).refund).toMatchObject({ can_ask: true, why_not: '', price: 100, asked: false });
  const ask = (who: Person) =>
    t.call('POST', '/api/order/refund', { token: who.token, body: { orderid: order.orderid, reason: '买错了' } });
  expect((await ask(publisher)).status).toBe(404);
  expect((await ask(buyer)).body).toMatchObject({ code: 0, data: { outcome: 'refunded' } });
  expect((await ask(buyer)).status).toBe(409);
  expect(await hasGrant(t.ctx(), buyer.id, order.item_id)).toBe(false);
  await runRefunds(t.ctx());
  expect((await detail(order.orderid)).refund.list).toMatchObject([{ price: 100, whole: true, reason: '买错了', done: true }]);
});

it('A3 puts what was had before staff, and refuses what is later than the setting says', async () => {
  const taken = await buy(buyer);
  await traceUse(t.ctx(), await idOf(taken.orderid), 'file');
  expect((await detail(taken.orderid)).refund).toMatchObject({
    ...{ can_ask: true, at_once: false, why_not: '已下载文件，不能自助退款，可申请人工处理' },
  });
  expect(await askOwnRefund(buyer.ctx, { orderid: taken.orderid, reason: '买错了' })).toBe('asked');
  const late = await buy(buyer);
  t.clock.advance_ms(7 * 86_400_000 + 1);
  await expect(askOwnRefund(buyer.ctx, { orderid: late.orderid, reason: '买错了' })).rejects.toMatchObject({ status: 409 });
  expect((await detail(late.orderid)).refund).toMatchObject({
    ...{ can_ask: false, at_once: false, why_not: '已超过支付后 7 天的申请退款期限，有问题请联系客服' },
  });
});

it('puts a larger one before staff, who confirm it', async () => {
  await setSetting(t.ctx(), ownRefundUpTo.key, 5_000);
  const order = await buy(buyer);
  expect(await askOwnRefund(buyer.ctx, { orderid: order.orderid, reason: '重复购买' })).toBe('asked');
  expect((await detail(order.orderid)).refund).toMatchObject({ can_ask: false, asked: true, why_not: '退款申请正在处理，请耐心等待' });
  const staff = await makeUser(t, { roles: ['finance'] });
  const { rows } = await t.app.db.execute<{ id: number }>(sql`select id from orders where orderid = ${order.orderid}`);
  const target = { type: 'refund', target_id: Number(rows[0]?.id) };
  const facts = async () => (await refundReview.load(t.ctx(), [target.target_id])).get(target.target_id)?.facts;
  const said = (value: string) => expect.arrayContaining([{ label: '使用情况', value }]);
  expect(await facts()).toEqual(said('付款后没有使用过'));
  expect(await facts()).toContainEqual({ label: '订单', value: order.orderid, href: `/admin/order?orderid=${order.orderid}` });
  // whoever waits for an answer may use it meanwhile: who decides is told
  await traceUse(t.ctx(), target.target_id, 'pages');
  expect(await facts()).toEqual(said('已查看完整内容'));
  await inTransaction(t.ctx(staff.actor), (tx) => decideTarget(tx, target, { action: 'confirm', reason: '' }));
  expect((await detail(order.orderid)).status).toBe(3);
  await runRefunds(t.ctx());
  await setSetting(t.ctx(), ownRefundUpTo.key, 20_000);
});

it('does not let staff give their own order back, by themselves or by confirming what another asked for', async () => {
  const staff = await makeUser(t, { roles: ['finance'] });
  const own = await buy({ id: staff.id, token: staff.token, ctx: t.ctx(staff.actor) }, {}, 60_000);
  const give = (actor: typeof staff.actor) => refundOrder(t.ctx(actor), { orderid: own.orderid, reason: '测试' });
  await expect(give(staff.actor)).rejects.toMatchObject({ status: 403, message: '自己的订单须由另一位同事退款' });
  expect(await give((await makeUser(t, { roles: ['finance'] })).actor)).toBe('asked');
  const { rows } = await t.app.db.execute<{ id: number }>(sql`select id from orders where orderid = ${own.orderid}`);
  const target = { type: 'refund', target_id: Number(rows[0]?.id) };
  const confirm = (actor: typeof staff.actor) =>
    inTransaction(t.ctx(actor), (tx) => decideTarget(tx, target, { action: 'confirm', reason: '' }));
  await expect(confirm(staff.actor)).rejects.toMatchObject({ status: 403 });
  await confirm((await makeUser(t, { roles: ['finance'] })).actor);
  await runRefunds(t.ctx());
});

it('does not give a part twice to staff who press twice', async () => {
  const order = await buy(buyer);
  const staff = await makeUser(t, { roles: ['finance'] });
  const press = () => refundOrder(t.ctx(staff.actor), { orderid: order.orderid, reason: '补偿', amount_fen: 1_000, seen_refunded_fen: 0 });
  expect(await press()).toBe('refunded');
  await expect(press()).rejects.toMatchObject({ message: '这笔订单刚有退款，请刷新后再操作' });
  await runRefunds(t.ctx());
});

it('tells the buyer of money that staff or a job gave back, once for each time, and not of what they took back themselves', async () => {
  const reader = await makePerson(t, 3_000);
  const order = await buy(reader, { balance: 1 });
  const href = `/personalCenter/order?orderid=${order.orderid}#money`;
  await job(order.orderid, 1_000);
  await job(order.orderid);
  expect(await toldTo(t, reader.id)).toEqual([
    {
      topic: 'wallet',
      title: '订单已部分退款（¥10.00）',
      content: '「年会方案」¥10.00 原路退回，订单的其余部分仍然有效。',
      href,
    },
    { topic: 'wallet', title: '订单已退款（¥90.00）', content: '「年会方案」¥60.00 原路退回，¥30.00 退回余额，订单已结束。', href },
  ]);
  for (const _ of [1, 2]) await runRefunds(t.ctx());
  await expect(job(order.orderid)).rejects.toMatchObject({ status: 409 });
  expect(await toldTo(t, reader.id)).toHaveLength(2);

  const own = await makePerson(t);
  await askOwnRefund(own.ctx, { orderid: (await buy(own)).orderid, reason: '买错了' });
  expect(await toldTo(t, own.id)).toEqual([]);
  await runRefunds(t.ctx());
});

it('tells a buyer whose request staff refuse why, shows it with the order, and lets them ask again', async () => {
  await setSetting(t.ctx(), ownRefundUpTo.key, 5_000);
  const reader = await makePerson(t);
  const order = await buy(reader);
  const ask = () => askOwnRefund(reader.ctx, { orderid: order.orderid, reason: '重复购买' });
  const refund = async () => (await detail(order.orderid, reader)).refund;
  expect((await refund()).refused).toBeNull();
  expect(await ask()).toBe('asked');
  const staff = await makeUser(t, { roles: ['finance'] });
  const { rows } = await t.app.db.execute<{ id: number }>(sql`select id from orders where orderid = ${order.orderid}`);
  const target = { type: 'refund', target_id: Number(rows[0]?.id) };
  const decide = (action: string, reason: string) =>
    inTransaction(t.ctx(staff.actor), (tx) => decideTarget(tx, target, { action, reason }));
  await decide('refuse', '信息不足，请补充后重新申请');
  await expect(decide('refuse', '再次')).rejects.toMatchObject({ status: 409 });
  expect(await toldTo(t, reader.id)).toEqual([
    {
      topic: 'wallet',
      title: '退款申请未通过',
      content: '「年会方案」的退款申请未通过。原因：信息不足，请补充后重新申请',
      href: `/personalCenter/order?orderid=${order.orderid}#money`,
    },
  ]);
  const at = Math.floor(t.clock.now().getTime() / 1_000);
  expect(await refund()).toMatchObject({ can_ask: true, asked: false, refused: { at, reason: '信息不足，请补充后重新申请' } });

  t.clock.advance_ms(60_000);
  expect(await ask()).toBe('asked');
  expect(await refund()).toMatchObject({ can_ask: false, asked: true, refused: null });
  await decide('confirm', '');
  expect((await toldTo(t, reader.id)).map(({ title }) => title)).toEqual(['退款申请未通过', '订单已退款（¥100.00）']);
  await runRefunds(t.ctx());
  await setSetting(t.ctx(), ownRefundUpTo.key, 20_000);
});

it('lets a buyer take a waiting request back, once, and ask again; not what staff asked for', async () => {
  await setSetting(t.ctx(), ownRefundUpTo.key, 5_000);
  const reader = await makePerson(t);
  const order = await buy(reader);
  const ask = () => askOwnRefund(reader.ctx, { orderid: order.orderid, reason: '买错了' });
  const withdraw = (who: Person, { orderid } = order) => t.call('DELETE', '/api/order/refund', { token: who.token, body: { orderid } });
  const refund = async () => (await detail(order.orderid, reader)).refund;
  const staff = await makeUser(t, { roles: ['finance'] });
  const onDesk = async () =>
    (await listReviews(t.ctx(staff.actor), { type: 'refund', status: 'open', page: 1, limit: 50 })).list.filter(({ subject }) =>
      subject.byline.includes(order.orderid),
    );
  expect((await withdraw(reader)).status).toBe(409);
  await ask();
  expect([(await refund()).can_withdraw, (await onDesk()).length]).toEqual([true, 1]);
  const [seen] = await onDesk();
  expect((await withdraw(buyer)).status).toBe(404);
  expect((await withdraw(reader)).body).toMatchObject({ code: 0 });
  expect((await withdraw(reader)).body).toMatchObject({ code: 1, msg: '退款申请已有处理结果或已撤回，请刷新后查看' });
  expect(await refund()).toMatchObject({ can_ask: true, asked: false, can_withdraw: false, refused: null, list: [] });
  expect(await onDesk()).toEqual([]);
  const late = { id: seen?.id as number, version: seen?.version as number, action: 'confirm', reason: '' };
  await expect(decideReview(t.ctx(staff.actor), late)).rejects.toMatchObject({ message: '这一项已被处理，请刷新队列' });
  expect(await ask()).toBe('asked');
  expect([(await refund()).can_withdraw, (await onDesk()).length]).toEqual([true, 1]);
  // what was looked at is not what waits now
  await expect(decideReview(t.ctx(staff.actor), late)).rejects.toMatchObject({ status: 409 });

  const dear = await buy(reader, {}, 100_000);
  expect(await refundOrder(t.ctx(staff.actor), { orderid: dear.orderid, reason: '内部' })).toBe('asked');
  expect((await detail(dear.orderid, reader)).refund).toMatchObject({ asked: true, can_withdraw: false });
  expect((await withdraw(reader, dear)).body).toMatchObject({ msg: '这笔退款由工作人员发起，不能撤回' });
  await setSetting(t.ctx(), ownRefundUpTo.key, 20_000);
});

it('tells a colleague, not the buyer, when what staff asked for is refused', async () => {
  const reader = await makePerson(t);
  const [one, two] = [await makeUser(t, { roles: ['finance'] }), await makeUser(t, { roles: ['finance'] })];
  const order = await buy(reader, {}, 100_000);
  expect(await refundOrder(t.ctx(one.actor), { orderid: order.orderid, reason: '内部' })).toBe('asked');
  const { rows } = await t.app.db.execute<{ id: number }>(sql`select id from orders where orderid = ${order.orderid}`);
  const target = { type: 'refund', target_id: Number(rows[0]?.id) };
  await inTransaction(t.ctx(two.actor), (tx) => decideTarget(tx, target, { action: 'refuse', reason: '超出退款期限' }));
  expect(await toldTo(t, one.id)).toMatchObject([{ title: '退款申请未通过', href: `/admin/order?orderid=${order.orderid}` }]);
  expect(await toldTo(t, reader.id)).toEqual([]);
  expect((await detail(order.orderid, reader)).refund.refused).toBeNull();
});

it('tells of money that goes back by itself, once however often the provider says that it came', async () => {
  const reader = await makePerson(t);
  const grant = (item_id: number) =>
    inTransaction(t.ctx(), (tx) => grantAccess(tx, { user_id: reader.id, item_id, source: 'purchase', source_id: null }));
  const settle = async (facts: Awaited<ReturnType<typeof payAtProvider>>) => (await settlePayment(t.ctx(), 'sandbox', facts)).outcome;

  const item = await makeItem(t, publisher.id);
  const owned = await place(reader, item);
  await grant(item);
  const facts = await payAtProvider(t, owned);
  expect([await settle(facts), await settle(facts)]).toEqual(['refunding', 'seen']);

  const other = await makeItem(t, publisher.id);
  const late = await place(reader, other);
  await cancelOrder(reader.ctx, late.orderid);
  await grant(other);
  const later = new Date(t.clock.now().getTime() + 86_400_000).toISOString();
  await t.app.db.execute(sql`update sandbox_payments set status = 'waiting', expires_at = ${later}::timestamptz
    where payment_no in (select payment_no from payments p join orders o on o.id = p.order_id where o.orderid = ${late.orderid})`);
  expect(await settle(await payAtProvider(t, late))).toBe('refunding');

  expect(await toldTo(t, reader.id)).toEqual([
    {
      topic: 'wallet',
      title: '款项自动退回（¥100.00）',
      content: '「年会方案」您已拥有所购买的内容，款项原路退回。',
      href: `/personalCenter/order?orderid=${owned.orderid}`,
    },
    {
      topic: 'wallet',
      title: '款项自动退回（¥100.00）',
      content: '「年会方案」付款到达时订单已经关闭，款项原路退回；仍然需要的话请重新下单。',
      href: `/personalCenter/order?orderid=${late.orderid}`,
    },
  ]);
  await runRefunds(t.ctx());
});

it('tells who keeps something of their own about the order, in the same transaction', async () => {
  const told: RefundMade[] = [];
  const forget = registerRefundHook(async (_tx, _order, made) => {
    told.push(made);
    if (made.whole) throw new Error('points are gone');
  });
  const order = await buy(buyer);
  await job(order.orderid, 2_500);
  await expect(job(order.orderid)).rejects.toThrow('points are gone');
  forget();
  expect(told).toEqual([
    { whole: false, amount_fen: 2_500, left_fen: 7_500 },
    { whole: true, amount_fen: 7_500, left_fen: 0 },
  ]);
  expect(await hasGrant(t.ctx(), buyer.id, order.item_id)).toBe(true);
  await runRefunds(t.ctx());
});

it('IM-7 lists orders of all subjects by words, days and state, piece by piece, and as a file', async () => {
  const reader = await makePerson(t);
  const orders: string[] = [];
  for (const _ of [1, 2, 3]) orders.unshift((await buy(reader)).orderid);
  const list = async (query: Record<string, string | number>) =>
    (await t.call<OrderList>('GET', '/scheme/buy/orderlist', { token: reader.token, query })).body;
  const first = (await list({ limit: 2 })).data;
  expect([first.list.map(({ orderid }) => orderid), first.next > 0, first.total]).toEqual([orders.slice(0, 2), true, 3]);
  expect((await list({ limit: 2, after: first.next })).data).toMatchObject({ list: [{ orderid: orders[2] }], next: 0 });
  expect((await list({ q: '年会' })).data.total).toBe(3);
  expect((await list({ q: '没有这个' })).data).toMatchObject({ total: 0, counts: { all: 0 } });
  expect((await list({ q: orders[1] as string })).data.list).toHaveLength(1);
  expect((await list({ q: '%' })).data.total).toBe(0);
  const today = shanghaiDay(t.clock.now());
  expect((await list({ from: today, to: today })).data.total).toBe(3);
  expect((await list({ to: '2020-01-01' })).data.total).toBe(0);
  expect((await list({ from: '2026-02-30' })).code).toBe(1);
  expect((await list({ kind: KINDS.ppt.code })).data.total).toBe(0);
  expect((await list({ subject: 'nothing' })).data.total).toBe(0);
  let file = '';
  for await (const piece of ordersCsv(reader.ctx, { subject: null, status: null })) file += piece;
  const lines = file.trim().split('\r\n');
  expect(lines[0]).toContain('订单号,内容,类型,状态');
  expect(lines.slice(1).map((line) => line.split(',')[0]?.replace(/\D/g, ''))).toEqual(orders);
  expect(lines[1]).toContain('年会方案,方案,已支付,100.00,0.00,0.00,0.00,100.00,0.00');
});
