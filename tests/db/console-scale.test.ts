import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COUNT_MOST } from '#contract/admin.ts';
import { KINDS } from '#contract/kinds.ts';
import { areas } from '#server/areas/index.ts';
import { countKeyset, type KeysetQuery, selectKeyset } from '#server/db/keyset.ts';
import type { StaffList } from '#server/modules/console/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

/** In every table of every list; what is read of them must not grow with it. */
const ROWS = 12_000;
/** Rows that a step may touch: a page, a count to its cap, and what stands between the rows of a filter. */
const READ_MOST = 4_000;
/** Written by staff by hand, so that there are hundreds: what sorts them may read them all. */
const WRITTEN_BY_STAFF = new Set([
  ...['banners', 'announcements', 'campaigns', 'rounds', 'coupons', 'coupon_batches', 'goods', 'tasks', 'unions', 'demandLabels', 'topics'],
]);
/** Kept short by the queue itself, which deletes what is over. */
const KEPT_SHORT = new Set(['jobs']);

const lists: StaffList[] = areas
  .flatMap((area) => area.staff_lists ?? [])
  .filter(({ key }) => !WRITTEN_BY_STAFF.has(key) && !KEPT_SHORT.has(key));

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  const tables = new Set<string>();
  for (const list of lists) {
    const plan = await planOf(() => selectKeyset(t.app.db, list.source, NOTHING, { limit: 50 }));
    for (const node of nodesOf(plan)) if (node['Relation Name']) tables.add(node['Relation Name']);
  }
  for (const table of tables) await fill(table);
});
afterAll(() => t.stop());

const NOTHING: KeysetQuery = { filters: {}, search: '', order: '' };

/** What a column holds where its type alone does not say it. */
const OWN: Readonly<Record<string, string>> = {
  'items.kind': `(array[${Object.values(KINDS).map(({ code }) => code)}])[1 + n % ${Object.keys(KINDS).length}]`,
  'items.status': `case when n % 20 = 0 then (array['draft','reviewing','rejected','taken_down'])[1 + n / 20 % 4] else 'published' end`,
  'orders.status': 'case when n % 20 = 0 then 1 + n / 20 % 3 else 2 end',
  'users.mobile': '(13000000000 + n)::text',
  'users.roles': `case when n % 500 = 0 then array['operator'] else '{}' end`,
  'users.works_num': 'case when n % 50 = 0 then 3 else 0 end',
  'invites.flags': `case when n % 100 = 0 then array['device'] else '{}' end`,
  'assistant_answers.vote': 'case when n % 20 = 0 then 1 else 0 end',
  'outbox.delivered_at': 'case when n % 50 <> 0 then now() end',
  'refunds.status': `case when n % 50 = 0 then 'waiting' else 'done' end`,
  'salon_recaps.state': `case when n % 50 = 0 then 'draft' else 'published' end`,
  'salon_recaps.submitted': `case when n % 50 = 1 then '{"pictures":[]}'::jsonb end`,
  'salon_recaps.reject_reason': `case when n % 50 = 2 then 't' else '' end`,
  'salon_checkins.result': `case when n % 20 = 0 then 'used' else 'ok' end`,
  'union_rights.state': `case when n % 20 = 0 then (array['held','waiting','ending','ended'])[1 + n / 20 % 4] else 'active' end`,
  'shops.licence': `case when n % 50 = 0 then '' else 't' || n end`,
  'comments.report_num': 'case when n % 100 = 0 then 1 else 0 end',
};

