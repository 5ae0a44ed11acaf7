import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '#contract/order.ts';
import { serialNumber } from '#server/kernel/ids.ts';
import { hasGrant } from '#server/modules/access/index.ts';
import {
  cancelOrder,
  chargeByAgreement,
  expireOrders,
  listOrders,
  orderState,
  paymentOfOrder,
  reconcilePayments,
  refundOrder,
  runRefunds,
  takeNotify,
} from '#server/modules/orders/index.ts';
import { orderCart } from '#server/modules/sales/index.ts';
import { houseBalances, proveLedger } from '#server/modules/wallet/index.ts';
import { isScanPayment, type Opened } from '#server/providers/payment/scan/scan.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeItem, makePerson, type Person, place } from '../support/market.ts';
import { makePair, type PaymentGateways, readBy, startPaymentGateways } from '../support/payment-gateways.ts';

let t: TestApp;
let theirs: PaymentGateways;
let publisher: Person;
let buyer: Person;
beforeAll(async () => {
  // the gateways go by the same clock
  theirs = await startPaymentGateways({ now: () => t?.clock.now() ?? new Date() });
  t = await startTestApp({ env: theirs.env });
  publisher = await makePerson(t);
  buyer = await makePerson(t);
});
afterAll(async () => {
  await t?.stop();
  await theirs?.stop();
});
afterEach(async () => {
  Object.assign(theirs.faults, { unsigned: false, refuse_refunds: 0, pending_refunds: 0, bill_ready: true });
  expect((await proveLedger(t.ctx())).faults).toEqual([]);
});

type App = 'wechat' | 'alipay';
const port = () => {
  const { payment } = t.app.providers;
  if (!isScanPayment(payment)) throw new Error('real payment is not configured');
  return payment;
};
const codeOf = (order: Order) => new URL(order.pay_qrcode).pathname.split('/').at(-1) as string;
const scan = async (order: Order, app: App | null): Promise<Opened | null> => port().openCode(codeOf(order), readBy({ inside: app }));
const buy = async () => {
  const item_id = await makeItem(t, publisher.id);
  return { item_id, order: await place(buyer, item_id) };
};
/** The number under which the provider knows the newest payment. */
const lastOf = (app: App) => [...theirs.books[app].keys()].at(-1) as string;
const notify = (app: App, { body, headers }: { body: string; headers: Record<string, string> }) =>
  takeNotify(t.app, app, Buffer.from(body), new Headers(headers), 'test');
const statusOf = async (order: Order) => (await orderState(buyer.ctx, order.orderid)).status;

