import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import type { Income } from '#contract/bills.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { topUp } from '#server/modules/coins/index.ts';
import { refundOrder, runRefunds, settlePayment } from '#server/modules/orders/index.ts';
import { orders } from '#server/modules/orders/tables.ts';
import { lockRests, reserve, settle, writeOffRests } from '#server/modules/wallet/index.ts';
import { incomeCsv } from '#server/views/admin/income.ts';
import { todayFacts } from '#server/views/admin/overview.ts';
import { testApp } from '../support/app.ts';
import { giveCoupon, makeItem, makePerson, type Person, payAtProvider, place } from '../support/market.ts';
import { makePerson as makeUser } from '../support/people.ts';
import { expectIncomeShown } from '../support/shown-money.ts';

const DAY_MS = 86_400_000;
const t = testApp();
let publisher: Person;
let buyer: Person;
let finance: Person;
beforeAll(async () => {
  publisher = await makePerson(t);
  buyer = await makePerson(t);
  const { id, token, actor } = await makeUser(t, { roles: ['finance'] });
  finance = { id, token, ctx: t.ctx(actor) };
});

async function pay(order: Awaited<ReturnType<typeof place>>): Promise<string> {
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
  return order.orderid;
}
const shown = async () => (await t.call<Income>('GET', '/admin/income', { token: finance.token, query: { range: 7 } })).body.data;
const spend = async (user_id: number, coins: number) => {
  const key = `spend:${t.clock.now().getTime()}:${coins}`;
  await reserve(t.ctx(), { key, user_id, unit: 'coin', max: coins + 1, reason: 'contact', reference: key, ttl_ms: DAY_MS });
  await settle(t.ctx(), key, coins);
};

it('M4 coins are income of the day they are spent, shares are net of refunds, and every screen and file says the same', async () => {
  const first = await pay(await topUp(buyer.ctx, { coins: 50, reuse_open: false }));
  expect((await shown()).totals).toMatchObject({ orders: 0, sold: 0, refunded: 0, prepaid: 50 });
  expect(await shown()).toMatchObject({ owed: 50, kinds: [{ title: '猫币', sold: 0, prepaid: 50 }] });

  t.clock.advance_ms(DAY_MS);
  await spend(buyer.id, 8);
  const sold = await pay(await place(buyer, await makeItem(t, publisher.id)));
  await refundOrder(t.ctx(), { orderid: sold, reason: '测试', amount_fen: 2_500 });
  await refundOrder(t.ctx(), { orderid: first, reason: '测试', amount_fen: 1_000 });
  await runRefunds(t.ctx());
  const [share] = await t.app.db.select().from(orders).where(eq(orders.orderid, sold));
  const publishers = ((share?.publisher_fen ?? 0) - (share?.publisher_back_fen ?? 0)) / 100;
  expect(publishers).toBeGreaterThan(0);
  const { totals, days, owed, kinds } = await shown();
  expect(totals).toMatchObject({ orders: 2, sold: 108, refunded: 25, prepaid: 40, publishers, coupons: 0 });
  expect(days.slice(-2)).toMatchObject([
    { orders: 0, sold: 0, prepaid: 50 },
    { orders: 2, sold: 108, refunded: 25, prepaid: -10, publishers },
  ]);
  expect([owed, kinds.map(({ title, sold }) => [title, sold])]).toEqual([
    32,
    [
      ['方案', 100],
      ['猫币', 8],
    ],
  ]);

  // one day says the same in 今日, in 收入 and in its file
  const today = (await todayFacts(finance.ctx)).days;
  expect(today.slice(0, 2)).toMatchObject([
    { income: 83, orders: 2 },
    { income: 0, orders: 0 },
  ]);
  const lines = (await incomeCsv(finance.ctx, 7)).trim().split('\r\n');
  expect(lines[0]).toMatch(/,预收（猫币充值）$/);
  expect(lines.slice(1).map((line) => line.split(',').slice(1))).toEqual([
    ['猫币', '0', '0.00', '0.00', '0.00', '0.00', '50.00'],
    ['方案', '1', '100.00', '25.00', publishers.toFixed(2), '0.00', '0.00'],
    ['猫币', '1', '8.00', '0.00', '0.00', '0.00', '-10'],
  ]);
  await expectIncomeShown(t);
});

it('M4 a coupon that goes back with a whole refund is no cost of ours any more', async () => {
  const user_coupon_id = await giveCoupon(t, buyer.id, 1_000);
  const sold = await pay(await place(buyer, await makeItem(t, publisher.id), { user_coupon_id }));
  const costs = async () => (await shown()).totals.coupons;
  expect(await costs()).toBe(10);
  await refundOrder(t.ctx(), { orderid: sold, reason: '测试', amount_fen: 500 });
  expect(await costs()).toBe(10);
  await refundOrder(t.ctx(), { orderid: sold, reason: '测试' });
  expect(await costs()).toBe(0);
  await expectIncomeShown(t);
});

it('M4 coins that are given up with an account are owed no more', async () => {
  const { owed, totals } = await shown();
  await inTransaction(t.ctx(), async (tx) => {
    await writeOffRests(tx, buyer.id, await lockRests(tx, buyer.id));
  });
  const after = await shown();
  expect([owed, after.owed, after.totals.sold - totals.sold]).toEqual([32, 0, 32]);
});