/** Rows that look like any: numbers that count up, states of which one is frequent, times that go on, references to the row of that number. */
async function fill(table: string): Promise<void> {
  const { rows: columns } = await t.app.db.execute<{ name: string; type: string; needed: boolean; check: string | null }>(sql`
    select a.attname as name, format_type(a.atttypid, null) as type, a.attnotnull as needed,
      (select string_agg(pg_get_constraintdef(c.oid), ' ') from pg_constraint c
        where c.conrelid = a.attrelid and c.contype = 'c' and c.conkey = array[a.attnum]) as check
    from pg_attribute a where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`);
  const values = columns.map(({ name, type, needed, check }) => {
    const own = OWN[`${table}.${name}`];
    if (own) return own;
    const words = [...(check ?? '').matchAll(/'([a-z_]+)'::text/g)].map(([, word]) => `'${word}'`);
    const made =
      words.length > 0 && type === 'text'
        ? `(array[${words}])[case when n % 20 = 0 then 1 + n / 20 % ${words.length} else 1 end]`
        : madeOf(type);
    return needed || words.length > 0 || !type.startsWith('timestamp') ? made : `case when n % 50 = 0 then ${made} end`;
  });
  await t.app.db.transaction(async (db) => {
    await db.execute(sql`set local session_replication_role = replica`);
    const { rows: checks } = await db.execute<{ name: string }>(
      sql`select conname as name from pg_constraint where conrelid = ${table}::regclass and contype = 'c'`,
    );
    for (const { name } of checks) await db.execute(sql.raw(`alter table ${table} drop constraint "${name}"`));
    await db.execute(
      sql.raw(
        `insert into ${table} (${columns.map(({ name }) => `"${name}"`)}) overriding system value
         select ${values} from generate_series(1, ${ROWS}) n on conflict do nothing`,
      ),
    );
  });
  await t.app.db.execute(sql.raw(`vacuum analyze ${table}`));
}

function madeOf(type: string): string {
  switch (type) {
    case 'bigint':
    case 'integer':
    case 'double precision':
    case 'numeric':
      return 'n';
    case 'smallint':
      return 'n % 5';
    case 'boolean':
      return 'n % 50 = 0';
    case 'text':
      return `'t' || n`;
    case 'timestamp with time zone':
      return `timestamptz '2026-01-01' + n * interval '1 minute'`;
    case 'date':
      return `date '2026-01-01' + n % 300`;
    case 'uuid':
      return 'gen_random_uuid()';
    case 'jsonb':
      return `'[]'::jsonb`;
    case 'text[]':
      return `array['t' || n]`;
    case 'bigint[]':
    case 'integer[]':
    case 'smallint[]':
      return `'{}'`;
    case 'tsvector':
      return `''::tsvector`;
    case 'bytea':
      return `''::bytea`;
    default:
      throw new Error(`no value for the type ${type}`);
  }
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Rows that the step of the plan which touched most of them touched, those thrown away too. */
const rowsRead = (plan: PlanNode): number =>
  Math.max(
    ...nodesOf(plan).map(
      (node) =>
        node['Actual Loops'] *
        (node['Actual Rows'] +
          (node['Rows Removed by Filter'] ?? 0) +
          (node['Rows Removed by Join Filter'] ?? 0) +
          (node['Rows Removed by Index Recheck'] ?? 0)),
    ),
  );

/** Runs the query with the planner's account of it. */
async function planOf(work: () => Promise<unknown>): Promise<PlanNode> {
  const { pool } = t.booted.pool;
  const query = pool.query.bind(pool);
  let plan: PlanNode | undefined;
  pool.query = (async (config: { text: string; values?: unknown[] }, values?: unknown[]) => {
    const { rows } = await query(`explain (analyze, format json) ${config.text}`, values ?? config.values);
    plan = (rows[0] as { 'QUERY PLAN': Array<{ Plan: PlanNode }> })['QUERY PLAN'][0]?.Plan;
    return query(config as never, values as never);
  }) as never;
  try {
    await work();
  } finally {
    pool.query = query as never;
  }
  if (!plan) throw new Error('nothing was asked');
  return plan;
}

/** What read too much, in words. */
async function tooMuch(list: StaffList, query: KeysetQuery, after?: readonly [string, string]): Promise<string[]> {
  const named = `${list.key} ${new URLSearchParams({ ...query.filters, q: query.search, order: query.order })}${after ? ' later' : ''}`;
  const page = rowsRead(await planOf(() => selectKeyset(t.app.db, list.source, query, { limit: 50, ...(after ? { after } : {}) })));
  const count = after ? 0 : rowsRead(await planOf(() => countKeyset(t.app.db, list.source, query, COUNT_MOST)));
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
      if (kind === 'number') found.push(...(await tooMuch(list, { ...NOTHING, filters: { [key]: '77' } })));
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
      found.push(...(await tooMuch(list, { ...NOTHING, search })));
    expect(found).toEqual([]);
  },
);

it('knows which lists are long: a new one is held to it', () => {
  const all = areas.flatMap((area) => area.staff_lists ?? []).map(({ key }) => key);
  expect([...WRITTEN_BY_STAFF, ...KEPT_SHORT].filter((key) => !all.includes(key))).toEqual([]);
  expect(lists.length).toBeGreaterThan(25);
});
