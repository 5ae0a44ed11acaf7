import { sql } from 'drizzle-orm';
import { afterEach, expect, it } from 'vitest';
import { OFFER_CALLS, REDOS_MAX } from '#contract/offer.ts';
import type { OfferPanel } from '#contract/outputs/offer.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { moveByStaff } from '#server/modules/demands/index.ts';
import {
  cancelAgreement,
  confirmDone,
  disputeAgreement,
  followMove,
  moveStage,
  payStage,
  planStages,
  releaseDue,
} from '#server/modules/offers/index.ts';
import { askOwnRefund, payByBalance, refundOrder, settlePayment, takeClaim, withdrawOwnRefund } from '#server/modules/orders/index.ts';
import { withdrawable } from '#server/modules/payouts/index.ts';
import { decideTarget } from '#server/modules/review/index.ts';
import { balances } from '#server/modules/wallet/index.ts';
import type { ClaimFacts } from '#server/providers/payment/port.ts';
import { salesOfPublisher } from '#server/views/own-money.ts';
import { testApp } from '../support/app.ts';
import { giveBalance, makeItem, makePerson, payAtProvider, place, sandbox } from '../support/market.ts';
import { makePerson as makeUser } from '../support/people.ts';
import { expectIncomeShown } from '../support/shown-money.ts';
import { agreementOf, type Deal, expectMoneyWhole, makeDeal } from '../support/stages.ts';
import { toldTo } from '../support/told.ts';

const DAY_MS = 86_400_000;
/** Of a thousand yuan, by the setting. */
const SHARE = 95_000;
const t = testApp();
afterEach(async () => {
  await expectMoneyWhole(t);
  await expectIncomeShown(t);
});

const stagesOf = async (deal: Deal) => (await agreementOf(deal)).stages;
const statesOf = async (deal: Deal) => (await stagesOf(deal)).map(({ state }) => state);
async function pay(deal: Deal, at = 0) {
  const stage = (await stagesOf(deal))[at];
  const order = await payStage(deal.owner.ctx, { id: stage?.id ?? 0, balance: false, cache: false });
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
  return { orderid: order.orderid, stage: stage?.id ?? 0 };
}
const money = async ({ planner }: Deal) => {
  const { earning_fen, escrow_fen } = await balances(t.ctx(), planner.id);
  return [earning_fen, escrow_fen];
};
const titles = async (id: number) => (await toldTo(t, id)).map(({ title }) => title);
const backTo = async (orderid: string) =>
  (
    await t.app.db.execute<{ fen: number }>(
      sql`select (refunded_pay_fen + refunded_balance_fen)::float8 as fen from orders where orderid = ${orderid}`,
    )
  ).rows[0]?.fen;

it('stages are planned by either side within the price, and what is paid of them stays', async () => {
  const deal = await makeDeal(t, 100_000, 200_000);
  expect(await agreementOf(deal)).toMatchObject({ open: 9_800, held: 0, can_plan: true, share_percent: 95 });
  expect(await titles(deal.owner.id)).toContain('付款阶段有更新');
  await pay(deal);
  await expect(planStages(deal.owner.ctx, deal.id, [{ title: '尾款', price: 1_180_001 }])).rejects.toMatchObject({ code: 1 });
  await expect(planStages(deal.owner.ctx, deal.id, [{ title: ' ', price: 100 }])).rejects.toMatchObject({ code: 1 });
  await expect(planStages((await makePerson(t)).ctx, deal.id, [])).rejects.toMatchObject({ status: 404 });
  // what was refused changed nothing
  expect(await statesOf(deal)).toEqual(['held', 'asked']);
  await planStages(deal.owner.ctx, deal.id, [{ title: '尾款', price: 1_180_000 }]);
  expect((await stagesOf(deal)).map(({ title, state }) => [title, state])).toEqual([
    ['第 1 期', 'held'],
    ['尾款', 'asked'],
  ]);
  const panel = await t.call<OfferPanel>('GET', OFFER_CALLS.panel, { token: deal.owner.token, query: { id: deal.demand_id } });
  expect(panel.body.data.agreement?.stages).toMatchObject([{ acts: ['release'] }, { can_pay: true }]);
});

