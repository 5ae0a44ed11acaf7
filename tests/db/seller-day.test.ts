import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { NoticeTopic } from '#contract/notice.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import { receiptPdf, refundOrder, settlePayment } from '#server/modules/orders/index.ts';
import { ownWithdrawals } from '#server/modules/payouts/index.ts';
import { walletStatement } from '#server/modules/wallet/index.ts';
import { walletMoney } from '#server/views/own-money.ts';
import { sellerDay, tellSellerDays, tellSellerMonths, weekStart } from '#server/views/seller-day.ts';
import { testApp } from '../support/app.ts';
import { settleOutbox } from '../support/catalog.ts';
import { makeItem, makePerson, type Person, payAtProvider, place } from '../support/market.ts';
import { makePerson as makeStaff } from '../support/people.ts';

const DAY_MS = 86_400_000;
const t = testApp();
let finance: Awaited<ReturnType<typeof makeStaff>>;
beforeAll(async () => {
  finance = await makeStaff(t, { roles: ['admin'] });
});

async function sell(buyer: Person, item_id: number): Promise<string> {
  const order = await place(buyer, item_id);
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
  await settleOutbox(t.ctx());
  return order.orderid;
}
const told = async (person: Person, topic: NoticeTopic) =>
  (await noticesOf(person.ctx, { only_unread: false, topic, page: 1, limit: 20 })).list;

it('U3 tells a publisher of each sale once, with what they earn, and of nothing that cost nothing', async () => {
  const [publisher, buyer] = [await makePerson(t), await makePerson(t)];
  const orderid = await sell(buyer, await makeItem(t, publisher.id, { price_fen: 4_900 }));
  await settleOutbox(t.ctx());
  expect(await told(publisher, 'sale')).toEqual([
    expect.objectContaining({
      title: '售出「年会方案」，收益 ¥39.20',
      content: `成交 ¥49.00，订单号 ${orderid}。`,
      jump_url: '/personalCenter/myWallet#sales',
    }),
  ]);
  expect(await told(buyer, 'sale')).toEqual([]);
});

it('U3 tells a publisher what a refund takes back, by the ledger', async () => {
  const [publisher, buyer] = [await makePerson(t), await makePerson(t)];
  const orderid = await sell(buyer, await makeItem(t, publisher.id, { price_fen: 5_000 }));
  await refundOrder(t.ctx(finance.actor), { orderid, amount_fen: 1_000, reason: '买家申请' });
  const titles = async () => (await told(publisher, 'sale')).map(({ title }) => title);
  expect(await titles()).toEqual(['「年会方案」退款，收益扣回 ¥8.00', '售出「年会方案」，收益 ¥40.00']);
  expect((await walletMoney(publisher.ctx)).earning).toBe(32);
});

it('U3 shows a publisher the day and the week by what is left of sales, and who never sold nothing', async () => {
  const [publisher, buyer, other] = [await makePerson(t), await makePerson(t), await makePerson(t)];
  expect(await sellerDay(buyer.ctx)).toBeNull();
  const item = await makeItem(t, publisher.id, { price_fen: 5_000 });
  expect(await sellerDay(publisher.ctx)).toMatchObject({ works: 1, sold: false, sold_today: 0, earned_week: 0, available: 0 });
  const orderid = await sell(buyer, item);
  await sell(other, item);
  await refundOrder(t.ctx(finance.actor), { orderid, amount_fen: 1_000, reason: '买家申请' });
  const day = await sellerDay(publisher.ctx);
  expect(day).toMatchObject({ sold: true, sold_today: 2, sold_week: 2, earned_week: 72 });
  const { available, pending } = await ownWithdrawals(publisher.ctx, { page: 1, limit: 1 });
  expect([day?.available, day?.pending]).toEqual([available, pending]);
  expect((await walletMoney(publisher.ctx)).earning).toBe(72);
  t.clock.advance_ms(7 * DAY_MS);
  expect(await sellerDay(publisher.ctx)).toMatchObject({ sold: true, sold_today: 0, sold_week: 0, earned_week: 0 });
});

it('U3 sums up yesterday once for who sold, and for whom something was taken back of before', async () => {
  const [publisher, buyer, quiet] = [await makePerson(t), await makePerson(t), await makePerson(t)];
  await makeItem(t, quiet.id);
  const item = await makeItem(t, publisher.id, { price_fen: 5_000 });
  const orderid = await sell(buyer, item);
  const next = async () => {
    t.clock.advance_ms(DAY_MS);
    await tellSellerDays(t.ctx());
    await tellSellerDays(t.ctx());
    return (await told(publisher, 'seller_day')).map(({ title }) => title);
  };
  expect(await next()).toEqual(['昨日小结：售出 1 笔，收益 ¥40.00']);
  await refundOrder(t.ctx(finance.actor), { orderid, amount_fen: 1_000, reason: '买家申请' });
  expect((await next())[0]).toBe('昨日小结：之前的订单退款，收益扣回 ¥8.00');
  // a day on which nothing moved
  expect(await next()).toHaveLength(2);
  expect(await told(quiet, 'seller_day')).toEqual([]);
});

