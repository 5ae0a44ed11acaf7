import { createVerify } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '#contract/order.ts';
import { hasGrant } from '#server/modules/access/index.ts';
import {
  cancelOrder,
  orderDetail,
  orderState,
  paymentOfOrder,
  reconcilePayments,
  runRefunds,
  takeNotify,
} from '#server/modules/orders/index.ts';
import { houseBalances, proveLedger } from '#server/modules/wallet/index.ts';
import { type Asked, isScanPayment, type Opened } from '#server/providers/payment/scan/scan.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeItem, makePerson, type Person, place } from '../support/market.ts';
import { type PaymentGateways, readBy, startPaymentGateways, type TheirPayment, WECHAT } from '../support/payment-gateways.ts';

let t: TestApp;
let theirs: PaymentGateways;
let publisher: Person;
let buyer: Person;
beforeAll(async () => {
  theirs = await startPaymentGateways({ now: () => t?.clock.now() ?? new Date() });
  t = await startTestApp({ env: { ...theirs.env, ...theirs.phone_env } });
  publisher = await makePerson(t);
  buyer = await makePerson(t);
});
afterAll(async () => {
  await t?.stop();
  await theirs?.stop();
});
afterEach(async () => {
  expect((await proveLedger(t.ctx())).faults).toEqual([]);
});

type App = 'wechat' | 'alipay';
const buy = async () => {
  const item_id = await makeItem(t, publisher.id);
  return { item_id, order: await place(buyer, item_id) };
};
const open = (order: Order, asked: Partial<Asked>): Promise<Opened | null> => {
  const { payment } = t.app.providers;
  if (!isScanPayment(payment)) throw new Error('real payment is not configured');
  return payment.openCode(new URL(order.pay_qrcode).pathname.split('/').at(-1) as string, readBy(asked));
};
/** A phone opens the address that it was given. */
const follow = async (opened: Opened | null) => {
  if (opened?.is !== 'link') throw new Error(`no link: ${JSON.stringify(opened)}`);
  return fetch(opened.link);
};
const lastOf = (app: App) => [...theirs.books[app].keys()].at(-1) as string;
const paidBy = async (app: App, out_no = lastOf(app)) => {
  const payment = theirs.pay(app, out_no);
  const { body, headers } = app === 'wechat' ? theirs.wechatNotify(payment) : theirs.alipayNotify(payment);
  expect((await takeNotify(t.app, app, Buffer.from(body), new Headers(headers), 'test')).status).toBe(200);
};
const statusOf = async (order: Order) => (await orderState(buyer.ctx, order.orderid)).status;
const said = (out_no: string) => (theirs.books.wechat.get(out_no) as TheirPayment).said;