it('an order of a stage that was planned anew ends, and money that comes for it goes back', async () => {
  const deal = await makeDeal(t, 100_000);
  const [stage] = await stagesOf(deal);
  const order = await payStage(deal.owner.ctx, { id: stage?.id ?? 0, balance: false, cache: false });
  const facts = await payAtProvider(t, order);
  await planStages(deal.planner.ctx, deal.id, [{ title: '一次付清', price: 50_000 }]);
  await settlePayment(t.ctx(), 'sandbox', facts);
  expect(await statesOf(deal)).toEqual(['asked']);
  expect(await money(deal)).toEqual([0, 0]);
  await expect(payStage(deal.planner.ctx, { id: (await stagesOf(deal))[0]?.id ?? 0, balance: false, cache: false })).rejects.toThrow(
    '刷新',
  );
});

it('what is paid is held: no earning, no withdrawal, no refund by a press; released it is theirs, and each side hears it', async () => {
  const deal = await makeDeal(t, 100_000);
  const { orderid, stage } = await pay(deal);
  expect(await money(deal)).toEqual([0, SHARE]);
  expect((await withdrawable(t.ctx(), deal.planner.id)).available_fen).toBe(0);
  expect(await askOwnRefund(deal.owner.ctx, { orderid, reason: '不要了', to_balance: false })).toBe('asked');
  await withdrawOwnRefund(deal.owner.ctx, orderid);
  await expect(refundOrder(t.ctx(), { orderid, reason: '测试', amount_fen: 100 })).rejects.toThrow('整笔');
  expect(await titles(deal.planner.id)).toContain('对方已支付 ¥1000.00，由平台托管');
  await expect(moveStage(deal.owner.ctx, stage, 'deliver')).rejects.toThrow('对方');
  await expect(moveStage(deal.planner.ctx, stage, 'release')).rejects.toThrow('对方');
  await moveStage(deal.planner.ctx, stage, 'deliver');
  await expect(moveStage(deal.planner.ctx, stage, 'back')).resolves.toBeUndefined();
  expect([await statesOf(deal), await backTo(orderid), await money(deal)]).toEqual([['refunded'], 100_000, [0, 0]]);
  const again = await makeDeal(t, 100_000);
  const { stage: second } = await pay(again);
  await moveStage(again.owner.ctx, second, 'release');
  await moveStage(again.owner.ctx, second, 'release');
  expect([await statesOf(again), await money(again)]).toEqual([['released'], [SHARE, 0]]);
  // what was released stays: it can be withdrawn at once
  expect((await withdrawable(t.ctx(), again.planner.id)).available_fen).toBe(SHARE);
  expect((await salesOfPublisher(again.planner.ctx, { page: 1, limit: 5 })).list).toMatchObject([
    { kind: 'demand', item_id: again.demand_id, price: 1_000, earned: 950 },
  ]);
});

it('earnings of other sales can be withdrawn while money is held', async () => {
  const deal = await makeDeal(t, 100_000);
  const sold = await place(await makePerson(t), await makeItem(t, deal.planner.id));
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, sold));
  await t.app.db.execute(sql`update orders set paid_at = paid_at - interval '30 days' where orderid = ${sold.orderid}`);
  const { available_fen } = await withdrawable(t.ctx(), deal.planner.id);
  await pay(deal);
  expect(available_fen).toBeGreaterThan(0);
  expect((await withdrawable(t.ctx(), deal.planner.id)).available_fen).toBe(available_fen);
  await t.app.db.execute(sql`update orders set paid_at = paid_at + interval '30 days' where orderid = ${sold.orderid}`);
});

