import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CONSENT_TEXTS } from '#contract/consent.ts';
import { allJobs } from '#server/boot.ts';
import { trackMonths } from '#server/modules/tracking/index.ts';
import { RETENTION } from '../architecture/retention.ts';
import { root } from '../architecture/source.ts';
import { testApp } from '../support/app.ts';
import { registerUser } from '../support/identity.ts';

const t = testApp();
const DAY_MS = 86_400_000;
const rows = Object.values(RETENTION);
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const sql = async (text: string, values: unknown[] = []) => (await t.booted.pool.pool.query(text, values)).rows;
const byJobs = rows.flatMap(({ by, but = {}, tables }) =>
  tables.map((table) => [but[table] ?? by, table] as const).filter(([by]) => by.includes('.')),
);
const run = (name: string) =>
  allJobs(t.app)
    .find((job) => job.name === name)
    ?.run({}, new AbortController().signal);

describe('how long rows stay', () => {
  it('is said of every table of the database, once', async () => {
    const found = await sql(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
    );
    const said = rows.flatMap(({ tables }) => tables);
    expect(found.map(({ name }) => name).filter((name) => !said.includes(name))).toEqual([]);
    expect(said.filter((name, at) => said.indexOf(name) !== at)).toEqual([]);
    expect(said.filter((name) => !found.some((one) => one.name === name))).toEqual([]);
  });

  it('is never below half a year for logs, nor ended for books', () => {
    for (const { sort, days, by, what } of rows) {
      if (sort === 'log') expect(days ?? Number.POSITIVE_INFINITY, what).toBeGreaterThanOrEqual(183);
      if (sort === 'book') expect([days, by], what).toEqual([null, 'nothing']);
    }
    expect(trackMonths.schema.safeParse(5).success).toBe(false);
  });

  it('stands the same in the help page of privacy and in the page for operators', async () => {
    const said = rows.filter(({ why }) => !why.startsWith('不含个人信息'));
    const lines = said.map(({ what, term, why }) => `- ${what}：${term}。依据：${why}。`);
    expect(read('src/content/help/privacy.md')).toContain(`\n${lines.join('\n')}\n`);
    const table = rows.map(({ what, term, why, by, but = {}, tables }) => {
      const jobs = [by, ...Object.entries(but).map(([table, job]) => `${table}: ${job}`)].join('; ');
      return `| ${what} | ${term} | ${why} | ${jobs} | ${tables.toSorted().join(', ')} |`;
    });
    await expect(
      [
        ...[
          '# How long rows stay',
          '',
          'Printed from `tests/architecture/retention.ts` by `tests/db/retention.test.ts` (`vitest -u` writes it again).',
        ],
        ...[
          'Removed by: a job, `owner` (deleted, or the account closed), `closing` (who it was goes with the account), or nothing. What the site logs to',
          'stdout and what the proxy logs of requests is retained by the machine: half a year at least, see [monitoring.md](monitoring.md).',
          '',
        ],
        ...['| what | how long | why | removed by | tables |', '| --- | --- | --- | --- | --- |', ...table, ''],
      ].join('\n'),
    ).toMatchFileSnapshot(join(root, 'docs/operations/retention.md'));
  });

  it('texts that people agree to have a new version when they change', () => {
    for (const [name, { path, digest, again, version }] of Object.entries(CONSENT_TEXTS)) {
      expect(again).toBeLessThanOrEqual(version);
      if (path === '') continue;
      const now = createHash('sha256')
        .update(read(`src/content/help/${name}.md`))
        .digest('hex')
        .slice(0, 12);
      expect(digest, `${name} changed: raise its version and write digest ${now}`).toBe(now);
    }
  });
});

it('old footprints, phones of reports, messages and packages leave at their time and not before', async () => {
  const { userinfo } = (await registerUser(t)).body.data;
  const me = userinfo.id;
  const ago = (days: number) => new Date(t.clock.now().getTime() - days * DAY_MS);
  for (const days of [364, 366])
    await sql('insert into footprints (user_id, type, rid, seen_at) values ($1, 3, $2, $3)', [me, days, ago(days)]);
  for (const days of [1_095, 1_097])
    await sql(
      `insert into reports (user_id, type, rid, url, mobile, content, created_at) values ($1, 3, $2, '', '13800000000', '侵权', $3)`,
      [me, days, ago(days)],
    );
  for (const days of [731, 729])
    await sql(`insert into notices (user_id, topic, title, key, seq, created_at) values ($1, 'work', '旧消息', $2, 0, $3)`, [
      me,
      `old:${days}`,
      ago(days),
    ]);
  for (const days of [182, 184])
    await sql(`insert into data_exports (user_id, state, created_at) values ($1, 'gone', $2)`, [me, ago(days)]);
  // more than goes at once, of many and of one
  await sql(
    `insert into footprints (user_id, type, rid, seen_at) select case when n > 7000 then n + 100000 else 99999 end, 3, n, $1 from generate_series(1, 14000) n`,
    [ago(366)],
  );
  for (const name of ['engagement.forget', 'notices.forget', 'privacy.clean']) await run(name);
  expect(await sql('select rid::int from footprints')).toEqual([{ rid: 364 }]);
  expect(await sql('select rid::int, mobile from reports where user_id = $1 order by rid', [me])).toEqual([
    { rid: 1_095, mobile: '13800000000' },
    { rid: 1_097, mobile: '' },
  ]);
  expect((await sql(`select key from notices where user_id = $1 and key like 'old:%'`, [me])).map(({ key }) => key)).toEqual(['old:729']);
  expect(await sql('select 1 from data_exports where user_id = $1', [me])).toHaveLength(1);
});

