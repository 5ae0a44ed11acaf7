import { expect, it } from 'vitest';
import { backPath, payAppOf, payPath } from './pay-app.ts';

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';

it.each([
  [`${PHONE} MicroMessenger/8.0.49(0x18003137) NetType/WIFI Language/zh_CN`, 'wechat'],
  [`${PHONE} wxwork/4.1.20 MicroMessenger/7.0.1`, 'wechat'],
  [`${PHONE} Ariver/1.1.0 AliApp(AP/10.5.96.6000) Nebula AlipayDefined(nt:WIFI) AlipayClient/10.5.96.6000`, 'alipay'],
  [`${PHONE} Safari/604.1`, null],
  ['', null],
  [null, null],
])('%s', (agent, app) => {
  expect(payAppOf(agent)).toBe(app);
});

const ORDER = '202611270000000000000001';

it('M17 leads from a QR to its app on the site that is read, and back to the order', () => {
  expect(payPath('https://cemao.example/pay/AAAAAAAAAAAAAAAA', 'alipay', ORDER)).toBe(`/pay/AAAAAAAAAAAAAAAA?by=alipay&order=${ORDER}`);
  expect(payPath('http://127.0.0.1:4321/sandbox?pay=P1', 'wechat', ORDER)).toBe(`/sandbox?pay=P1&by=wechat&order=${ORDER}`);
  expect(backPath(new URLSearchParams({ by: 'wechat', order: ORDER }))).toBe(`/personalCenter/order?orderid=${ORDER}&paid_by=wechat`);
});

it.each(['https://elsewhere.example', '//elsewhere.example', '1', `${ORDER}&x=1`, '../admin', ''])(
  'M17 leads nowhere by an order %s',
  (order) => {
    expect(backPath(new URLSearchParams({ by: 'wechat', order }))).toBe(null);
  },
);

it('M17 names no app that there is not', () => {
  expect(backPath(new URLSearchParams({ by: 'javascript:', order: ORDER }))).toBe(`/personalCenter/order?orderid=${ORDER}`);
});
