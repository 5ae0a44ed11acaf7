import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, it } from 'vitest';
import { SYSTEM_CALLS, type SystemFacts } from '#contract/operations.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { backup } from '#server/backup/backup.ts';
import { restore } from '#server/backup/restore.ts';
import { checkExport, dropOldPart, exportPart, keepMonths, monthParts, movePart } from '#server/modules/operations/index.ts';
import { accountSums, balances, postTransfer, proveLedger } from '#server/modules/wallet/index.ts';
import { testApp } from '../support/app.ts';
import { makePerson } from '../support/people.ts';

const t = testApp();
const operator = () => createCtx(t.app, { kind: 'command', name: 'months' }, 'test');
const gift = (key: string, owner_id: number, amount: number, reason: 'gift' | 'account_closed' = 'gift') =>
  inTransaction(t.ctx(), (tx) =>
    postTransfer(tx, {
      key,
      reason,
      reference: key,
      unit: 'fen',
      entries: [
        { owner_id: null, purpose: 'gift_cost', amount: -amount },
        { owner_id, purpose: 'balance', amount },
      ],
    }),
  );
const partsOfLines = async () =>
  (
    await t.app.db.execute<{ part: string; n: number }>(
      sql`select tableoid::regclass::text as part, count(*)::int as n from ledger_entries group by 1 order by 1`,
    )
  ).rows;
const year = () => t.clock.now().getUTCFullYear();
const day_ms = 86_400_000;
const file = (name: string) => join(t.config.data_dir, name);
/** What the books add up lines by, and what accounts have. */
const sums = async () =>
  (
    await t.app.db.execute(sql`select to_char(created_at at time zone 'Asia/Shanghai', 'YYYY-MM') as month, account_id, purpose, reason, subject, channel,
      amount > 0 as plus, sum(amount)::bigint as sum from ledger_entries group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7`)
  ).rows;
let first_year = 0;

it('lines get the numbers of their year, from one moment on, while 64 are posted', async () => {
  first_year = year();
  await gift('before', 1, 700);
  expect(await partsOfLines()).toEqual([{ part: 'ledger_entries_before', n: 2 }]);
  const posted = Array.from({ length: 64 }, (_, n) => gift(`turn-${n}`, 1 + (n % 3), 100 + n, n % 2 ? 'gift' : 'account_closed'));
  await Promise.all([...posted, keepMonths(t.ctx()), keepMonths(t.ctx())]);
  await gift('after', 1, 5);
  await gift('after-2', 2, 6, 'account_closed');
  const parts = await partsOfLines();
  expect(parts.reduce((sum, { n }) => sum + n, 0)).toBe(134);
  expect(parts.at(-1)?.part).toBe('ledger_entries_before');
  expect(parts[0]?.part).toBe(`ledger_entries_${first_year}`);
  const { rows } = await t.app.db.execute<{ low: number }>(
    sql`select min(id) - ${first_year * 12 * 1e9}::bigint as low from ${sql.raw(`ledger_entries_${first_year}`)}`,
  );
  expect(rows[0]?.low).toBeGreaterThan(0);
  // no transfer lies in two parts
  const split = await t.app.db.execute(sql`select transfer_id from ledger_entries group by 1 having count(distinct tableoid) > 1`);
  expect(split.rows).toEqual([]);
  expect(await proveLedger(t.ctx())).toMatchObject({ ok: true, faults: [], entries: 134 });
  expect((await monthParts(t.ctx())).map(({ name }) => name)).toEqual(
    expect.arrayContaining([`ledger_entries_${first_year + 2}`, 'track_events_rest']),
  );
});

it('rows still never change, in whichever part they are, and a number is in one alone', async () => {
  for (const part of ['ledger_entries', 'ledger_entries_before', `ledger_entries_${first_year}`])
    await expect(t.app.db.execute(sql`delete from ${sql.raw(part)}`)).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/never change/) },
    });
  const again = t.app.db.execute(sql`insert into ledger_entries (id, transfer_id, account_id, amount) overriding system value
    select id, transfer_id, account_id, amount from ledger_entries limit 2`);
  await expect(again).rejects.toMatchObject({ cause: { message: expect.stringMatching(/duplicate key/) } });
});

it('a backup brings the lines of all years back', async () => {
  const at = file('parts.tar.gz');
  await backup(t.booted.database_url, t.config.data_dir, at);
  const name = `r_${randomBytes(6).toString('hex')}`;
  const url = new URL(t.booted.database_url);
  await t.app.db.execute(sql.raw(`create database ${name}`));
  url.pathname = `/${name}`;
  const data_dir = `${t.config.data_dir}-restored`;
  mkdirSync(data_dir);
  await restore(url.href, data_dir, at);
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const { rows } = await client.query(
    'select tableoid::regclass::text as part, count(*)::int as n from ledger_entries group by 1 order by 1',
  );
  await client.end();
  await t.app.db.execute(sql.raw(`drop database ${name} with (force)`));
  expect(rows).toEqual(await partsOfLines());
});

