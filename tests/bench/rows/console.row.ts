import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { COUNT_MOST } from '#contract/admin.ts';
import { createCtx } from '#server/app/ctx.ts';
import { type Booted, boot } from '#server/boot.ts';
import { readConfig } from '#server/config/config.ts';
import { ensureDatabase, startCluster } from '#server/db/cluster.ts';
import { countKeyset, type KeysetQuery, selectKeyset } from '#server/db/keyset.ts';
import { readList, type StaffList, searchConsole } from '#server/modules/console/index.ts';
import { listReviews } from '#server/modules/review/index.ts';
import { todayFacts } from '#server/views/admin/overview.ts';
import { staffUser } from '#server/views/admin/staff-user.ts';
import { fillTable, longLists, nodesOf, planOf, rowsRead } from '../../support/many-rows.ts';
import type { Result, Row } from '../row.ts';

const ROWS = Number(process.env['CONSOLE_ROWS'] ?? 1_000_000);
/** A folder in which the rows stay for the next run. */
const KEPT = process.env['CONSOLE_KEPT'] ?? '';
/** The tables that grow first. The others get a tenth: a site has fewer salons and parcels than notices. */
const LARGEST = new Set([
  ...['users', 'orders', 'items', 'reviewables', 'accounts', 'ledger_entries', 'ledger_transfers', 'audit_log', 'notices'],
  ...['outbox', 'chat_messages', 'demands', 'comments'],
]);
/** Two hundred rows of a million are in a state that most are not in: less than a reader of the newest would ever meet. */
const SELDOM = 5_000;
const GOAL_MS = 100;
/** More than this of a million was not found but looked for. */
const SCAN = 50_000;
const ROUNDS = 5;
/** Read by screens that are no lists, and by what lists say beside their rows. */
const BESIDE = [
  ...['reviewables', 'accounts', 'ledger_entries', 'ledger_transfers', 'notices', 'grants', 'tokens'],
  ...['user_coupons', 'user_vouchers', 'invoices', 'bill_differences', 'chat_messages', 'demands', 'audit_log'],
];
const SEARCHES = ['777777', 't777777', '13000777777', '202611230000000000000000', 'P202611230000000000000000', '没有这样的名称'];
const NOTHING: KeysetQuery = { filters: {}, search: '', order: '' };

/** 1,000,000 rows in the largest tables that the console reads, 100,000 in the others: each list by order, filter, search and place, the desk, today, a user. */
const row: Row = {
  name: 'console',
  async run() {
    const dir = KEPT || mkdtempSync(join(tmpdir(), 'cemao-bench-console-'));
    mkdirSync(dir, { recursive: true });
    chmodSync(dir, 0o755);
    // only reads are measured
    const cluster = await startCluster(dir, {
      settings: { fsync: 'off', synchronous_commit: 'off', max_wal_size: '8GB', maintenance_work_mem: '512MB' },
    });
    const url = await ensureDatabase(cluster, 'bench');
    const config = readConfig({ DATABASE_URL: url, DATA_DIR: dir, SEED: 'none', LOG_LEVEL: 'error' });
    // makes the tables of jobs, which the screen "today" reads
    await (await boot(config)).stop();
    const booted = await boot(config, { work: false });
    try {
      await fill(booted);
      return await measure(booted);
    } finally {
      await booted.stop();
      await cluster.stop();
      if (!KEPT) rmSync(dir, { recursive: true, force: true });
    }
  },
};
export default row;

