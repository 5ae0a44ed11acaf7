import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { MEMBER_CALLS, type VipPlan } from '#contract/membership.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { AppError } from '#server/kernel/errors.ts';
import { activeVips, installPlans, membershipSubject } from '#server/modules/membership/index.ts';
import { placeOrder, refundOrder, runRefunds, settlePayment } from '#server/modules/orders/index.ts';
import { saveUnion, unionSubject } from '#server/modules/union/index.ts';
import { houseBalances, proveLedger } from '#server/modules/wallet/index.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person, payAtProvider } from '../support/market.ts';
import { makePerson as makeStaff } from '../support/people.ts';

const DAY_MS = 86_400_000;
const t = testApp();
let plans: VipPlan[];
beforeAll(async () => {
  await inTransaction(t.ctx(), installPlans);
  plans = (await t.call<{ list: VipPlan[] }>('GET', MEMBER_CALLS.plans)).body.data.list;
});

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

it('of many buyers who press twice at the same moment each has one open order, and all are paid at once', async () => {
  const crowd = await Promise.all(many(24).map(() => makePerson(t)));
  const order = (who: Person, subject_id: number) =>
    placeOrder(who.ctx, membershipSubject, { subject_id, use_balance: false, coupon_id: 0 });
  const specs = [specOf('ppt', 0), specOf('scheme', 1)];
  await Promise.all(crowd.flatMap((who) => specs.map((spec) => order(who, spec))));
  const ids = crowd.map(({ id }) => id);
  const counted = async (status: number) =>
    (
      await t.app.db.execute<{ n: number; buyers: number }>(
        sql`select count(*)::int as n, count(distinct buyer_id)::int as buyers from orders
          where subject = 'membership' and status = ${status} and buyer_id = any(${sql.param(ids)}::bigint[])`,
      )
    ).rows[0];
  expect(await counted(1)).toEqual({ n: 24, buyers: 24 });
  const open = await Promise.all(
    crowd.map((who) => placeOrder(who.ctx, membershipSubject, { subject_id: specOf('all', 0), use_balance: false, coupon_id: 0 })),
  );
  const facts = await Promise.all(open.map((one) => payAtProvider(t, one)));
  await Promise.all([...facts, ...facts].map((one) => settlePayment(t.ctx(), 'sandbox', one)));
  expect(await counted(2)).toEqual({ n: 24, buyers: 24 });
  for (const { id } of crowd) expect([...(await activeVips(t.ctx(), id)).keys()]).toEqual([6]);
  expect(await proveLedger(t.ctx())).toMatchObject({ ok: true, faults: [] });
});

it('M-302 bundles that are placed at the same moment pass five years for nobody', async () => {
  const none = { vip_type: 0, days: 0, max_download_pre_day: 0, partner: '', product: '', months: 0 };
  const staff = await makeStaff(t, { roles: ['operator'] });
  const bundle = (title: string) =>
    saveUnion(t.ctx(staff.actor), {
      ...{
        id: 0,
        title,
        summary: '',
        img: '',
        bottom_img: '',
        price: 300,
        org_price: 500,
        protocol_url: '',
        protocol_title: '',
        sort: 0,
        is_on: true,
      },
      parts: [
        { ...none, sort: 'plan', title: '会员', share: 60, vip_type: 2, days: 31 },
        { ...none, sort: 'partner', title: '影视会员', share: 40, partner: '星河影视', product: 'year', months: 36 },
      ],
    });
  const bundles = [await bundle('甲'), await bundle('乙')];
  const crowd = await Promise.all(many(16).map(() => makePerson(t)));
  const placed = await Promise.allSettled(
    crowd.flatMap((who) =>
      bundles.map((subject_id) => placeOrder(who.ctx, unionSubject, { subject_id, use_balance: false, coupon_id: 0 })),
    ),
  );
  expect(placed.filter(({ status }) => status === 'fulfilled')).toHaveLength(16);
  for (const one of placed) if (one.status === 'rejected') expect(one.reason.message).toContain('5 年');
  const orders = placed.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const facts = await Promise.all(orders.map((one) => payAtProvider(t, one)));
  await Promise.all(facts.map((one) => settlePayment(t.ctx(), 'sandbox', one)));
  const { rows } = await t.app.db.execute<{ n: number; users: number; months: number }>(
    sql`select count(*)::int as n, count(distinct user_id)::int as users, sum(months)::int as months from union_rights where state <> 'held'`,
  );
  expect(rows).toEqual([{ n: 32, users: 16, months: 16 * 36 }]);
  for (const { id } of crowd) expect((await activeVips(t.ctx(), id)).has(2)).toBe(true);
  expect(await proveLedger(t.ctx())).toMatchObject({ ok: true, faults: [] });
});