it('an old year moves, is exported and checked, and is dropped when its ten years are over: every sum stays', async () => {
  t.clock.advance_ms(400 * day_ms);
  await keepMonths(t.ctx());
  await gift('next-year', 2, 40);
  await expect(movePart(operator(), `ledger_entries_${year()}`, 'pg_default')).rejects.toThrow('还在写入');
  await expect(movePart(operator(), 'ledger_entries_before', 'slow')).rejects.toThrow('没有表空间 slow');
  await movePart(operator(), 'ledger_entries_before', 'pg_default');
  await expect(exportPart(operator(), 'users', file('x'))).rejects.toThrow('没有名为 users 的分段');

  const [before, old] = ['ledger_entries_before', `ledger_entries_${first_year}`];
  for (const part of [before, old]) await exportPart(operator(), part, file(`${part}.csv.gz`));
  const csv = gunzipSync(readFileSync(file(`${old}.csv.gz`))).toString();
  expect(csv).toContain('account_closed');
  expect((await checkExport(operator(), file(`${old}.csv.gz`))).rows).toBe(csv.trim().split('\n').length - 1);
  await expect(exportPart(operator(), old, file(`${old}.csv.gz`))).rejects.toThrow('已存在');
  await expect(dropOldPart(operator(), old, file(`${old}.csv.gz`))).rejects.toThrow(/依法须保存到/);

  t.clock.advance_ms(3_200 * day_ms);
  await keepMonths(t.ctx());
  await expect(dropOldPart(operator(), before, file(`${before}.csv.gz`))).rejects.toThrow(/依法须保存到/);
  t.clock.advance_ms(600 * day_ms);
  await keepMonths(t.ctx());
  await gift('much-later', 3, 9);
  await expect(dropOldPart(operator(), old, file(`${old}.csv.gz`))).rejects.toThrow(`请先处理更早的 ${before}`);
  await expect(dropOldPart(operator(), before, file(`${old}.csv.gz`))).rejects.toThrow('不同');
  // what was changed by hand is found, and so is a manifest of somebody else
  writeFileSync(file('bent.gz'), gzipSync(csv.replace('account_closed', 'gift')));
  writeFileSync(file('bent.gz.json'), readFileSync(file(`${old}.csv.gz.json`)));
  await expect(dropOldPart(operator(), old, file('bent.gz'))).rejects.toThrow();
  await expect(checkExport(operator(), file('bent.gz'))).rejects.toThrow('与清单不符');
  writeFileSync(file('bent.gz.json'), readFileSync(file(`${old}.csv.gz.json`), 'utf8').replace(/"rows": \d+/, '"rows": 1'));
  await expect(checkExport(operator(), file('bent.gz'))).rejects.toThrow('签名不符');

  const had = await sums();
  const was = [await balances(t.ctx(), 1), await balances(t.ctx(), 2), await accountSums(t.ctx(), new Date(0), t.clock.now())];
  const lines = (await partsOfLines()).reduce((sum, { n }) => sum + n, 0);
  await dropOldPart(operator(), before, file(`${before}.csv.gz`));
  await dropOldPart(operator(), old, file(`${old}.csv.gz`));
  expect(await sums()).toEqual(had);
  expect([await balances(t.ctx(), 1), await balances(t.ctx(), 2), await accountSums(t.ctx(), new Date(0), t.clock.now())]).toEqual(was);
  expect((await partsOfLines()).reduce((sum, { n }) => sum + n, 0)).toBeLessThan(lines / 2);
  expect(await proveLedger(t.ctx())).toMatchObject({ ok: true, faults: [] });
  await expect(dropOldPart(operator(), old, file(`${old}.csv.gz`))).rejects.toThrow('已经结转过');
  // what was posted once is never posted again, and new lines go on
  expect(await gift('turn-7', 1, 107)).toBe(false);
  expect(await gift('fresh', 1, 3)).toBe(true);
  expect(await proveLedger(t.ctx())).toMatchObject({ ok: true });
  await expect(t.app.db.execute(sql`delete from ${sql.raw(old)}`)).rejects.toMatchObject({
    cause: { message: expect.stringMatching(/never change/) },
  });
  const audited = await t.app.db.execute(sql`select action from audit_log where action like 'months.%' order by created_at`);
  expect(audited.rows.map(({ action }) => action)).toEqual(['months.move', 'months.export', 'months.export', 'months.drop', 'months.drop']);
});

it('the console shows every part: what it is, where it lies, whether rows still come', async () => {
  const { token } = await makePerson(t, { roles: ['operator'] });
  const { body } = await t.call<SystemFacts>('GET', SYSTEM_CALLS.facts, { token });
  const shown = body.data?.parts.filter(({ title }) => title === '账本明细') ?? [];
  expect(shown.map(({ name }) => name)).toContain(`ledger_entries_${year() + 2}`);
  expect(shown.find(({ name }) => name === `ledger_entries_${first_year}`)).toMatchObject({ over: true, tablespace: '' });
  expect(shown.find(({ name }) => name === `ledger_entries_${year()}`)).toMatchObject({ over: false });
});
