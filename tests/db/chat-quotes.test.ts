import { beforeEach, expect, it } from 'vitest';
import { createCtx } from '#server/app/ctx.ts';
import {
  actOnMessage,
  askAbout,
  conversationOf,
  lookAtCase,
  messageEvents,
  messagesBy,
  reportMessage,
  type SendInput,
  searchMessages,
  sendMessage,
} from '#server/modules/chat/index.ts';
import { chat_cases } from '#server/modules/chat/tables.ts';
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
    ...{ id, client_id: `quote-${++sent}`, type: 'text', text, file_id: 0, item_id: 0, price: null, confirmed: true },
    ...over,
  });
const last = async (person: Person) => (await messageEvents(as(person), id, 0, 100)).at(-1)?.data;

beforeEach(async () => {
  asker = await makePerson(t, { nickname: '小林' });
  owner = await makePerson(t, { nickname: '星河策划' });
  id = (await askAbout(as(asker), { kind: 'item', id: await makeItem(t, owner.id) })).id;
});

it('an answer names the message that it answers: in what is sent, told and listed, and as no words of its own', async () => {
  await say(asker, '场地在上海还是杭州？');
  const answer = await say(owner, '杭州', { quote: 1 });
  const quote = { seq: 1, from: asker.id, text: '场地在上海还是杭州？' };
  expect(answer).toMatchObject({ text: '杭州', quote });
  expect(await last(asker)).toMatchObject({ text: '杭州', quote });
  expect((await conversationOf(as(asker), id)).last_text).toBe('杭州');
  expect((await searchMessages(as(owner), { q: '上海', page: 1 })).list.map(({ message }) => message.seq)).toEqual([1]);
  // an answer to an answer shows one of them, and a price can answer too
  const price = { title: '物料', price: 100, days: 3, note: '' };
  const third = await say(asker, '', { type: 'price', price, quote: 2 });
  expect(third).toMatchObject({ price, quote: { seq: 2, from: owner.id, text: '杭州' } });
  expect(await say(owner, '可以', { quote: 3 })).toMatchObject({ quote: { text: '[报价] 物料' } });
});

it('what was taken back is said to be, whenever it is answered', async () => {
  await say(asker, '发错了');
  await say(owner, '收到', { quote: 1 });
  await actOnMessage(as(asker), { id, seq: 1, act: 'recall' });
  const gone = { seq: 1, from: asker.id, text: '原消息已撤回' };
  expect((await messageEvents(as(asker), id, 0, 100))[1]?.data).toMatchObject({ text: '收到', quote: gone });
  expect(await say(owner, '又说', { quote: 1 })).toMatchObject({ quote: gone });
  // the answer itself taken back shows nothing
  await actOnMessage(as(owner), { id, seq: 4, act: 'recall' });
  expect((await messageEvents(as(asker), id, 3, 1))[0]?.data).toMatchObject({ state: 'recalled', quote: null });
});

it('nothing of another conversation, and no line of the site, is answered', async () => {
  await say(asker, '一');
  const other = await askAbout(as(asker), { kind: 'item', id: await makeItem(t, owner.id) });
  for (const text of ['甲', '乙', '丙']) await say(asker, text, { id: other.id });
  await expect(say(asker, '三', { quote: 3 })).rejects.toThrow('引用的消息不在这个会话里');
  await actOnMessage(as(asker), { id, seq: 1, act: 'recall' });
  await expect(say(asker, '二', { quote: 2 })).rejects.toThrow('引用的消息不在这个会话里');
  const stranger = await makePerson(t);
  await expect(say(stranger, '偷看', { quote: 1 })).rejects.toMatchObject({ status: 404 });
});

it("the package of one's data names what was answered, and staff read no further than what they may see", async () => {
  await say(asker, '很早的一句');
  await say(owner, '在');
  for (let n = 0; n < 10; n++) await say(n % 2 ? asker : owner, `第 ${n} 句`);
  await say(asker, '回很早的', { quote: 1 });
  await say(asker, '回刚才的', { quote: 12 });
  const mine: object[] = [];
  for await (const row of messagesBy(t.ctx(), asker.id)) mine.push(row);
  expect(mine.at(-2)).toMatchObject({ text: '回很早的', quotes: 1 });
  expect(JSON.stringify(mine[0])).not.toContain('quotes');
  await reportMessage(as(owner), { id, seq: 13, reason: '骚扰' });
  const [one] = (await t.app.db.select().from(chat_cases)).filter(({ conversation_id }) => conversation_id === id);
  const staff = await makePerson(t, { roles: ['reviewer'] });
  const { rows } = await lookAtCase(as(staff), one?.id ?? 0);
  expect(rows.slice(-2).map(({ quote }) => quote?.text)).toEqual(['更早的消息，不在查看范围内', '第 9 句']);
});
