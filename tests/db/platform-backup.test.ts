import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createGzip, gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { inTransaction } from '#server/app/ctx.ts';
import { readArchive, writeArchive } from '#server/backup/archive.ts';
import { type ArchivedFile, backup, listFiles, type Manifest } from '#server/backup/backup.ts';
import { checkArchive, restore } from '#server/backup/restore.ts';
import { fixTextForm, readShapes } from '#server/backup/table-copy.ts';
import { knownMigrations, migrate, missingMigrations } from '#server/db/migrate.ts';
import { sha256 } from '#server/kernel/ids.ts';
import { emit } from '#server/outbox/outbox.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

/** Bytes that the disk says are free; null: what is true. */
const disk = vi.hoisted(() => ({ free_bytes: null as number | null }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const statfsSync = (path: string) => (disk.free_bytes === null ? fs.statfsSync(path) : { bavail: disk.free_bytes, bsize: 1 });
  return { ...fs, statfsSync };
});

const root = fileURLToPath(new URL('../..', import.meta.url));
let t: TestApp;
let archive: string;
const work = mkdtempSync(join(tmpdir(), 'cemao-backup-'));
const targets: string[] = [];

/** Values that are easily bent on the way: huge numbers, microseconds, control characters, JSON null, arrays with quotes. */
const AWKWARD = [
  "insert into site_settings (key, value, updated_at) values ('a', 'null', '2026-01-02 03:04:05.678901+00'), ('b', '{\"n\": 12345678901234567890.123, \"t\": \"\\u4f60\\n\\\"\"}', now())",
  "insert into users (mobile, password_hash, nickname, roles, created_at) values ('13900000001', 'x', E'换\\n行\\t\"引\\\\号\"', array['a,b', 'c\"d', '{}'], 'infinity'), ('13900000002', 'x', '', '{}', '0044-03-15 12:00:00.000001+00 BC')",
  "insert into search_documents (item_id, kind, terms) values (9007199254740993, 1, to_tsvector('simple', 'it''s 快闪 店'))",
];

beforeAll(async () => {
  t = await startTestApp();
  for (const statement of AWKWARD) await t.booted.pool.pool.query(statement);
  await inTransaction(t.ctx(), (tx) => emit(tx, 'item.changed', { item_id: 1, what: 'texts', codes: [] }));
  await t.app.jobs.send('test.waiting', { text: '等' }, { delay_s: 86_400 });
  for (const [path, bytes] of Object.entries({
    'private/1/original.pdf': randomBytes(300_000),
    'private/empty.bin': Buffer.alloc(0),
    [`public/${'长'.repeat(20)}/${'n'.repeat(60)}/page-1.webp`]: randomBytes(513),
    'uploads/u-1.part': randomBytes(512),
  })) {
    mkdirSync(dirname(join(t.config.data_dir, path)), { recursive: true });
    writeFileSync(join(t.config.data_dir, path), bytes);
  }
  archive = join(work, 'one.tar.gz');
  await backup(t.booted.database_url, t.config.data_dir, archive);
});
afterAll(async () => {
  for (const name of targets) await t.booted.pool.pool.query(`drop database ${name} with (force)`);
  await t.stop();
  rmSync(work, { recursive: true, force: true });
});

async function emptyTarget() {
  const name = `r_${randomBytes(6).toString('hex')}`;
  await t.booted.pool.pool.query(`create database ${name}`);
  targets.push(name);
  const url = new URL(t.booted.database_url);
  url.pathname = `/${name}`;
  const data_dir = join(work, name);
  mkdirSync(data_dir);
  return { url: url.href, data_dir };
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** Everything in a database, as text: table by table, row by row; and where its sequences stand. */
async function content(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await fixTextForm(client);
    const tables: Record<string, string[]> = {};
    for (const table of await readShapes(client)) {
      const { rows } = await client.query<{ line: string }>(`select t::text as line from ${table.name} t order by 1`);
      tables[table.name] = rows.map(({ line }) => line);
    }
    return tables;
  } finally {
    await client.end();
  }
}

