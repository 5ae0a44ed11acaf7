import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { VIP_ALL } from '#contract/kinds.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { booksOf } from '#server/modules/books/index.ts';
import { orderSeats, ownCompany } from '#server/modules/companies/index.ts';
import { readList } from '#server/modules/console/index.ts';
import { installPlans } from '#server/modules/membership/index.ts';
import {
  addClaim,
  askTransfer,
  bankAccount,
  expireOrders,
  orderDetail,
  orderState,
  receiveTransfer,
  reconcilePayments,
  refundOrder,
  runRefunds,
  sendTransfer,
} from '#server/modules/orders/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { houseBalances, proveLedger } from '#server/modules/wallet/index.ts';
import { testApp } from '../support/app.ts';
import { makeCompany, specOf } from '../support/company.ts';
import { makeItem, makePerson, type Person, place } from '../support/market.ts';
import { makePerson as makeUser } from '../support/people.ts';
import { confirmWaiting } from '../support/second-person.ts';

const DAY_MS = 86_400_000;
const t = testApp();
let all_site: number;
let finance: Person;
beforeAll(async () => {
  await inTransaction(t.ctx(), installPlans);
  await setSetting(t.ctx(), bankAccount.key, '策猫科技\n招商银行 8888');
  all_site = await specOf(t, VIP_ALL, 1);
  await makeUser(t, { roles: ['admin'] });
  const { id, token, actor } = await makeUser(t, { roles: ['finance'] });
  finance = { id, token, ctx: t.ctx(actor) };
});
afterAll(async () => {
  expect((await proveLedger(t.ctx())).faults).toEqual([]);
});

async function ordered(seats = 2) {
  const owner = await makeCompany(t);
  const order = await orderSeats(owner.ctx, { vip_id: all_site, seats, line_id: 0, use_balance: false, reuse_open: false });
  return { owner, orderid: order.orderid, fen: Math.round(order.pay_price * 100) };
}
let line = 0;
const trade = () => `B${++line}`;
/** One of finance writes it down, another confirms. */
async function receive(orderid: string, amount_fen: number, trade_no = trade()): Promise<void> {
  await expect(receiveTransfer(finance.ctx, { orderid, amount_fen, trade_no })).rejects.toMatchObject({ status: 202 });
  // asking tried it, to its last step, and was taken back whole
  const { rows } = await t.app.db.execute(sql`select 1 from payments where provider_trade_no = ${trade_no}`);
  expect(rows).toEqual([]);
  expect(await confirmWaiting(t)).toBe(1);
}
async function send(refund_no: string): Promise<void> {
  await expect(sendTransfer(finance.ctx, { refund_no, trade_no: trade() })).rejects.toMatchObject({ status: 202 });
  expect(await confirmWaiting(t)).toBe(1);
}
const owedOf = async (orderid: string) =>
  (
    await t.app.db.execute<{ refund_no: string; amount_fen: number; reason: string }>(
      sql`select r.refund_no, r.amount_fen::float8 as amount_fen, r.reason from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id
        where o.orderid = ${orderid} and r.status = 'waiting'`,
    )
  ).rows;
const statusOf = async ({ ctx }: Person, orderid: string) => (await orderState(ctx, orderid)).status;
const owed_in_all = async () => (await houseBalances(t.ctx())).get('refund_due') ?? 0;

it('T10 an order of a company is paid by a transfer that staff write down and another confirms', async () => {
  const { owner, orderid, fen } = await ordered();
  const asked = await askTransfer(owner.ctx, orderid);
  expect(asked).toMatchObject({
    account: expect.stringContaining('招商银行'),
    price: fen / 100,
    reference: expect.stringMatching(/^CM\d+$/),
  });
  expect(await askTransfer(owner.ctx, orderid)).toEqual(asked);
  // it is open for days, without a code, and no provider is asked about it
  t.clock.advance_ms(2 * DAY_MS);
  await expireOrders(t.ctx());
  await reconcilePayments(t.ctx());
  expect(await statusOf(owner, orderid)).toBe(1);
  expect((await orderDetail(owner.ctx, orderid)).pay_qrcode).toBe('');
  const rows = await readList(finance.ctx, { list: 'transfers', query: 'status=waiting', cursor: '', limit: 20 } as never);
  expect(JSON.stringify(rows)).toContain(asked.reference);
  await receive(orderid, fen);
  expect(await statusOf(owner, orderid)).toBe(2);
  expect((await ownCompany(owner.ctx)).seats).toMatchObject([{ seats: 2 }]);
  expect(await orderDetail(owner.ctx, orderid)).toMatchObject({ channel: 'bank', trade_no: `B${line}` });
  // the same line of the bank is taken over once, more money of the order goes back
  await expect(receiveTransfer(finance.ctx, { orderid, amount_fen: fen, trade_no: `B${line}` })).rejects.toThrow('已经登记');
  await receive(orderid, 500);
  expect(await owedOf(orderid)).toMatchObject([{ amount_fen: 500, reason: 'paid_twice' }]);
  await send((await owedOf(orderid))[0]?.refund_no as string);
  expect(await owed_in_all()).toBe(0);
});

