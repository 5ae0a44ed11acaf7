import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { AppError } from '#server/kernel/errors.ts';
import { coinSubject, topUp, topUpBalance } from '#server/modules/coins/index.ts';
import { unlockContact } from '#server/modules/contacts/index.ts';
import { askOwnRefund, refundOrder, settlePayment } from '#server/modules/orders/index.ts';
import { cancelWithdrawal, ownWithdrawals, requestWithdrawal, runPayouts } from '#server/modules/payouts/index.ts';
import { decideReview, listReviews } from '#server/modules/review/index.ts';
import { balances, postTransfer, proveLedger } from '#server/modules/wallet/index.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePerson, type Person, payAtProvider, place } from '../support/market.ts';
import { makePerson as makeUser } from '../support/people.ts';

const t = testApp();

const many = (n: number) => Array.from({ length: n }, (_, index) => index);

async function give(user_id: number, unit: 'coin' | 'fen', amount: number): Promise<void> {
  const [from, to] = unit === 'coin' ? (['coin_source', 'coin'] as const) : (['platform', 'earning'] as const);
  const entries = [
    { owner_id: null, purpose: from, amount: -amount },
    { owner_id: user_id, purpose: to, amount },
  ];
  await inTransaction(t.ctx(), (tx) => postTransfer(tx, { key: `given:${user_id}:${unit}`, reason: 'sale', reference: '', unit, entries }));
}

const wish = (n: number, amount = 100) => ({
  ...({ amount, method: 'alipay', name: '张三', account: '13800138000', idempotency_key: `wish-${n}` } as const),
});

it('withdraws no more than there is, and one request at a time: 64 at once', async () => {
  const person = await makePerson(t);
  await give(person.id, 'fen', 25_000);
  const results = await Promise.allSettled(many(64).map((n) => requestWithdrawal(person.ctx, wish(n, 200))));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(AppError);
  expect(await balances(t.ctx(), person.id)).toMatchObject({ earning_fen: 5_000, withdrawing_fen: 20_000 });
  const { list } = await ownWithdrawals(person.ctx, { page: 1, limit: 5 });
  expect(list).toHaveLength(1);
});

it('is one request of one key: 64 at once', async () => {
  const person = await makePerson(t);
  await give(person.id, 'fen', 50_000);
  const rows = await Promise.all(many(64).map(() => requestWithdrawal(person.ctx, wish(0, 200))));
  expect(new Set(rows.map(({ withdraw_no }) => withdraw_no)).size).toBe(1);
  expect((await balances(t.ctx(), person.id)).withdrawing_fen).toBe(20_000);
});

it('is either taken back or paid, and paid once: cancel, approve and 16 payouts at once', async () => {
  const staff = await makeUser(t, { roles: ['finance'] });
  const ctx = t.ctx(staff.actor);
  const asked = await Promise.all(
    many(8).map(async (n) => {
      const person: Person = await makePerson(t);
      await give(person.id, 'fen', 20_000);
      const { id, withdraw_no } = await requestWithdrawal(person.ctx, wish(n));
      const { list } = await listReviews(ctx, { type: 'withdrawal', status: 'open', page: 1, limit: 50 });
      const review = list.find(({ target_id }) => target_id === id);
      const decision = { id: review?.id ?? 0, version: review?.version ?? 0, action: 'approve', reason: '' };
      await Promise.allSettled([cancelWithdrawal(person.ctx, id), decideReview(ctx, decision)]);
      await Promise.all(many(16).map(() => runPayouts(t.ctx())));
      return { person, withdraw_no };
    }),
  );
  // one that another run had taken is done once all runs are
  for (const { person, withdraw_no } of asked) {
    const status = (await ownWithdrawals(person.ctx, { page: 1, limit: 1 })).list[0]?.status;
    const { rows } = await t.app.db.execute<{ asked: number }>(sql`select asked from sandbox_payouts where payout_no = ${withdraw_no}`);
    if (status === 'cancelled') expect(rows).toEqual([]);
    else expect([status, rows]).toEqual(['paid', [{ asked: 1 }]]);
    const left = status === 'cancelled' ? 20_000 : 10_000;
    expect(await balances(t.ctx(), person.id)).toMatchObject({ earning_fen: left, withdrawing_fen: 0 });
  }
});

