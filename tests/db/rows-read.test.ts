import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { CHAT_CALLS } from '#contract/chat.ts';
import type { Order } from '#contract/order.ts';
import { testApp } from '../support/app.ts';
import { settleOutbox } from '../support/catalog.ts';
import { makeItem } from '../support/item-world.ts';
import { fillTable } from '../support/many-rows.ts';
import { giveBalance, makePerson, makeItem as makeWork, type Person } from '../support/market.ts';

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

interface Touched {
  name: string;
  added: number;
  read: number;
}

/** What every table was added and what was read of it until now; parts count for their table. */
async function touched(): Promise<Map<string, Touched>> {
  await Promise.all(Array.from({ length: 10 }, () => pool().query('select pg_stat_force_next_flush(), pg_sleep(0.05)')));
  const { rows } = await pool().query<Touched>(
    `select coalesce(i.inhparent, s.relid)::regclass::text as name, sum(n_tup_ins)::float8 as added,
       sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as read
     from pg_stat_user_tables s left join pg_inherits i on i.inhrelid = s.relid where s.schemaname = 'public' group by 1`,
  );
  return new Map(rows.map((row) => [row.name, row]));
}

/** All of it is over and done: nothing waits to be delivered. New rows are numbered behind it. */
async function fill(table: string): Promise<void> {
  await fillTable(pool(), table, { rows: ROWS, seldom: 20, rare: 10 * ROWS });
  await pool().query(
    `select setval(pg_get_serial_sequence($1, attname), ${2 * ROWS}) from pg_attribute
     where attrelid = $1::regclass and attidentity <> '' and pg_sequence_last_value(pg_get_serial_sequence($1, attname)::regclass) < ${2 * ROWS}`,
    [table],
  );
}

it('what people do reads as little of a table that strangers filled as of an empty one', async () => {
  const before = await touched();
  await days();
  const after = await touched();
  const grows = [...after.values()].filter(({ name, added }) => added > (before.get(name)?.added ?? 0)).map(({ name }) => name);
  expect(grows).toEqual(
    expect.arrayContaining(['orders', 'ledger_entries', 'ledger_transfers', 'grants', 'outbox', 'notices', 'collects']),
  );
  for (const table of grows) await fill(table);
  // plans of the first rows are made anew
  await days();
  const began = await touched();
  await days();
  const ended = await touched();
  const much = grows.flatMap((name) => {
    const read = ((ended.get(name)?.read ?? 0) - (began.get(name)?.read ?? 0)) / PEOPLE;
    return read > READ_MOST ? [`${name}: ${read.toFixed(0)} rows a person`] : [];
  });
  expect(much).toEqual([]);
});
