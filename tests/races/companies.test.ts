import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { VIP_ALL } from '#contract/kinds.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { AppError } from '#server/kernel/errors.ts';
import { join, orderSeats, ownCompany, setLink, setSeat } from '#server/modules/companies/index.ts';
import { removeEmployee } from '#server/modules/employees/index.ts';
import { activeVips, installPlans } from '#server/modules/membership/index.ts';
import { askTransfer, bankAccount, receiveTransfer, runRefunds, settlePayment } from '#server/modules/orders/index.ts';
import { decideReview, listReviews } from '#server/modules/review/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { houseBalances, proveLedger } from '#server/modules/wallet/index.ts';
import { testApp } from '../support/app.ts';
import { buySeats, companyWork, employ, makeCompany, orderForCompany, specOf } from '../support/company.ts';
import { makePerson, payAtProvider } from '../support/market.ts';
import { makePerson as makeUser } from '../support/people.ts';

const t = testApp();
let all_site: number;
beforeAll(async () => {
  await inTransaction(t.ctx(), installPlans);
  all_site = await specOf(t, VIP_ALL, 1);
});
afterAll(async () => {
  expect((await proveLedger(t.ctx())).faults).toEqual([]);
});

const many = (n: number) => Array.from({ length: n }, (_, index) => index);

it('T10 64 people join at once for the last seat: all are in the company, one sits', async () => {
  const owner = await makeCompany(t);
  const { line } = await buySeats(t, owner, all_site, 1);
  await setLink(owner.ctx, { on: true, seats: line });
  const code = new URL((await ownCompany(owner.ctx)).join_url).searchParams.get('join') as string;
  const people = await Promise.all(many(64).map(() => makePerson(t)));
  const joined = await Promise.all(people.map((person) => join(person.ctx, code)));
  expect(joined.filter(({ seat }) => seat === 1)).toHaveLength(1);
  const members = await Promise.all(people.map(async ({ id }) => (await activeVips(t.ctx(), id)).has(VIP_ALL)));
  expect(members.filter(Boolean)).toHaveLength(1);
});

it('T10 a seat that is given while its person is removed is held by nobody who left', async () => {
  const owner = await makeCompany(t);
  const { line } = await buySeats(t, owner, all_site, 32);
  const people = await Promise.all(many(32).map(() => employ(t, owner)));
  await Promise.allSettled(
    people.flatMap((person) => [
      setSeat(owner.ctx, { id: line, user_id: person.id, give: true }),
      removeEmployee(owner.ctx, person.employment),
    ]),
  );
  const { rows } = await t.app.db.execute(sql`select 1 from vip_seat_holders where line_id = ${line} and ended_at is null`);
  expect(rows).toEqual([]);
});

it('T10 16 colleagues pay for one work at once: the company has it once, and all others get their money back', async () => {
  const [owner, publisher] = [await makeCompany(t), await makePerson(t)];
  const item_id = await companyWork(t, publisher.id);
  const people = await Promise.all(many(16).map(() => employ(t, owner)));
  const orders = await Promise.all(people.map((person) => orderForCompany(person, item_id)));
  await Promise.all(orders.map(async (order) => settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order))));
  await runRefunds(t.ctx());
  const { rows } = await t.app.db.execute<{ status: string; n: number }>(
    sql`select p.status, count(*)::int as n from payments p join orders o on o.id = p.order_id where o.subject_id = ${item_id} group by 1 order by 1`,
  );
  expect(rows).toEqual([
    { status: 'paid', n: 1 },
    { status: 'refunded', n: 15 },
  ]);
});

it('T10 one transfer that 64 confirm or write down at once settles its order once', async () => {
  await setSetting(t.ctx(), bankAccount.key, '策猫科技');
  const owner = await makeCompany(t);
  const { orderid, pay_price } = await orderSeats(owner.ctx, {
    vip_id: all_site,
    seats: 2,
    line_id: 0,
    use_balance: false,
    reuse_open: false,
  });
  const asked = await Promise.all(many(16).map(() => askTransfer(owner.ctx, orderid)));
  expect(new Set(asked.map(({ reference }) => reference)).size).toBe(1);
  const input = { orderid, amount_fen: Math.round(pay_price * 100), trade_no: 'B-once' };
  const [one, two, admin] = [
    await makeUser(t, { roles: ['finance'] }),
    await makeUser(t, { roles: ['finance'] }),
    await makeUser(t, { roles: ['admin'] }),
  ];
  for (const { actor } of [one, two]) await expect(receiveTransfer(t.ctx(actor), input)).rejects.toMatchObject({ status: 202 });
  const { list } = await listReviews(t.ctx(admin.actor), { type: 'countersign', status: 'open', page: 1, limit: 50 });
  expect(list).toHaveLength(2);
  const decided = await Promise.allSettled(
    many(64).map((n) => {
      const { id, version } = list[n % 2] as (typeof list)[number];
      return decideReview(t.ctx(admin.actor), { id, version, action: 'confirm', reason: '' });
    }),
  );
  for (const result of decided) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(AppError);
  const { rows } = await t.app.db.execute(
    sql`select p.status from payments p join orders o on o.id = p.order_id where o.orderid = ${orderid} and p.status <> 'closed'`,
  );
  expect(rows).toEqual([{ status: 'paid' }]);
  expect((await ownCompany(owner.ctx)).seats).toHaveLength(1);
  expect((await houseBalances(t.ctx())).get('refund_due') ?? 0).toBe(0);
});
