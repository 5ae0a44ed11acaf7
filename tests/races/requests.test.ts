import { beforeAll, expect, it } from 'vitest';
import { createCtx } from '#server/app/ctx.ts';
import {
  answerRequest,
  askRequest,
  closeRequest,
  expireRequests,
  requestDetail,
  settleRequest,
  withdrawAnswer,
} from '#server/modules/requests/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/people.ts';
import { makeVerified, requestInput } from '../support/requests.ts';

const t = testApp();
let asker: Person;
let planners: Person[];
beforeAll(async () => {
  asker = await makeVerified(t, '云上传媒');
  planners = await Promise.all(Array.from({ length: 24 }, () => makePerson(t)));
  await setSetting(t.ctx(), 'request_answers_daily', 3);
});

const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const ask = async () => (await askRequest(as(asker), requestInput())).id;
const answer = (person: Person, id: number) => answerRequest(as(person), { id, text: '我可以做', confirmed: false });
const won = <T>(results: ReadonlyArray<PromiseSettledResult<T>>) =>
  results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));

it('one request of the same wish, however often it is sent at once', async () => {
  const input = requestInput();
  const made = await Promise.all(Array.from({ length: 8 }, () => askRequest(as(asker), input)));
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
});

it('as many planners as a request is open for, of 24 at once', async () => {
  const id = await ask();
  expect(won(await Promise.allSettled(planners.map((person) => answer(person, id))))).toHaveLength(5);
  expect((await requestDetail(t.ctx(), id)).planners_num).toBe(5);
});

it("a planner's last of a day is one, and the same answer twice is one conversation", async () => {
  const person = await makePerson(t);
  const ids = await Promise.all(Array.from({ length: 5 }, ask));
  expect(won(await Promise.allSettled(ids.map((id) => answer(person, id))))).toHaveLength(3);
  const other = await makePerson(t);
  const talks = await Promise.all(Array.from({ length: 6 }, () => answer(other, ids[0] as number)));
  expect(new Set(talks.map(({ conversation_id }) => conversation_id)).size).toBe(1);
});

it('an answer is taken back or chosen, never both', async () => {
  const [id, person] = [await ask(), await makePerson(t)];
  await answer(person, id);
  const ends = await Promise.allSettled([
    settleRequest(as(asker), id, person.id),
    withdrawAnswer(as(person), id),
    withdrawAnswer(as(person), id),
  ]);
  const { state, planners_num } = await requestDetail(t.ctx(), id);
  expect(won(ends)).toHaveLength(1);
  expect([state, planners_num]).toEqual(ends[0]?.status === 'fulfilled' ? ['settled', 1] : ['open', 0]);
});

it('is settled once, or closed, or expired: never two of them', async () => {
  const id = await ask();
  const [one, two] = [await makePerson(t), await makePerson(t)];
  await answer(one, id);
  await answer(two, id);
  t.clock.advance_ms(7 * 86_400_000);
  const ends = await Promise.allSettled([
    settleRequest(as(asker), id, one.id),
    settleRequest(as(asker), id, two.id),
    closeRequest(as(asker), id, '不做了'),
    expireRequests(t.ctx()),
  ]);
  const { state } = await requestDetail(t.ctx(), id);
  // an expired one may be closed afterwards; all else happens once
  const done = ends.slice(0, 3).filter(({ status }) => status === 'fulfilled').length;
  expect([done, ['settled', 'closed', 'expired'].includes(state)]).toEqual([state === 'expired' ? 0 : 1, true]);
});
