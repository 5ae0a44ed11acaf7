import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Books } from '#contract/books.ts';
import { withheldOf } from '#contract/tax.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { sealWith } from '#server/kernel/key-ring.ts';
import { xlsxOf } from '#server/modules/console/index.ts';
import {
  cancelWithdrawal,
  ownWithdrawals,
  remitTax,
  requestWithdrawal,
  runPayouts,
  taxMode,
  taxReport,
  taxYear,
  taxYearPdf,
  withdrawalIdentityFrom,
} from '#server/modules/payouts/index.ts';
import { decideReview, listReviews } from '#server/modules/review/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { company_verifications, person_verifications } from '#server/modules/verification/tables.ts';
import { balances, houseBalances, postTransfer, proveLedger } from '#server/modules/wallet/index.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/market.ts';
import { makePerson as makeUser } from '../support/people.ts';
import { confirmWaiting } from '../support/second-person.ts';

const t = testApp();
let finance: Person;
beforeAll(async () => {
  t.clock.advance_ms(new Date('2026-08-10T12:00:00+08:00').getTime() - t.clock.now().getTime());
  const staff = await makeUser(t, { roles: ['finance'] });
  finance = { id: staff.id, token: staff.token, ctx: t.ctx(staff.actor) };
  await setSetting(t.ctx(), withdrawalIdentityFrom.key, 100_000_000);
});
afterEach(async () => expect((await proveLedger(t.ctx())).faults).toEqual([]));

let n = 0;
async function publisher(earned_fen: number): Promise<Person> {
  const person = await makePerson(t);
  n += 1;
  await inTransaction(t.ctx(), (tx) =>
    postTransfer(tx, {
      ...{ key: `earned:${n}`, reason: 'gift', reference: '', unit: 'fen' },
      entries: [
        { owner_id: null, purpose: 'gift_cost', amount: -earned_fen },
        { owner_id: person.id, purpose: 'earning', amount: earned_fen },
      ],
    }),
  );
  return person;
}
const own = (person: Person) => ownWithdrawals(person.ctx, { page: 1, limit: 10 });
const ask = (person: Person, amount: number, tax?: number, method: 'alipay' | 'balance' = 'alipay') =>
  requestWithdrawal(person.ctx, {
    ...{ amount, method, idempotency_key: `tax-request-${n++}` },
    ...(method === 'balance' ? { name: '', account: '' } : { name: '张三丰', account: '13800138000' }),
    ...(tax === undefined ? {} : { tax }),
  });
async function payAll(): Promise<void> {
  const { list } = await listReviews(finance.ctx, { type: 'withdrawal', status: 'open', page: 1, limit: 50 });
  for (const { id, version } of list) await decideReview(finance.ctx, { id, version, action: 'approve', reason: '' });
  await runPayouts(t.ctx());
}
const owed = async () => (await houseBalances(t.ctx())).get('tax_owed') ?? 0;
const books = async (who = finance) =>
  (await t.call<Books>('GET', '/admin/books', { token: who.token, query: { month: '2026-08' } })).body.data;
const mode = (value: 'none' | 'report' | 'withhold') => setSetting(t.ctx(), taxMode.key, value);

it('T12 says and takes nothing until it is switched on, and only reports where that is chosen', async () => {
  const person = await publisher(5_000_000);
  expect(await own(person)).toMatchObject({ tax: null, tax_note: '' });
  expect((await ask(person, 10_000)).tax).toBe(0);
  await payAll();
  expect((await books()).tax).toBeNull();
  await expect(taxYear(person.ctx, 2026)).rejects.toMatchObject({ status: 404 });
  await mode('report');
  expect((await own(person)).tax).toMatchObject({ rule: null, income: 10_000, months: 1 });
  expect((await ask(person, 10_000)).tax).toBe(0);
  await payAll();
  expect(await owed()).toBe(0);
  expect(await taxYear(person.ctx, 2026)).toMatchObject({ amount: 20_000, tax: 0, list: [{}, {}] });
  await mode('none');
});

it('T12 withholds what was shown, pays out the rest, owes the tax, and the year agrees with the ledger', async () => {
  await mode('withhold');
  const person = await publisher(20_000_000);
  const facts = (await own(person)).tax;
  expect(facts?.rule?.brackets).toHaveLength(7);
  const tax = facts?.rule ? withheldOf(facts.rule, facts, 10_000) : 0;
  expect(tax).toBe(90);
  // with another sum than was shown nothing is taken
  for (const seen of [undefined, 0, 89.99]) await expect(ask(person, 10_000, seen)).rejects.toMatchObject({ status: 409 });
  const back = await ask(person, 10_000, 90);
  expect(back).toMatchObject({ amount: 10_000, tax: 90 });
  await cancelWithdrawal(person.ctx, back.id);
  expect((await own(person)).tax).toMatchObject({ income: 0, withheld: 0 });
  await ask(person, 10_000, 90);
  await payAll();
  expect(await owed()).toBe(9_000);
  // the same year, a second time: 3 % of all that is above what is free
  await expect(ask(person, 20_000, 480)).resolves.toMatchObject({ tax: 480 });
  await payAll();
  expect(await owed()).toBe(57_000);
  const { rows } = await t.app.db.execute<{ amount_fen: number }>(
    sql`select p.amount_fen::float8 as amount_fen from sandbox_payouts p join withdrawals w on w.withdraw_no = p.payout_no where w.user_id = ${person.id} order by p.id`,
  );
  expect(rows.map(({ amount_fen }) => amount_fen)).toEqual([991_000, 1_952_000]);
  const year = await taxYear(person.ctx, 2026);
  expect(year).toMatchObject({ amount: 30_000, tax: 570 });
  const { rows: lines } = await t.app.db.execute<{ paid: number; tax: number }>(sql`
    select -sum(e.amount) filter (where a.purpose = 'withdrawing')::float8 as paid, sum(e.amount) filter (where a.purpose = 'tax_owed')::float8 as tax
    from ledger_entries e join accounts a on a.id = e.account_id join ledger_transfers t on t.id = e.transfer_id
    where t.reason = 'withdrawal_paid' and t.reference in (select withdraw_no from withdrawals where user_id = ${person.id})`);
  expect(lines).toEqual([{ paid: year.amount * 100, tax: year.tax * 100 }]);
  const { name, data } = await taxYearPdf(person.ctx, 2026);
  expect([name, Buffer.from(data.subarray(0, 5)).toString()]).toEqual(['年度提现对账单-2026.pdf', '%PDF-']);
  expect(await taxYear((await publisher(100)).ctx, 2026)).toMatchObject({ list: [] });
});

