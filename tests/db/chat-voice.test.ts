import { beforeEach, expect, it } from 'vitest';
import { createCtx } from '#server/app/ctx.ts';
import {
  actOnMessage,
  askAbout,
  conversationOf,
  lookAtCase,
  messageEvents,
  openFile,
  reportMessage,
  type SendInput,
  searchMessages,
  sendMessage,
} from '#server/modules/chat/index.ts';
import { chat_cases, chat_files } from '#server/modules/chat/tables.ts';
import { storeOriginal } from '#server/modules/publishing/index.ts';
import { testApp } from '../support/app.ts';
import { makeItem } from '../support/market.ts';
import { makePerson, type Person } from '../support/people.ts';
import { silence } from '../support/voice.ts';

const t = testApp();
let asker: Person;
let owner: Person;
let id: number;
let sent = 0;

const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const upload = (person: Person, data: Buffer) => storeOriginal(as(person), { purpose: 'voice', name: '语音.wav', data });
const speak = (person: Person, file_id: number, over: Partial<SendInput> = {}) =>
  sendMessage(as(person), {
    ...{ id, client_id: `voice-${++sent}-x`, type: 'voice', text: '', file_id, wave: '0v8', item_id: 0, price: null, confirmed: true },
    ...over,
  });
const rows = async (person: Person) => (await messageEvents(as(person), id, 0, 100)).map(({ data }) => data);
const ticketOf = (src = '') => {
  const query = new URL(src, 'http://x').searchParams;
  const number = (name: string) => Number(query.get(name));
  const sign = query.get('sign') ?? '';
  return {
    ...{ id: number('id'), user_id: number('user_id'), case_id: number('case_id'), login: number('login') },
    expires: number('expires'),
    sign,
  };
};

beforeEach(async () => {
  asker = await makePerson(t);
  owner = await makePerson(t);
  id = (await askAbout(as(asker), { kind: 'item', id: await makeItem(t, owner.id) })).id;
});

it('a voice is sent and heard by the two alone, quoted and listed by its length, and by no words', async () => {
  const file_id = await upload(asker, silence(12_300));
  await expect(speak(owner, file_id)).rejects.toMatchObject({ status: 404 });
  await speak(asker, file_id);
  const [theirs] = await rows(owner);
  expect(theirs).toMatchObject({ type: 'voice', text: '', voice: { ms: 12_300, wave: '0v8' }, file: { name: '语音.wav', width: 0 } });
  expect((await openFile(as(owner), ticketOf(theirs?.file?.src))).type).toBe('audio/wav');
  expect((await conversationOf(as(owner), id)).last_text).toBe('[语音] 12 秒');
  const answer = await speak(owner, 0, { type: 'text', text: '听到了', quote: 1 });
  expect(answer.quote?.text).toBe('[语音] 12 秒');
  expect((await searchMessages(as(owner), { q: '语音', page: 1 })).list).toEqual([]);
});

it('what is no voice is refused when it is uploaded, and another file is not sent as one', async () => {
  const long = silence(60_000);
  await upload(asker, long);
  for (const data of [silence(300), Buffer.concat([long, Buffer.alloc(64)]), Buffer.from('<script>alert(1)</script>'.padEnd(40_000))]) {
    await expect(upload(asker, data)).rejects.toThrow();
  }
  const pdf = await storeOriginal(as(asker), { purpose: 'opaque', name: '图.pdf', data: Buffer.from('%PDF-1.7 plan '.padEnd(80)) });
  await expect(speak(asker, pdf)).rejects.toThrow('这不是一段语音');
  // named as a file it is saved, and not played
  await speak(asker, await upload(asker, silence(900)), { type: 'file' });
  const [file] = await rows(owner);
  expect([file?.voice, (await openFile(as(owner), ticketOf(file?.file?.src))).type]).toEqual([null, 'application/octet-stream']);
});

it('the same id sent 64 times is one voice, and taken back it is heard no more', async () => {
  const file_id = await upload(asker, silence(1_000));
  const client_id = 'voice-at-once';
  const all = await Promise.allSettled(Array.from({ length: 64 }, () => speak(asker, file_id, { client_id })));
  expect(all.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
  const [one, ...more] = await rows(owner);
  expect([one?.type, more]).toEqual(['voice', []]);
  expect((await t.app.db.select().from(chat_files)).filter(({ conversation_id }) => conversation_id === id)).toHaveLength(1);
  await actOnMessage(as(asker), { id, seq: 1, act: 'recall' });
  expect((await rows(owner))[0]).toMatchObject({ state: 'recalled', voice: null, file: null });
  await expect(openFile(as(owner), ticketOf(one?.file?.src))).rejects.toMatchObject({ status: 404 });
});

it('staff hear a voice that was reported', async () => {
  await speak(asker, await upload(asker, silence(2_000)));
  await reportMessage(as(owner), { id, seq: 1, reason: '骚扰' });
  const [one] = (await t.app.db.select().from(chat_cases)).filter(({ conversation_id }) => conversation_id === id);
  const staff = await makePerson(t, { roles: ['reviewer'] });
  const [row] = (await lookAtCase(as(staff), one?.id ?? 0)).rows;
  expect(row?.voice).toEqual({ ms: 2_000, wave: '0v8' });
  expect((await openFile(as(staff), ticketOf(row?.file?.src))).type).toBe('audio/wav');
});
