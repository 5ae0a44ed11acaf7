import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { confirmAbove } from '#server/modules/countersign/index.ts';
import { recordResult, refundOrder, runRefunds, settlePayment, takeClaim } from '#server/modules/orders/index.ts';
import { requestWithdrawal, withdrawable } from '#server/modules/payouts/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { balances, houseBalances, proveLedger } from '#server/modules/wallet/index.ts';
import type { ClaimFacts } from '#server/providers/payment/port.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePerson, type Person, payAtProvider, place, sandbox } from '../support/market.ts';
import { makePerson as makeUser } from '../support/people.ts';

const t = testApp();
let staff: Person;
beforeAll(async () => {
  const { id, token, actor } = await makeUser(t, { roles: ['finance'] });
  staff = { id, token, ctx: t.ctx(actor) };
  await setSetting(t.ctx(), confirmAbove.key, 100_000_000);
});
afterEach(async () => {
  await runRefunds(t.ctx());
  expect((await proveLedger(t.ctx())).faults).toEqual([]);
  expect((await houseBalances(t.ctx())).get('refund_due') ?? 0).toBe(0);
});

const many = (n: number) => Array.from({ length: n }, (_, index) => index);

async function claimed(kind: ClaimFacts['kind']) {
  const [publisher, buyer] = [await makePerson(t), await makePerson(t)];
  const order = await place(buyer, await makeItem(t, publisher.id));
  const { payment_no } = await payAtProvider(t, order);
  const paid = await sandbox(t).query(payment_no);
  if (paid) await settlePayment(t.ctx(), 'sandbox', paid);
  const facts = (status: ClaimFacts['status']) =>
    sandbox(t).claim(payment_no, { kind, status, words: '' }, t.clock.now()) as Promise<ClaimFacts>;
  return { publisher, buyer, orderid: order.orderid, payment_no, facts };
}
const rows = async (payment_no: string) =>
  (
    await t.app.db.execute<{ id: number; status: string; held_fen: number }>(
      sql`select c.id, c.status, c.held_fen::float8 as held_fen from payment_claims c join payments p on p.id = c.payment_id where p.payment_no = ${payment_no}`,
    )
  ).rows;
const moved = async (reference: string, reason: string) =>
  (await t.app.db.execute(sql`select 1 from ledger_transfers where reference = ${reference} and reason = ${reason}`)).rows.length;

it('T12 M21 64 notices of one claim at once write it down and hold the share once', async () => {
  const { publisher, orderid, payment_no, facts } = await claimed('complaint');
  const told = await facts('open');
  expect(new Set(await Promise.all(many(64).map(() => takeClaim(t.ctx(), told))))).toEqual(new Set([true]));
  expect(await rows(payment_no)).toHaveLength(1);
  expect(await moved(orderid, 'claim_held')).toBe(1);
  const withdrawn = await facts('withdrawn');
  await Promise.all(many(64).map(() => takeClaim(t.ctx(), withdrawn)));
  expect((await rows(payment_no)).map(({ status }) => status)).toEqual(['withdrawn']);
  expect(await moved(orderid, 'claim_released')).toBe(1);
  expect((await balances(t.ctx(), publisher.id)).claimed_fen).toBe(0);
});

it('T12 M21 64 decisions at once: one ends it, and the money goes back once', async () => {
  const { publisher, buyer, orderid, payment_no, facts } = await claimed('chargeback');
  await takeClaim(t.ctx(), await facts('open'));
  const [{ id = 0 } = {}] = await rows(payment_no);
  const lost = await facts('lost');
  await Promise.allSettled(
    many(64).map((n) =>
      n % 3 === 0 ? takeClaim(t.ctx(), lost) : recordResult(staff.ctx, { id, result: n % 3 === 1 ? 'lost' : 'won', reason: '银行裁定' }),
    ),
  );
  const [after] = await rows(payment_no);
  const is_lost = after?.status === 'lost';
  expect(['won', 'lost']).toContain(after?.status);
  expect([await moved(orderid, 'claim_released'), await moved(orderid, 'order_refunded')]).toEqual([1, is_lost ? 1 : 0]);
  expect((await balances(t.ctx(), publisher.id)).earning_fen).toBe(is_lost ? 0 : after?.held_fen);
  expect((await balances(t.ctx(), buyer.id)).balance_fen).toBe(0);
});

it('T12 M21 a loss beside refunds gives the money back once, by one of both', async () => {
  const { orderid, payment_no, facts } = await claimed('complaint');
  await takeClaim(t.ctx(), await facts('open'));
  const [{ id = 0 } = {}] = await rows(payment_no);
  const results = await Promise.allSettled(
    many(64).map((n) =>
      n % 2 === 0 ? refundOrder(t.ctx(), { orderid, reason: '测试' }) : recordResult(staff.ctx, { id, result: 'lost', reason: '平台判定' }),
    ),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await runRefunds(t.ctx());
  expect(await moved(orderid, 'order_refunded')).toBe(1);
  const [after] = await rows(payment_no);
  const { rows: back } = await t.app.db.execute<{ n: number }>(sql`select count(*)::int as n from sandbox_refunds r
    join sandbox_payments p on p.id = r.sandbox_payment_id where p.payment_no = ${payment_no}`);
  // who lost it had it taken by the provider, who refunded it asked for it
  expect(back[0]?.n).toBe(after?.status === 'lost' ? 0 : 1);
});

it('T12 M21 a claim beside the withdrawal of the earning: what is held cannot be withdrawn', async () => {
  const { publisher, facts } = await claimed('complaint');
  t.clock.advance_ms(30 * 86_400_000);
  const told = await facts('open');
  const { available_fen } = await withdrawable(t.ctx(), publisher.id);
  const payee = { method: 'alipay', name: '林一舟', account: '13800001001' } as const;
  await Promise.allSettled(
    many(16).map((n) =>
      n % 2 === 0
        ? takeClaim(t.ctx(), told)
        : requestWithdrawal(publisher.ctx, { ...payee, amount: available_fen / 100, idempotency_key: `w-${publisher.id}-${n}` }),
    ),
  );
  const { earning_fen, withdrawing_fen, claimed_fen } = await balances(t.ctx(), publisher.id);
  expect(earning_fen).toBe(0);
  expect(withdrawing_fen + claimed_fen).toBe(available_fen);
});
