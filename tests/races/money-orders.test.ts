import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Order } from '#contract/order.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { grantAccess, hasGrant } from '#server/modules/access/index.ts';
import {
  cancelOrder,
  countSales,
  expireOrders,
  listOrders,
  orderState,
  payByBalance,
  refundOrder,
  runRefunds,
  settlePayment,
} from '#server/modules/orders/index.ts';
import { itemSubject } from '#server/modules/sales/index.ts';
import { balances, houseBalances, proveLedger } from '#server/modules/wallet/index.ts';
import { testApp } from '../support/app.ts';
import { giveCoupon, makeItem, makePerson, type Person, payAtProvider, place } from '../support/market.ts';

interface Bought {
  buyer: Person;
  order: Order;
}

const t = testApp();
let publisher: Person;
beforeAll(async () => {
  publisher = await makePerson(t);
});
afterEach(async () => {
  expect(await proveLedger(t.ctx())).toMatchObject({ ok: true, faults: [] });
});

const many = <T>(n: number, work: (n: number) => Promise<T>) => Promise.all(Array.from({ length: n }, (_, index) => work(index)));
const settled = async <T>(n: number, work: (n: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: n }, (_, index) => work(index)));
const one = async (text: ReturnType<typeof sql>) => (await t.app.db.execute<Record<string, unknown>>(text)).rows[0] ?? {};
const transfers = async (orderid: string) =>
  Number((await one(sql`select count(*) as n from ledger_transfers where reference = ${orderid} and reason = 'sale'`))['n']);

it('IM-9 uses a single-use coupon once: 64 orders at once, 1 wins, 63 are told', async () => {
  const buyer = await makePerson(t);
  const coupon = await giveCoupon(t, buyer.id, 2_000);
  const items = await many(64, () => makeItem(t, publisher.id));
  const results = await settled(64, (n) => place(buyer, items[n] as number, { user_coupon_id: coupon }));
  const won = results.filter((r) => r.status === 'fulfilled');
  expect(won).toHaveLength(1);
  expect(won[0]).toMatchObject({ value: { coupon_price: 20, pay_price: 80 } });
  for (const r of results) if (r.status === 'rejected') expect(r.reason.message).toBe('优惠券不可用或已被使用');
});

it('keeps one open order of a buyer and an item: 16 placed at once, the last one stands', async () => {
  const buyer = await makePerson(t, 5_000);
  const item = await makeItem(t, publisher.id);
  const results = await settled(16, (n) => place(buyer, item, { balance: n % 2 === 0 ? 1 : 0 }));
  expect(results.some((r) => r.status === 'fulfilled')).toBe(true);
  const open = await one(sql`select count(*) as n, sum(balance_fen) as held from orders where buyer_id = ${buyer.id} and status = 1`);
  expect(Number(open['n'])).toBe(1);
  expect(await balances(t.ctx(), buyer.id)).toMatchObject({ held_fen: Number(open['held']), balance_fen: 5_000 - Number(open['held']) });
});

it('quotes anew when the open order went away while it was quoted: what that one held is not counted twice', async () => {
  const buyer = await makePerson(t, 6_000);
  const item = await makeItem(t, publisher.id);
  const open = await place(buyer, item, { balance: 1 });
  expect(open).toMatchObject({ deduction_price: 60, pay_price: 40 });
  // the open order is read while it holds 60 yuan, the balance only after it gave them back
  const placing = await inTransaction(t.ctx(), async (tx) => {
    await tx.db.execute(sql`lock table accounts in access exclusive mode`);
    const again = place(buyer, item, { balance: 1 });
    const waits = sql`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%purpose = ''balance''%' and pid <> pg_backend_pid()`;
    await expect.poll(async () => (await one(waits))['n']).toBe(1);
    await cancelOrder({ ...tx, actor: buyer.ctx.actor }, open.orderid);
    return { again };
  });
  expect(await placing.again).toMatchObject({ deduction_price: 60, pay_price: 40, surplus_balance: 0 });
  expect(await balances(t.ctx(), buyer.id)).toMatchObject({ balance_fen: 0, held_fen: 6_000 });
});

it('places one order for one key, however often it is sent at once', async () => {
  const buyer = await makePerson(t);
  const item = await makeItem(t, publisher.id);
  const placed = await many(8, () => place(buyer, item, { idempotency_key: 'the-same-key' }));
  expect(new Set(placed.map((order) => order.orderid)).size).toBe(1);
});

