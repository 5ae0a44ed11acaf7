import { beforeAll, expect, it } from 'vitest';
import { ORDER_PAID, type Order } from '#contract/order.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { booksOf } from '#server/modules/books/index.ts';
import { balanceMost, balancePacks, topUp, topUpBalance } from '#server/modules/coins/index.ts';
import {
  askOwnRefund,
  incomeByDay,
  orderDetail,
  orderState,
  ownRefundUpTo,
  payByBalance,
  refundOrder,
  settlePayment,
} from '#server/modules/orders/index.ts';
import { ownWithdrawals, requestWithdrawal, withdrawalOpen } from '#server/modules/payouts/index.ts';
import { decideReview, listReviews } from '#server/modules/review/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { balances, houseBalances, proveLedger, walletLines } from '#server/modules/wallet/index.ts';
import { walletMoney } from '#server/views/own-money.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePerson, type Person, payAtProvider, place } from '../support/market.ts';
import { makePerson as makeUser } from '../support/people.ts';

const DAY_MS = 86_400_000;
const t = testApp();
let publisher: Person;
let finance: Person;
beforeAll(async () => {
  publisher = await makePerson(t);
  const staff = await makeUser(t, { roles: ['finance'] });
  finance = { id: staff.id, token: staff.token, ctx: t.ctx(staff.actor) };
});

const paid = async <O extends Order>(order: O): Promise<O> => {
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
  return order;
};
const toppedUp = async (person: Person, yuan: number) => paid(await topUpBalance(person.ctx, { yuan, reuse_open: true }));
const has = async (person: Person) => (await balances(t.ctx(), person.id)).balance_fen;
const bought = async (person: Person, price_fen: number) => paid(await place(person, await makeItem(t, publisher.id, { price_fen })));
const due = async () => (await houseBalances(t.ctx())).get('refund_due') ?? 0;
const refundOf = async (person: Person, { orderid }: Order) => (await orderDetail(person.ctx, orderid)).refund;
const sold_fen = async () => (await incomeByDay(t.ctx(), new Date(0))).reduce((sum, { income_fen }) => sum + income_fen, 0);

it('T11 M5 is topped up by QR, pays for what is sold here, and is no income until it is spent', async () => {
  const buyer = await makePerson(t);
  expect((await walletMoney(buyer.ctx)).balance_list).toEqual([50, 100, 200, 500, 1_000]);
  const income = await sold_fen();
  const order = await topUpBalance(buyer.ctx, { yuan: 100, reuse_open: true });
  expect(order).toMatchObject({ subject: 'balance', pay_price: 100, deduction_price: 0 });
  // one is open: two tabs show one QR, and another amount takes its place
  expect((await topUpBalance(buyer.ctx, { yuan: 100, reuse_open: true })).orderid).toBe(order.orderid);
  const other = await topUpBalance(buyer.ctx, { yuan: 200, reuse_open: true });
  expect((await orderState(buyer.ctx, order.orderid)).status).not.toBe(ORDER_PAID);
  await paid(other);
  expect([await has(buyer), await sold_fen()]).toEqual([20_000, income]);
  const item = await place(buyer, await makeItem(t, publisher.id, { price_fen: 6_000 }), { balance: 1 });
  await payByBalance(buyer.ctx, item.orderid);
  expect([await has(buyer), await sold_fen()]).toEqual([14_000, income + 6_000]);
  expect((await walletLines(buyer.ctx, { account: 'balance', page: 1, limit: 9 })).list.map(({ title }) => title)).toContain('余额充值');
});

it('T11 is topped up no further than the setting says, and not at all without amounts', async () => {
  const buyer = await makePerson(t);
  await setSetting(t.ctx(), balanceMost.key, 60_000);
  await toppedUp(buyer, 500);
  expect((await walletMoney(buyer.ctx)).balance_list).toEqual([50, 100]);
  await expect(topUpBalance(buyer.ctx, { yuan: 200, reuse_open: true })).rejects.toMatchObject({ code: 1 });
  await setSetting(t.ctx(), balancePacks.key, []);
  expect((await walletMoney(buyer.ctx)).balance_list).toEqual([]);
  await expect(topUpBalance(buyer.ctx, { yuan: 50, reuse_open: true })).rejects.toMatchObject({ code: 1 });
  await setSetting(t.ctx(), balancePacks.key, [50, 100, 200, 500, 1_000]);
  await setSetting(t.ctx(), balanceMost.key, 500_000);
});

it('T11 M6 what of a top-up was not spent goes back the way it came, by its buyer and by staff', async () => {
  const buyer = await makePerson(t);
  const order = await toppedUp(buyer, 100);
  const item = await place(buyer, await makeItem(t, publisher.id, { price_fen: 3_050 }), { balance: 1 });
  await payByBalance(buyer.ctx, item.orderid);
  expect(await refundOf(buyer, order)).toMatchObject({ at_once: true, part: true, price: 69.5, by_qr: 0 });
  await expect(askOwnRefund(buyer.ctx, { orderid: order.orderid, reason: '不用了', to_balance: true })).rejects.toMatchObject({
    status: 409,
  });
  const owed = await due();
  expect(await askOwnRefund(buyer.ctx, { orderid: order.orderid, reason: '不用了' })).toBe('refunded');
  expect([await has(buyer), (await due()) - owed, (await orderState(buyer.ctx, order.orderid)).status]).toEqual([0, 6_950, ORDER_PAID]);
  // nothing is there to take back: staff decide, and cannot make balance that is spent
  expect(await refundOf(buyer, order)).toMatchObject({ at_once: false, part: false, price: 30.5 });
  await expect(refundOrder(t.ctx(), { orderid: order.orderid, reason: '测试' })).rejects.toMatchObject({
    status: 409,
    message: '这笔充值的余额已被使用，不能退款',
  });
  const whole = await toppedUp(buyer, 50);
  await refundOrder(t.ctx(), { orderid: whole.orderid, reason: '测试' });
  expect([await has(buyer), (await orderState(buyer.ctx, whole.orderid)).status]).toEqual([0, 3]);
});