const files = async (data_dir: string) => {
  const all = await Array.fromAsync(listFiles(data_dir));
  return Object.fromEntries(all.map((file) => [relative(data_dir, file), readFileSync(file).toString('base64')]));
};

it('restores every row of every table and every byte of every file', async () => {
  const target = await emptyTarget();
  await restore(target.url, target.data_dir, archive);
  const [before, after] = [await content(t.booted.database_url), await content(target.url)];
  expect(Object.keys(before).length).toBeGreaterThan(25);
  expect(Object.keys(before)).toContain('pgboss.job');
  expect(before['pgboss.job']?.join()).toContain('等');
  for (const [table, rows] of Object.entries(before)) {
    // applied_at of the migrations is part of the backup too
    expect(after[table], table).toEqual(rows);
  }
  expect(Object.keys(after)).toEqual(Object.keys(before));
  expect(await files(target.data_dir)).toEqual(await files(t.config.data_dir));
  for await (const file of listFiles(target.data_dir)) expect([file, statSync(file).mode & 0o077]).toEqual([file, 0]);
});

it('goes on numbering after the restored rows, with guards in force', async () => {
  const target = await emptyTarget();
  await restore(target.url, target.data_dir, archive);
  const client = new pg.Client({ connectionString: target.url });
  await client.connect();
  try {
    const { rows: highest } = await client.query('select max(id) as id from users');
    const { rows } = await client.query("insert into users (mobile, password_hash, nickname) values ('13900000003', 'x', '') returning id");
    expect(Number(rows[0].id)).toBe(Number(highest[0].id) + 1);
    await client.query("insert into audit_log (actor_id, action, subject, detail) values (1, 'a', 'b', '{}')");
    await expect(client.query('delete from audit_log')).rejects.toThrow('never change');
  } finally {
    await client.end();
  }
});

it('refuses a database or a folder that holds data, and replaces both with force', async () => {
  const target = await emptyTarget();
  await restore(target.url, target.data_dir, archive);
  await expect(restore(target.url, target.data_dir, archive)).rejects.toThrow('--force');
  writeFileSync(join(target.data_dir, 'private/later.bin'), 'x');
  await restore(target.url, target.data_dir, archive, { force: true });
  expect(existsSync(join(target.data_dir, 'private/later.bin'))).toBe(false);
  expect(await files(target.data_dir)).toEqual(await files(t.config.data_dir));
});

it('touches nothing when the archive is damaged, cut off or tampered with', async () => {
  const target = await emptyTarget();
  await restore(target.url, target.data_dir, archive);
  const before = await content(target.url);
  const whole = readFileSync(archive);
  const broken = {
    cut: whole.subarray(0, Math.floor(whole.length / 2)),
    tampered: gzipSync(Buffer.from(gunzipSync(whole).toString('latin1').replace('13900000001', '13900000009'), 'latin1')),
    other: Buffer.from('hello'),
  };
  for (const [name, bytes] of Object.entries(broken)) {
    const file = join(work, name);
    writeFileSync(file, bytes);
    await expect(restore(target.url, target.data_dir, file, { force: true }), name).rejects.toThrow(/损坏|不完整/);
  }
  expect(await content(target.url)).toEqual(before);
});

it('writes an ordinary tar that grows no half file under its name, readable by the owner only', async () => {
  expect(statSync(archive).mode & 0o777).toBe(0o600);
  const names: string[] = [];
  for await (const entry of readArchive(Readable.from([gunzipSync(readFileSync(archive))]))) names.push(entry.name);
  expect(names.at(-1)).toBe('manifest.json');
  expect(names).toContain('files/private/1/original.pdf');
  await expect(backup(t.booted.database_url, t.config.data_dir, archive)).rejects.toThrow('已存在');
  appendFileSync(join(work, 'x'), '');
  await expect(backup('postgres://nobody@127.0.0.1:1/none', t.config.data_dir, join(work, 'never.tar.gz'))).rejects.toThrow();
  expect(existsSync(join(work, 'never.tar.gz'))).toBe(false);
  expect(readdirSync(work).filter((name) => name.startsWith('.cemao-backup-'))).toEqual([]);
  expect((await checkArchive(archive)).tables.length).toBeGreaterThan(25);
});