describe('M17 an order is paid on the phone that shows it', () => {
  it('M17 tells which apps a phone can open, while the order waits', async () => {
    const { order } = await buy();
    expect(order.pay_apps).toEqual(['wechat', 'alipay']);
    expect(await orderDetail(buyer.ctx, order.orderid)).toMatchObject({ pay_qrcode: order.pay_qrcode, pay_apps: ['wechat', 'alipay'] });
    await cancelOrder(buyer.ctx, order.orderid);
    expect(await orderDetail(buyer.ctx, order.orderid)).toMatchObject({ pay_qrcode: '', pay_apps: [] });
  });

  it('M17 by H5: the address of the phone, and the way back', async () => {
    const { order, item_id } = await buy();
    const return_url = `https://cemao.example/personalCenter/order?orderid=${order.orderid}&paid_by=wechat`;
    const opened = await open(order, { wants: 'wechat', return_url, client_ip: '2001:db8::7' });
    expect(opened).toMatchObject({ is: 'link', channel: 'wechat', way: 'h5' });
    expect(new URL((opened as { link: string }).link).searchParams.get('redirect_url')).toBe(return_url);
    expect(said(lastOf('wechat'))).toMatchObject({
      ...{ mchid: WECHAT.mchid, appid: WECHAT.appid, amount: { total: 10_000, currency: 'CNY' } },
      scene_info: { payer_client_ip: '2001:db8::7', h5_info: { type: 'Wap' } },
    });
    await paidBy('wechat');
    expect([await statusOf(order), await hasGrant(t.ctx(), buyer.id, item_id)]).toEqual([2, true]);
    expect(await open(order, { came_back: true })).toEqual({ is: 'paid' });
  });

  it('M17 by H5 again: the same link for minutes, then another number', async () => {
    const { order } = await buy();
    const link = async () => ((await open(order, { wants: 'wechat' })) as { link: string }).link;
    const first = await link();
    t.clock.advance_ms(3 * 60_000);
    // the phone's address may change meanwhile
    expect(await link()).toBe(first);
    t.clock.advance_ms(2 * 60_000);
    const before = lastOf('wechat');
    expect(await link()).not.toBe(first);
    expect([theirs.books.wechat.get(before)?.state, lastOf('wechat')]).toEqual(['closed', `${before}_2`]);
    expect(await open(order, { came_back: true })).toMatchObject({ is: 'choose', came_back: true, phone: ['wechat', 'alipay'] });
    await paidBy('wechat');
    expect(await statusOf(order)).toBe(2);
  });

  it('M17 by JSAPI: WeChat says who reads, its dialog gets signed parameters, each payer their own', async () => {
    const { order } = await buy();
    const here_url = `https://cemao.example/pay/AAAAAAAAAAAAAAAA?order=${order.orderid}`;
    const who = (await open(order, { inside: 'wechat', here_url })) as { is: 'who'; link: string };
    const asked = new URL(who.link);
    expect([asked.pathname, asked.hash]).toEqual(['/connect/oauth2/authorize', '#wechat_redirect']);
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({ appid: WECHAT.appid, redirect_uri: here_url, scope: 'snsapi_base' });
    expect(await open(order, { inside: 'wechat', wechat_code: 'a-code-of-nobody' })).toEqual({ is: 'who', link: null });
    expect(await open(order, { inside: 'wechat', wechat_code: "' or 1=1" })).toEqual({ is: 'who', link: null });

    const opened = await open(order, { inside: 'wechat', wechat_code: 'code-of-li-0001' });
    if (opened?.is !== 'bridge') throw new Error('no dialog');
    const { appId = '', timeStamp = '', nonceStr = '', package: of = '', signType, paySign = '' } = opened.parameters;
    expect([appId, signType, of]).toEqual([WECHAT.appid, 'RSA', `prepay_id=wx${lastOf('wechat')}`]);
    const right = createVerify('RSA-SHA256').update(`${appId}\n${timeStamp}\n${nonceStr}\n${of}\n`);
    expect(right.verify(theirs.our_wechat_key, paySign, 'base64')).toBe(true);
    expect(said(lastOf('wechat'))).toMatchObject({ payer: { openid: 'openid-li' } });

    // read once more by the same person it is the same payment; by another one it is theirs alone
    const first = lastOf('wechat');
    await open(order, { inside: 'wechat', wechat_code: 'code-of-li-0001' });
    expect(lastOf('wechat')).toBe(first);
    await open(order, { inside: 'wechat', wechat_code: 'code-of-wang-01' });
    expect([theirs.books.wechat.get(first)?.state, said(lastOf('wechat'))['payer']]).toEqual(['closed', { openid: 'openid-wang' }]);
    theirs.pay('wechat', lastOf('wechat'));
    // read again before we were notified
    expect(await open(order, { inside: 'wechat', wechat_code: 'code-of-wang-01' })).toEqual({ is: 'paid' });
    await paidBy('wechat');
    expect(await statusOf(order)).toBe(2);
  });

  it('M17 by WAP: an address that Alipay checks, with the way back', async () => {
    const { order } = await buy();
    const return_url = `https://cemao.example/personalCenter/order?orderid=${order.orderid}&paid_by=alipay`;
    const opened = await open(order, { wants: 'alipay', return_url });
    expect(opened).toMatchObject({ is: 'link', channel: 'alipay', way: 'wap' });
    expect((await follow(opened)).status).toBe(200);
    const { said: told } = theirs.books.alipay.get(lastOf('alipay')) as TheirPayment;
    expect(told).toMatchObject({
      ...{ method: 'alipay.trade.wap.pay', sign_type: 'RSA2', product_code: 'QUICK_WAP_WAY', total_amount: '100.00' },
      ...{ return_url, quit_url: return_url, notify_url: `${t.config.site_url}/gateway/pay/notify/alipay` },
      time_expire: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
    expect(String(told['subject'])).not.toMatch(/[/=&]/);
    // one changed letter, and it shows nothing
    expect((await fetch((opened as { link: string }).link.replace('100.00', '100.01'))).status).toBe(400);
    // the other app has to wait: what was not paid at Alipay cannot be closed there
    expect(await open(order, { wants: 'wechat' })).toEqual({ is: 'elsewhere', channel: 'alipay' });
    await paidBy('alipay');
    expect(await statusOf(order)).toBe(2);
  });

  it('M17 asks for a choice at a desk, and says that a code has ended', async () => {
    const { order } = await buy();
    expect(await open(order, { on_phone: false, wants: 'wechat' })).toMatchObject({ is: 'choose', phone: [] });
    await cancelOrder(buyer.ctx, order.orderid);
    for (const asked of [{ wants: 'wechat' }, { wants: 'alipay' }, { inside: 'wechat' }, {}] as const)
      expect(await open(order, asked)).toEqual({ is: 'ended' });
  });
});

describe('M17 one payment, whatever the ways', () => {
  it('M17 is closed in one browser before another one opens it', async () => {
    const { order: scanned } = await buy();
    theirs.calls.length = 0;
    await open(scanned, { wants: 'wechat' });
    const by_h5 = lastOf('wechat');
    await open(scanned, { inside: 'wechat', wechat_code: 'code-of-li-0001' });
    expect([theirs.books.wechat.get(by_h5)?.state, lastOf('wechat')]).toEqual(['closed', `${by_h5}_2`]);
    // the closed one opens no more
    expect(theirs.calls).toContain(`wechat POST /v3/pay/transactions/out-trade-no/${by_h5}/close`);
    await paidBy('wechat');
    expect(await open(scanned, { wants: 'alipay' })).toEqual({ is: 'paid' });
  });

  it('M17 is payable once, however many ways are opened at once, and is delivered once', async () => {
    const ways: Partial<Asked>[] = [
      ...([{ wants: 'wechat' }, { wants: 'alipay' }, { inside: 'alipay' }] as const),
      ...([
        { inside: 'wechat', wechat_code: 'code-of-li-0001' },
        { inside: 'wechat', wechat_code: 'code-of-wang-01' },
      ] as const),
    ];
    for (let round = 0; round < 6; round++) {
      const { order, item_id } = await buy();
      const opened = await Promise.all(
        Array.from({ length: 10 }, (_, n) => open(order, ways[(n + round) % ways.length] as Partial<Asked>)),
      );
      for (const one of opened) if (one?.is === 'link' && one.way === 'wap') await follow(one);
      const own = (await paymentOfOrder(t.ctx(), order.orderid)) as string;
      const payable = [...theirs.books.wechat.values(), ...theirs.books.alipay.values()].filter(
        ({ out_no, state }) => state === 'waiting' && out_no.startsWith(own),
      );
      expect(payable.length, `round ${round}`).toBe(1);
      const [one] = payable as [TheirPayment];
      const app = theirs.books.wechat.has(one.out_no) ? 'wechat' : 'alipay';
      const paid = theirs.pay(app, one.out_no);
      const tell = () => {
        const { body, headers } = app === 'wechat' ? theirs.wechatNotify(paid) : theirs.alipayNotify(paid);
        return takeNotify(t.app, app, Buffer.from(body), new Headers(headers), 'test');
      };
      // the notify, its copies and the page that asks, all at once
      await Promise.all([tell(), tell(), tell(), reconcilePayments(t.ctx()), statusOf(order), statusOf(order)]);
      expect([await statusOf(order), await hasGrant(t.ctx(), buyer.id, item_id)]).toEqual([2, true]);
    }
  });

  it('M17 pays back what Alipay took for a code that another one replaced', async () => {
    const item_id = await makeItem(t, publisher.id);
    const first = await place(buyer, item_id);
    await follow(await open(first, { wants: 'alipay' }));
    const late = lastOf('alipay');
    // the buyer changed to WeChat: the order was placed once more
    const second = await place(buyer, item_id);
    expect(second.orderid).not.toBe(first.orderid);
    await open(second, { wants: 'wechat' });
    await paidBy('wechat');
    await paidBy('alipay', late);
    await runRefunds(t.ctx());
    t.clock.advance_ms(60_000);
    await runRefunds(t.ctx());
    expect([...(theirs.books.alipay.get(late) as TheirPayment).refunds.values()]).toEqual([10_000]);
    expect((await houseBalances(t.ctx())).get('refund_due') ?? 0).toBe(0);
    expect([await statusOf(first), await statusOf(second)]).toEqual([3, 2]);
  });
});