describe('IM-3 one QR for both', () => {
  it.each<[App, RegExp]>([
    ['wechat', /^weixin:\/\/wxpay\//],
    ['alipay', /^https:\/\/qr\.alipay\.com\//],
  ])('IM-2 is paid with %s: scanned, paid, told, refunded', async (app, link) => {
    const { order, item_id } = await buy();
    expect(order.pay_qrcode).toMatch(/\/pay\/[\w-]{16}$/);
    expect(await scan(order, null)).toMatchObject({ is: 'choose', channels: ['wechat', 'alipay'], amount_fen: 10_000 });
    expect(await scan(order, app)).toMatchObject({ is: 'link', channel: app, link: expect.stringMatching(link) });
    expect(await orderState(buyer.ctx, order.orderid)).toMatchObject({ scanned: 1 });
    const payment = theirs.pay(app, lastOf(app));
    const told = app === 'wechat' ? theirs.wechatNotify(payment) : theirs.alipayNotify(payment);
    expect(await notify(app, told)).toMatchObject({ status: 200 });
    // a duplicate changes nothing and stops the provider too
    expect(await notify(app, told)).toMatchObject({ status: 200 });
    expect([await statusOf(order), await hasGrant(t.ctx(), buyer.id, item_id)]).toEqual([2, true]);

    theirs.faults.refuse_refunds = 1;
    await refundOrder(t.ctx(), { orderid: order.orderid, reason: '测试', amount_fen: 2_500 });
    await runRefunds(t.ctx());
    expect([...payment.refunds.values()]).toEqual([]);
    t.clock.advance_ms(60_000);
    await runRefunds(t.ctx());
    expect([...payment.refunds.values()]).toEqual([2_500]);
    await refundOrder(t.ctx(), { orderid: order.orderid, reason: '测试' });
    theirs.faults.pending_refunds = app === 'wechat' ? 1 : 0;
    await runRefunds(t.ctx());
    t.clock.advance_ms(60_000);
    await runRefunds(t.ctx());
    expect([...payment.refunds.values()]).toEqual([2_500, 7_500]);
    expect((await houseBalances(t.ctx())).get('refund_due') ?? 0).toBe(0);
  });

  it('is one provider’s at a time: another app gets it only after the first has closed it', async () => {
    const { order } = await buy();
    await scan(order, 'wechat');
    const first = lastOf('wechat');
    expect(await scan(order, 'alipay')).toMatchObject({ is: 'link', channel: 'alipay' });
    expect(theirs.books.wechat.get(first)?.state).toBe('closed');
    // nobody opened Alipay's link: it may still make a trade, so WeChat does not get it
    expect(await scan(order, 'wechat')).toEqual({ is: 'elsewhere', channel: 'alipay' });
    theirs.open('alipay', lastOf('alipay'));
    expect(await scan(order, 'wechat')).toMatchObject({ is: 'link', channel: 'wechat' });
    // a closed number is used up
    expect(lastOf('wechat')).toBe(`${first}_3`);
    theirs.pay('wechat', lastOf('wechat'));
    expect(await scan(order, 'alipay')).toEqual({ is: 'paid' });
    await reconcileLater();
    expect(await statusOf(order)).toBe(2);
  });

  it('is one provider’s however many scan at once', async () => {
    const { order } = await buy();
    const opened = await Promise.all(Array.from({ length: 12 }, (_, n) => scan(order, n % 2 === 0 ? 'wechat' : 'alipay')));
    const payment_no = (await paymentOfOrder(t.ctx(), order.orderid)) as string;
    const links = opened.filter((one) => one?.is === 'link');
    expect(links.length).toBeGreaterThan(0);
    const payable = [...theirs.books.wechat.values(), ...theirs.books.alipay.values()].filter(
      ({ out_no, state }) => state === 'waiting' && out_no.startsWith(payment_no),
    );
    expect(payable.length).toBeLessThanOrEqual(1);
  });

  it('dies with the order and with time, and tells strangers nothing', async () => {
    const { order } = await buy();
    await scan(order, 'wechat');
    await cancelOrder(buyer.ctx, order.orderid);
    expect(await scan(order, 'wechat')).toEqual({ is: 'ended' });
    expect(theirs.books.wechat.get(lastOf('wechat'))?.state).toBe('closed');
    const { order: other } = await buy();
    t.clock.advance_ms(15 * 60_000);
    expect(await scan(other, 'wechat')).toEqual({ is: 'ended' });
    expect(await port().openCode('AAAAAAAAAAAAAAAA', readBy({ inside: 'wechat' }))).toBe(null);
    await expireOrders(t.ctx());
  });

  it('is told of a lost notify by asking, and of what was paid too late', async () => {
    const { order, item_id } = await buy();
    await scan(order, 'alipay');
    theirs.open('alipay', lastOf('alipay'));
    t.clock.advance_ms(20 * 60_000);
    theirs.books.alipay.get(lastOf('alipay'))!.state = 'paid';
    await expireOrders(t.ctx());
    await reconcilePayments(t.ctx());
    // the buyer got it after all: nobody had it another way
    expect([await statusOf(order), await hasGrant(t.ctx(), buyer.id, item_id)]).toEqual([2, true]);
  });
});

async function reconcileLater() {
  t.clock.advance_ms(11_000);
  await reconcilePayments(t.ctx());
}

describe('a callback', () => {
  const open = async (app: App) => {
    const { order } = await buy();
    await scan(order, app);
    return { order, payment: theirs.pay(app, lastOf(app)) };
  };
  const later = (ms: number) => new Date(t.clock.now().getTime() + ms);

  it.each<[string, number, (payment: Parameters<PaymentGateways['wechatNotify']>[0]) => { body: string; headers: Record<string, string> }]>(
    [
      ['with a changed body', 401, (one) => changed(theirs.wechatNotify(one), 'EV-1', 'EV-2')],
      ['that is old', 401, (one) => theirs.wechatNotify(one, {}, later(-301_000))],
      ['from the future', 401, (one) => theirs.wechatNotify(one, {}, later(301_000))],
      ['with a serial that nobody has', 401, (one) => withHeader(theirs.wechatNotify(one), 'wechatpay-serial', 'PUB_KEY_ID_9999')],
      ['that probes whether we look', 401, (one) => withHeader(theirs.wechatNotify(one), 'wechatpay-signature', 'WECHATPAY/SIGNTEST/AAAA')],
      ['without a signature', 401, (one) => ({ ...theirs.wechatNotify(one), headers: {} })],
      ['about another amount', 400, (one) => theirs.wechatNotify(one, { amount: { total: 1, currency: 'CNY' } })],
      ['in another currency', 400, (one) => theirs.wechatNotify(one, { amount: { total: one.amount_fen, currency: 'USD' } })],
      ['for another merchant', 400, (one) => theirs.wechatNotify(one, { mchid: '1900000999' })],
      ['for another app', 400, (one) => theirs.wechatNotify(one, { appid: 'wx9999' })],
      ['about a number that we never gave', 400, (one) => theirs.wechatNotify(one, { out_trade_no: 'P1' })],
    ],
  )('of WeChat Pay %s is refused', async (_name, status, made) => {
    const { order, payment } = await open('wechat');
    expect((await notify('wechat', made(payment))).status).toBe(status);
    expect(await statusOf(order)).toBe(1);
    await notify('wechat', theirs.wechatNotify(payment));
    expect(await statusOf(order)).toBe(2);
  });

  it.each<[string, number, (payment: Parameters<PaymentGateways['alipayNotify']>[0]) => { body: string; headers: Record<string, string> }]>(
    [
      ['with a changed amount', 401, (one) => changed(theirs.alipayNotify(one), 'total_amount=100.00', 'total_amount=1.00')],
      ['of the day before yesterday', 401, (one) => theirs.alipayNotify(one, {}, later(-27 * 3_600_000))],
      ['without a signature', 401, (one) => ({ ...theirs.alipayNotify(one), body: 'app_id=1' })],
      ['signed by somebody else', 401, (one) => theirs.alipayNotify(one, {}, undefined, makePair())],
      ['about another amount', 400, (one) => theirs.alipayNotify(one, { total_amount: '1.00' })],
      ['for another seller', 400, (one) => theirs.alipayNotify(one, { seller_id: '2088999' })],
      ['for another app', 400, (one) => theirs.alipayNotify(one, { app_id: '2021999' })],
      ['in a state that nobody knows', 400, (one) => theirs.alipayNotify(one, { trade_status: 'TRADE_DANCING' })],
    ],
  )('of Alipay %s is refused', async (_name, status, made) => {
    const { order, payment } = await open('alipay');
    expect((await notify('alipay', made(payment))).status).toBe(status);
    expect(await statusOf(order)).toBe(1);
    await notify('alipay', theirs.alipayNotify(payment));
    expect(await statusOf(order)).toBe(2);
  });

  it('finds no door under the port’s own name or any other', async () => {
    const { payment } = await open('wechat');
    for (const name of ['scan', 'sandbox', 'constructor']) {
      expect((await takeNotify(t.app, name, Buffer.from(theirs.wechatNotify(payment).body), new Headers(), 'test')).status).not.toBe(200);
    }
    await notify('wechat', theirs.wechatNotify(payment));
  });

  it('goes on when WeChat Pay changes its key in mid-flow, and asks for certificates once for a flood of unknown serials', async () => {
    const { order, payment } = await open('wechat');
    theirs.wechatKeys.set('7777AAAA', makePair());
    expect((await notify('wechat', theirs.wechatNotify(payment))).status).toBe(200);
    expect(await statusOf(order)).toBe(2);
    theirs.calls.length = 0;
    for (let n = 0; n < 20; n++) await notify('wechat', withHeader(theirs.wechatNotify(payment), 'wechatpay-serial', `UNKNOWN${n}`));
    expect(theirs.calls.filter((call) => call.includes('certificates')).length).toBeLessThanOrEqual(1);
    theirs.wechatKeys.delete('7777AAAA');
  });

  it('goes on when Alipay changes to the key that was announced, in mid-flow, and trusts no other', async () => {
    const { order, payment } = await open('alipay');
    theirs.alipayKeys.push(theirs.alipayNext);
    expect((await notify('alipay', theirs.alipayNotify(payment))).status).toBe(200);
    expect(await statusOf(order)).toBe(2);
    // its answers are signed by the new key as well
    await refundOrder(t.ctx(), { orderid: order.orderid, reason: '测试' });
    expect(await runRefunds(t.ctx())).toBe(1);
    expect([...payment.refunds.values()]).toEqual([10_000]);
    const { order: next } = await buy();
    theirs.alipayKeys.push(makePair());
    await expect(scan(next, 'alipay')).rejects.toThrow(/not signed/);
    theirs.alipayKeys.length = 1;
    expect(await scan(next, 'alipay')).toMatchObject({ is: 'link', channel: 'alipay' });
    await cancelOrder(buyer.ctx, next.orderid);
  });
});

it('believes no answer that the provider did not sign', async () => {
  const { order } = await buy();
  theirs.faults.unsigned = true;
  for (const app of ['wechat', 'alipay'] as const) await expect(scan(order, app)).rejects.toThrow(/not signed/);
  theirs.faults.unsigned = false;
  await cancelOrder(buyer.ctx, order.orderid);
});

it('reads both bills under our numbers, and says when they are not ready', async () => {
  const { order } = await buy();
  await scan(order, 'alipay');
  theirs.open('alipay', lastOf('alipay'));
  await scan(order, 'wechat');
  theirs.pay('wechat', lastOf('wechat'));
  await reconcileLater();
  const lines = (await port().dayBill('2026-01-01')) ?? [];
  const theirsPaid = [...theirs.books.wechat.values(), ...theirs.books.alipay.values()].filter(({ state }) => state === 'paid');
  expect(
    lines
      .filter(({ kind }) => kind === 'payment')
      .map(({ trade_no }) => trade_no)
      .sort(),
  ).toEqual(theirsPaid.map(({ trade_no }) => trade_no).sort());
  expect(
    lines
      .filter(({ kind }) => kind === 'refund')
      .map(({ amount_fen }) => amount_fen)
      .sort(),
  ).toEqual([10_000, 2_500, 2_500, 7_500, 7_500]);
  expect(lines.every(({ payment_no }) => /^P\d{24}$/.test(payment_no))).toBe(true);
  theirs.faults.bill_ready = false;
  expect(await port().dayBill('2026-01-01')).toBe(null);
});

function withHeader(told: { body: string; headers: Record<string, string> }, name: string, value: string) {
  return { ...told, headers: { ...told.headers, [name]: value } };
}

function changed(told: { body: string; headers: Record<string, string> }, from: string, to: string) {
  expect(told.body).toContain(from);
  return { ...told, body: told.body.replace(from, to) };
}

it('T9 charges by agreement with Alipay: agreed to behind our QR, one trade a payment, refused without money, and ended there', async () => {
  const { agreements } = port();
  if (!agreements) throw new Error('no agreements');
  const agreement_no = serialNumber(t.clock.now(), 'A');
  const wish = { agreement_no, title: '自动续费：方案会员', price_fen: 10_000, days: 365, first_at: t.clock.now() };
  const address = await agreements.ask(wish);
  expect(await agreements.state(agreement_no)).toBe('waiting');
  const { order } = await buy();
  expect(await chargeByAgreement(buyer.ctx, order.orderid, agreement_no)).toBe(false);
  await fetch(address);
  expect(await agreements.state(agreement_no)).toBe('agreed');
  const there = theirs.agreements.get(agreement_no);
  if (!there) throw new Error('not agreed to');
  there.refuses = 1;
  const [first, second] = [(await buy()).order, (await buy()).order];
  expect(await chargeByAgreement(buyer.ctx, first.orderid, agreement_no)).toBe(false);
  expect(await statusOf(first)).toBe(1);
  expect(await chargeByAgreement(buyer.ctx, second.orderid, agreement_no)).toBe(true);
  expect(await statusOf(second)).toBe(2);
  expect(await scan(second, 'wechat')).toMatchObject({ is: 'paid' });
  // who scanned the QR of the order is paying it: it is not taken from them
  const { order: scanned } = await buy();
  await scan(scanned, 'wechat');
  expect(await chargeByAgreement(buyer.ctx, scanned.orderid, agreement_no)).toBe(false);
  await agreements.end(agreement_no);
  await agreements.end(agreement_no);
  expect(await agreements.state(agreement_no)).toBe('ended');
  expect(await chargeByAgreement(buyer.ctx, (await buy()).order.orderid, agreement_no)).toBe(false);
});

it.each<App>(['wechat', 'alipay'])(
  'T4 a cart is one payment with %s, told once, and each of its orders goes back as a part of that',
  async (app) => {
    const items = [await makeItem(t, publisher.id), await makeItem(t, publisher.id, { price_fen: 990 }), await makeItem(t, publisher.id)];
    const cart = await orderCart(buyer.ctx, { ids: items, balance: false, cache: false });
    expect(await scan(cart, null)).toMatchObject({ amount_fen: 20_990 });
    expect(await scan(cart, app)).toMatchObject({ is: 'link' });
    const payment = theirs.pay(app, lastOf(app));
    const told = app === 'wechat' ? theirs.wechatNotify(payment) : theirs.alipayNotify(payment);
    expect(await notify(app, told)).toMatchObject({ status: 200 });
    expect(await notify(app, told)).toMatchObject({ status: 200 });
    expect(await Promise.all(items.map((id) => hasGrant(t.ctx(), buyer.id, id)))).toEqual([true, true, true]);
    const { list } = await listOrders(buyer.ctx, null, { status: 2, page: 1, limit: 3 });
    const [last, small, first] = list.map(({ orderid }) => orderid);
    theirs.faults.refuse_refunds = 1;
    await refundOrder(t.ctx(), { orderid: small ?? '', reason: '测试' });
    await refundOrder(t.ctx(), { orderid: first ?? '', reason: '测试', amount_fen: 100 });
    await runRefunds(t.ctx());
    t.clock.advance_ms(60_000);
    await runRefunds(t.ctx());
    expect([...payment.refunds.values()].toSorted((a, b) => a - b)).toEqual([100, 990]);
    expect(await Promise.all(items.map((id) => hasGrant(t.ctx(), buyer.id, id)))).toEqual([true, false, true]);
    for (const orderid of [first, last]) await refundOrder(t.ctx(), { orderid: orderid ?? '', reason: '测试' });
    await runRefunds(t.ctx());
    t.clock.advance_ms(60_000);
    await runRefunds(t.ctx());
    expect([...payment.refunds.values()].reduce((sum, fen) => sum + fen, 0)).toBe(20_990);
    expect((await houseBalances(t.ctx())).get('refund_due') ?? 0).toBe(0);
  },
);