it('T6 sends a publisher the statement of a month once, by the sums that the ledger has', async () => {
  const [publisher, buyer, quiet] = [await makePerson(t), await makePerson(t), await makePerson(t)];
  const item = await makeItem(t, publisher.id, { price_fen: 5_000 });
  const sendMonths = async () => {
    await tellSellerMonths(t.ctx());
    await tellSellerMonths(t.ctx());
    return (await told(publisher, 'seller_month')).map(({ title, content, jump_url }) => ({ title, content, jump_url }));
  };
  const first = new Date(t.clock.now());
  const month = shanghaiDay(first).slice(0, 7);
  const orderid = await sell(buyer, item);
  await refundOrder(t.ctx(finance.actor), { orderid, amount_fen: 1_000, reason: '买家申请' });
  t.clock.advance_ms(DAY_MS);
  // its month is not over
  if (shanghaiDay(t.clock.now()).startsWith(month)) expect(await sendMonths()).toEqual([]);
  t.clock.advance_ms(31 * DAY_MS);
  const [year, of] = month.split('-').map(Number);
  expect(await sendMonths()).toEqual([
    {
      title: `${year} 年 ${of} 月对账单：净收益 ¥32.00`,
      content: '售出 1 笔，收益 ¥40.00，退款扣回 ¥8.00。逐笔明细可以查看和导出。',
      jump_url: `/personalCenter/myWallet?month=${month}#earning`,
    },
  ]);
  const lines = await walletStatement(publisher.ctx, { account: 'earning', month: '', way: 'all', before: 0, limit: 10 });
  expect([lines.sum_in, lines.sum_out]).toEqual([40, 8]);
  expect(await told(quiet, 'seller_month')).toEqual([]);
});

async function pdfText(data: Uint8Array): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'cemao-receipt-'));
  try {
    writeFileSync(join(folder, 'receipt.pdf'), data);
    const said: string[] = [];
    await t.app.providers.documents.render(join(folder, 'receipt.pdf'), {
      page_count: 1,
      skip: () => false,
      onPage: async ({ text }) => void said.push(text),
    });
    return said.join('');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('T6 a buyer has a message with what was paid and by which way, once, and none of what cost nothing', async () => {
  const [publisher, buyer] = [await makePerson(t), await makePerson(t)];
  const orderid = await sell(buyer, await makeItem(t, publisher.id, { price_fen: 4_900 }));
  await settleOutbox(t.ctx());
  expect(await told(buyer, 'receipt')).toEqual([
    expect.objectContaining({
      title: '已购买「年会方案」，凭证可下载',
      content: `扫码实付 ¥49.00。订单号 ${orderid}。`,
      jump_url: `/personalCenter/order?orderid=${orderid}`,
    }),
  ]);
  expect(await told(publisher, 'receipt')).toEqual([]);
  // the file says what the page says, also of what went back since, and is nobody else's
  const text = async () => pdfText((await receiptPdf(buyer.ctx, orderid)).data);
  for (const said of ['策猫 · 购买凭证', '年会方案', orderid, '扫码实付', '¥49']) expect(await text()).toContain(said);
  expect(await text()).not.toContain('已退');
  await refundOrder(t.ctx(finance.actor), { orderid, reason: '买家申请' });
  expect(await text()).toMatch(/已退\s*¥49/);
  await expect(receiptPdf(publisher.ctx, orderid)).rejects.toMatchObject({ status: 404 });
  const unpaid = await place(buyer, await makeItem(t, publisher.id));
  await expect(receiptPdf(buyer.ctx, unpaid.orderid)).rejects.toMatchObject({ status: 409 });
});

it('U13 the wallet says which account moved last', async () => {
  const [publisher, buyer] = [await makePerson(t), await makePerson(t, 10_000)];
  expect((await walletMoney(publisher.ctx)).moved).toBeNull();
  await sell(buyer, await makeItem(t, publisher.id));
  expect([(await walletMoney(publisher.ctx)).moved, (await walletMoney(buyer.ctx)).moved]).toEqual(['earning', 'balance']);
});

it('a week begins on Monday in Shanghai', () => {
  const monday = '2026-11-23T00:00:00+08:00';
  const starts = ['2026-11-23T00:00:00+08:00', '2026-11-25T12:00:00+08:00', '2026-11-29T23:59:59+08:00'];
  for (const at of starts) expect(weekStart(new Date(at)), at).toEqual(new Date(monday));
  expect(weekStart(new Date('2026-11-30T00:00:00+08:00'))).toEqual(new Date('2026-11-30T00:00:00+08:00'));
});