it('the balance pays a stage, and gets it back', async () => {
  const deal = await makeDeal(t, 100_000);
  await giveBalance(t, deal.owner.id, 100_000);
  const [stage] = await stagesOf(deal);
  const order = await payStage(deal.owner.ctx, { id: stage?.id ?? 0, balance: true, cache: false });
  await payByBalance(deal.owner.ctx, order.orderid);
  expect(await money(deal)).toEqual([0, SHARE]);
  await moveStage(deal.planner.ctx, stage?.id ?? 0, 'back');
  expect((await balances(t.ctx(), deal.owner.id)).balance_fen).toBe(100_000);
});

it('what was delivered is released by itself after the days, but not while it is disputed', async () => {
  const [calm, quarrel] = [await makeDeal(t, 100_000), await makeDeal(t, 100_000)];
  for (const deal of [calm, quarrel]) await moveStage(deal.planner.ctx, (await pay(deal)).stage, 'deliver');
  expect((await stagesOf(calm))[0]?.release_at).toBeGreaterThan(0);
  await disputeAgreement(quarrel.owner.ctx, quarrel.id, '交付与约定不符');
  expect(await releaseDue(t.ctx())).toBe(0);
  t.clock.advance_ms(7 * DAY_MS + 1_000);
  expect((await Promise.all(Array.from({ length: 8 }, () => releaseDue(t.ctx())))).reduce((sum, n) => sum + n, 0)).toBe(1);
  expect([await statesOf(calm), await statesOf(quarrel)]).toEqual([['released'], ['delivered']]);
  expect(await titles(calm.owner.id)).toContain('托管的款项已自动放款');
});

it('who paid asks for changes: the days begin again with the next delivery, and what was due by the first is not released', async () => {
  const deal = await makeDeal(t, 100_000);
  const { stage } = await pay(deal);
  const redo = (by = deal.owner, reason = '主视觉换一个方向') => moveStage(by.ctx, stage, 'redo', reason);
  await redo();
  expect(await statesOf(deal)).toEqual(['held']);
  await moveStage(deal.planner.ctx, stage, 'deliver');
  expect((await stagesOf(deal))[0]?.acts).toEqual(['back']);
  const panel = await t.call<OfferPanel>('GET', OFFER_CALLS.panel, { token: deal.owner.token, query: { id: deal.demand_id } });
  expect(panel.body.data.agreement?.stages).toMatchObject([{ acts: ['release', 'redo'] }]);
  await expect(redo(deal.planner)).rejects.toThrow('对方');
  await expect(redo(deal.owner, ' ')).rejects.toMatchObject({ code: 1 });
  t.clock.advance_ms(6 * DAY_MS);
  await Promise.all(Array.from({ length: 64 }, () => redo()));
  expect(await statesOf(deal)).toEqual(['held']);
  expect((await titles(deal.planner.id)).filter((title) => title === '对方请您修改「第 1 期」')).toHaveLength(1);
  await moveStage(deal.planner.ctx, stage, 'deliver');
  t.clock.advance_ms(2 * DAY_MS);
  expect([await releaseDue(t.ctx()), await statesOf(deal), await money(deal)]).toEqual([0, ['delivered'], [0, SHARE]]);
  expect((await titles(deal.owner.id)).filter((title) => title === '「第 1 期」已交付，请确认')).toHaveLength(2);
  t.clock.advance_ms(6 * DAY_MS);
  expect([await releaseDue(t.ctx()), await statesOf(deal)]).toEqual([1, ['released']]);
  await expect(redo()).rejects.toMatchObject({ status: 409 });
});

it('changes are asked for three times at most and not after the days; then it is released or disputed', async () => {
  const [deal, late] = [await makeDeal(t, 100_000), await makeDeal(t, 100_000)];
  const { stage } = await pay(deal);
  const redo = (by = deal, id = stage) => moveStage(by.owner.ctx, id, 'redo', '再改一版');
  const deliver = () => moveStage(deal.planner.ctx, stage, 'deliver');
  await deliver();
  for (let n = 0; n < REDOS_MAX; n++) {
    await redo();
    await deliver();
  }
  await expect(redo()).rejects.toMatchObject({ status: 409, message: expect.stringContaining('争议') });
  const panel = await t.call<OfferPanel>('GET', OFFER_CALLS.panel, { token: deal.owner.token, query: { id: deal.demand_id } });
  expect(panel.body.data.agreement?.stages).toMatchObject([{ acts: ['release'] }]);
  const of_late = await pay(late);
  await moveStage(late.planner.ctx, of_late.stage, 'deliver');
  t.clock.advance_ms(8 * DAY_MS);
  await expect(redo(late, of_late.stage)).rejects.toMatchObject({ status: 409, message: expect.stringContaining('期限已过') });
  expect(await releaseDue(t.ctx())).toBe(2);
});

