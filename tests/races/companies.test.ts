import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { VIP_ALL } from '#contract/kinds.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { join, ownCompany, setLink, setSeat } from '#server/modules/companies/index.ts';
import { removeEmployee } from '#server/modules/employees/index.ts';
import { activeVips, installPlans } from '#server/modules/membership/index.ts';
import { runRefunds, settlePayment } from '#server/modules/orders/index.ts';
import { proveLedger } from '#server/modules/wallet/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { buySeats, companyWork, employ, makeCompany, orderForCompany, specOf } from '../support/company.ts';
import { makePerson, payAtProvider } from '../support/market.ts';

let t: TestApp;
let all_site: number;
beforeAll(async () => {
  t = await startTestApp();
  await inTransaction(t.ctx(), installPlans);
  all_site = await specOf(t, VIP_ALL, 1);
});
afterAll(async () => {
  expect((await proveLedger(t.ctx())).faults).toEqual([]);
  await t.stop();
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
