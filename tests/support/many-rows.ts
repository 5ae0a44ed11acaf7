import pg from 'pg';
import { KINDS } from '#contract/kinds.ts';
import { areas } from '#server/areas/index.ts';
import type { StaffList } from '#server/modules/console/index.ts';

/** Written by staff by hand, so that there are hundreds: what sorts them may read them all. */
export const WRITTEN_BY_STAFF = new Set([
  ...[
    'banners',
    'announcements',
    'campaigns',
    'rounds',
    'coupons',
    'coupon_batches',
    'goods',
    'tasks',
    'unions',
    'demandLabels',
    'topics',
    'terms',
  ],
]);
/** Kept short by the queue itself, which deletes what is over. */
export const KEPT_SHORT = new Set(['jobs']);

/** Lists of the console that grow with the site. */
export const longLists = (): StaffList[] =>
  areas.flatMap((area) => area.staff_lists ?? []).filter(({ key }) => !WRITTEN_BY_STAFF.has(key) && !KEPT_SHORT.has(key));

export interface ManyRows {
  rows: number;
  /** Every n-th row is in a state that most are not in. */
  seldom: number;
  /** Every n-th is one of a few: a number by which some are left out, a time that most do not have. */
  rare: number;
  /** The rows are numbered from behind this on; default 0. */
  after?: number;
}

/** What a column holds where its type alone does not say it. */
const own = ({ seldom, rare }: ManyRows): Readonly<Record<string, string>> => ({
  'items.kind': `(array[${Object.values(KINDS).map(({ code }) => code)}])[1 + n % ${Object.keys(KINDS).length}]`,
  'items.status': `case when n % ${seldom} = 0 then (array['draft','reviewing','rejected','taken_down'])[1 + n / ${seldom} % 4] else 'published' end`,
  'orders.subject': `'item'`,
  'search_pins.kind': `1`,
  'orders.status': `case when n % ${seldom} = 0 then 1 + n / ${seldom} % 3 else 2 end`,
  'users.mobile': '(13000000000 + n)::text',
  'users.roles': `case when n % ${10 * rare} = 0 then array['operator'] else '{}' end`,
  'users.works_num': `case when n % ${rare} = 0 then 3 else 0 end`,
  'invites.flags': `case when n % ${2 * rare} = 0 then array['device'] else '{}' end`,
  'assistant_answers.vote': `case when n % ${seldom} = 0 then 1 else 0 end`,
  'assistant_answers.tool': `''`,
  'assistant_answers.sources': `'[]'::jsonb`,
  'assistant_answers.looked': `n % ${seldom} = 1`,
  'assistant_answers.removed': 'false',
  'outbox.delivered_at': `case when n % ${rare} <> 0 then now() end`,
  'refunds.status': `case when n % ${rare} = 0 then 'waiting' else 'done' end`,
  'salon_recaps.state': `case when n % ${rare} = 0 then 'draft' else 'published' end`,
  'salon_recaps.submitted': `case when n % ${rare} = 1 then '{"pictures":[]}'::jsonb end`,
  'salon_recaps.reject_reason': `case when n % ${rare} = 2 then 't' else '' end`,
  'salon_checkins.result': `case when n % ${seldom} = 0 then 'used' else 'ok' end`,
  'union_rights.state': `case when n % ${seldom} = 0 then (array['held','waiting','ending','ended'])[1 + n / ${seldom} % 4] else 'active' end`,
  'shops.licence': `case when n % ${rare} = 0 then '' else 't' || n end`,
  'demands.form': `'{"files":[]}'::jsonb`,
  // more than half of the lines are not at a provider
  'ledger_entries.channel': `case when n % 4 = 0 then 'wechat' else '' end`,
  'comments.subject_kind': `'article'`,
  'comments.report_num': `case when n % ${2 * rare} = 0 then 1 else 0 end`,
});

/** Less than a statement may take. */
const AT_ONCE = 100_000;

/**
 * Rows that look like any: numbers that count up, states of which one is frequent, times that go on, references to the row of that number.
 * The table loses its checks; it is thrown away with its database.
 */
