import { afterAll, beforeAll, expect, it } from 'vitest';
import { VIP_ALL } from '#contract/kinds.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { decide, decideToGive } from '#server/modules/access/index.ts';
import { getItem, type Item } from '#server/modules/catalog/index.ts';
import { join, joining, ownCompany, seatTerms, setLink, setSeat } from '#server/modules/companies/index.ts';
import { confirmAbove } from '#server/modules/countersign/index.ts';
import { leaveEnterprise, removeEmployee } from '#server/modules/employees/index.ts';
import { activeVips, extendMembership, installPlans, remindOfEnds, takeMembership } from '#server/modules/membership/index.ts';
import { askOwnRefund, orderDetail, refundOrder, settlePayment } from '#server/modules/orders/index.ts';
import { quoteItem } from '#server/modules/sales/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { proveLedger } from '#server/modules/wallet/index.ts';
import { billCsv, companyBill } from '#server/views/company-bill.ts';
import { library } from '#server/views/library.ts';
import { testApp } from '../support/app.ts';
import { buySeats, companyWork, employ, makeCompany, orderForCompany, specOf } from '../support/company.ts';
import { makePerson, type Person, payAtProvider, place } from '../support/market.ts';
import { toldTo } from '../support/told.ts';

const DAY_MS = 86_400_000;
const t = testApp();
let all_site: number;
beforeAll(async () => {
  await inTransaction(t.ctx(), installPlans);
  await setSetting(t.ctx(), confirmAbove.key, 100_000_000);
  all_site = await specOf(t, VIP_ALL, 1);
});
afterAll(async () => {
  expect((await proveLedger(t.ctx())).faults).toEqual([]);
});

const has = async (person: Person) => (await activeVips(t.ctx(), person.id)).has(VIP_ALL);
const linesOf = async (owner: Person) => (await ownCompany(owner.ctx)).seats;

it('T10 who holds a seat has the membership like every member, sees whose it is, and loses it with the seat, the work or the end', async () => {
  const owner = await makeCompany(t);
  const { line, orderid } = await buySeats(t, owner, all_site, 2);
  const person = await employ(t, owner);
  expect(await has(person)).toBe(false);
  await setSeat(owner.ctx, { id: line, user_id: person.id, give: true });
  expect(await has(person)).toBe(true);
  expect(await seatTerms(person.ctx)).toMatchObject([{ vip_type: VIP_ALL, state: 'running', source: expect.stringContaining('企业席位') }]);
  // a use leaves its trace with the order of the company
  expect(await takeMembership(person.ctx, { user_id: person.id, way: 'member_content' })).toBe(true);
  expect((await orderDetail(owner.ctx, orderid)).orderid).toBe(orderid);
  await setSeat(owner.ctx, { id: line, user_id: person.id, give: false });
  expect(await has(person)).toBe(false);
  await setSeat(owner.ctx, { id: line, user_id: person.id, give: true });
  await leaveEnterprise(person.ctx, person.employment);
  expect(await has(person)).toBe(false);
  expect(await takeMembership(person.ctx, { user_id: person.id, way: 'member_content' })).toBe(false);
  const next = await employ(t, owner, { seats_id: line });
  expect(await has(next)).toBe(true);
  await removeEmployee(owner.ctx, next.employment);
  expect(await has(next)).toBe(false);
  // the owner may sit there too, others may not
  await setSeat(owner.ctx, { id: line, user_id: owner.id, give: true });
  expect(await has(owner)).toBe(true);
  const stranger = await makePerson(t);
  await expect(setSeat(owner.ctx, { id: line, user_id: stranger.id, give: true })).rejects.toMatchObject({ status: 404 });
  await expect(setSeat((await makeCompany(t)).ctx, { id: line, user_id: owner.id, give: false })).rejects.toMatchObject({ status: 404 });
  t.clock.advance_ms(366 * DAY_MS);
  expect(await has(owner)).toBe(false);
});

