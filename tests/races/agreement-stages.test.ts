import { afterEach, expect, it } from 'vitest';
import { AppError } from '#server/kernel/errors.ts';
import { cancelAgreement, confirmDone, moveStage, payStage, planStages, releaseDue } from '#server/modules/offers/index.ts';
import { findStages } from '#server/modules/offers/stages.repo.ts';
import { refundOrder, settlePayment } from '#server/modules/orders/index.ts';
import { balances } from '#server/modules/wallet/index.ts';
import { testApp } from '../support/app.ts';
import { payAtProvider } from '../support/market.ts';
import { type Deal, expectMoneyWhole, makeDeal } from '../support/stages.ts';

const PRICE = 100_000;
/** Of it, to who does the work. */
const SHARE = 95_000;
const t = testApp();
afterEach(async () => {
  await expectMoneyWhole(t);
});

const many = (n: number) => Array.from({ length: n }, (_, index) => index);
const stageOf = async ({ id }: Deal) => (await findStages(t.app.db, [id]))[0];
const wish = (id: number) => ({ id, balance: false, cache: false });
async function paid() {
  const deal = await makeDeal(t, PRICE);
  const { id = 0 } = (await stageOf(deal)) ?? {};
  const order = await payStage(deal.owner.ctx, wish(id));
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
  return { deal, stage: id, orderid: order.orderid };
}
/** What is refused in words is fine. */
async function all(works: ReadonlyArray<() => Promise<unknown>>): Promise<void> {
  for (const one of await Promise.allSettled(works.map((work) => work())))
    if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(AppError);
}
async function expectOneEnd(deal: Deal): Promise<void> {
  const stage = await stageOf(deal);
  expect(['released', 'refunded']).toContain(stage?.state);
  expect(await balances(t.ctx(), deal.planner.id)).toMatchObject({
    escrow_fen: 0,
    earning_fen: stage?.state === 'released' ? SHARE : 0,
  });
}

it('64 presses at once release a stage or give it back, once', async () => {
  const { deal, stage, orderid } = await paid();
  const { owner, planner } = deal;
  await moveStage(planner.ctx, stage, 'deliver');
  await all(
    many(64).map((n) => () => {
      if (n % 4 === 0) return moveStage(owner.ctx, stage, 'release');
      if (n % 4 === 1) return moveStage(planner.ctx, stage, 'back');
      if (n % 4 === 2) return confirmDone(owner.ctx, deal.id);
      return refundOrder(t.ctx(), { orderid, reason: '测试' });
    }),
  );
  // of what was released staff may still give back
  await expectOneEnd(deal);
});

it('time and both sides at once: one end', async () => {
  const { deal, stage } = await paid();
  await moveStage(deal.planner.ctx, stage, 'deliver');
  t.clock.advance_ms(8 * 86_400_000);
  await all(
    many(24).map((n) => () => {
      if (n % 3 === 0) return releaseDue(t.ctx());
      return n % 3 === 1 ? cancelAgreement(deal.planner.ctx, deal.id, '档期冲突') : moveStage(deal.owner.ctx, stage, 'release');
    }),
  );
  await expectOneEnd(deal);
});

it('a stage that is paid while it is planned anew and called off is held and given back, or never was', async () => {
  for (const off of [false, true]) {
    const deal = await makeDeal(t, PRICE);
    const { id = 0 } = (await stageOf(deal)) ?? {};
    const order = await payStage(deal.owner.ctx, wish(id));
    const facts = await payAtProvider(t, order);
    await all([
      ...many(16).map(() => () => settlePayment(t.ctx(), 'sandbox', facts)),
      () => planStages(deal.planner.ctx, deal.id, [{ title: '另议', price: 50_000 }]),
      ...(off ? [() => cancelAgreement(deal.planner.ctx, deal.id, '档期冲突')] : []),
    ]);
    const held = (await findStages(t.app.db, [deal.id])).filter(({ state }) => state === 'held');
    expect((await balances(t.ctx(), deal.planner.id)).escrow_fen).toBe(held.length * SHARE);
    expect(held.length).toBeLessThanOrEqual(off ? 0 : 1);
  }
});