it('settles once when notify, poll and confirm come 8 at a time, and splits 80 to 20', async () => {
  const buyer = await makePerson(t);
  const item = await makeItem(t, publisher.id);
  const before = await balances(t.ctx(), publisher.id);
  const order = await place(buyer, item);
  const facts = await payAtProvider(t, order);
  t.clock.advance_ms(10_000);
  const results = await many(8, async (n) =>
    n % 2 === 0
      ? (await settlePayment(t.ctx(), 'sandbox', facts)).outcome
      : `polled ${(await orderState(buyer.ctx, order.orderid)).status}`,
  );
  expect(results.filter((result) => result === 'settled').length).toBeLessThanOrEqual(1);
  expect(await settlePayment(t.ctx(), 'sandbox', facts)).toMatchObject({ outcome: 'seen' });
  expect(await orderState(buyer.ctx, order.orderid)).toMatchObject({ status: 2 });
  expect(await transfers(order.orderid)).toBe(1);
  expect(await hasGrant(t.ctx(), buyer.id, item)).toBe(true);
  expect((await balances(t.ctx(), publisher.id)).earning_fen - before.earning_fen).toBe(8_000);
  await many(4, () => countSales(t.ctx()));
  expect(Number((await one(sql`select sale_num from items where id = ${item}`))['sale_num'])).toBe(1);
  expect(
    Number((await one(sql`select count(*) as n from outbox where topic = 'order.paid' and payload->>'subject_id' = ${String(item)}`))['n']),
  ).toBe(1);
});

it('settles 32 buyers told at once together; one wrong amount, one owner and one held lock among them hurt nobody else', async () => {
  const item = await makeItem(t, publisher.id);
  const buyers = await many(32, () => makePerson(t));
  const placed = await Promise.all(buyers.map((buyer) => place(buyer, item)));
  const facts = await Promise.all(placed.map((order) => payAtProvider(t, order)));
  const [forged, owner, held] = [0, 1, 2].map((n) => ({ buyer: buyers[n], order: placed[n] })) as [Bought, Bought, Bought];
  await inTransaction(t.ctx(), (tx) => grantAccess(tx, { user_id: owner.buyer.id, item_id: item, source: 'purchase', source_id: null }));
  const told = await inTransaction(t.ctx(), async (tx) => {
    await tx.db.execute(sql`select 1 from orders where orderid = ${held.order.orderid} for update`);
    const answers = facts.map((one, n) => settlePayment(t.ctx(), 'sandbox', n === 0 ? { ...one, amount_fen: 1 } : one));
    // all but the one whose order is in our hands are answered while we hold it
    await Promise.all(answers.filter((_, n) => n !== 2));
    return answers;
  });
  const outcomes = (await Promise.all(told)).map(({ outcome }) => outcome);
  expect(outcomes).toEqual(['refused', 'refunding', ...Array.from({ length: 30 }, () => 'settled')]);
  expect(await Promise.all(placed.map(({ orderid }) => transfers(orderid)))).toEqual([0, 0, ...Array.from({ length: 30 }, () => 1)]);
  expect(await hasGrant(t.ctx(), forged.buyer.id, item)).toBe(false);
  expect(await hasGrant(t.ctx(), held.buyer.id, item)).toBe(true);
  expect(await runRefunds(t.ctx())).toBe(1);
});

it('places 64 plain orders at once, each with its payment, and a buyer who asks twice among them keeps one open', async () => {
  const items = await many(4, () => makeItem(t, publisher.id));
  const buyers = await many(16, () => makePerson(t));
  const placed = await many(64, (n) => place(buyers[n % 16] as Person, items[Math.floor(n / 16)] as number));
  const twice = await many(2, () => place(buyers[0] as Person, items[0] as number));
  const ids = [...placed, ...twice].map(({ orderid }) => orderid);
  expect(new Set(ids).size).toBe(66);
  const open = await one(sql`select count(*) as n, count(p.id) as payments from orders o left join payments p on p.order_id = o.id
    where o.status = 1 and o.orderid in (${sql.join(
      ids.map((id) => sql`${id}`),
      sql`, `,
    )})`);
  expect([Number(open['n']), Number(open['payments'])]).toEqual([64, 64]);
});

