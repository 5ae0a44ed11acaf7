import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order } from '#contract/order.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { AppError } from '#server/kernel/errors.ts';
import {
  askOwnRefund,
  cancelOrder,
  expireOrders,
  payByBalance,
  reconcilePayments,
  refundOrder,
  runRefunds,
  settlePayment,
} from '#server/modules/orders/index.ts';
import { reconcileDay } from '#server/modules/reconcile/index.ts';
import { balances, proveLedger } from '#server/modules/wallet/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { giveCoupon, makeItem, makePerson, type Person, payAtProvider, place } from '../support/market.ts';

let t: TestApp;
let publisher: Person;
beforeAll(async () => {
  t = await startTestApp();
  publisher = await makePerson(t);
});
afterAll(() => t.stop());

type Step =
  | { act: 'place'; item: number; balance: 0 | 1; coupon: boolean }
  | { act: 'scan' | 'notify' | 'notify_twice' | 'close' | 'confirm' | 'refund' | 'own_refund'; nth: number }
  | { act: 'refund_part'; nth: number; amount_fen: number }
  | { act: 'wait'; minutes: number }
  | { act: 'expire' | 'reconcile' };

const nth = fc.nat({ max: 5 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('place' as const),
      item: fc.nat({ max: 1 }),
      balance: fc.constantFrom(0 as const, 1 as const),
      coupon: fc.boolean(),
    }),
  },
  { weight: 6, arbitrary: fc.record({ act: fc.constantFrom('scan' as const, 'notify' as const, 'notify_twice' as const), nth }) },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constantFrom('close' as const, 'confirm' as const, 'refund' as const, 'own_refund' as const), nth }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('refund_part' as const), nth, amount_fen: fc.integer({ min: 1, max: 9_000 }) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('wait' as const), minutes: fc.nat({ max: 20 }) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constantFrom('expire' as const, 'reconcile' as const) }) },
);

/** What the reader is told is fine; anything else is a fault. */
async function told(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

async function perform(one: Step, world: { buyer: Person; items: number[]; coupon: number; orders: Order[] }): Promise<void> {
  const { buyer, orders } = world;
  if (one.act === 'place') {
    const input = { balance: one.balance, user_coupon_id: one.coupon ? world.coupon : 0 };
    return told(place(buyer, world.items[one.item] as number, input).then((order) => orders.push(order)));
  }
  if (one.act === 'wait') return t.clock.advance_ms(one.minutes * 60_000);
  if (!('nth' in one)) {
    await (one.act === 'expire' ? expireOrders(t.ctx()) : reconcilePayments(t.ctx()));
    return;
  }
  const order = orders[one.nth % Math.max(1, orders.length)];
  if (!order) return;
  if (one.act === 'close') return told(cancelOrder(buyer.ctx, order.orderid));
  if (one.act === 'confirm') return told(payByBalance(buyer.ctx, order.orderid));
  if (one.act === 'own_refund') return told(askOwnRefund(buyer.ctx, { orderid: order.orderid, reason: '买错了' }));
  if (one.act === 'refund_part') {
    return told(refundOrder(t.ctx(), { orderid: order.orderid, reason: '测试', amount_fen: one.amount_fen }));
  }
  if (one.act === 'refund') return told(refundOrder(t.ctx(), { orderid: order.orderid, reason: '测试' }));
  if (order.pay_qrcode === '') return;
  const facts = await payAtProvider(t, order);
  if (one.act === 'scan') return;
  const copies = one.act === 'notify' ? 1 : 4;
  await Promise.all(Array.from({ length: copies }, () => settlePayment(t.ctx(), 'sandbox', facts)));
}

it('keeps every invariant through any sequence of placing, paying, notifying, closing, expiring, refunding', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
      const buyer = await makePerson(t, 15_000);
      const items = [await makeItem(t, publisher.id), await makeItem(t, publisher.id, { price_fen: 990 })];
      const world = { buyer, items, coupon: await giveCoupon(t, buyer.id, 2_000), orders: [] };
      for (const one of steps) await perform(one, world);
      // in the end everything that the provider knows is told, and everything owed is paid back
      t.clock.advance_ms(20 * 60_000);
      await expireOrders(t.ctx());
      await reconcilePayments(t.ctx());
      await runRefunds(t.ctx());
      await expectWhole(buyer);
    }),
    { numRuns: 40, interruptAfterTimeLimit: 60_000 },
  );
  // the books of the day agree with themselves and with the provider's
  expect((await reconcileDay(t.ctx(), shanghaiDay(new Date()))).differences).toEqual([]);
}, 120_000);

async function expectWhole(buyer: Person): Promise<void> {
  expect((await proveLedger(t.ctx())).faults).toEqual([]);
  const count = async (query: ReturnType<typeof sql>) => Number((await t.app.db.execute<{ n: number }>(query)).rows[0]?.n ?? -1);
  const mine = buyer.id;
  // a paid order has its grant and exactly one transfer; a grant has its paid order
  expect(
    await count(sql`select count(*) as n from orders o where o.buyer_id = ${mine} and o.status = 2 and (
    not exists (select 1 from grants g where g.user_id = ${mine} and g.item_id = o.subject_id and g.source_id = o.id and g.revoked_at is null)
    or (select count(*) from ledger_transfers l where l.reference = o.orderid and l.reason = 'sale') <> 1)`),
  ).toBe(0);
  expect(
    await count(sql`select count(*) as n from grants g where g.user_id = ${mine} and g.revoked_at is null
    and not exists (select 1 from orders o where o.id = g.source_id and o.status = 2)`),
  ).toBe(0);
  // nothing is held, no coupon is stuck, no order is open, nothing is owed
  expect((await balances(t.ctx(), mine)).held_fen).toBe(0);
  expect(await count(sql`select count(*) as n from user_coupons c where c.user_id = ${mine} and c.status = 'held'`)).toBe(0);
  expect(await count(sql`select count(*) as n from orders where buyer_id = ${mine} and status = 1`)).toBe(0);
  expect(await count(sql`select count(*) as n from refunds where status <> 'done'`)).toBe(0);
  // all money that the provider took is in an order or went back
  expect(
    await count(sql`select count(*) as n from sandbox_payments s join payments p using (payment_no) join orders o on o.id = p.order_id
    where s.status = 'paid' and p.status not in ('paid', 'refunded')`),
  ).toBe(0);
  const spent = await count(
    sql`select coalesce(sum(balance_fen - refunded_balance_fen), 0) as n from orders where buyer_id = ${mine} and status = 2`,
  );
  expect((await balances(t.ctx(), mine)).balance_fen).toBe(15_000 - spent);
}
