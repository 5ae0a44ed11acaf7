import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { ReviewEntry } from '#contract/review.ts';
import { hasGrant } from '#server/modules/access/index.ts';
import { askInvoice } from '#server/modules/invoices/index.ts';
import {
  askOwnRefund,
  expireOrders,
  orderDetail,
  orderState,
  ownRefundUpTo,
  refundOrder,
  runRefunds,
  settlePayment,
  withdrawOwnRefund,
} from '#server/modules/orders/index.ts';
import { decideReview, listReviews } from '#server/modules/review/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { balances, houseBalances, proveLedger } from '#server/modules/wallet/index.ts';
import { testApp } from '../support/app.ts';
import { rounds } from '../support/long.ts';
import { giveCoupon, makeItem, makePerson, type Person, payAtProvider, place } from '../support/market.ts';
import { makePerson as makeUser } from '../support/people.ts';

/** More than one process closes at once; ten thousand by night. */
const ENDED = rounds(2_000, 10_000);
const t = testApp();
let publisher: Person;
beforeAll(async () => {
  publisher = await makePerson(t);
});
afterEach(async () => {
  await runRefunds(t.ctx());
  expect((await proveLedger(t.ctx())).faults).toEqual([]);
  expect((await houseBalances(t.ctx())).get('refund_due') ?? 0).toBe(0);
});

const many = (n: number) => Array.from({ length: n }, (_, index) => index);

async function bought(balance_fen = 0) {
  const buyer = await makePerson(t, balance_fen);
  const item_id = await makeItem(t, publisher.id);
  const order = await place(buyer, item_id, { balance: balance_fen > 0 ? 1 : 0 });
  const facts = await payAtProvider(t, order);
  await settlePayment(t.ctx(), 'sandbox', facts);
  return { buyer, item_id, order, facts };
}

/** What went back of an order, fen: by the provider's own books, and to the balance. */
async function wentBack(payment_no: string): Promise<number> {
  const { rows } = await t.app.db.execute<{ sum: number }>(sql`select coalesce(sum(r.amount_fen), 0)::float8 as sum
    from sandbox_refunds r join sandbox_payments p on p.id = r.sandbox_payment_id where p.payment_no = ${payment_no}`);
  return rows[0]?.sum ?? 0;
}

it('never gives more back than was paid: 64 parts at once', async () => {
  const { buyer, order, facts } = await bought(4_000);
  const results = await Promise.allSettled(
    many(64).map(() => refundOrder(t.ctx(), { orderid: order.orderid, reason: '测试', amount_fen: 700 })),
  );
  await runRefunds(t.ctx());
  const given = results.filter(({ status }) => status === 'fulfilled').length * 700;
  expect(given).toBe(9_800);
  expect((await wentBack(facts.payment_no)) + (await balances(t.ctx(), buyer.id)).balance_fen).toBe(9_800);
});

it('refunds once, whoever asks at once: staff, the buyer and jobs', async () => {
  const { buyer, item_id, order, facts } = await bought();
  const results = await Promise.allSettled(
    many(64).map((n) =>
      n % 2 === 0
        ? refundOrder(t.ctx(), { orderid: order.orderid, reason: '测试' })
        : askOwnRefund(buyer.ctx, { orderid: order.orderid, reason: '买错了' }),
    ),
  );
  await runRefunds(t.ctx());
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect([await wentBack(facts.payment_no), await hasGrant(t.ctx(), buyer.id, item_id)]).toEqual([10_000, false]);
});

it('either gives a request or takes it back, when its buyer and staff act at once', async () => {
  await setSetting(t.ctx(), ownRefundUpTo.key, 0);
  const staff = await makeUser(t, { roles: ['finance'] });
  for (const round of many(8)) {
    const { buyer, item_id, order, facts } = await bought();
    expect(await askOwnRefund(buyer.ctx, { orderid: order.orderid, reason: '买错了' })).toBe('asked');
    const { list } = await listReviews(t.ctx(staff.actor), { type: 'refund', status: 'open', page: 1, limit: 1 });
    const seen = list[0] as ReviewEntry;
    const decide = () => decideReview(t.ctx(staff.actor), { id: seen.id, version: seen.version, action: 'confirm', reason: '' });
    const withdraw = () => withdrawOwnRefund(buyer.ctx, order.orderid);
    const acts = many(8).flatMap(() => (round % 2 === 0 ? [withdraw, decide] : [decide, withdraw]));
    const results = await Promise.allSettled(acts.map((act) => act()));
    await runRefunds(t.ctx());
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 409 });
    const given = acts[results.findIndex(({ status }) => status === 'fulfilled')] === decide;
    expect([await wentBack(facts.payment_no), await hasGrant(t.ctx(), buyer.id, item_id)]).toEqual(given ? [10_000, false] : [0, true]);
    const { status, refund } = await orderDetail(buyer.ctx, order.orderid);
    expect([status, refund.asked, refund.can_ask]).toEqual(given ? [3, false, false] : [2, false, true]);
  }
  await setSetting(t.ctx(), ownRefundUpTo.key, 20_000);
});

