import { beforeAll, expect, it } from 'vitest';
import { createCtx } from '#server/app/ctx.ts';
import { actOnMessage, askAbout, chatState, conversationOf, readUpTo, type SendInput, sendMessage } from '#server/modules/chat/index.ts';
import { testApp } from '../support/app.ts';
import { makeItem } from '../support/market.ts';
import { makePerson, type Person } from '../support/people.ts';

const t = testApp();
let asker: Person;
let owner: Person;
let id: number;
let sent = 0;
const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const say = (person: Person, text: string, over: Partial<SendInput> = {}) =>
  sendMessage(as(person), {
    ...{ id, client_id: `unread-${++sent}`, type: 'text', text, file_id: 0, item_id: 0, price: null, confirmed: false },
    ...over,
  });
beforeAll(async () => {
  asker = await makePerson(t);
  owner = await makePerson(t);
  id = (await askAbout(as(asker), { kind: 'item', id: await makeItem(t, owner.id) })).id;
});

it('P4 a message that was taken back is nothing to read, whether it was read or not', async () => {
  const unread = async () => [(await conversationOf(as(owner), id)).unread, (await chatState(as(owner))).num];
  const first = await say(asker, '写错了');
  await say(asker, '这句是对的');
  await actOnMessage(as(asker), { id, seq: first.seq, act: 'recall' });
  expect(await unread()).toEqual([1, 1]);
  await readUpTo(as(owner), { id, seq: 999 });
  const later = await say(asker, '再说一句');
  await readUpTo(as(owner), { id, seq: 999 });
  await actOnMessage(as(asker), { id, seq: later.seq, act: 'recall' });
  expect(await unread()).toEqual([0, 0]);
  // what the other does with a price is something to read
  const price = await say(owner, '', { type: 'price', price: { title: '执行', price: 100, days: 0, note: '' } });
  await actOnMessage(as(asker), { id, seq: price.seq, act: 'accept' });
  expect(await unread()).toEqual([1, 1]);
});
