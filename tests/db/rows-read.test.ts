import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { CHAT_CALLS } from '#contract/chat.ts';
import type { Order } from '#contract/order.ts';
import { testApp } from '../support/app.ts';
import { settleOutbox } from '../support/catalog.ts';
import { makeItem } from '../support/item-world.ts';
import { fillWithStrangers } from '../support/many-rows.ts';
import { giveBalance, makePerson, makeItem as makeWork, type Person } from '../support/market.ts';
import { readMuch, rowsTouched } from '../support/rows-touched.ts';

/** In every table that people's acts add rows to: as many as the acts of strangers left there. */
const ROWS = 10_000;
/** What one person's acts may read of one table, whatever lies in it; a badge of unread notices counts a hundred each time. */
const READ_MOST = 200;
const PEOPLE = 64;

const t = testApp({ env: { DATABASE_POOL: '10' } });
const pool = () => t.booted.pool.pool;
let publisher: Person;
let works: number[];

beforeAll(async () => {
  publisher = await makePerson(t);
  works = await Promise.all(
    Array.from({ length: 2 }, async () => (await makeItem(t, { publisher_id: publisher.id, price_fen: 9_900 })).id),
  );
});

async function done<T>(token: string | null, path: string, body: object): Promise<T> {
  const answer = await t.call<T>('POST', path, { ...(token ? { token } : {}), body });
  if (answer.body.code !== 0) throw new Error(`${path}: ${answer.body.msg}`);
  return answer.body.data;
}

/** What a person does on an ordinary day: buys in three ways, downloads, gives back, collects, follows, writes. */
async function day(person: Person): Promise<void> {
  const [first, third] = works;
  const second = await makeWork(t, (await makePerson(t)).id);
  const place = (id: number | undefined) => done<Order>(person.token, '/scheme/buy/order', { id });
  const { orderid } = await place(first);
  await done(null, '/sandbox/pay', { orderid, channel: 'wechat', result: 'success' });
  await done(person.token, '/scheme/index/downloadurl', { id: first });
  await giveBalance(t, person.id, 10_000);
  const balance = await done<Order>(person.token, '/scheme/buy/order', { id: second, balance: 1 });
  if (balance.status !== 2) await done(person.token, '/api/order/balance', { orderid: balance.orderid });
  await done(person.token, '/api/order/refund', { orderid: balance.orderid, reason: '买错了' });
  await done(person.token, '/api/order/close', { orderid: (await place(third)).orderid });
  await done(person.token, '/api/tools/collect', { rid: first, type: 3 });
  await done(person.token, '/api/tools/focus', { rid: publisher.id, type: 2 });
  const { id } = await done<{ id: number }>(person.token, CHAT_CALLS.open, { kind: 'item', id: first });
  for (const text of ['请问可以改吗', '谢谢'])
    await done(person.token, CHAT_CALLS.send, { id, client_id: randomUUID(), type: 'text', text });
  for (const who of [person, publisher]) await t.call('GET', CHAT_CALLS.conversation, { token: who.token, query: { id } });
}

async function days(): Promise<void> {
  await Promise.all(Array.from({ length: PEOPLE }, async () => day(await makePerson(t))));
  await settleOutbox(t.ctx());
}

it('what people do reads as little of a table that strangers filled as of an empty one', async () => {
  const before = await rowsTouched(pool());
  await days();
  const after = await rowsTouched(pool());
  const grows = [...after].flatMap(([name, { added }]) => (added > (before.get(name)?.added ?? 0) ? [name] : []));
  expect(grows).toEqual(
    expect.arrayContaining(['orders', 'ledger_entries', 'ledger_transfers', 'grants', 'outbox', 'notices', 'collects']),
  );
  for (const table of grows) await fillWithStrangers(pool(), table, ROWS);
  // plans of the first rows are made anew
  await days();
  const began = await rowsTouched(pool());
  await days();
  const much = readMuch(began, await rowsTouched(pool()), READ_MOST * PEOPLE).filter(([name]) => grows.includes(name));
  expect(much.map(([name, rows]) => `${name}: ${rows / PEOPLE} rows a person`)).toEqual([]);
});
