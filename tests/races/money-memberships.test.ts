import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MEMBER_CALLS, type VipPlan } from '#contract/membership.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { AppError } from '#server/kernel/errors.ts';
import { activeVips, installPlans, membershipSubject } from '#server/modules/membership/index.ts';
import { placeOrder, refundOrder, runRefunds, settlePayment } from '#server/modules/orders/index.ts';
import { houseBalances, proveLedger } from '#server/modules/wallet/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makePerson, type Person, payAtProvider } from '../support/market.ts';

const DAY_MS = 86_400_000;
let t: TestApp;
let plans: VipPlan[];
beforeAll(async () => {
  t = await startTestApp();
  await inTransaction(t.ctx(), installPlans);
  plans = (await t.call<{ list: VipPlan[] }>('GET', MEMBER_CALLS.plans)).body.data.list;
});
afterAll(() => t?.stop());

const many = (n: number) => Array.from({ length: n }, (_, index) => index);
const specOf = (key: string, index: number) => plans.find((plan) => plan.key === key)?.spec[index]?.id as number;

async function paid(person: Person, subject_id: number): Promise<string> {
  const order = await placeOrder(person.ctx, membershipSubject, { subject_id, use_balance: false, coupon_id: 0 });
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
  return order.orderid;
}

it('upgrades, downgrades and refunds of one member, 64 at once, credit nothing twice and lose no payment', async () => {
  const person = await makePerson(t);
  const first = await paid(person, specOf('ppt', 1));
  t.clock.advance_ms(20 * DAY_MS);
  const results = await Promise.allSettled(
    many(64).map(async (n) => {
      if (n % 16 === 15) return refundOrder(t.ctx(), { orderid: first, reason: '测试' });
      return paid(person, n % 2 === 0 ? specOf('all', 1) : specOf('ppt', 0));
    }),
  );
  // whoever lost was told so
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(AppError);
  await runRefunds(t.ctx());

  const { rows } = await t.app.db.execute<{ pay_fen: number; closes: string }>(
    sql`select pay_fen, snapshot -> 'terms' ->> 'closes' as closes from orders where buyer_id = ${person.id} and status = 2 order by id`,
  );
  const credited = rows.flatMap(({ closes }) => closes.split(',').filter(Boolean)).map((pair) => pair.split(':')[0]);
  expect(new Set(credited).size).toBe(credited.length);
  // what was paid and not given back is what the terms were paid with, credits counted with the term that they went to
  const { rows: terms } = await t.app.db.execute<{ paid_fen: number; closed: boolean; source_id: number }>(
    sql`select paid_fen, closed_at is not null as closed, source_id from membership_terms where user_id = ${person.id}`,
  );
  const given = terms.filter(({ closed }) => !closed).reduce((sum, { paid_fen }) => sum + paid_fen, 0);
  const kept = rows.reduce((sum, { pay_fen }) => sum + pay_fen, 0);
  expect(given).toBeLessThanOrEqual(kept);
  // every payment either stands for a paid order or went back
  const { rows: adrift } = await t.app.db.execute(sql`select p.payment_no from payments p join orders o on o.id = p.order_id
    where o.buyer_id = ${person.id} and ((p.status = 'paid') <> (o.status = 2) or p.status = 'refunding')`);
  expect(adrift).toEqual([]);
  expect((await houseBalances(t.ctx())).get('refund_due') ?? 0).toBe(0);
  expect((await proveLedger(t.ctx())).faults).toEqual([]);
  expect((await activeVips(t.ctx(), person.id)).size).toBeGreaterThan(0);
});
