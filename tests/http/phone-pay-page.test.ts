import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '#contract/order.ts';
import { payPath } from '#contract/pay-app.ts';
import { type BesideSite, besideSite } from '../support/beside-site.ts';
import { makeItem } from '../support/market.ts';
import { type PaymentGateways, startPaymentGateways, type TheirPayment } from '../support/payment-gateways.ts';
import { type Site, startSite } from '../support/site.ts';

const AGENTS = {
  wechat: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0.50',
  alipay: 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/120 Mobile AlipayClient/10.6.50',
  phone: 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/120 Mobile Safari/537.36',
  desk: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120 Safari/537.36',
};

let theirs: PaymentGateways;
let site: Site;
let beside: BesideSite;
let buyer: { id: number; token: string };
beforeAll(async () => {
  theirs = await startPaymentGateways({ now: () => new Date() });
  site = await startSite({ env: { ...theirs.env, ...theirs.phone_env } });
  beside = await besideSite(site);
  buyer = await beside.person();
});
afterAll(async () => {
  await beside?.stop();
  await site?.stop();
  await theirs?.stop();
});

async function order(): Promise<Order> {
  const publisher = await beside.person();
  const id = await makeItem({ ctx: beside.ctx }, publisher.id);
  return (await beside.call<Order>('POST', '/scheme/buy/order', buyer.token, { id })).body.data;
}
async function read(path: string, agent: keyof typeof AGENTS, headers: Record<string, string> = {}) {
  const answer = await fetch(site.url + path, { headers: { 'user-agent': AGENTS[agent], ...headers }, redirect: 'manual' });
  return { status: answer.status, location: answer.headers.get('location'), text: await answer.text(), headers: answer.headers };
}
const lastWechat = () => [...theirs.books.wechat.values()].at(-1) as TheirPayment;
const pathOf = ({ pay_qrcode }: Order) => new URL(pay_qrcode).pathname;

describe('the page behind a QR, on the phone that shows it', () => {
  it('M17 leads a browser to H5 with the address that it really has, and back to the order alone', async () => {
    const placed = await order();
    const { status, location, headers } = await read(payPath(placed.pay_qrcode, 'wechat', placed.orderid), 'phone', {
      'x-forwarded-for': '6.6.6.6',
    });
    expect([status, headers.get('cache-control')]).toEqual([302, 'no-store']);
    const there = new URL(location ?? '');
    expect(there.origin).toBe(new URL(theirs.env['WECHATPAY_URL'] as string).origin);
    const back = new URL(there.searchParams.get('redirect_url') ?? '');
    expect([back.pathname, back.search]).toEqual(['/personalCenter/order', `?orderid=${placed.orderid}&paid_by=wechat`]);
    expect(back.origin).toBe(new URL(placed.pay_qrcode).origin);
    expect(lastWechat().said).toMatchObject({ scene_info: { payer_client_ip: '127.0.0.1' } });
    // WeChat looks at where the reader came from
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  });

  it.each(['https://elsewhere.example', '//elsewhere.example/x', 'javascript:alert(1)', '0'.repeat(23)])(
    'M17 leads nowhere by an order %s',
    async (wrong) => {
      const placed = await order();
      const path = `${pathOf(placed)}?${new URLSearchParams({ by: 'wechat', order: wrong, back_url: wrong, redirect_url: wrong })}`;
      const { location } = await read(path, 'phone');
      expect(new URL(new URL(location ?? '').searchParams.get('redirect_url') ?? '').href).toBe(`${placed.pay_qrcode}?back=1`);
      const choose = await read(path.replace('by=wechat&', ''), 'phone');
      expect(choose.text).not.toContain('elsewhere.example');
      expect(choose.text).not.toContain('alert(1)');
    },
  );

  it('M17 offers the apps to whoever scanned with a camera, and to a desk the scan alone', async () => {
    const placed = await order();
    const phone = await read(pathOf(placed), 'phone');
    expect([phone.text.includes(`href="${pathOf(placed)}?by=wechat"`), phone.text.includes('?by=alipay"')]).toEqual([true, true]);
    const desk = await read(payPath(placed.pay_qrcode, 'wechat', placed.orderid), 'desk');
    expect([desk.status, desk.text.includes('扫一扫'), desk.text.includes('用微信支付')]).toEqual([200, true, false]);
    const came_back = await read(`${pathOf(placed)}?back=1`, 'phone');
    expect(came_back.text).toContain('还没有收到付款');
  });

  it('M17 asks WeChat who reads, then opens its dialog; a code that is used up says so', async () => {
    const placed = await order();
    const path = payPath(placed.pay_qrcode, 'wechat', placed.orderid);
    const asked = await read(path, 'wechat');
    const redirect = new URL(new URL(asked.location ?? '').searchParams.get('redirect_uri') ?? '');
    expect([asked.status, redirect.pathname + redirect.search]).toEqual([302, path]);
    const opened = await read(`${path}&code=code-of-li-0001&state=pay`, 'wechat');
    const parameters = /data-parameters="([^"]+)"/.exec(opened.text)?.[1]?.replaceAll('&quot;', '"').replaceAll('&#34;', '"') ?? '{}';
    expect(JSON.parse(parameters)).toMatchObject({ signType: 'RSA', package: `prepay_id=wx${lastWechat().out_no}` });
    expect(opened.text).toContain(`/personalCenter/order?orderid=${placed.orderid}`);
    const refused = await read(`${path}&code=used-up-code`, 'wechat');
    expect([refused.status, refused.text.includes('微信没有确认付款人'), refused.text.includes('used-up-code')]).toEqual([
      200,
      true,
      false,
    ]);
  });

  it('M17 leads Alipay to WAP, and says plainly that a code has ended', async () => {
    const placed = await order();
    const wap = await read(pathOf(placed), 'alipay');
    expect([wap.status, new URL(wap.location ?? '').searchParams.get('method')]).toEqual([302, 'alipay.trade.wap.pay']);
    await beside.call('POST', '/api/order/close', buyer.token, { orderid: placed.orderid });
    const ended = await read(payPath(placed.pay_qrcode, 'wechat', placed.orderid), 'phone');
    expect([ended.status, ended.text.includes('付款码已失效'), ended.text.includes('回到订单')]).toEqual([200, true, true]);
  });
});