it('settles and refunds in any order: a refund while 32 notifies arrive', async () => {
  const buyer = await makePerson(t);
  const item_id = await makeItem(t, publisher.id);
  const order = await place(buyer, item_id);
  const facts = await payAtProvider(t, order);
  await Promise.allSettled([
    ...many(32).map(() => settlePayment(t.ctx(), 'sandbox', facts)),
    ...many(32).map(() => refundOrder(t.ctx(), { orderid: order.orderid, reason: '测试' })),
  ]);
  await Promise.allSettled([refundOrder(t.ctx(), { orderid: order.orderid, reason: '测试' })]);
  await runRefunds(t.ctx());
  expect([await wentBack(facts.payment_no), await hasGrant(t.ctx(), buyer.id, item_id)]).toEqual([10_000, false]);
});

it('leaves no live request for an invoice behind a refund that runs beside it', async () => {
  const { buyer, order } = await bought();
  const wish = { orderid: order.orderid, holder: 'personal', title: '王芳', tax_no: '', mail: 'a@example.com' } as const;
  await Promise.allSettled([
    ...many(16).map(() => askInvoice(buyer.ctx, wish)),
    refundOrder(t.ctx(), { orderid: order.orderid, reason: '测试' }),
  ]);
  const { rows } = await t.app.db.execute(sql`select 1 from invoices where orderid = ${order.orderid} and status = 'asked'`);
  expect(rows).toEqual([]);
});

it(`IM-10 closes ${ENDED} orders that ended, while some are paid at that moment, and gives each back what it held`, async () => {
  const [template_buyer, item_id] = [await makePerson(t), await makeItem(t, publisher.id)];
  const template = await place(template_buyer, item_id);
  const orders = sql`insert into orders (orderid, buyer_id, subject, subject_id, snapshot, list_price_fen, price_fen, pay_fen, idempotency_key,
      created_at, expires_at)
    select '7' || lpad(n::text, 23, '0'), 900000 + n, o.subject, o.subject_id, o.snapshot, 100, 100, 100, 'many-' || n, o.created_at, o.expires_at
    from orders o, generate_series(1, ${sql.raw(String(ENDED))}) as n where o.orderid = ${template.orderid}`;
  await t.app.db.execute(orders);
  await t.app.db.execute(sql`insert into payments (payment_no, order_id, provider, amount_fen, qr_text, created_at)
    select 'P' || orderid, id, 'sandbox', 100, 'qr', created_at from orders where idempotency_key like 'many-%'`);
  const holding = await Promise.all(
    many(24).map(async () => {
      const buyer = await makePerson(t, 3_000);
      const coupon_id = await giveCoupon(t, buyer.id, 1_000);
      const order = await place(buyer, item_id, { balance: 1, user_coupon_id: coupon_id });
      return { buyer, coupon_id, order, facts: await payAtProvider(t, order) };
    }),
  );
  // half of them are told of by the provider while the books are closed; the others were never paid
  const [paying, unpaid] = [holding.slice(0, 12), holding.slice(12)];
  for (const { facts } of unpaid) {
    await t.app.db.execute(sql`update sandbox_payments set status = 'waiting' where payment_no = ${facts.payment_no}`);
  }
  t.clock.advance_ms(10 * 60_000);
  const fresh = await place(await makePerson(t), item_id);
  t.clock.advance_ms(5 * 60_000);
  // two processes at once share the work
  const [one, other] = await Promise.all([
    expireOrders(t.ctx()),
    expireOrders(t.ctx()),
    ...paying.map(({ facts }) => settlePayment(t.ctx(), 'sandbox', facts)),
  ]);
  expect(one + other).toBeGreaterThanOrEqual(ENDED + 1 + unpaid.length);
  const { rows } = await t.app.db.execute<{ orderid: string }>(sql`select orderid from orders where status = 1`);
  expect(rows).toEqual([{ orderid: fresh.orderid }]);
  const { rows: open } = await t.app.db.execute(sql`select 1 from payments p join orders o on o.id = p.order_id
    where o.status = 3 and (p.status <> 'closed' or not p.closed_there) and o.idempotency_key like 'many-%'`);
  expect(open).toEqual([]);
  const couponOf = async (id: number) =>
    (await t.app.db.execute<{ status: string }>(sql`select status from user_coupons where id = ${id}`)).rows[0]?.status;
  for (const { buyer, coupon_id, order } of paying) {
    expect(await orderState(buyer.ctx, order.orderid)).toMatchObject({ status: 2 });
    expect([await couponOf(coupon_id), (await balances(t.ctx(), buyer.id)).balance_fen]).toEqual(['redeemed', 0]);
  }
  for (const { buyer, coupon_id, order } of unpaid) {
    expect(await orderState(buyer.ctx, order.orderid)).toMatchObject({ status: 3 });
    expect([await couponOf(coupon_id), (await balances(t.ctx(), buyer.id)).balance_fen]).toEqual(['free', 3_000]);
  }
}, 180_000);
