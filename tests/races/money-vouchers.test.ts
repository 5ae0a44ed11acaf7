import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '#server/app/ctx.ts';
import { grantAccess, hasGrant } from '#server/modules/access/index.ts';
import { orderState, payByBalance, runRefunds, settlePayment } from '#server/modules/orders/index.ts';
import { redeemItem } from '#server/modules/sales/index.ts';
import { issueVoucher, voucherCount } from '#server/modules/vouchers/index.ts';
import { balances, proveLedger } from '#server/modules/wallet/index.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePerson, type Person, payAtProvider, place } from '../support/market.ts';

const t = testApp();
let publisher: Person;
beforeAll(async () => {
  publisher = await makePerson(t);
});
afterEach(async () => {
  expect(await proveLedger(t.ctx())).toMatchObject({ ok: true, faults: [] });
});

const many = <T>(n: number, work: (n: number) => Promise<T>) => Promise.all(Array.from({ length: n }, (_, index) => work(index)));
const vouchersOf = (person: Person) => voucherCount(t.ctx(), { user_id: person.id, kind: 1 });
const sourcesOf = async (person: Person, item_id: number) => {
  const { rows } = await t.app.db.execute<{ source: string }>(
    sql`select source from grants where user_id = ${person.id} and item_id = ${item_id} and revoked_at is null order by source`,
  );
  return rows.map(({ source }) => source);
};

async function buyerWithVoucher(balance_fen = 0): Promise<Person> {
  const buyer = await makePerson(t, balance_fen);
  const use_end_time = new Date(t.clock.now().getTime() + 86_400_000);
  await issueVoucher(t.ctx(), { user_id: buyer.id, kind: 1, use_end_time });
  return buyer;
}

/** Waits until that many statements of this database wait for somebody's lock. */
const untilWaiting = (n: number) => {
  const waits = sql`select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return expect.poll(async () => (await t.app.db.execute<{ n: number }>(waits)).rows[0]?.n).toBe(n);
};

it('AT-7 takes the voucher or the money of each of 24 buyers who use both at once, never both', async () => {
  const item = await makeItem(t, publisher.id);
  const taken = await many(24, async () => {
    const buyer = await buyerWithVoucher();
    const order = await place(buyer, item);
    const [voucher] = await Promise.all([
      t.call('POST', '/scheme/scheme/voucher', { token: buyer.token, body: { sid: item } }),
      t.call('POST', '/sandbox/pay', { body: { orderid: order.orderid, copies: 2 } }),
    ]);
    return { buyer, order, voucher };
  });
  await runRefunds(t.ctx());
  for (const { buyer, order, voucher } of taken) {
    const payment = sql`select p.status from payments p join orders o on o.id = p.order_id where o.orderid = ${order.orderid}`;
    const money = (await t.app.db.execute<{ status: string }>(payment)).rows[0]?.status;
    const { status } = await orderState(buyer.ctx, order.orderid);
    expect([
      { code: 1, status: 2, money: 'paid', vouchers: 1, rights: ['purchase'] },
      { code: 0, status: 3, money: 'refunded', vouchers: 0, rights: ['voucher'] },
      // scanned after the order had been closed: no money was taken
      { code: 0, status: 3, money: 'closed', vouchers: 0, rights: ['voucher'] },
    ]).toContainEqual({ code: voucher.body.code, status, money, vouchers: await vouchersOf(buyer), rights: await sourcesOf(buyer, item) });
  }
});

it('keeps the voucher when the payment was first, whichever of them the other waited for', async () => {
  const buyer = await buyerWithVoucher();
  const item = await makeItem(t, publisher.id);
  const facts = await payAtProvider(t, await place(buyer, item));
  const { redeeming } = await inTransaction(t.ctx(), async (tx) => {
    expect(await settlePayment(tx, 'sandbox', facts)).toMatchObject({ outcome: 'settled' });
    const redeeming = Promise.allSettled([redeemItem(buyer.ctx, item)]);
    await untilWaiting(1);
    return { redeeming };
  });
  expect(await redeeming).toMatchObject([{ status: 'rejected', reason: { status: 409, data: { owned: true } } }]);
  expect([await vouchersOf(buyer), await sourcesOf(buyer, item)]).toEqual([1, ['purchase']]);
});

it('pays back what is paid for an order that was placed beside the voucher, and leaves the balance alone', async () => {
  const buyer = await buyerWithVoucher(10_000);
  const item = await makeItem(t, publisher.id);
  const other = await makeItem(t, publisher.id);
  const placed = await place(buyer, item);
  const covered = await place(buyer, other, { balance: 1 });
  // as a redeeming leaves it that looked for an open order just before this one was written
  await inTransaction(t.ctx(), async (tx) => {
    await grantAccess(tx, { user_id: buyer.id, item_id: item, source: 'voucher', source_id: 1 });
    await grantAccess(tx, { user_id: buyer.id, item_id: other, source: 'voucher', source_id: 2 });
  });
  const facts = await payAtProvider(t, placed);
  expect(await settlePayment(t.ctx(), 'sandbox', facts)).toMatchObject({ outcome: 'refunding' });
  expect(await runRefunds(t.ctx())).toBe(1);
  await expect(payByBalance(buyer.ctx, covered.orderid)).rejects.toMatchObject({ status: 409, data: { owned: true } });
  expect([await sourcesOf(buyer, item), await sourcesOf(buyer, other)]).toEqual([['voucher'], ['voucher']]);
  expect(await balances(t.ctx(), buyer.id)).toMatchObject({ balance_fen: 0, held_fen: 10_000 });
});

it('sells to a reader whose other right ends by itself', async () => {
  const buyer = await makePerson(t);
  const item = await makeItem(t, publisher.id);
  const order = await place(buyer, item);
  const expires_at = new Date(t.clock.now().getTime() + 3_600_000);
  await inTransaction(t.ctx(), (tx) =>
    grantAccess(tx, { user_id: buyer.id, item_id: item, source: 'member', source_id: null, expires_at }),
  );
  expect(await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order))).toMatchObject({ outcome: 'settled' });
  t.clock.advance_ms(2 * 3_600_000);
  expect(await hasGrant(t.ctx(), buyer.id, item)).toBe(true);
});
