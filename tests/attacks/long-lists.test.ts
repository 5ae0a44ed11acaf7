import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import type { Ctx } from '#server/app/ctx.ts';
import { selectKeyset } from '#server/db/keyset.ts';
import { LoopWatch } from '#server/http/loop-watch.ts';
import { exportList, readList } from '#server/modules/console/index.ts';
import { nearWords, searchItems } from '#server/modules/search/index.ts';
import { billRunsCsv } from '#server/views/admin/bill-runs-csv.ts';
import { incomeCsv } from '#server/views/admin/income.ts';
import { ordersCsv } from '#server/views/orders-csv.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeItem, settleOutbox } from '../support/catalog.ts';
import { fillTable, longLists, nodesOf, planOf } from '../support/many-rows.ts';
import { makePerson } from '../support/people.ts';

/** Of every table; several pieces of an export. */
const ROWS = 3_000;
/** From here on others notice (loop-watch.ts). */
const STALL_MS = 50;

let t: TestApp;
let staff: Ctx;
let buyer: Ctx;
beforeAll(async () => {
  t = await startTestApp();
  const person = await makePerson(t);
  const admin = await makePerson(t, { roles: ['admin', 'operator'] });
  staff = t.ctx(admin.actor);
  buyer = t.ctx((await makePerson(t)).actor);
  for (let n = 0; n < 40; n++)
    await makeItem(t.ctx(), { kind: KINDS.scheme, publisher_id: person.id, title: `山谷露营音乐节第${n}场`, tags: [`国潮${n}`, '年会'] });
  await settleOutbox(t.ctx());
  const { pool } = t.booted.pool;
  const tables = new Set<string>();
  for (const list of longLists()) {
    const plan = await planOf(pool, () => selectKeyset(t.app.db, list.source, { filters: {}, search: '', order: '' }, { limit: 50 }));
    for (const node of nodesOf(plan)) if (node['Relation Name']) tables.add(node['Relation Name']);
  }
  for (const table of tables) await fillTable(pool, table, { rows: ROWS, seldom: 20, rare: 50 });
  // small numbers that count up are kinds here, of which there is no 0
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns where column_name = 'kind' and data_type = 'smallint' and table_name = any($1)`,
    [[...tables].filter((table) => table !== 'items')],
  );
  for (const { name } of rows) await pool.query(`update ${name} set kind = 1 + kind % 4`);
  await t.app.db.execute(sql`update orders set buyer_id = ${buyer.actor.kind === 'user' ? buyer.actor.user_id : 0} where id % 2 = 0`);
});
afterAll(() => t?.stop());

/** The longest turn of the event loop while this runs: the least of three, because code is compiled in the first. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3 && least >= STALL_MS; run++) {
    const watch = new LoopWatch();
    watch.start();
    await work();
    watch.look();
    watch.stop();
    least = Math.max(0, ...watch.take().map(({ ms }) => ms));
  }
  return least;
}

async function taken(pieces: AsyncIterable<string>): Promise<number> {
  let size = 0;
  for await (const piece of pieces) size += piece.length;
  return size;
}

it('A13 no list of the console and no export of one holds the event loop', { timeout: 600_000 }, async () => {
  const held: string[] = [];
  for (const { key: list } of longLists()) {
    const ms = await longestTurn(async () => {
      await readList(staff, { list, query: '', after: '', before: '', limit: 100 });
      expect([list, (await taken((await exportList(staff, { list, query: '', columns: [] })).pieces)) > 0]).toEqual([list, true]);
    });
    if (ms >= STALL_MS) held.push(`${list}: ${ms} ms`);
  }
  expect(held).toEqual([]);
});

it('A13 neither do bills, own orders, nor near words', { timeout: 300_000 }, async () => {
  const works: Record<string, () => Promise<unknown>> = {
    'income of a year': () => incomeCsv(staff, 365 as never),
    'runs of the bill': () => billRunsCsv(staff),
    'own orders': () => taken(ordersCsv(buyer, { subject: null } as never)),
    'near words': () => nearWords(t.ctx(), '山骨路营音月节第十二场国朝年会晚宴发布会团建策划'),
    'a search that finds nothing': () => searchItems(t.ctx(), KINDS.scheme, { keyword: '山骨路营音月节鲸落海岸漂流瓶', page: 1 }),
  };
  const held: string[] = [];
  for (const [name, work] of Object.entries(works)) {
    const ms = await longestTurn(work);
    if (ms >= STALL_MS) held.push(`${name}: ${ms} ms`);
  }
  expect(held).toEqual([]);
});