/** The same archive with this manifest and these names of files. */
async function rewritten(name: string, manifestOf: (manifest: Manifest, files: ArchivedFile[]) => object, rename = (path: string) => path) {
  const out = createGzip();
  const bytes = buffer(out);
  const writer = writeArchive(out);
  const archived: ArchivedFile[] = [];
  for await (const entry of readArchive(Readable.from([gunzipSync(readFileSync(archive))]))) {
    const data = await buffer(Readable.from(entry.content));
    if (entry.name === 'manifest.json') {
      await writer.addBytes(entry.name, Buffer.from(JSON.stringify(manifestOf(JSON.parse(data.toString()), archived))));
    } else {
      if (entry.name.startsWith('files/'))
        archived.push({ path: entry.name.slice('files/'.length), size_bytes: data.length, sha256: sha256(data) });
      await writer.addBytes(rename(entry.name), data);
    }
  }
  await writer.end();
  const file = join(work, name);
  writeFileSync(file, await bytes);
  return file;
}

it('restores an archive of the former format, which named every file, and says of a later one that the program is too old', async () => {
  const former = await rewritten('former.tar.gz', (manifest, all) => ({ ...manifest, format: 1, files: all }));
  const target = await emptyTarget();
  expect(await restore(target.url, target.data_dir, former)).toMatchObject({ files: (await checkArchive(archive)).files.count });
  expect(await files(target.data_dir)).toEqual(await files(t.config.data_dir));
  const bent = await rewritten('bent.tar.gz', (manifest, all) => ({ ...manifest, format: 1, files: all.slice(1) }));
  await expect(checkArchive(bent)).rejects.toThrow('文件与清单不符');
  const renamed = await rewritten(
    'renamed.tar.gz',
    (manifest) => manifest,
    (name) => name.replace('empty.bin', 'other.bin'),
  );
  await expect(checkArchive(renamed)).rejects.toThrow('文件与清单不符');
  const outside = await rewritten(
    'outside.tar.gz',
    (manifest) => manifest,
    (name) => name.replace('private/empty.bin', 'private/../../x'),
  );
  await expect(checkArchive(outside)).rejects.toThrow('越界的路径');
  const later = await rewritten('later.tar.gz', (manifest) => ({ ...manifest, format: 3 }));
  await expect(checkArchive(later)).rejects.toThrow('请先升级程序');
});

it('takes an older database as it is, and refuses one that was never set up', async () => {
  const older = await emptyTarget();
  const file = join(work, 'older.tar.gz');
  await expect(backup(older.url, older.data_dir, file)).rejects.toThrow('数据库还是空的');
  const first = knownMigrations()[0] as string;
  await migrate(older.url, { through: first });
  await backup(older.url, older.data_dir, file);
  expect(await missingMigrations(older.url)).toEqual(knownMigrations().slice(1));
  expect((await checkArchive(file)).migrations).toEqual([first]);
  const target = await emptyTarget();
  await restore(target.url, target.data_dir, file);
  expect(await missingMigrations(target.url)).toEqual([]);
});

it('R-11 touches nothing when the archive is of a line of versions whose migrations were others', async () => {
  const foreign = await emptyTarget();
  await migrate(foreign.url);
  await query(foreign.url, `update cemao_migrations set hash = 'other' where name = '${knownMigrations()[1]}'`);
  const file = join(work, 'foreign.tar.gz');
  await backup(foreign.url, foreign.data_dir, file);
  const target = await emptyTarget();
  await restore(target.url, target.data_dir, archive);
  const before = [await content(target.url), await files(target.data_dir)];
  await expect(restore(target.url, target.data_dir, file, { force: true })).rejects.toThrow(
    `备份由不兼容的版本建立（迁移 ${knownMigrations()[1]} 的内容与本程序不同）`,
  );
  expect([await content(target.url), await files(target.data_dir)]).toEqual(before);
});

it('says in one line why it cannot be written', async () => {
  const nowhere = join(work, 'no such folder', 'one.tar.gz');
  await expect(backup(t.booted.database_url, t.config.data_dir, nowhere)).rejects.toThrow(`写不进 ${nowhere}：文件夹不存在`);
});

