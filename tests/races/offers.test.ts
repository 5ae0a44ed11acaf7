import { beforeAll, expect, it } from 'vitest';
import { INVITES_A_DEMAND } from '#contract/offer.ts';
import { demandOf } from '#server/modules/demands/index.ts';
import { dailyUsed } from '#server/modules/membership/index.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import {
  agreeOffer,
  confirmDone,
  inviteToOffer,
  offerBoard,
  offerNums,
  offerPanel,
  offersPlain,
  openDueTenders,
  rateAgreement,
  withdrawOffer,
} from '#server/modules/offers/index.ts';
import { offer_invitations } from '#server/modules/offers/tables.ts';
import { ratingsOf } from '#server/modules/ratings/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { testApp } from '../support/app.ts';
import { makeDemand } from '../support/demands.ts';
import { makeItem, makePerson, type Person } from '../support/market.ts';
import { makeMember, offer } from '../support/offers.ts';

const t = testApp();
let owner: Person;
let people: Person[];
beforeAll(async () => {
  owner = await makePerson(t);
  people = await Promise.all(Array.from({ length: 12 }, () => makeMember(t)));
});

const won = (results: ReadonlyArray<PromiseSettledResult<unknown>>) => results.filter(({ status }) => status === 'fulfilled').length;
const demand = (label_type: 1 | 3 = 1) => makeDemand(t, { owner_id: owner.id, label_type });

it('agrees to exactly one of twelve at once, while some are withdrawn', async () => {
  const id = await demand();
  const ids = await Promise.all(people.map((person) => offer(person, id)));
  expect((await offerNums(t.ctx(), [id])).get(id)).toBe(12);
  const agreeing = Promise.allSettled(ids.map((one) => agreeOffer(owner.ctx, one, 1)));
  const leaving = Promise.allSettled(ids.slice(0, 4).map((one, at) => withdrawOffer((people[at] as Person).ctx, one)));
  const [agreed, left] = [won(await agreeing), won(await leaving)];
  expect(agreed).toBe(1);
  const { offers, agreement } = await offerPanel(owner.ctx, id);
  expect(offers.filter(({ state }) => state === 'agreed')).toHaveLength(1);
  expect(offers.some(({ state }) => state === 'made')).toBe(false);
  expect([agreement?.state, (await demandOf(t.app.db, id))?.state]).toEqual(['running', 'agreed']);
  expect((await offerNums(t.ctx(), [id])).get(id)).toBe(12 - left);
  const winner = people.find((person) => person.id === agreement?.other.id) as Person;
  const deal = agreement?.id as number;
  await Promise.all([owner, owner, winner, winner].map(({ ctx }) => confirmDone(ctx, deal)));
  expect((await demandOf(t.app.db, id))?.state).toBe('done');
  const rated = await Promise.allSettled([owner, owner, winner, winner].map(({ ctx }) => rateAgreement(ctx, deal, { stars: 5, text: '' })));
  expect(won(rated)).toBe(2);
  expect([...(await ratingsOf(t.app.db, [owner.id, winner.id])).values()]).toEqual([
    { count: 1, mean: 5 },
    { count: 1, mean: 5 },
  ]);
});

it('takes the last offer of the day once, and one offer of a person however often it is sent', async () => {
  await setSetting(t.ctx(), offersPlain.key, 3);
  const plain = await makePerson(t);
  const ids = await Promise.all(Array.from({ length: 8 }, () => demand()));
  expect(won(await Promise.allSettled(ids.map((id) => offer(plain, id))))).toBe(3);
  const one = await demand();
  const again = await Promise.allSettled(Array.from({ length: 8 }, () => offer(people[0] as Person, one)));
  expect(won(again)).toBe(8);
  expect((await offerNums(t.ctx(), [one])).get(one)).toBe(1);
  const versions = (await offerPanel((people[0] as Person).ctx, one)).own?.versions_num;
  expect(versions).toBe(8);
});

it('opens every offer that was taken before the deadline, and takes none after it was opened', async () => {
  const id = await demand(3);
  await offer(people[0] as Person, id);
  t.clock.advance_ms(15 * 86_400_000 - 1);
  // half come at the last millisecond, half when it is over; opening runs among them
  const early = Promise.allSettled(people.slice(1, 6).map((person) => offer(person, id)));
  await offerNums(t.ctx(), [id]);
  t.clock.advance_ms(1);
  const late = Promise.allSettled(people.slice(6).map((person) => offer(person, id)));
  const opening = Array.from({ length: 3 }, () => openDueTenders(t.ctx()));
  const taken = won(await early);
  expect(won(await late)).toBe(0);
  await Promise.all(opening);
  await openDueTenders(t.ctx());
  const { offers } = await offerPanel(owner.ctx, id);
  expect(offers).toHaveLength(1 + taken);
  expect(offers.every(({ now }) => !now.sealed)).toBe(true);
  expect((await offerBoard(t.ctx(), id)).seals.every(({ state }) => state === 'opened')).toBe(true);
});

it('asks a person once of 64 at once, and no more people than a demand may', async () => {
  const planners = await Promise.all(
    Array.from({ length: 16 }, async () => {
      const person = await makePerson(t);
      await makeItem(t, person.id);
      return person;
    }),
  );
  const asker = await makePerson(t);
  const id = await makeDemand(t, { owner_id: asker.id });
  const one = planners[0] as Person;
  await Promise.all(Array.from({ length: 64 }, () => inviteToOffer(asker.ctx, { demand_id: id, user_id: one.id })));
  const messages = async (person: Person) => (await noticesOf(person.ctx, { page: 1, limit: 20, only_unread: false })).list.length;
  expect(await messages(one)).toBe(1);
  const many = planners.flatMap(({ id: user_id }) => Array.from({ length: 4 }, () => inviteToOffer(asker.ctx, { demand_id: id, user_id })));
  await Promise.allSettled(many);
  expect(await t.app.db.$count(offer_invitations)).toBe(INVITES_A_DEMAND);
  expect((await Promise.all(planners.map(messages))).reduce((sum, num) => sum + num, 0)).toBe(INVITES_A_DEMAND);
  expect(await dailyUsed(t.ctx(), { user_id: asker.id, name: 'invite' })).toBe(INVITES_A_DEMAND);
});
