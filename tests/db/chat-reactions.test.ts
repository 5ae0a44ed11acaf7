import { beforeEach, expect, it } from 'vitest';
import type { ChatReaction } from '#contract/chat.ts';
import { createCtx } from '#server/app/ctx.ts';
import {
  actOnMessage,
  askAbout,
  blockOther,
  conversationOf,
  messageEvents,
  reactTo,
  readUpTo,
  sendMessage,
  unreadChats,
} from '#server/modules/chat/index.ts';
import { testApp } from '../support/app.ts';
import { makeItem } from '../support/market.ts';
import { makePerson, type Person } from '../support/people.ts';

const t = testApp();
let asker: Person;
let owner: Person;
let id: number;
let sent = 0;

const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const say = (person: Person, text: string) =>
  sendMessage(as(person), {
    ...{ id, client_id: `react-${++sent}-x`, type: 'text', text, file_id: 0, item_id: 0, price: null, confirmed: true },
  });
const react = (person: Person, seq: number, reaction: ChatReaction) => reactTo(as(person), { id, seq, reaction });
const rows = async (person: Person) => (await messageEvents(as(person), id, 0, 100)).map(({ data }) => data);

beforeEach(async () => {
  asker = await makePerson(t);
  owner = await makePerson(t);
  id = (await askAbout(as(asker), { kind: 'item', id: await makeItem(t, owner.id) })).id;
});

it('the other side answers by a word, changes it and takes it back: a row of the sequence, for both, and nothing to read', async () => {
  await say(asker, '八点集合');
  await readUpTo(as(owner), { id, seq: 1 });
  const event = { type: 'message_reacted', of: 1, reaction: 'got', text: '您回应“收到”' };
  expect(await react(owner, 1, 'got')).toMatchObject({ seq: 2, event });
  expect((await rows(asker))[0]?.reaction).toBe('got');
  expect((await rows(asker))[1]?.event).toMatchObject({ ...event, text: '对方回应“收到”' });
  const before = await conversationOf(as(asker), id);
  expect([before.unread, before.last_text, await unreadChats(as(asker), asker.id)]).toEqual([0, '对方回应“收到”', 0]);
  await react(owner, 1, 'thanks');
  expect((await react(owner, 1, '')).event?.text).toBe('您收回了回应');
  expect((await rows(owner)).map(({ reaction }) => reaction)).toEqual(['', '', '', '']);
  // what is said afterwards is to be read
  await say(owner, '到时见');
  expect((await conversationOf(as(asker), id)).unread).toBe(1);
});

it('the same one 64 times at once is one row', async () => {
  await say(asker, '好吗');
  const all = await Promise.all(Array.from({ length: 64 }, () => react(owner, 1, 'good')));
  expect(new Set(all.map(({ seq }) => seq))).toEqual(new Set([1, 2]));
  expect((await rows(asker)).map(({ type, reaction }) => [type, reaction])).toEqual([
    ['text', 'good'],
    ['event', ''],
  ]);
});

it('nobody reacts to their own words, to what is gone, to an event, in another talk, or past a block; it is no answer', async () => {
  await say(asker, '在吗');
  await expect(react(asker, 1, 'got')).rejects.toThrow('只能回应对方的消息');
  await expect(react(await makePerson(t), 1, 'got')).rejects.toMatchObject({ status: 404 });
  await react(owner, 1, 'got');
  await expect(react(asker, 2, 'got')).rejects.toMatchObject({ status: 404 });
  for (let n = 0; n < 4; n++) await say(asker, `再问 ${n}`);
  await expect(say(asker, '第六句')).rejects.toMatchObject({ status: 429 });
  await blockOther(as(asker), { id, blocked: true });
  await expect(react(owner, 1, 'good')).rejects.toMatchObject({ status: 403 });
  await blockOther(as(asker), { id, blocked: false });
  await actOnMessage(as(asker), { id, seq: 1, act: 'recall' });
  await expect(react(owner, 1, 'good')).rejects.toMatchObject({ status: 409 });
  expect((await rows(owner))[0]).toMatchObject({ state: 'recalled', reaction: '' });
});