it('T10 less or more than the order asks for pays nothing and goes back; the right amount pays it afterwards', async () => {
  const { owner, orderid, fen } = await ordered();
  await askTransfer(owner.ctx, orderid);
  for (const amount of [fen - 1, fen + 1]) await receive(orderid, amount);
  expect(await statusOf(owner, orderid)).toBe(1);
  expect((await owedOf(orderid)).map(({ amount_fen, reason }) => [amount_fen, reason])).toEqual([
    [fen - 1, 'amount_differs'],
    [fen + 1, 'amount_differs'],
  ]);
  // the job leaves what the bank sends alone
  expect(await runRefunds(t.ctx())).toBe(0);
  await receive(orderid, fen);
  expect(await statusOf(owner, orderid)).toBe(2);
  for (const { refund_no } of await owedOf(orderid)) await send(refund_no);
  expect(await owed_in_all()).toBe(0);
  await expect(sendTransfer(finance.ctx, { refund_no: 'R0', trade_no: trade() })).rejects.toMatchObject({ status: 404 });
});

it('T10 a transfer that is late is taken over like every late payment, and what was refunded is sent by the bank', async () => {
  const { owner, orderid, fen } = await ordered();
  await askTransfer(owner.ctx, orderid);
  t.clock.advance_ms(8 * DAY_MS);
  await expireOrders(t.ctx());
  expect(await statusOf(owner, orderid)).toBe(3);
  await receive(orderid, fen);
  expect(await statusOf(owner, orderid)).toBe(2);
  const { rows } = await t.app.db.execute<{ payment_no: string }>(
    sql`select payment_no from payments p join orders o on o.id = p.order_id where o.orderid = ${orderid} and p.provider = 'bank'`,
  );
  const claim = { payment_no: rows[0]?.payment_no as string, kind: 'chargeback' as const, provider_no: 'X', amount: 100, words: '' };
  const day = shanghaiDay(t.clock.now());
  await expect(addClaim(finance.ctx, { ...claim, came: day, due: day })).rejects.toThrow('没有拒付');
  await refundOrder(t.ctx(), { orderid, reason: '测试' });
  expect((await ownCompany(owner.ctx)).seats).toEqual([]);
  expect(await runRefunds(t.ctx())).toBe(0);
  await send((await owedOf(orderid))[0]?.refund_no as string);
  expect(await owed_in_all()).toBe(0);
  // every fen is found twice, and costs no fee
  const books = await booksOf(finance.ctx, { month: '', from: shanghaiDay(new Date(t.clock.now().getTime() - 60 * DAY_MS)), to: day });
  expect(books.unlike).toEqual([]);
  expect(JSON.stringify(books)).toContain('对公转账收款');
  expect(JSON.stringify(books)).not.toContain('对公转账手续费');
});

it('T10 only orders of companies are paid by transfers, and only where there is an account', async () => {
  const { owner, orderid } = await ordered();
  const buyer = await makePerson(t);
  const plain = await place(buyer, await makeItem(t, (await makePerson(t)).id));
  await expect(askTransfer(buyer.ctx, plain.orderid)).rejects.toMatchObject({ status: 409 });
  await expect(askTransfer(buyer.ctx, orderid)).rejects.toMatchObject({ status: 404 });
  await expect(receiveTransfer(finance.ctx, { orderid, amount_fen: 1, trade_no: trade() })).rejects.toThrow('没有选择对公转账');
  await setSetting(t.ctx(), bankAccount.key, '');
  await expect(askTransfer(owner.ctx, orderid)).rejects.toMatchObject({ status: 409 });
  await setSetting(t.ctx(), bankAccount.key, '策猫科技');
});
