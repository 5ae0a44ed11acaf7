import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CONSENT_TEXTS } from '#contract/consent.ts';
import { jobDefinitions } from '#server/areas/index.ts';
import { trackMonths } from '#server/modules/tracking/index.ts';
import { RETENTION } from '../architecture/retention.ts';
import { readTree, root } from '../architecture/source.ts';
import { testApp } from '../support/app.ts';
import { registerUser } from '../support/identity.ts';

const t = testApp();
const DAY_MS = 86_400_000;
const rows = Object.values(RETENTION);
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const sql = async (text: string, values: unknown[] = []) => (await t.booted.pool.pool.query(text, values)).rows;
const run = (name: string) =>
  jobDefinitions(t.app)
    .find((job) => job.name === name)
    ?.run({}, new AbortController().signal);

/** Emptied in columns, or dropped as a part. */
const OTHERWISE: Readonly<Record<string, string>> = {
  ...{ track_events: 'repo\\.dropPart', reports: 'update reports set mobile', infringements: 'infringements as t\\b' },
};
/** Rows that their owner removes, that are made again, or that are taken back. */
const REWRITTEN = ['console_views', 'track_days', 'gift_uses'];

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

  it('ends by a statement beside the job that is named; what nothing ends has none', () => {
    const code = readTree('src/server');
    const ends = (table: string, under: string, how = `delete from ${table}\\b|\\.delete\\(${table}\\)`) =>
      code.some(({ path, text }) => path.startsWith(under) && new RegExp(how).test(text));
    for (const { by, but = {}, tables } of rows)
      for (const table of tables) {
        const job = but[table] ?? by;
        if (['nothing', 'owner', 'closing'].includes(job)) continue;
        const at = code.find(({ text }) => text.includes(`'${job}'`) && /\bcron\b|timedJob/.test(text))?.path ?? '';
        const under = /^src\/server\/modules\/[^/]+\//.exec(at)?.[0] ?? 'src/server/outbox/';
        expect([job, table, at !== '' && ends(table, under, OTHERWISE[table])]).toEqual([job, table, true]);
      }
    for (const { tables } of [RETENTION.staff_log, RETENTION.counts])
      expect(tables.filter((table) => ends(table, 'src/server/'))).toEqual(tables.filter((table) => REWRITTEN.includes(table)));
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
  for (const name of ['engagement.forget', 'notices.forget', 'privacy.clean']) await run(name);
  expect(await sql('select rid::int from footprints where user_id = $1', [me])).toEqual([{ rid: 364 }]);
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