it('T12 M21 the month has what was withheld and paid, twice; the payment to the tax office has a second person', async () => {
  await makeUser(t, { roles: ['admin'] });
  const remit = (amount: number, voucher: string) =>
    t.call('POST', '/admin/tax/remit', { token: finance.token, body: { amount, voucher } });
  expect((await remit(570.01, 'SP-1')).status).toBe(409);
  expect((await remit(500, 'SP-1')).status).toBe(202);
  expect(await owed()).toBe(57_000);
  expect(await confirmWaiting(t)).toBe(1);
  expect(await owed()).toBe(7_000);
  await expect(remitTax(t.ctx(), { amount: 100, voucher: 'SP-1' })).rejects.toMatchObject({ status: 409 });
  // 64 at once take no more than is owed
  const results = await Promise.allSettled(
    Array.from({ length: 64 }, (_, at) => remitTax(t.ctx(), { amount: 2_000, voucher: `R${at}` })).map((one) => one),
  );
  expect(results.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(3);
  const month = await books();
  expect(month.unlike).toEqual([]);
  expect(month.tax?.owed).toBe((await owed()) / 100);
  const figures = month.sections.flatMap((section) => section.figures);
  expect(figures.find(({ title }) => title === '代扣个税')).toMatchObject({ amount: 570 });
  expect(figures.find(({ title }) => title === '代扣待缴的个税')).toMatchObject({ amount: (await owed()) / 100 });
  const operator = await makeUser(t, { roles: ['operator'] });
  expect((await books({ id: operator.id, token: operator.token, ctx: t.ctx(operator.actor) })).tax).toBeNull();
  expect((await t.call('GET', '/admin/tax/report', { token: operator.token, query: { quarter: '2026Q3' } })).status).toBe(403);
});

it('T12 the list of a quarter has whom it names by law, for finance with a row in the log; enterprises are not withheld from', async () => {
  const [person, company] = [await publisher(2_000_000), await publisher(2_000_000)];
  const ring = { current: t.config.secrets.identity, former: [] };
  await t.app.db.insert(person_verifications).values({
    ...{ user_id: person.id, status: 'approved', number_hash: `h${person.id}`, masked_name: '张**', masked_number: '11***' },
    ...{ sealed: sealWith(ring, 'person', JSON.stringify({ name: '张三丰', number: '11010119900307001X' })), picture_keys: [] },
  });
  await t.app.db.insert(company_verifications).values({
    ...{ user_id: company.id, status: 'approved', name: '甲公司', licence: '91350100M000100Y43', legal_person: '甲', contact_name: '乙' },
    ...{ sealed_contact: 'x', masked_contact: 'x', picture_key: 'x', certified: { name: '甲公司', licence: '91350100M000100Y43' } },
    certified_until: new Date(t.clock.now().getTime() + 86_400_000_000),
  });
  expect((await own(company)).tax).toBeNull();
  await ask(company, 20_000);
  await ask(person, 20_000, 330);
  await payAll();
  const { name, rows } = await taxReport(finance.ctx, '2026Q3');
  expect(name).toBe('个税申报-2026Q3.xlsx');
  const list: unknown[] = [];
  for await (const row of rows) list.push(row);
  expect(list).toContainEqual(['张三丰', '个人', '11010119900307001X', 20_000, 330, 1, person.id]);
  expect(list).toContainEqual(['甲公司', '企业', '91350100M000100Y43', 20_000, 0, 1, company.id]);
  expect(list.filter((row) => (row as string[])[1] === '未认证').length).toBeGreaterThan(1);
  const { rows: log } = await t.app.db.execute(sql`select actor_id::int as actor_id, subject from audit_log where action = 'tax.report'`);
  expect(log).toEqual([{ actor_id: finance.id, subject: 'quarter:2026Q3' }]);
  expect((await buffer(xlsxOf((await taxReport(finance.ctx, '2026Q2')).rows))).subarray(0, 2).toString()).toBe('PK');
});

it('T12 withholds from what stays as balance as well', async () => {
  const person = await publisher(2_000_000);
  const before = await owed();
  expect(await ask(person, 10_000, 90, 'balance')).toMatchObject({ status: 'paid', tax: 90 });
  expect((await balances(t.ctx(), person.id)).balance_fen).toBe(991_000);
  expect((await owed()) - before).toBe(9_000);
  expect((await books()).unlike).toEqual([]);
});

it('T12 of 16 requests at once one is taken, with its tax', async () => {
  const person = await publisher(10_000_000);
  const results = await Promise.allSettled(Array.from({ length: 16 }, () => ask(person, 10_000, 90)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await balances(t.ctx(), person.id)).withdrawing_fen).toBe(1_000_000);
});