it('T11 M5 a refund goes to the balance when its buyer wishes it, at once or after staff, and nothing to the provider', async () => {
  const buyer = await makePerson(t);
  const owed = await due();
  const small = await bought(buyer, 10_000);
  expect(await refundOf(buyer, small)).toMatchObject({ at_once: true, part: false, price: 100, by_qr: 100 });
  expect(await askOwnRefund(buyer.ctx, { orderid: small.orderid, reason: '买错了', to_balance: true })).toBe('refunded');
  expect([await has(buyer), (await due()) - owed]).toEqual([10_000, 0]);
  expect(await orderDetail(buyer.ctx, small.orderid)).toMatchObject({ refunded: 100, refund: { list: [{ price: 100, done: true }] } });
  await setSetting(t.ctx(), ownRefundUpTo.key, 0);
  const large = await bought(buyer, 4_000);
  expect(await askOwnRefund(buyer.ctx, { orderid: large.orderid, reason: '买错了', to_balance: true })).toBe('asked');
  const [asked] = (await listReviews(finance.ctx, { type: 'refund', status: 'open', page: 1, limit: 1 })).list;
  await decideReview(finance.ctx, { id: asked?.id ?? 0, version: asked?.version ?? 0, action: 'confirm', reason: '' });
  expect([await has(buyer), (await due()) - owed]).toEqual([14_000, 0]);
  await setSetting(t.ctx(), ownRefundUpTo.key, 20_000);
  // a part by staff first, the way it came; what is left as the buyer wishes
  const both = await bought(buyer, 5_000);
  await refundOrder(t.ctx(), { orderid: both.orderid, reason: '测试', amount_fen: 2_000 });
  expect(await refundOf(buyer, both)).toMatchObject({ price: 30, by_qr: 30 });
  await askOwnRefund(buyer.ctx, { orderid: both.orderid, reason: '买错了', to_balance: true });
  expect([await has(buyer), (await due()) - owed]).toEqual([17_000, 2_000]);
});

it('T11 M5 earnings become balance at once, without a payee, a minimum or a decision', async () => {
  const buyer = await makePerson(t);
  const seller = await makePerson(t);
  await paid(await place(buyer, await makeItem(t, seller.id, { price_fen: 10_000 })));
  const move = (amount: number, idempotency_key: string) =>
    requestWithdrawal(seller.ctx, { amount, method: 'balance', name: '', account: '', idempotency_key });
  // its buyer may still take it back
  await expect(move(1, 'too-early')).rejects.toMatchObject({ fields: { amount: '提现金额超过可提现收益' } });
  t.clock.advance_ms(8 * DAY_MS);
  const { earning_fen } = await balances(t.ctx(), seller.id);
  const first = await move(0.5, 'first-move');
  expect(first).toMatchObject({ method: 'balance', status: 'paid', amount: 0.5, name: '', account: '' });
  expect(await move(0.5, 'first-move')).toEqual(first);
  await expect(move(0.6, 'first-move')).rejects.toMatchObject({ status: 409 });
  // also while a withdrawal is open
  const payee = { method: 'alipay', name: '张三丰', account: '13800138000' } as const;
  const out = await requestWithdrawal(seller.ctx, { amount: 10, ...payee, idempotency_key: 'out-first' }).catch((error: unknown) => error);
  const rest = (await ownWithdrawals(seller.ctx, { page: 1, limit: 10 })).available;
  await move(rest, 'the-rest-of-it');
  const { earning_fen: left, withdrawing_fen, balance_fen } = await balances(t.ctx(), seller.id);
  expect([left, withdrawing_fen + balance_fen]).toEqual([0, earning_fen]);
  expect(out).toMatchObject(withdrawing_fen > 0 ? { status: 'reviewing' } : {});
  await setSetting(t.ctx(), withdrawalOpen.key, false);
  await expect(move(1, 'while-closed')).rejects.toMatchObject({ code: 1 });
  await setSetting(t.ctx(), withdrawalOpen.key, true);
});

it('T11 all of it is found twice: in the ledger, and in orders, refunds and withdrawals', async () => {
  const buyer = await makePerson(t);
  await paid(await topUp(buyer.ctx, { coins: 10, reuse_open: true }));
  const day = (ago: number) => shanghaiDay(new Date(t.clock.now().getTime() - ago * DAY_MS));
  const books = await booksOf(finance.ctx, { month: '', from: day(20), to: day(0) });
  expect(books.unlike).toEqual([]);
  const titles = books.sections.flatMap(({ figures }) => figures.map(({ title }) => title));
  expect(titles).toEqual(expect.arrayContaining(['余额充值到账', '余额充值退款收回', '已转入发布者的余额', '退款：退回余额']));
  expect((await proveLedger(t.ctx())).faults).toEqual([]);
});