async function fill({ app: { db }, pool: { pool } }: Booted): Promise<void> {
  const { rows: known } = await pool.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c where c.relkind in ('r', 'p')`,
  );
  const tables = new Set(BESIDE.filter((name) => known.some((table) => table.name === name)));
  for (const { source } of longLists()) {
    const plan = await planOf(pool, () => selectKeyset(db, source, NOTHING, { limit: 50 }));
    for (const node of nodesOf(plan)) if (node['Relation Name']) tables.add(node['Relation Name']);
  }
  for (const table of tables) {
    const { rows: there } = await pool.query(`select 1 from ${table} offset ${ROWS / 20} limit 1`);
    if (there.length > 0) continue;
    const began = performance.now();
    await fillTable(pool, table, { rows: LARGEST.has(table) ? ROWS : ROWS / 10, seldom: SELDOM, rare: SELDOM });
    process.stdout.write(`  ${table}: ${Math.round((performance.now() - began) / 1000)} s\n`);
  }
}

interface Asked {
  what: string;
  name: string;
  work(): Promise<unknown>;
  /** The statements of it, for their plans. */
  parts: Array<() => Promise<unknown>>;
}

async function measure({ app, pool: { pool } }: Booted): Promise<Result[]> {
  const ctx = createCtx(app, { kind: 'user', user_id: 1, token_id: 0, roles: ['admin'], address: '10.0.0.1' }, 'bench');
  const asked: Asked[] = [];
  for (const list of longLists()) asked.push(...(await questionsOf(app.db, ctx, list)));
  const screens: Array<[string, () => Promise<unknown>]> = [
    ['today', () => todayFacts(ctx)],
    ['a user', () => staffUser(ctx, 500_000)],
    ...SEARCHES.map((words): [string, () => Promise<unknown>] => [`search ${words}`, () => searchConsole(ctx, words)]),
    ...(['open', 'approved', 'rejected'] as const).map((status): [string, () => Promise<unknown>] => [
      `desk ${status}`,
      () => listReviews(ctx, { type: 'work', status, page: 1, limit: 20 }),
    ]),
  ];
  for (const [name, work] of screens) asked.push({ what: 'other screens', name, work, parts: [] });
  const times = new Map<string, number[]>();
  let slow = 0;
  let scans = 0;
  let failed = 0;
  for (const { what, name, work, parts } of asked) {
    const own: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const began = performance.now();
      try {
        await work();
      } catch (error) {
        if (round === 0) process.stdout.write(`  ${what}, ${name}: ${(error as Error).message.slice(0, 200)}\n`);
        failed++;
      }
      own.push(performance.now() - began);
    }
    const family = times.get(what) ?? [];
    times.set(what, [...family, ...own]);
    const middle = own.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] as number;
    let read = 0;
    for (const part of parts) read = Math.max(read, rowsRead(await planOf(pool, part)));
    if (middle > GOAL_MS) slow++;
    if (read > SCAN) scans++;
    if (middle > GOAL_MS || read > SCAN) process.stdout.write(`  ${what}, ${name}: ${middle.toFixed(0)} ms, ${read} rows read\n`);
  }
  return [...times]
    .map(([what, list]) => {
      const p95 = list.toSorted((a, b) => a - b)[Math.floor(list.length * 0.95)] as number;
      return {
        ...{ what: `console, ${ROWS.toLocaleString('en-US')} rows: ${what}`, goal: `p95 <= ${GOAL_MS} ms` },
        ...{ measured: `${p95.toFixed(1)} ms`, base: `${list.length / ROUNDS} questions`, ratio: '', reached: p95 <= GOAL_MS },
      };
    })
    .concat({
      ...{
        what: 'console: statements that look through a table',
        goal: 'none',
        measured: `${scans}, ${slow} over ${GOAL_MS} ms, ${failed / ROUNDS} failed`,
      },
      ...{ base: `${asked.length} questions`, ratio: '', reached: scans + slow + failed === 0 },
    });
}

/** Everything that a screen may ask of its list. */
async function questionsOf(db: Booted['app']['db'], ctx: Parameters<typeof readList>[0], list: StaffList): Promise<Asked[]> {
  const { source } = list;
  const ask = (
    what: string,
    query: KeysetQuery,
    at: { after?: readonly [string, string]; before?: readonly [string, string] } = {},
  ): Asked => {
    const text = new URLSearchParams({ ...query.filters, q: query.search, order: query.order }).toString();
    const cursor = at.after ?? at.before;
    const written = cursor ? Buffer.from(JSON.stringify(cursor)).toString('base64url') : '';
    return {
      what,
      name: `${list.key} ${text}`,
      work: () =>
        readList(ctx, { list: list.key, query: text, after: at.after ? written : '', before: at.before ? written : '', limit: 50 }),
      parts: [() => selectKeyset(db, source, query, { ...at, limit: 50 }), () => countKeyset(db, source, query, COUNT_MOST)],
    };
  };
  const asked: Asked[] = [];
  for (const { key: order } of list.orders) {
    const cursor = await middleOf(db, source, order);
    asked.push(ask('first pages', { ...NOTHING, order }));
    if (cursor) asked.push(ask('pages in the middle', { ...NOTHING, order }, { after: cursor }));
    if (cursor) asked.push(ask('pages in the middle', { ...NOTHING, order }, { before: cursor }));
    for (const filters of filtersOf(list)) asked.push(ask('filtered and sorted', { ...NOTHING, filters, order }));
  }
  if (list.search !== '') for (const search of SEARCHES) asked.push(ask('searched', { ...NOTHING, search }));
  return asked;
}

function filtersOf({ filters, waits = [] }: StaffList): Array<Record<string, string>> {
  const one = filters.flatMap(({ key, kind, options = [] }) => {
    if (kind === 'choice') return options.map(({ value }) => ({ [key]: value }));
    if (kind === 'number' || kind === 'person') return [{ [key]: '777' }];
    return kind === 'day' ? [{ [key]: '2026-09-01' }] : [];
  });
  return [...one, ...waits.map(({ query }) => Object.fromEntries(new URLSearchParams(query)))];
}

/** The place of a row in the middle, or far behind the beginning of a long one. */
async function middleOf(db: Booted['app']['db'], source: StaffList['source'], order: string): Promise<readonly [string, string] | null> {
  const { by, desc } = source.orders[order] as StaffList['source']['orders'][string];
  const way = sql.raw(desc ? 'desc' : 'asc');
  const { rows } = await db.execute<{ key: string; id: string }>(
    sql`select (${by})::text as key, (${source.id})::text as id from ${source.from}
        order by ${by} ${way}, ${source.id} ${way} offset ${Math.floor(ROWS / 20)} limit 1`,
  );
  return rows[0] ? [rows[0].key, rows[0].id] : null;
}