it('M-603 unlocks a contact for one price: 64 presses at once', async () => {
  const supplier = await makePerson(t);
  const item_id = await makeItem(t, supplier.id, { kind: KINDS.resource });
  const person = await makePerson(t);
  await give(person.id, 'coin', 640);
  const states = await Promise.all(many(64).map(() => unlockContact(person.ctx, { item_id, use_coupon: false })));
  expect(new Set(states.map(({ x_number }) => x_number)).size).toBe(1);
  expect(await balances(t.ctx(), person.id)).toMatchObject({ coin: 630, held_coin: 0 });
});

it('unlocks as many contacts as there are coins for: 16 resources at once', async () => {
  const supplier = await makePerson(t);
  const ids = await Promise.all(many(16).map(() => makeItem(t, supplier.id, { kind: KINDS.resource })));
  const person = await makePerson(t);
  await give(person.id, 'coin', 55);
  const results = await Promise.allSettled(ids.map((item_id) => unlockContact(person.ctx, { item_id, use_coupon: false })));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 8 });
  expect(await balances(t.ctx(), person.id)).toMatchObject({ coin: 5, held_coin: 0 });
});

it('brings coins once: 64 notifies of one top-up at once', async () => {
  const person = await makePerson(t);
  const order = await topUp(person.ctx, { coins: 100, reuse_open: true });
  expect(order.subject).toBe(coinSubject.name);
  const facts = await payAtProvider(t, order);
  await Promise.all(many(64).map(() => settlePayment(t.ctx(), 'sandbox', facts)));
  expect((await balances(t.ctx(), person.id)).coin).toBe(100);
});

it('T11 brings balance once, and gives it back once: 64 at once, the way it came beside the wish for balance', async () => {
  const person = await makePerson(t);
  const order = await topUpBalance(person.ctx, { yuan: 100, reuse_open: true });
  const facts = await payAtProvider(t, order);
  await Promise.all(many(64).map(() => settlePayment(t.ctx(), 'sandbox', facts)));
  expect((await balances(t.ctx(), person.id)).balance_fen).toBe(10_000);
  const seller = await makePerson(t);
  const bought = await place(person, await makeItem(t, seller.id, { price_fen: 4_000 }));
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, bought));
  const wish = (to_balance: boolean) => askOwnRefund(person.ctx, { orderid: bought.orderid, reason: '买错了', to_balance });
  const refunds = await Promise.allSettled([
    ...many(63).map((n) => wish(n % 2 === 0)),
    refundOrder(t.ctx(), { orderid: bought.orderid, reason: '测试' }),
  ]);
  expect(refunds.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const own = many(64).map(() => askOwnRefund(person.ctx, { orderid: order.orderid, reason: '不用了' }));
  expect((await Promise.allSettled(own)).filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  // what the refund of the work brought, if it came as balance, is not what was bought
  expect([0, 4_000]).toContain((await balances(t.ctx(), person.id)).balance_fen);
});

it('T11 moves no more earnings to the balance than there are: 64 at once beside a withdrawal', async () => {
  const seller = await makePerson(t);
  await give(seller.id, 'fen', 50_000);
  const ask = (more: object, key: string) =>
    requestWithdrawal(seller.ctx, { amount: 100, method: 'balance', name: '', account: '', idempotency_key: key, ...more });
  await Promise.allSettled([
    ...many(63).map((n) => ask({}, `to-balance-${n % 32}`)),
    ask({ method: 'alipay', name: '张三', account: '13800138000' }, 'out-first-one'),
  ]);
  const { balance_fen, earning_fen, withdrawing_fen } = await balances(t.ctx(), seller.id);
  expect([balance_fen + withdrawing_fen, earning_fen]).toEqual([50_000, 0]);
});

it('leaves the ledger whole', async () => {
  expect(await proveLedger(t.ctx())).toMatchObject({ ok: true, faults: [] });
});