it('T10 a seat goes to somebody else as often a month as there are seats, and then next month', async () => {
  const owner = await makeCompany(t);
  const { line } = await buySeats(t, owner, all_site, 1);
  const people = [await employ(t, owner), await employ(t, owner), await employ(t, owner)];
  const seat = (at: number, give: boolean) => setSeat(owner.ctx, { id: line, user_id: people[at]?.id as number, give });
  await seat(0, true);
  await expect(seat(1, true)).rejects.toThrow('1 个席位已分配完');
  await seat(0, false);
  await seat(1, true);
  expect(await linesOf(owner)).toMatchObject([{ moves_left: 0, holders: [{ user_id: people[1]?.id }] }]);
  await seat(1, false);
  await expect(seat(2, true)).rejects.toThrow('本月已换人 1 次');
  t.clock.advance_ms(31 * DAY_MS);
  await seat(2, true);
  expect(await has(people[2] as Person)).toBe(true);
});

it('T10 seats are renewed with who sits there, run beside one’s own membership, and go back by what is unused', async () => {
  const owner = await makeCompany(t);
  const { line, orderid, price_fen } = await buySeats(t, owner, all_site, 3);
  const person = await employ(t, owner, { seats_id: line });
  // one's own, limited and longer: the better limit of the seat counts, and the end is one's own
  await inTransaction(t.ctx(), (tx) =>
    extendMembership(tx, { user_id: person.id, vip_type: VIP_ALL, days: 1_000, max_download_pre_day: 3 }),
  );
  expect((await activeVips(t.ctx(), person.id)).get(VIP_ALL)).toMatchObject({ max_download_pre_day: 0 });
  const before = (await linesOf(owner))[0]?.to as number;
  const again = await buySeats(t, owner, all_site, 3, line);
  expect(await linesOf(owner)).toMatchObject([
    { id: line, to: before + (before - (await linesOf(owner))[0]!.from), holders: [{ user_id: person.id }] },
  ]);
  t.clock.advance_ms(100 * DAY_MS);
  await expect(refundOrder(t.ctx(), { orderid, reason: '测试' })).rejects.toThrow('已经续费');
  await refundOrder(t.ctx(), { orderid: again.orderid, reason: '测试' });
  expect((await linesOf(owner))[0]?.to).toBe(before);
  const refund = await refundOrder(t.ctx(), { orderid, unused: true, reason: '测试' } as never);
  expect(refund).toBeDefined();
  expect(await linesOf(owner)).toEqual([]);
  expect((await activeVips(t.ctx(), person.id)).get(VIP_ALL)).toMatchObject({ max_download_pre_day: 3 });
  expect(price_fen).toBeGreaterThan(0);
});

it('T10 people join by a link that ends, with the seat that it promises while one is free, and without any right', async () => {
  const owner = await makeCompany(t);
  const { line } = await buySeats(t, owner, all_site, 1);
  await setLink(owner.ctx, { on: true, seats: line });
  const code = new URL((await ownCompany(owner.ctx)).join_url).searchParams.get('join') as string;
  const [first, second, third] = [await makePerson(t), await makePerson(t), await makePerson(t)];
  expect(await joining(first.ctx, code)).toMatchObject({ seats: '全站会员' });
  expect(await join(first.ctx, code)).toEqual({ seat: 1 });
  expect(await join(second.ctx, code)).toEqual({ seat: 0 });
  expect([await has(first), await has(second)]).toEqual([true, false]);
  await expect(join(first.ctx, code)).rejects.toMatchObject({ status: 409 });
  await expect(join(owner.ctx, code)).rejects.toMatchObject({ status: 409 });
  await setLink(owner.ctx, { on: true, seats: 0 });
  await expect(join(third.ctx, code)).rejects.toMatchObject({ status: 404 });
  await setLink(owner.ctx, { on: false, seats: 0 });
  expect((await ownCompany(owner.ctx)).join_url).toBe('');
  await expect(setLink(first.ctx, { on: true, seats: 0 })).rejects.toMatchObject({ status: 403 });
});

