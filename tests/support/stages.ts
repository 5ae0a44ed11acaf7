import { expect } from 'vitest';
import type { Agreement } from '#contract/outputs/offer.ts';
import { agreeOffer, ownOffers, planStages } from '#server/modules/offers/index.ts';
import { runRefunds } from '#server/modules/orders/index.ts';
import { houseBalances, proveLedger } from '#server/modules/wallet/index.ts';
import type { TestApp } from './app.ts';
import { makeDemand } from './demands.ts';
import { makePerson, type Person } from './market.ts';
import { offer } from './offers.ts';
import { expectBooksTwice } from './shown-money.ts';

/** Two who agreed on 12,800 yuan, to be paid in stages of so many fen. */
export interface Deal {
  owner: Person;
  planner: Person;
  demand_id: number;
  id: number;
}

export async function makeDeal(t: TestApp, ...prices_fen: number[]): Promise<Deal> {
  const [owner, planner] = [await makePerson(t), await makePerson(t)];
  const demand_id = await makeDemand(t, { owner_id: owner.id });
  const id = await agreeOffer(owner.ctx, await offer(planner, demand_id), 1);
  if (prices_fen.length > 0)
    await planStages(
      planner.ctx,
      id,
      prices_fen.map((price, at) => ({ title: `第 ${at + 1} 期`, price })),
    );
  return { owner, planner, demand_id, id };
}

/** The agreement as who does the work sees it. */
export async function agreementOf({ planner }: Deal): Promise<Agreement> {
  for (const tab of ['agreed', 'ended'] as const) {
    const { list } = await ownOffers(planner.ctx, { tab, page: 1, limit: 10 });
    const found = list.find(({ agreement }) => agreement)?.agreement;
    if (found) return found;
  }
  throw new Error('no agreement');
}

/** Once what is due went back: the ledger has no fault, nothing is owed, and each amount is found twice. */
export async function expectMoneyWhole(t: TestApp): Promise<void> {
  await runRefunds(t.ctx());
  expect((await proveLedger(t.ctx())).faults).toEqual([]);
  expect((await houseBalances(t.ctx())).get('refund_due') ?? 0).toBe(0);
  await expectBooksTwice(t);
}