it('who both sides of a notice of infringement were goes three years after its end, and not of one that goes on', async () => {
  const ago = (days: number) => Math.floor(t.clock.now().getTime() / 1000) - days * 86_400;
  const said = { as: 'holder', name: '林深', contact: '13900000000', content: '第三页的照片', files: [1], identity_files: [2] };
  const rows = [
    ['restored', 1_097],
    ['restored', 1_095],
    ['stays', 1_097],
  ] as const;
  for (const [n, [state, days]] of rows.entries())
    await sql(
      `insert into infringements (item_id, user_id, publisher_id, state, notice, counter, file_ids, moves)
       values ($1, 1, 2, $2, $3, $3, '{1,2}', $4)`,
      [n + 900, state, JSON.stringify(said), JSON.stringify([{ step: 'filed', text: '', at: ago(days) }])],
    );
  await run('infringements.forget');
  const left = await sql(`select notice->>'contact' as contact, counter->>'name' as name, word, file_ids from infringements
    where item_id between 900 and 902 order by item_id`);
  const whole = { contact: '13900000000', name: '林深', word: null, file_ids: ['1', '2'] };
  expect(left.map((row) => ({ ...row, file_ids: row.file_ids.map(String) }))).toEqual([
    { contact: '', name: '', word: null, file_ids: [] },
    whole,
    whole,
  ]);
});

describe('what a job is said to remove, and nothing else', () => {
  /** Of columns that decide whether a row is over; times are long ago, all else is made up. */
  const FIXED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    data_exports: { state: 'gone' },
    infringements: { state: 'withdrawn', notice: '{"contact": "13800000000"}', moves: '[{"step": "withdrawn", "at": 1}]' },
    notices: { id: '7000000' },
    notice_deliveries: { notice_id: '7000000' },
    pool_reads: { month: '2020-01' },
  };
  const MADE: Readonly<Record<string, string>> = {
    boolean: 'false',
    jsonb: '{}',
    ARRAY: '{}',
    bytea: '',
    tstzrange: 'empty',
    daterange: 'empty',
    uuid: randomUUID(),
  };
  const oldRow = async (table: string) => {
    const columns = await sql(
      `select column_name as name, data_type as type, is_nullable = 'NO' and column_default is null and is_identity = 'NO' as needed
       from information_schema.columns where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    );
    const values = columns.flatMap(({ name, type, needed }): Array<[string, string]> => {
      const fixed = FIXED[table]?.[name] ?? (/^(date|timestamp)/.test(type) ? '2020-01-01' : undefined);
      return (fixed ?? (needed && (MADE[type] ?? '7'))) ? [[name, fixed ?? MADE[type] ?? '7']] : [];
    });
    await sql(
      `insert into "${table}" (${values.map(([name]) => `"${name}"`).join()}) overriding system value values (${values.map((_value, at) => `$${at + 1}`).join()})`,
      values.map(([, value]) => value),
    );
  };
  const rowsOf = async (table: string) =>
    (await sql(`select to_jsonb(r) as row from "${table}" r`)).map(({ row }) => JSON.stringify(row)).toSorted();
  const stay = rows.flatMap(({ by, but = {}, tables }) => (by === 'nothing' ? tables.filter((name) => !but[name]) : []));

  it('goes, or is emptied, when the job runs, and what is said to stay does not', async () => {
    // rows that are made up have neither neighbours nor sense
    await sql(`do $$ declare c record; begin
      for c in select conrelid::regclass as t, conname from pg_constraint where contype in ('c', 'f') and connamespace = 'public'::regnamespace and conparentid = 0 and coninhcount = 0
      loop execute format('alter table %s drop constraint if exists %I', c.t, c.conname); end loop; end $$`);
    // the queue that no worker of this application made
    await sql('create schema pgboss create table job (name text, id uuid, state text, completed_on timestamptz, data jsonb)');
    const missed: string[] = [];
    for (const [job, pairs] of Map.groupBy(byJobs, ([name]) => name)) {
      const made: Array<[string, string | undefined]> = [];
      for (const [, table] of pairs) {
        const before = await rowsOf(table);
        await oldRow(table);
        made.push([table, (await rowsOf(table)).find((row) => !before.includes(row))]);
      }
      await run(job);
      for (const [table, row] of made) if (row === undefined || (await rowsOf(table)).includes(row)) missed.push(`${table}: ${job}`);
    }
    expect(missed).toEqual([]);
    for (const table of stay) await oldRow(table);
    const nums = async (): Promise<Record<string, number>> =>
      Object.fromEntries(await Promise.all(stay.map(async (table) => [table, (await rowsOf(table)).length])));
    const then = await nums();
    const forgetting = allJobs(t.app).filter(({ name }) => byJobs.some(([job]) => job === name) || /forget|clean|tidy|purge/.test(name));
    for (const { name } of forgetting) await run(name);
    const lost = Object.entries(await nums()).filter(([table, num]) => num < (then[table] ?? 0));
    expect(lost).toEqual([]);
  });
});
