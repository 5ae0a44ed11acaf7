import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AutoRenew } from '#contract/membership.ts';
import type { Order, OrderState } from '#contract/order.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { extendMembership, vipPlan } from '#server/modules/membership/index.ts';
import { type BesideSite, besideSite } from '../support/beside-site.ts';
import { makeItem } from '../support/market.ts';
import { type PaymentGateways, startPaymentGateways } from '../support/payment-gateways.ts';
import { type Site, startSite } from '../support/site.ts';

const PHONES = {
  wechat: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0.50',
  alipay: 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/120 Mobile AlipayClient/10.6.50',
  other: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120 Safari/537.36',
};

let theirs: PaymentGateways;
let site: Site;
let beside: BesideSite;
let buyer: { id: number; token: string };
beforeAll(async () => {
  theirs = await startPaymentGateways({ now: () => new Date() });
  site = await startSite({ env: theirs.env });
  beside = await besideSite(site);
  buyer = await beside.person();
});
afterAll(async () => {
  await beside?.stop();
  await site?.stop();
  await theirs?.stop();
});

const post = <T>(path: string, body: object) => beside.call<T>('POST', path, buyer.token, body);

async function order(): Promise<Order> {
  const publisher = await beside.person();
  const id = await makeItem({ ctx: beside.ctx }, publisher.id);
  return (await post<Order>('/scheme/buy/order', { id })).body.data;
}

async function scan({ pay_qrcode }: Pick<Order, 'pay_qrcode'>, phone: keyof typeof PHONES) {
  const answer = await fetch(`${site.url}${new URL(pay_qrcode).pathname}`, {
    headers: { 'user-agent': PHONES[phone] },
    redirect: 'manual',
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

describe('the page behind an order’s QR', () => {
  it('leads each app to its own payment, and tells others which to use; nothing of it is kept', async () => {
    const placed = await order();
    expect(placed.pay_qrcode).toMatch(/\/pay\/[\w-]{16}$/);
    const other = await scan(placed, 'other');
    expect([other.status, other.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(other.text).toContain('请用微信或支付宝扫一扫');
    expect(other.text).toContain('¥100');
    const wechat = await scan(placed, 'wechat');
    expect(wechat.status).toBe(200);
    expect(wechat.text).toMatch(/href="weixin:\/\/wxpay\/[^"]+"/);
    expect((await beside.call<OrderState>('GET', `/api/order?orderid=${placed.orderid}`, buyer.token)).body.data.scanned).toBe(1);
    const alipay = await scan(await order(), 'alipay');
    expect([alipay.status, alipay.headers.get('location')]).toEqual([302, expect.stringMatching(/^https:\/\/qr\.alipay\.com\//)]);
    expect(alipay.headers.get('cache-control')).toBe('no-store');
  });

  it('says that it is paid, that the code has ended, and that there is no such code', async () => {
    const paid = await order();
    await scan(paid, 'wechat');
    theirs.pay('wechat', [...theirs.books.wechat.keys()].at(-1) as string);
    // the other app is told before our books are
    expect((await scan(paid, 'alipay')).text).toContain('这笔订单已经支付');
    const cancelled = await order();
    expect((await post('/api/order/close', { orderid: cancelled.orderid })).body.code).toBe(0);
    const ended = await scan(cancelled, 'wechat');
    expect([ended.status, ended.text.includes('付款码已失效')]).toEqual([200, true]);
    for (const path of ['/pay/AAAAAAAAAAAAAAAA', '/pay/x', "/pay/'or'1'='1"]) {
      expect([path, (await fetch(`${site.url}${path}`)).status]).toEqual([path, 404]);
    }
  });

  it('T9 leads who scans the QR of a renewal to where they agree, and nobody anywhere else', async () => {
    const [vip] = (await vipPlan(beside.ctx(), 1)).spec;
    if (!vip) throw new Error('nothing is sold');
    const { id: spec_id, max_download_pre_day } = vip;
    const year = { user_id: buyer.id, vip_type: 1, days: 365, max_download_pre_day, spec: { id: spec_id, unit_fen: 100 } };
    await inTransaction(beside.ctx(), (tx) => extendMembership(tx, year));
    const { id, url } = (await post<AutoRenew>('/user/Member/renewal', { vip_id: spec_id })).body.data;
    const look = (code: string) => fetch(`${site.url}/pay/${code}`, { redirect: 'manual' });
    const code = url.split('/').at(-1) ?? '';
    const there = await look(code);
    expect([there.status, there.headers.get('location')]).toEqual([302, expect.stringContaining('alipay.user.agreement.page.sign')]);
    expect((await look(`A${'1'.repeat(24)}`)).status).toBe(404);
    await post('/user/Member/endRenewal', { id });
    expect((await look(code)).status).toBe(404);
  });

  it('asks to scan again while the provider does not answer', async () => {
    const placed = await order();
    await theirs.stop();
    const failed = await scan(placed, 'wechat');
    expect([failed.status, failed.text.includes('暂时打不开付款')]).toEqual([503, true]);
  });
});
