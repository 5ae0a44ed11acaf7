import { beforeAll, describe, expect, it } from 'vitest';
import { COUNT_MOST } from '#contract/admin.ts';
import { areas } from '#server/areas/index.ts';
import { countKeyset, type KeysetQuery, selectKeyset, sumKeyset } from '#server/db/keyset.ts';
import { BY_TIME, csvPieces, exportList, readList, type StaffList } from '#server/modules/console/index.ts';
import { testApp } from '../support/app.ts';
import { longestTurn, STALL_MS } from '../support/longest-turn.ts';
import { fillTable, KEPT_SHORT, longLists, nodesOf, planOf, rowsRead, WRITTEN_BY_STAFF } from '../support/many-rows.ts';

/** In every table of every list; what is read of them must not grow with it. A million of each: the row "console" of the bench. */
const ROWS = 12_000;
/** Rows that a step may touch: a page, a count to its cap, and what stands between the rows of a filter. */
const READ_MOST = 4_000;

/** Of an export, each five hundred rows. */
const PIECES = 6;

const lists: StaffList[] = longLists();

const t = testApp();
beforeAll(async () => {
  const { pool } = t.booted.pool;
  const tables = new Set<string>();
  for (const list of lists) {
    const plan = await planOf(pool, () => selectKeyset(t.app.db, list.source, NOTHING, { limit: 50 }));
    for (const node of nodesOf(plan)) if (node['Relation Name']) tables.add(node['Relation Name']);
  }
  for (const table of tables) await fillTable(pool, table, { rows: ROWS, seldom: 20, rare: 50 });
});

const NOTHING: KeysetQuery = { filters: {}, search: '', order: '' };

/** What read too much, in words. */
async function tooMuch(list: StaffList, query: KeysetQuery, after?: readonly [string, string]): Promise<string[]> {
  const named = `${list.key} ${new URLSearchParams({ ...query.filters, q: query.search, order: query.order })}${after ? ' later' : ''}`;
  const page = rowsRead(
    await planOf(t.booted.pool.pool, () => selectKeyset(t.app.db, list.source, query, { limit: 50, ...(after ? { after } : {}) })),
  );
  const count = after ? 0 : rowsRead(await planOf(t.booted.pool.pool, () => countKeyset(t.app.db, list.source, query, COUNT_MOST)));
  return [
    ...(page > READ_MOST ? [`${named}: ${page} rows for a page`] : []),
    ...(count > READ_MOST ? [`${named}: ${count} rows for a count`] : []),
  ];
}

/** The place of a row in the middle of the list. */
async function middle(list: StaffList, order: string): Promise<readonly [string, string] | undefined> {
  const { rows } = await selectKeyset(t.app.db, list.source, { ...NOTHING, order }, { limit: ROWS / 2 });
  return rows.at(-1)?.cursor;
}

describe.each(lists.map((list) => [list.key, list] as const))('the list %s at many rows', (_key, list) => {
  it('reads a page and its count, in every order, from its beginning and from its middle', async () => {
    const found: string[] = [];
    for (const { key: order } of list.orders) {
      found.push(...(await tooMuch(list, { ...NOTHING, order })));
      found.push(...(await tooMuch(list, { ...NOTHING, order }, await middle(list, order))));
    }
    expect(found).toEqual([]);
  });

  it('reads what a filter leaves', async () => {
    const found: string[] = [];
    for (const { key, kind, options = [] } of list.filters) {
      if (kind === 'choice')
        for (const { value } of options) found.push(...(await tooMuch(list, { ...NOTHING, filters: { [key]: value } })));
      // a day before which little lies, and one after the last row; other orders than by time may meet what they do not show
      if (kind === 'day')
        for (const { key: order } of list.orders.filter((one) => BY_TIME.some((time) => time.key === one.key)))
          for (const day of ['2026-01-02', '2026-06-01'])
            found.push(...(await tooMuch(list, { ...NOTHING, order, filters: { [key]: day } })));
      if (kind === 'number' || kind === 'person') found.push(...(await tooMuch(list, { ...NOTHING, filters: { [key]: '77' } })));
    }
    for (const { query } of list.waits ?? [])
      found.push(...(await tooMuch(list, { ...NOTHING, filters: Object.fromEntries(new URLSearchParams(query)) })));
    expect(found).toEqual([]);
  });
});

it.each(lists.filter(({ search }) => search !== '').map((list) => [list.key, list] as const))(
  'the list %s finds what is searched for by an index',
  async (_key, list) => {
    const found: string[] = [];
    for (const search of ['777', 't777', '13000000777', '202611230000000000000000', 'P202611230000000000000000', '没有这样的名称'])
      for (const people of [[77, 78], []]) found.push(...(await tooMuch(list, { ...NOTHING, search, people })));
    expect(found).toEqual([]);
  },
);

it.each(lists.filter(({ sums }) => sums).map((list) => [list.key, list] as const))(
  'the list %s adds up what lies between two days, and nothing else',
  async (_key, list) => {
    const days = { from: '2026-01-04', to: '2026-01-04' };
    const words = list.filters.flatMap(({ key, options = [] }) => options.map(({ value }) => ({ [key]: value })));
    for (const more of [{}, ...words]) {
      const query = { ...NOTHING, filters: { ...days, ...more } };
      expect(rowsRead(await planOf(t.booted.pool.pool, () => sumKeyset(t.app.db, list.source, query)))).toBeLessThan(READ_MOST);
      expect(await tooMuch(list, query)).toEqual([]);
    }
  },
);

it('A13 a page and an export of no list hold a turn of the event loop', { timeout: 300_000 }, async () => {
  const staff = t.ctx({ kind: 'user', user_id: 1, token_id: 0, roles: ['admin', 'operator', 'finance'], address: '' });
  const held: string[] = [];
  for (const { key } of lists) {
    const page = await longestTurn(() => readList(staff, { list: key, query: '', after: '', before: '', limit: 100 }));
    const leaves = await longestTurn(async () => {
      const pieces = csvPieces((await exportList(staff, { list: key, query: '', columns: [] })).rows);
      for (let nth = 0; nth < PIECES && !(await pieces.next()).done; nth++);
    });
    if (page >= STALL_MS || leaves >= STALL_MS) held.push(`${key}: ${page} ms a page, ${leaves} ms an export`);
  }
  expect(held).toEqual([]);
});

it('knows which lists are long: a new one is held to it', () => {
  const all = areas.flatMap((area) => area.staff_lists ?? []).map(({ key }) => key);
  expect([...WRITTEN_BY_STAFF, ...KEPT_SHORT].filter((key) => !all.includes(key))).toEqual([]);
  expect(lists.length).toBeGreaterThan(25);
});
