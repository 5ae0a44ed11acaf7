import { beforeAll, expect, it } from 'vitest';
import { RATING_BLIND_DAYS, type RatingSubject } from '#contract/rating.ts';
import { inTransaction } from '#server/app/ctx.ts';
import {
  forgetRatings,
  givenRatings,
  hideRating,
  rate,
  ratingList,
  ratingState,
  ratingsOf,
  showDueRatings,
} from '#server/modules/ratings/index.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/market.ts';
import { makePerson as makeUser } from '../support/people.ts';

const t = testApp();
let client: Person;
let planner: Person;
let subjects = 900;
beforeAll(async () => {
  [client, planner] = [await makePerson(t), await makePerson(t)];
});

const subject = (kind: RatingSubject = 'demand') => ({ kind, id: ++subjects });
const give = (about: ReturnType<typeof subject>, from: Person, to: Person, stars: number, text = '') =>
  inTransaction(t.ctx(), (tx) => rate(tx, { subject: about, from: from.id, to: to.id, stars, text }));
const sumOf = async (person: Person) => (await ratingsOf(t.app.db, [person.id])).get(person.id);
const pageOf = (person: Person) => ratingList(t.ctx(), { user_id: person.id, page: 1, limit: 10 });

it('C-205 stays blind until both have rated, then both are shown together', async () => {
  const about = subject();
  expect(await give(about, client, planner, 5, '准时，细致')).toEqual({ shown: false });
  expect([await sumOf(planner), (await pageOf(planner)).list]).toEqual([undefined, []]);
  expect(await ratingState(t.app.db, about, planner.id, client.id)).toEqual({ given: null, received: null, can_rate: true });
  await expect(give(about, client, planner, 1)).rejects.toMatchObject({ status: 409, message: '您已评价过' });
  expect(await give(about, planner, client, 4, '付款爽快')).toEqual({ shown: true });
  expect([await sumOf(planner), await sumOf(client)]).toEqual([
    { count: 1, mean: 5 },
    { count: 1, mean: 4 },
  ]);
  expect((await pageOf(planner)).list).toMatchObject([{ stars: 5, text: '准时，细致', from: { id: client.id } }]);
});

it('is shown after its days, and the other side is then too late', async () => {
  const [one, two] = [await makePerson(t), await makePerson(t)];
  const about = subject('request');
  await give(about, one, two, 2, '迟到');
  expect(await showDueRatings(t.ctx())).toBe(0);
  t.clock.advance_ms(RATING_BLIND_DAYS * 86_400_000);
  expect([await showDueRatings(t.ctx()), await showDueRatings(t.ctx())]).toEqual([1, 0]);
  expect(await sumOf(two)).toEqual({ count: 1, mean: 2 });
  await expect(give(about, two, one, 1)).rejects.toMatchObject({ status: 409, message: '评价时间已过' });
});

it('refuses what is no rating, with the field', async () => {
  await expect(give(subject(), client, planner, 0)).rejects.toMatchObject({ fields: { stars: '请选择 1 至 5 星' } });
  await expect(give(subject(), client, planner, 4.5)).rejects.toMatchObject({ fields: { stars: '请选择 1 至 5 星' } });
  await expect(give(subject(), client, planner, 5, '好'.repeat(301))).rejects.toMatchObject({ fields: { text: '评价最多 300 个字' } });
});

it('goes out of sight by staff, with its stars; texts go with their writer', async () => {
  const [one, two] = [await makePerson(t), await makePerson(t)];
  const about = subject();
  await give(about, one, two, 1, '骂人的话');
  await give(about, two, one, 3, '还行');
  const id = (await pageOf(two)).list[0]?.id as number;
  await expect(hideRating(one.ctx, id, '不文明')).rejects.toMatchObject({ status: 403 });
  const { actor } = await makeUser(t, { roles: ['operator'] });
  await hideRating(t.ctx(actor), id, '不文明');
  await expect(hideRating(t.ctx(actor), id, '不文明')).rejects.toMatchObject({ status: 409 });
  expect([await sumOf(two), (await pageOf(two)).list]).toEqual([undefined, []]);
  expect(await givenRatings(t.ctx(), two.id, { page: 1, limit: 10 })).toMatchObject([{ stars: 3, text: '还行' }]);
  await inTransaction(t.ctx(), (tx) => forgetRatings(tx, two.id));
  expect((await pageOf(one)).list).toMatchObject([{ stars: 3, text: '' }]);
});
