import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SYSTEM_CALLS, type SystemFacts } from '#contract/operations.ts';
import { checkArchive } from '#server/backup/restore.ts';
import { holdLock } from '#server/db/hold-lock.ts';
import { backupKeep, makeBackup, makeRehearsal, operationsJobs, rehearseDays } from '#server/modules/operations/index.ts';
import { backup_runs } from '#server/modules/operations/tables.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { audit_log } from '#server/outbox/tables.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/people.ts';

/** Bytes that the disk says are free; null: what is true. */
const disk = vi.hoisted(() => ({ free_bytes: null as number | null }));
vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof import('node:fs/promises')>();
  const statfs = async (path: string) => (disk.free_bytes === null ? fs.statfs(path) : { bavail: disk.free_bytes, blocks: 1e9, bsize: 1 });
  return { ...fs, statfs };
});

const work = mkdtempSync(join(tmpdir(), 'cemao-backups-'));
const folder = join(work, 'backups');
let t: TestApp;
let operator: Person;

beforeAll(async () => {
  mkdirSync(folder);
  t = await startTestApp({ env: { BACKUP_DIR: folder } });
  operator = await makePerson(t, { roles: ['operator'] });
  mkdirSync(join(t.config.data_dir, 'private'), { recursive: true });
  writeFileSync(join(t.config.data_dir, 'private/one.bin'), 'bytes');
});
afterAll(async () => {
  await t.stop();
  rmSync(work, { recursive: true, force: true });
});
beforeEach(async () => {
  disk.free_bytes = null;
  await t.app.db.delete(backup_runs);
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  // ten in the morning, Shanghai time, of the next day
  const day_ms = 86_400_000;
  const next = (Math.floor(t.clock.now().getTime() / day_ms) + 1) * day_ms + 2 * 3_600_000;
  t.clock.advance_ms(next - t.clock.now().getTime());
});

const HOUR_MS = 3_600_000;
const tick = () =>
  operationsJobs(t.app)
    .find(({ name }) => name === 'operations.backup')
    ?.run({}, new AbortController().signal);
const runs = () => t.app.db.select().from(backup_runs).orderBy(backup_runs.id);
const archives = () => readdirSync(folder).toSorted();
/** What a rehearsal of this file's database makes and drops. */
const scratch = async () => {
  const own = new URL(t.booted.database_url).pathname.slice(1);
  return (await t.booted.pool.pool.query('select 1 from pg_database where datname = $1', [`${own}_rehearsal`])).rows;
};

describe('a backup by itself', () => {
  it('is made once a day after its hour, whole and readable, and told by a row', async () => {
    await setSetting(t.ctx(), rehearseDays.key, 0);
    await tick();
    const [archive = ''] = archives();
    expect(archives()).toHaveLength(1);
    const { files } = await checkArchive(join(folder, archive));
    // the secrets and one file, at the least
    expect(files.count).toBeGreaterThan(1);
    expect(await runs()).toMatchObject([{ sort: 'backup', status: 'done', archive, fault: '', asked_by: null }]);
    t.clock.advance_ms(HOUR_MS);
    await tick();
    expect(archives()).toHaveLength(1);
    t.clock.advance_ms(24 * HOUR_MS);
    await tick();
    expect(archives()).toHaveLength(2);
  });

  it('keeps as many as the setting says, and everything that somebody named', async () => {
    await setSetting(t.ctx(), backupKeep.key, 2);
    await makeBackup(t.ctx(), null);
    renameSync(join(folder, archives()[0] ?? ''), join(folder, 'before-upgrade.tar.gz'));
    for (let n = 0; n < 3; n++) {
      t.clock.advance_ms(HOUR_MS);
      await makeBackup(t.ctx(), null);
    }
    const names = (await runs()).map(({ archive }) => archive);
    expect(archives()).toEqual(['before-upgrade.tar.gz', ...names.slice(-2)]);
  });

  it('fails with a sentence where its folder is missing, makes none, and tries again the next hour', async () => {
    rmSync(folder, { recursive: true });
    try {
      await tick();
      expect(existsSync(folder)).toBe(false);
      expect(await runs()).toMatchObject([{ status: 'failed', fault: expect.stringContaining('不存在'), bytes: 0 }]);
    } finally {
      mkdirSync(folder);
    }
    t.clock.advance_ms(HOUR_MS);
    await tick();
    expect(await runs()).toMatchObject([{ status: 'failed' }, { sort: 'backup', status: 'done' }]);
  });

  it('refuses a disk with less room than twice the last one, and leaves nothing there', async () => {
    await makeBackup(t.ctx(), null);
    const [{ bytes } = { bytes: 0 }] = await runs();
    t.clock.advance_ms(HOUR_MS);
    disk.free_bytes = bytes * 2 - 1;
    expect(await makeBackup(t.ctx(), null)).toBe(false);
    expect((await runs()).at(-1)).toMatchObject({ status: 'failed', fault: expect.stringContaining('磁盘空间不足') });
    expect(archives()).toHaveLength(1);
  });

  it('is made by one process of all, and a run that was killed is told as failed', async () => {
    const [one, two] = await Promise.all([makeBackup(t.ctx(), null), makeBackup(t.ctx(), null)]);
    expect([one, two].toSorted()).toEqual([false, true]);
    expect(await runs()).toHaveLength(1);
    await t.app.db.insert(backup_runs).values({ sort: 'rehearsal', machine: 'another' });
    t.clock.advance_ms(HOUR_MS);
    await makeBackup(t.ctx(), null);
    expect((await runs()).find(({ machine }) => machine === 'another')).toMatchObject({ status: 'failed', fault: '进程中断，没有完成' });
  });
});