it('pays a second payment back by itself: both QRs of a recreated order are paid', async () => {
  const buyer = await makePerson(t);
  const item = await makeItem(t, publisher.id);
  const first = await place(buyer, item);
  const paid_first = await payAtProvider(t, first, 'wechat');
  // the provider is asked to close the first QR, finds it paid, and that settles it: the second order gives way
  await t.app.db.execute(sql`update sandbox_payments set status = 'waiting' where payment_no = ${paid_first.payment_no}`);
  const second = await place(buyer, item);
  await t.app.db.execute(sql`update sandbox_payments set status = 'paid' where payment_no = ${paid_first.payment_no}`);
  const paid_second = await payAtProvider(t, second, 'alipay');
  const house = await houseBalances(t.ctx());
  const outcomes = await many(8, async (n) => (await settlePayment(t.ctx(), 'sandbox', n % 2 === 0 ? paid_first : paid_second)).outcome);
  expect(outcomes.filter((o) => o === 'settled')).toHaveLength(1);
  expect(outcomes.filter((o) => o === 'refunding')).toHaveLength(1);
  expect((await many(4, () => runRefunds(t.ctx()))).reduce((a, b) => a + b)).toBe(1);
  expect((await transfers(first.orderid)) + (await transfers(second.orderid))).toBe(1);
  // whichever gave way is in the list, although a replaced order is not shown otherwise, and says where its money is
  const { list } = await listOrders(buyer.ctx, itemSubject, { status: null, page: 1, limit: 10 });
  expect(list.map(({ status, msg }) => `${status} ${msg}`).sort()).toEqual(['2 ', '3 订单已关闭，您支付的款项已原路退回']);
  const after = await houseBalances(t.ctx());
  expect((after.get('gateway') ?? 0) - (house.get('gateway') ?? 0)).toBe(-10_000);
  expect(after.get('refund_due') ?? 0).toBe(0);
  expect(Number((await one(sql`select count(*) as n from sandbox_refunds`))['n'])).toBeGreaterThanOrEqual(1);
});

it('fulfils a late payment while the item is still wanted, and takes its balance part again', async () => {
  const buyer = await makePerson(t, 3_000);
  const item = await makeItem(t, publisher.id);
  const order = await place(buyer, item, { balance: 1 });
  expect(order).toMatchObject({ pay_price: 70, deduction_price: 30, surplus_balance: 0 });
  const facts = await payAtProvider(t, order);
  t.clock.advance_ms(16 * 60_000);
  expect(await expireOrders({ ...t.ctx() })).toBeGreaterThanOrEqual(1);
  // closing asked the provider, which had the money already: settled by the same verb
  expect(await orderState(buyer.ctx, order.orderid)).toMatchObject({ status: 2 });
  expect(await settlePayment(t.ctx(), 'sandbox', facts)).toMatchObject({ outcome: 'seen' });
  expect(await balances(t.ctx(), buyer.id)).toMatchObject({ balance_fen: 0, held_fen: 0 });
});

it('pays a late payment back when its coupon is gone', async () => {
  const buyer = await makePerson(t);
  const coupon = await giveCoupon(t, buyer.id, 1_000);
  const [item, other] = await many(2, () => makeItem(t, publisher.id));
  const order = await place(buyer, item as number, { user_coupon_id: coupon });
  await t.app.db.execute(sql`update sandbox_payments set expires_at = now() + interval '1 day'`);
  await cancelOrder(buyer.ctx, order.orderid);
  await place(buyer, other as number, { user_coupon_id: coupon });
  await t.app.db.execute(
    sql`update sandbox_payments set status = 'waiting' where payment_no in (select payment_no from payments p join orders o on o.id = p.order_id where o.orderid = ${order.orderid})`,
  );
  const facts = await payAtProvider(t, order);
  expect(await settlePayment(t.ctx(), 'sandbox', facts)).toMatchObject({ outcome: 'refunding' });
  expect(await hasGrant(t.ctx(), buyer.id, item as number)).toBe(false);
  expect(await orderState(buyer.ctx, order.orderid)).toMatchObject({ status: 3, msg: '订单已关闭，您支付的款项正在原路退回' });
  expect(await runRefunds(t.ctx())).toBe(1);
  expect(await orderState(buyer.ctx, order.orderid)).toMatchObject({ status: 3, msg: '订单已关闭，您支付的款项已原路退回' });
});