it('who paid cannot leave with money that another works for; who works can, and gives it back', async () => {
  const deal = await makeDeal(t, 100_000, 50_000);
  const { orderid } = await pay(deal);
  await expect(cancelAgreement(deal.owner.ctx, deal.id, '活动取消')).rejects.toThrow('托管');
  await cancelAgreement(deal.planner.ctx, deal.id, '档期冲突');
  expect([await statesOf(deal), await backTo(orderid), await money(deal)]).toEqual([['refunded'], 100_000, [0, 0]]);
});

it('the payer’s word that it is done pays out what is held', async () => {
  const deal = await makeDeal(t, 100_000, 50_000);
  await pay(deal);
  await confirmDone(deal.planner.ctx, deal.id);
  expect(await money(deal)).toEqual([0, SHARE]);
  await confirmDone(deal.owner.ctx, deal.id);
  expect([await statesOf(deal), await money(deal)]).toEqual([['released'], [SHARE, 0]]);
});

it('staff who judge a dispute pay out or give back', async () => {
  const staff = t.ctx((await makeUser(t, { roles: ['operator'] })).actor);
  for (const [action, states, left] of [
    ['finish', ['released'], [SHARE, 0]],
    ['cancel', ['refunded'], [0, 0]],
  ] as const) {
    const deal = await makeDeal(t, 100_000);
    const { stage } = await pay(deal);
    await disputeAgreement(deal.owner.ctx, deal.id, '交付与约定不符');
    await expect(moveStage(deal.planner.ctx, stage, 'deliver')).rejects.toMatchObject({ status: 409 });
    await inTransaction(staff, (tx) => decideTarget(tx, { type: 'dispute', target_id: deal.id }, { action, reason: '按约定处理' }));
    expect([await statesOf(deal), await money(deal)]).toEqual([states, left]);
  }
});

it('a demand that the platform closes gives back what is held', async () => {
  const deal = await makeDeal(t, 100_000);
  const { orderid } = await pay(deal);
  const operator = t.ctx((await makeUser(t, { roles: ['operator'] })).actor);
  await inTransaction(operator, (tx) => moveByStaff(tx, deal.demand_id, 'closed', '违规'));
  await followMove(t.ctx(), { demand_id: deal.demand_id, from: 'agreed', to: 'closed', by_user_id: 1, by_staff: true, why: '违规' });
  expect([await backTo(orderid), await money(deal)]).toEqual([100_000, [0, 0]]);
});

it('a payer whose bank takes the money back leaves nothing held, also of what was released', async () => {
  const [held, released] = [await makeDeal(t, 100_000), await makeDeal(t, 100_000)];
  const lose = async (orderid: string) => {
    const { rows } = await t.app.db.execute<{ payment_no: string }>(
      sql`select payment_no from payments p join orders o on o.id = p.order_id where o.orderid = ${orderid}`,
    );
    for (const status of ['open', 'lost'] as const) {
      const told = await sandbox(t).claim(rows[0]?.payment_no ?? '', { kind: 'chargeback', status, words: '' }, t.clock.now());
      await takeClaim(t.ctx(), told as ClaimFacts);
    }
  };
  await lose((await pay(held)).orderid);
  expect([await statesOf(held), await money(held)]).toEqual([['refunded'], [0, 0]]);
  const { orderid, stage } = await pay(released);
  await moveStage(released.owner.ctx, stage, 'release');
  await lose(orderid);
  expect([await statesOf(released), await money(released)]).toEqual([['refunded'], [0, 0]]);
});
