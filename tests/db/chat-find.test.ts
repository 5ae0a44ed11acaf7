import { beforeEach, expect, it } from 'vitest';
import { createCtx } from '#server/app/ctx.ts';
import { actOnMessage, askAbout, findInTalk, messagesAt, sendMessage } from '#server/modules/chat/index.ts';
import { testApp } from '../support/app.ts';
import { makeItem } from '../support/market.ts';
import { makePerson, type Person } from '../support/people.ts';

const t = testApp();
let asker: Person;
let owner: Person;
let id: number;
let sent = 0;

const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const say = (person: Person, text: string, of = id) =>
  sendMessage(as(person), {
    ...{ id: of, client_id: `find-${++sent}-x`, type: 'text', text, file_id: 0, item_id: 0, price: null, confirmed: true },
  });

beforeEach(async () => {
  asker = await makePerson(t);
  owner = await makePerson(t);
  id = (await askAbout(as(asker), { kind: 'item', id: await makeItem(t, owner.id) })).id;
});

it('words are found in this conversation alone, whatever their case, as they stand, and without what was taken back', async () => {
  await say(asker, '场地 Demo 在上海');
  await say(owner, '50%_的 demo');
  await say(asker, '没有关系');
  const other = await askAbout(as(asker), { kind: 'item', id: await makeItem(t, owner.id) });
  await say(asker, '别处的 demo', other.id);
  expect(await findInTalk(as(owner), { id, q: 'DEMO' })).toEqual({ seqs: [2, 1], more: false });
  expect(await findInTalk(as(owner), { id, q: '%_' })).toEqual({ seqs: [2], more: false });
  expect((await messagesAt(as(owner), id, [2, 1])).map(({ text }) => text)).toEqual(['场地 Demo 在上海', '50%_的 demo']);
  await actOnMessage(as(owner), { id, seq: 2, act: 'recall' });
  expect(await findInTalk(as(asker), { id, q: 'demo' })).toEqual({ seqs: [1], more: false });
  const stranger = await makePerson(t);
  await expect(findInTalk(as(stranger), { id, q: 'demo' })).rejects.toMatchObject({ status: 404 });
  await expect(messagesAt(as(stranger), id, [1])).rejects.toMatchObject({ status: 404 });
});

it('200 places are named, in the newest 20,000 messages, and it says that there may be more', async () => {
  await say(asker, '第一句');
  const { pool } = t.booted.pool;
  await pool.query(
    `insert into chat_messages (conversation_id, seq, sender_id, type, body, created_at)
     select $1, n, $2::bigint, 'text', case when n % 90 = 0 then '预算' else '第一句' end, now() from generate_series(2, 30000) n`,
    [id, asker.id],
  );
  await pool.query('update chat_conversations set last_seq = 30000 where id = $1', [id]);
  await pool.query('update chat_members set last_seq = 30000 where conversation_id = $1', [id]);
  const found = await findInTalk(as(asker), { id, q: '预算' });
  expect([found.seqs.length, found.seqs[0], found.more]).toEqual([200, 29_970, true]);
  expect((await findInTalk(as(asker), { id, q: '没说过' })).more).toBe(true);
});