it('removes what killed backups and restores left behind, and nothing that may be under way', async () => {
  const { pid: dead } = spawnSync('true');
  const long_ago = new Date(Date.now() - 3_600_000);
  const leave = (path: string, age?: Date) => {
    writeFileSync(path, 'half');
    if (age) utimesSync(path, age, age);
    return path;
  };
  const folder = mkdtempSync(join(work, 'nightly-'));
  const left = leave(join(folder, `.cemao-backup-${dead}-a1`), long_ago);
  const living = leave(join(folder, `.cemao-backup-${process.ppid}-a2`), long_ago);
  const elsewhere = leave(join(folder, `.cemao-backup-${dead}-a3`));
  const foreign = leave(join(folder, `other.tar.gz.${dead}.part`), long_ago);
  await backup(t.booted.database_url, t.config.data_dir, join(folder, 'one.tar.gz'));
  expect([left, living, elsewhere, foreign].map((path) => existsSync(path))).toEqual([false, true, true, true]);
  const target = await emptyTarget();
  const copies = join(target.data_dir, `.restore-${dead}`);
  mkdirSync(copies);
  leave(join(copies, 'secrets.json'));
  await restore(target.url, target.data_dir, archive);
  expect(existsSync(copies)).toBe(false);
});

it('R-10 lets nothing start on what a killed restore left, until one is whole', { timeout: 120_000 }, async () => {
  const target = await emptyTarget();
  await restore(target.url, target.data_dir, archive);
  const before = await content(target.url);
  const other = new pg.Client({ connectionString: target.url });
  await other.connect();
  try {
    // what was there is dropped already when the restore has to wait for the lock of the migrations
    await other.query('select pg_advisory_lock(7203611)');
    const env = {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATABASE_URL: target.url,
      DATA_DIR: target.data_dir,
    };
    const restoring = spawn(process.execPath, [join(root, 'src/cli.ts'), 'restore', archive, '--force'], {
      cwd: root,
      env,
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => restoring.once('close', resolve));
    const waits = `select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    await expect.poll(async () => (await other.query(waits)).rows[0].n, { timeout: 90_000 }).toBe(1);
    restoring.kill('SIGKILL');
    await ended;
  } finally {
    await other.end();
  }
  expect(Object.keys(await content(target.url))).not.toContain('public.users');
  const refused = '上一次恢复没有完成';
  await expect(migrate(target.url)).rejects.toThrow(refused);
  await expect(missingMigrations(target.url)).rejects.toThrow(refused);
  await expect(backup(target.url, target.data_dir, join(work, 'half.tar.gz'))).rejects.toThrow(refused);
  await restore(target.url, target.data_dir, archive, { force: true });
  expect(await migrate(target.url)).toEqual([]);
  expect(await content(target.url)).toEqual(before);
});

it('leaves out a file that went away between the list and its turn, and is whole all the same', async () => {
  const out = new PassThrough();
  const writer = writeArchive(out);
  const read = (async () => {
    const names: string[] = [];
    for await (const entry of readArchive(out)) names.push(entry.name);
    return names;
  })();
  writeFileSync(join(work, 'here'), 'x');
  expect(await writer.addFile('gone', join(work, 'gone'), () => undefined)).toBe(null);
  expect(await writer.addFile('here', join(work, 'here'), () => undefined)).toBe(1);
  out.write(Buffer.alloc(1_024));
  out.end();
  expect(await read).toEqual(['here']);
});

it('touches nothing when the disk has no room for the files', async () => {
  const target = await emptyTarget();
  await restore(target.url, target.data_dir, archive);
  const before = await content(target.url);
  disk.free_bytes = 200_000;
  try {
    await expect(restore(target.url, target.data_dir, archive, { force: true })).rejects.toThrow('磁盘空间不足');
  } finally {
    disk.free_bytes = null;
  }
  expect(await content(target.url)).toEqual(before);
  expect(await files(target.data_dir)).toEqual(await files(t.config.data_dir));
});