export async function fillTable(pool: pg.Pool, table: string, many: ManyRows): Promise<void> {
  const { rows: columns } = await pool.query<{ name: string; type: string; needed: boolean; check: string | null }>(
    `select a.attname as name, format_type(a.atttypid, null) as type, a.attnotnull as needed,
       (select string_agg(pg_get_constraintdef(c.oid), ' ') from pg_constraint c
         where c.conrelid = a.attrelid and c.contype = 'c' and c.conkey = array[a.attnum]) as check
     from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`,
    [table],
  );
  const said = own(many);
  const values = columns.map(({ name, type, needed, check }) => {
    const mine = said[`${table}.${name}`];
    if (mine) return mine;
    const words = [...(check ?? '').matchAll(/'([a-z_]+)'::text/g)].map(([, word]) => `'${word}'`);
    const made =
      words.length > 0 && type === 'text'
        ? `(array[${words}])[case when n % ${many.seldom} = 0 then 1 + n / ${many.seldom} % ${words.length} else 1 end]`
        : madeOf(type, many);
    return needed || words.length > 0 || !type.startsWith('timestamp') ? made : `case when n % ${many.rare} = 0 then ${made} end`;
  });
  const client = await pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    const { rows: checks } = await client.query<{ name: string }>(
      `select conname as name from pg_constraint where conrelid = $1::regclass and contype = 'c'`,
      [table],
    );
    for (const { name } of checks) await client.query(`alter table ${table} drop constraint "${name}"`);
    await client.query('set statement_timeout = 0');
    // made anew over all rows they cost a tenth of what they cost row by row; unique ones say which rows fit
    const { rows: indexes } = await client.query<{ name: string; text: string }>(
      `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as text from pg_index i
       where i.indrelid = $1::regclass and not i.indisunique and $2 > ${AT_ONCE}`,
      [table, many.rows],
    );
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    const { after = 0 } = many;
    for (let from = 1; from <= many.rows; from += AT_ONCE)
      await client.query(
        `insert into ${table} (${columns.map(({ name }) => pg.escapeIdentifier(name))}) overriding system value
         select ${values} from generate_series(${after + from}, ${after + Math.min(from + AT_ONCE - 1, many.rows)}) n${many.rows > 1 ? ' on conflict do nothing' : ''}`,
      );
    for (const { text } of indexes) await client.query(text);
    await client.query(`vacuum analyze ${table}`);
  } finally {
    await client.query('reset all');
    client.release();
  }
}

/** Behind the numbers of whom a test makes. */
const STRANGERS = 100_000;

/** Rows of strangers that are over and done, one to each owner: nothing waits for jobs or deliveries. What comes later is numbered behind them. */
export async function fillWithStrangers(pool: pg.Pool, table: string, rows: number): Promise<void> {
  await fillTable(pool, table, { rows, seldom: 20, rare: 10 * STRANGERS, after: STRANGERS });
  await pool.query(
    `select setval(pg_get_serial_sequence($1, attname), $2) from pg_attribute where attrelid = $1::regclass and attidentity <> ''
       and coalesce(pg_sequence_last_value(pg_get_serial_sequence($1, attname)::regclass), 0) < $2`,
    [table, 2 * STRANGERS],
  );
}

function madeOf(type: string, { rows, rare }: ManyRows): string {
  // a row a minute; of very many, all of them before November, so that none lies in the future
  const step = `interval '${Math.min(60, 26_000_000 / rows)} seconds'`;
  switch (type) {
    case 'bigint':
    case 'integer':
    case 'double precision':
    case 'numeric':
      return 'n';
    case 'smallint':
      return 'n % 5';
    case 'boolean':
      return `n % ${rare} = 0`;
    case 'text':
      return `'t' || n`;
    case 'timestamp with time zone':
      return `timestamptz '2026-01-01' + n * ${step}`;
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
    case 'tstzrange':
      return `tstzrange(timestamptz '2026-01-01' + n * interval '1 minute', null)`;
    case 'int4multirange':
      return `'{}'::int4multirange`;
    case 'tsvector':
      return `''::tsvector`;
    case 'bytea':
      return `''::bytea`;
    default:
      throw new Error(`no value for the type ${type}`);
  }
}

export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

export const nodesOf = (node: PlanNode): PlanNode[] => [tableNamed(node), ...(node.Plans ?? []).flatMap(nodesOf)];

/** A part of a table goes by the table's name. */
function tableNamed(node: PlanNode): PlanNode {
  const name = node['Relation Name'];
  return name === undefined ? node : { ...node, 'Relation Name': name.replace(/_(?:before|rest|\d{4}|\d{6})$/, '') };
}

/** Rows that the step of the plan which touched most of them touched, those thrown away too. */
export const rowsRead = (plan: PlanNode): number =>
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

/** Runs the work with the planner's account of each statement that it asks, one after the other. */
export async function plansOf(pool: pg.Pool, work: () => Promise<unknown>): Promise<PlanNode[]> {
  const query = pool.query.bind(pool);
  const plans: PlanNode[] = [];
  pool.query = (async (config: string | { text: string; values?: unknown[] }, values?: unknown[]) => {
    const { text, values: own } = typeof config === 'string' ? { text: config } : config;
    const { rows } = await query(`explain (analyze, format json) ${text}`, values ?? own);
    const plan = (rows[0] as { 'QUERY PLAN': Array<{ Plan: PlanNode }> })['QUERY PLAN'][0]?.Plan;
    if (plan) plans.push(plan);
    return query(config as never, values as never);
  }) as never;
  try {
    await work();
  } finally {
    pool.query = query as never;
  }
  return plans;
}

/** The account of the last statement that the work asks. */
export async function planOf(pool: pg.Pool, work: () => Promise<unknown>): Promise<PlanNode> {
  const plan = (await plansOf(pool, work)).at(-1);
  if (!plan) throw new Error('nothing was asked');
  return plan;
}
