import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { EMPTY_DEMAND } from '#contract/demand.ts';
import { fillPurse, ownPurse } from '#server/modules/offers/index.ts';
import { proveLedger } from '#server/modules/wallet/index.ts';
import type { TestApp } from './app.ts';
import { makeDemand } from './demands.ts';
import { giveBalance, type Person } from './market.ts';
import { makeMember } from './offers.ts';
import { expectBooksTwice } from './shown-money.ts';

export const purseKey = () => randomUUID();

/** A tender that asks a deposit of so many fen. */
export const makeTender = (t: TestApp, owner: Person, deposit_fen: number, title = '周年庆典招标') =>
  makeDemand(t, { owner_id: owner.id, label_type: 3, title, columns: { deposit_fen, form: { ...EMPTY_DEMAND, title } } });

/** A bidder with so much in balance and purse. */
export async function makeBidder(t: TestApp, purse_fen: number, balance_fen = 0): Promise<Person> {
  const bidder = await makeMember(t);
  if (purse_fen + balance_fen > 0) await giveBalance(t, bidder.id, purse_fen + balance_fen);
  if (purse_fen > 0) await fillPurse(bidder.ctx, purse_fen, purseKey());
  return bidder;
}

/** Fen: what there is, what is bound, what is free. */
export async function purseOf(person: Person): Promise<number[]> {
  const { amount, bound, free } = await ownPurse(person.ctx);
  return [amount, bound, free].map((yuan) => Math.round(yuan * 100));
}

/** The ledger has no fault, no purse holds less than it binds, and each fen is found twice. */
export async function expectPursesWhole(t: TestApp, people: readonly Person[]): Promise<void> {
  expect((await proveLedger(t.ctx())).faults).toEqual([]);
  for (const person of people) expect((await purseOf(person))[2]).toBeGreaterThanOrEqual(0);
  await expectBooksTwice(t);
}
