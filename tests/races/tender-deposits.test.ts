import { beforeAll, expect, it } from 'vitest';
import { inTransaction } from '#server/app/ctx.ts';
import { AppError } from '#server/kernel/errors.ts';
import {
  agreeOffer,
  cancelAgreement,
  disputeAgreement,
  fillPurse,
  openDueTenders,
  takeFromPurse,
  withdrawOffer,
} from '#server/modules/offers/index.ts';
import { decideTarget } from '#server/modules/review/index.ts';
import { balances } from '#server/modules/wallet/index.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/market.ts';
import { offer } from '../support/offers.ts';
import { makePerson as makeUser } from '../support/people.ts';
import { expectPursesWhole, makeBidder, makeTender, purseKey, purseOf } from '../support/purses.ts';

const DEPOSIT = 100_000;
const t = testApp();
let owner: Person;
beforeAll(async () => {
  owner = await makePerson(t);
});

/** What is refused in words is fine. @returns how many were not */
async function all(works: ReadonlyArray<() => Promise<unknown>>): Promise<number> {
  const results = await Promise.allSettled(works.map((work) => work()));
  for (const one of results) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(AppError);
  return results.filter(({ status }) => status === 'fulfilled').length;
}
const many = (n: number) => Array.from({ length: n }, (_, index) => index);

it('64 at once: a purse for one offer takes one of eight tenders, and is never below what is bound', async () => {
  const bidder = await makeBidder(t, DEPOSIT, DEPOSIT);
  const ids = await Promise.all(many(8).map(() => makeTender(t, owner, DEPOSIT)));
  expect(await all(many(64).map((n) => () => offer(bidder, ids[n % 8] as number)))).toBeLessThanOrEqual(8);
  expect(await purseOf(bidder)).toEqual([DEPOSIT, DEPOSIT, 0]);
  await expectPursesWhole(t, [bidder]);
});

it('64 at once fill, take back, offer and withdraw: in any order the purse covers what is bound', async () => {
  const bidder = await makeBidder(t, DEPOSIT, DEPOSIT);
  const ids = await Promise.all(many(4).map(() => makeTender(t, owner, DEPOSIT)));
  const own = await offer(bidder, ids[0] as number);
  const key = purseKey();
  await all(
    many(64).map((n) => () => {
      if (n % 4 === 0) return takeFromPurse(bidder.ctx, DEPOSIT, n % 8 === 0 ? key : purseKey());
      if (n % 4 === 1) return fillPurse(bidder.ctx, DEPOSIT / 4, purseKey());
      if (n % 4 === 2) return offer(bidder, ids[1 + (n % 3)] as number);
      return withdrawOffer(bidder.ctx, own);
    }),
  );
  await expectPursesWhole(t, [bidder]);
  const { balance_fen, purse_fen } = await balances(t.ctx(), bidder.id);
  expect(balance_fen + purse_fen).toBe(2 * DEPOSIT);
});

it('64 at once forfeit, call off and take back: the deposit goes to one side once', async () => {
  const bidder = await makeBidder(t, DEPOSIT);
  const id = await makeTender(t, owner, DEPOSIT);
  const own = await offer(bidder, id);
  t.clock.advance_ms(16 * 86_400_000);
  await openDueTenders(t.ctx());
  const agreement = await agreeOffer(owner.ctx, own, 1);
  await disputeAgreement(owner.ctx, agreement, '对方不回应');
  const staff = t.ctx((await makeUser(t, { roles: ['operator'] })).actor);
  const before = (await balances(t.ctx(), owner.id)).balance_fen;
  await all(
    many(64).map((n) => () => {
      if (n % 4 === 0) return takeFromPurse(bidder.ctx, DEPOSIT, purseKey());
      if (n % 4 === 1) return cancelAgreement(owner.ctx, agreement, '协商一致');
      const action = n % 4 === 2 ? 'forfeit' : 'cancel';
      return inTransaction(staff, (tx) => decideTarget(tx, { type: 'dispute', target_id: agreement }, { action, reason: '放弃中选' }));
    }),
  );
  await expectPursesWhole(t, [bidder]);
  const got = (await balances(t.ctx(), owner.id)).balance_fen - before;
  const { balance_fen, purse_fen } = await balances(t.ctx(), bidder.id);
  expect([got, balance_fen + purse_fen + got]).toEqual([got === 0 ? 0 : DEPOSIT, DEPOSIT]);
});