it('keeps trying a refund that fails, and books it once', async () => {
  const buyer = await makePerson(t);
  const item = await makeItem(t, publisher.id);
  const order = await place(buyer, item);
  const facts = await payAtProvider(t, order);
  await settlePayment(t.ctx(), 'sandbox', facts);
  await t.app.db.execute(sql`update sandbox_payments set refund_failures = 2 where payment_no = ${facts.payment_no}`);
  const earned = (await balances(t.ctx(), publisher.id)).earning_fen;
  await refundOrder(t.ctx(), { orderid: order.orderid, reason: '测试' });
  expect(await hasGrant(t.ctx(), buyer.id, item)).toBe(false);
  expect(earned - (await balances(t.ctx(), publisher.id)).earning_fen).toBe(8_000);
  expect(await runRefunds(t.ctx())).toBe(0);
  t.clock.advance_ms(3_600_000);
  expect(await runRefunds(t.ctx())).toBe(0);
  t.clock.advance_ms(3_600_000);
  expect(await many(4, () => runRefunds(t.ctx()))).toContain(1);
  expect((await houseBalances(t.ctx())).get('refund_due') ?? 0).toBe(0);
  expect(await orderState(buyer.ctx, order.orderid)).toMatchObject({ status: 3, msg: '订单已退款' });
  // and it can be bought again
  const again = await place(buyer, item);
  expect(await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, again))).toMatchObject({ outcome: 'settled' });
});

it('an order that cannot be closed keeps no other one open', async () => {
  const buyer = await makePerson(t, 3_000);
  const broken = await place(buyer, await makeItem(t, publisher.id));
  t.clock.advance_ms(1_000);
  const whole = await place(buyer, await makeItem(t, publisher.id), { balance: 1 });
  t.clock.advance_ms(1_000);
  // says that it holds what nobody holds
  await t.app.db.execute(sql`update orders set balance_fen = 9900, pay_fen = 100 where orderid = ${broken.orderid}`);
  t.clock.advance_ms(16 * 60_000);
  expect(await expireOrders(t.ctx(), 2)).toBeGreaterThanOrEqual(1);
  const status = async ({ orderid }: Order) => (await one(sql`select status from orders where orderid = ${orderid}`))['status'];
  expect([await status(broken), await status(whole)]).toEqual([1, 3]);
  expect(await balances(t.ctx(), buyer.id)).toMatchObject({ balance_fen: 3_000, held_fen: 0 });
  await t.app.db.execute(sql`update orders set balance_fen = 0, pay_fen = 10000 where orderid = ${broken.orderid}`);
  await expireOrders(t.ctx());
  expect(await status(broken)).toBe(3);
});

it('gives balance back once when cancel, expiry and payment race', async () => {
  for (let round = 0; round < 6; round++) {
    const buyer = await makePerson(t, 10_000);
    const item = await makeItem(t, publisher.id);
    const order = await place(buyer, item, { balance: 1 });
    expect(order).toMatchObject({ pay_price: 0, deduction_price: 100, status: 1, is_free: 0 });
    await settled(12, async (n) => {
      if (n % 3 === 0) await payByBalance(buyer.ctx, order.orderid);
      else if (n % 3 === 1) await cancelOrder(buyer.ctx, order.orderid);
      else await refundOrder(t.ctx(), { orderid: order.orderid, reason: '' }).catch(() => undefined);
    });
    const { status } = await orderState(buyer.ctx, order.orderid);
    expect(await balances(t.ctx(), buyer.id)).toMatchObject({ balance_fen: status === 2 ? 0 : 10_000, held_fen: 0 });
    expect(await hasGrant(t.ctx(), buyer.id, item)).toBe(status === 2);
  }
});

it('M-952 has no negative amount anywhere: the database refuses it', async () => {
  const buyer = await makePerson(t);
  const order = await place(buyer, await makeItem(t, publisher.id));
  const refused = { cause: { code: '23514' } };
  for (const change of [
    sql`update orders set pay_fen = -1, price_fen = -1 where orderid = ${order.orderid}`,
    sql`update orders set coupon_fen = 20000, pay_fen = -10000 where orderid = ${order.orderid}`,
    sql`update payments set amount_fen = 0`,
    sql`insert into refunds (refund_no, payment_id, amount_fen, reason, next_try_at) select 'x', id, -1, 'x', now() from payments limit 1`,
    sql`update items set price_fen = -1`,
    sql`insert into user_coupons (user_id, type, title, amount_fen, use_end_time) values (1, 5, 'x', -1, now())`,
  ]) {
    await expect(t.app.db.execute(change)).rejects.toMatchObject(refused);
  }
});