it('T10 a company is reminded of seats that end, once each time, and not when they were renewed', async () => {
  const owner = await makeCompany(t);
  await buySeats(t, owner, all_site, 2);
  t.clock.advance_ms(360 * DAY_MS);
  await remindOfEnds(t.ctx());
  await remindOfEnds(t.ctx());
  expect((await toldTo(t, owner.id)).filter(({ title }) => title.includes('席位'))).toHaveLength(1);
});

it('T10 what is bought by the licence of a company is for all of its people, and is lost to who leaves', async () => {
  const [owner, publisher] = [await makeCompany(t), await makePerson(t)];
  const [person, colleague] = [await employ(t, owner), await employ(t, owner)];
  const item_id = await companyWork(t, publisher.id);
  expect(await quoteItem(person.ctx, null, item_id, { use_balance: false, coupon_id: 0 })).toMatchObject({ shared: true });
  const order = await orderForCompany(person, item_id);
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
  const item = (await getItem(t.ctx(), item_id)) as Item;
  const right = async ({ id }: Person) => {
    const decision = await decide(t.ctx(), item, id);
    return decision.allowed ? decision.right : null;
  };
  // the company has it as what it bought, its people by the company
  expect([await right(owner), await right(person), await right(colleague), await right(await makePerson(t))]).toEqual([
    ...['purchase', 'company', 'company'],
    null,
  ]);
  const rows = await library(colleague.ctx, { q: '', kind: 'company', page: 1, limit: 10 });
  expect(rows).toMatchObject({ of_company: 1, list: [{ id: item_id, had_by: 'company', licence: 'company', can_download: true }] });
  await expect(orderForCompany(colleague, item_id)).rejects.toMatchObject({ data: { owned: true } });
  // a colleague's download is a use: its buyer does not take the money back by a press
  expect(await decideToGive(colleague.ctx, item, colleague.id, 'file')).toMatchObject({ allowed: true, right: 'company' });
  expect(await askOwnRefund(person.ctx, { orderid: order.orderid, reason: '不要了' })).toBe('asked');
  // one's own copy stays
  const own = await place(colleague, item_id);
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, own));
  for (const one of [person, colleague]) await leaveEnterprise(one.ctx, one.employment);
  expect([await right(person), await right(colleague), await right(owner)]).toEqual([null, 'purchase', 'purchase']);
  await refundOrder(t.ctx(), { orderid: order.orderid, reason: '测试' });
  expect(await right(owner)).toBe(null);
});

it('T10 a company reads by month what its account and its people paid for it, refunds beside it, and takes it as a file', async () => {
  const [owner, publisher] = [await makeCompany(t), await makePerson(t)];
  const person = await employ(t, owner);
  expect(await companyBill(owner.ctx, { month: '' })).toMatchObject({ months: [], list: [], price: 0 });
  const { orderid, price_fen } = await buySeats(t, owner, all_site, 1);
  const work = await orderForCompany(person, await companyWork(t, publisher.id));
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, work));
  // what they have for themselves is theirs
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, await place(person, await companyWork(t, publisher.id))));
  await refundOrder(t.ctx(), { orderid: work.orderid, reason: '测试', amount_fen: 900 });
  const bill = await companyBill(owner.ctx, { month: '' });
  expect(bill).toMatchObject({ months: [bill.month], total: 2, price: price_fen / 100 + 99, refunded: 9 });
  expect(bill.list.map(({ orderid: number, by }) => [number, by !== ''])).toEqual([
    [orderid, false],
    [work.orderid, true],
  ]);
  const csv = (await Array.fromAsync(billCsv(owner.ctx, { month: bill.month }))).join('');
  expect(csv.split('\r\n')[2]).toContain('99.00,9.00');
  expect((await companyBill(person.ctx, { month: bill.month })).list.map(({ price }) => price)).toEqual([99, 20]);
});