describe('a rehearsal', () => {
  it('follows a backup when it is due, restores it beside the site, and leaves nothing behind', async () => {
    await setSetting(t.ctx(), rehearseDays.key, 7);
    await tick();
    const [made, rehearsed] = await runs();
    expect(rehearsed).toMatchObject({ sort: 'rehearsal', status: 'done', archive: made?.archive, fault: '' });
    expect(rehearsed?.note).toContain('用户 1、');
    expect(rehearsed?.note).toContain('账本相符');
    expect(rehearsed?.rows_num).toBe(made?.rows_num);
    expect(await scratch()).toEqual([]);
    expect(archives()).toEqual([made?.archive]);
    t.clock.advance_ms(24 * HOUR_MS);
    await tick();
    expect((await runs()).map(({ sort }) => sort)).toEqual(['backup', 'rehearsal', 'backup']);
  });

  it('fails on a damaged archive, and on a ledger that does not prove', async () => {
    await makeBackup(t.ctx(), null);
    const [archive = ''] = archives();
    writeFileSync(join(folder, archive), 'hello');
    expect(await makeRehearsal(t.ctx(), null)).toBe(false);
    expect((await runs()).at(-1)).toMatchObject({ sort: 'rehearsal', status: 'failed', fault: expect.stringContaining('损坏') });
    const tampering = await t.booted.pool.pool.connect();
    try {
      // past every guard, as somebody with the database's own rights could
      await tampering.query("set session_replication_role = 'replica'");
      await tampering.query("insert into accounts (owner_id, purpose, unit, balance) values (1, 'balance', 'fen', 500)");
      t.clock.advance_ms(HOUR_MS);
      await makeBackup(t.ctx(), null);
      expect(await makeRehearsal(t.ctx(), null)).toBe(false);
      expect((await runs()).at(-1)).toMatchObject({ sort: 'rehearsal', status: 'failed', fault: expect.stringContaining('账本有') });
    } finally {
      await tampering.query("delete from accounts where purpose = 'balance'");
      await tampering.query("set session_replication_role = 'origin'");
      tampering.release(true);
    }
    expect(await scratch()).toEqual([]);
  });

  it('without any archive says so', async () => {
    expect(await makeRehearsal(t.ctx(), null)).toBe(false);
    expect(await runs()).toMatchObject([{ sort: 'rehearsal', fault: '还没有备份可以演练' }]);
  });
});

describe('the console', () => {
  it('starts a backup and a rehearsal in the background, and writes down who did', async () => {
    const token = operator.token;
    expect((await t.call('POST', SYSTEM_CALLS.backup, { token, body: {} })).status).toBe(200);
    expect((await t.call('POST', SYSTEM_CALLS.rehearsal, { token, body: {} })).status).toBe(200);
    const written = await t.app.db.select().from(audit_log);
    expect(written.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['system.backup', operator.id],
      ['system.rehearsal', operator.id],
    ]);
    const { rows } = await t.booted.pool.pool.query<{ name: string; data: { asked_by: number } }>(
      "select name, data from pgboss.job where name like 'operations.%' order by name",
    );
    expect(rows).toEqual([
      { name: 'operations.backup', data: { asked_by: operator.id } },
      { name: 'operations.rehearsal', data: { asked_by: operator.id } },
    ]);
  });

  it('says no while one runs, and to who may not', async () => {
    const release = await holdLock(t.booted.database_url, 7_203_662);
    try {
      const refused = await t.call('POST', SYSTEM_CALLS.backup, { token: operator.token, body: {} });
      expect([refused.status, refused.body.msg]).toEqual([409, '已有备份或演练正在进行，请稍后再试']);
    } finally {
      await release?.();
    }
    const support = await makePerson(t, { roles: ['support'] });
    for (const path of [SYSTEM_CALLS.backup, SYSTEM_CALLS.rehearsal])
      expect((await t.call('POST', path, { token: support.token, body: {} })).status).toBe(403);
    expect((await t.call('GET', SYSTEM_CALLS.facts, { token: support.token })).status).toBe(403);
  });

  it('shows how runs went, and warns of the last one that failed', async () => {
    await makeBackup(t.ctx(), operator.id);
    await makeRehearsal(t.ctx(), null);
    const facts = async () => (await t.call<SystemFacts>('GET', SYSTEM_CALLS.facts, { token: operator.token })).body.data;
    const good = await facts();
    expect(good?.backup).toMatchObject({ scheduled: true, folder, done_at: expect.any(Number), rehearsed_at: expect.any(Number) });
    expect(good?.backup.runs).toMatchObject([
      { sort: 'rehearsal', status: 'done', asked: false },
      { sort: 'backup', status: 'done', asked: true },
    ]);
    expect(good?.warnings.filter((text) => /备份失败|演练失败/.test(text))).toEqual([]);
    t.clock.advance_ms(HOUR_MS);
    disk.free_bytes = 0;
    await makeBackup(t.ctx(), null);
    disk.free_bytes = null;
    expect((await facts())?.warnings).toContainEqual(expect.stringMatching(/^最近一次备份失败：磁盘空间不足/));
  });
});
