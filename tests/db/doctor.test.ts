import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { runCommandLine } from '#server/cli/run-command-line.ts';
import { startS3Server } from '../support/s3-server.ts';

interface Said {
  ok: boolean;
  findings: Array<{ level: 'ok' | 'warn' | 'bad'; title: string; text: string; todo: string }>;
}

const work = mkdtempSync(join(tmpdir(), 'cemao-doctor-'));
const databases: string[] = [];
let admin: pg.Client;
/** A port that nobody listens on. */
let free_port: number;
beforeAll(async () => {
  admin = new pg.Client({ connectionString: urlOf('postgres') });
  await admin.connect();
  free_port = await withPort(async (port) => port);
  mkdirSync(join(work, 'dist/server'), { recursive: true });
  writeFileSync(join(work, 'dist/server/entry.mjs'), '');
});
afterAll(async () => {
  for (const name of databases) await admin.query(`drop database ${name} with (force)`);
  await admin.end();
  rmSync(work, { recursive: true, force: true });
});

function urlOf(database: string): string {
  const url = new URL(inject('template_url'));
  url.pathname = `/${database}`;
  return url.href;
}

async function withPort<T>(work: (port: number) => Promise<T>): Promise<T> {
  // who answers nothing is not the site
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  try {
    return await work((server.address() as AddressInfo).port);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

async function database(filled: 'empty' | 'migrated', encoding = 'UTF8'): Promise<string> {
  const name = `d_${randomBytes(6).toString('hex')}`;
  await admin.query(`create database ${name} template ${filled === 'migrated' ? 'cemao_template' : `template0 encoding '${encoding}'`}`);
  databases.push(name);
  return urlOf(name);
}

const folder = () => {
  const made = join(work, randomBytes(4).toString('hex'));
  mkdirSync(made);
  return made;
};

async function doctor(env: Record<string, string>, ...args: string[]): Promise<{ code: number; out: string }> {
  let out = '';
  const all = { DATA_DIR: join(work, 'none'), DIST_DIR: join(work, 'dist'), PORT: String(free_port), SEED: 'NONE', ...env };
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
  const writer = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += text;
    return true;
  });
  try {
    return { code: await runCommandLine(['doctor', ...args]), out };
  } finally {
    writer.mockRestore();
    vi.unstubAllEnvs();
  }
}

async function said(env: Record<string, string>): Promise<{ code: number; bad: string[]; found: Said['findings'] }> {
  const { code, out } = await doctor(env, '--json');
  const { ok, findings } = JSON.parse(out) as Said;
  const bad = findings.filter(({ level }) => level === 'bad');
  expect(ok).toBe(bad.length === 0);
  return { code, bad: bad.map(({ title, text }) => `${title}：${text}`), found: findings };
}
const levelOf = (found: Said['findings'], title: string) => found.find((one) => one.title === title)?.level;

it('passes a machine on which the site can run, in lines for people and as JSON', async () => {
  const env = { DATABASE_URL: await database('migrated'), DATA_DIR: folder() };
  const { code, out } = await doctor(env);
  expect(code).toBe(0);
  const lines = out.trimEnd().split('\n');
  expect(lines.filter((line) => line.startsWith('✗'))).toEqual([]);
  expect(lines).toContainEqual(expect.stringMatching(/^✓ 数据库：PostgreSQL \d+/));
  expect(lines).toContain('✓ 数据库结构：是最新的');
  expect(lines.at(-1)).toMatch(/^(可以运行，\d+ 项需要注意|一切正常)$/);
  for (const line of lines.slice(0, -1)) expect(line).toMatch(/^[✓!✗] .+：.+/);
  expect((await said(env)).code).toBe(0);
});

it('changes nothing: no folder, no secrets, no database, no table', async () => {
  const data_dir = join(work, 'not-yet');
  const url = await database('empty');
  const { code, found } = await said({ DATA_DIR: data_dir, DATABASE_URL: url });
  expect(code).toBe(0);
  expect(existsSync(data_dir)).toBe(false);
  expect(levelOf(found, '数据库结构')).toBe('ok');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  expect((await client.query("select 1 from pg_class where relnamespace = 'public'::regnamespace")).rowCount).toBe(0);
  await client.end();
  const empty = folder();
  expect((await said({ DATA_DIR: empty })).found).toContainEqual({
    level: 'ok',
    title: '数据库',
    text: '内置数据库将在第一次启动时建立',
    todo: '',
  });
  expect(readdirSync(empty)).toEqual([]);
});

it('finds a database that is away, of another encoding, half restored, behind, or of other secrets', async () => {
  const away = await said({ DATABASE_URL: 'postgres://nobody:secret-word@127.0.0.1:1/none' });
  expect(away).toMatchObject({ code: 1, bad: [expect.stringContaining('连不上')] });
  expect(JSON.stringify(away.found)).not.toContain('secret-word');
  expect(await said({ DATABASE_URL: await database('empty', 'LATIN1') })).toMatchObject({
    code: 1,
    bad: [expect.stringContaining('LATIN1')],
  });

  const url = await database('migrated');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create schema cemao_restoring');
  expect((await said({ DATABASE_URL: url })).bad).toEqual([expect.stringContaining('恢复没有完成')]);
  await client.query('drop schema cemao_restoring');
  await client.query('delete from cemao_migrations where name = (select max(name) from cemao_migrations)');
  const behind = await said({ DATABASE_URL: url });
  expect([behind.code, levelOf(behind.found, '数据库结构')]).toEqual([0, 'warn']);
  await client.query(`insert into site_settings (key, value) values ('secrets_fingerprint', '"of others"')`);
  expect((await said({ DATABASE_URL: url })).bad).toEqual([expect.stringContaining('密钥')]);
  await client.query("update cemao_migrations set hash = 'x' where name = (select min(name) from cemao_migrations)");
  expect((await said({ DATABASE_URL: url })).bad).toEqual([expect.stringContaining('不兼容')]);
  await client.end();
});

it('finds a port of somebody else, missing pages, a folder for backups that is not there, a refused environment', async () => {
  const env = { DATABASE_URL: await database('migrated') };
  await withPort(async (port) =>
    expect((await said({ ...env, PORT: String(port) })).bad).toEqual([expect.stringContaining('被别的程序占用')]),
  );
  expect((await said({ ...env, HOST: '127.0.0.1', DIST_DIR: join(work, 'nothing') })).bad).toEqual([
    expect.stringContaining('没有找到构建好的页面'),
  ]);
  expect((await said({ ...env, BACKUP_DIR: join(work, 'unmounted') })).bad).toEqual([expect.stringContaining('不存在')]);
  expect((await said({ ...env, PORT: 'many' })).bad).toEqual([expect.stringContaining('PORT')]);
  const partial = await said({ ...env, SITE_URL: 'https://www.example.com', ALLOW_SANDBOX: '1', MAIL_URL: 'smtps://mail.example.com' });
  expect(partial.bad).toEqual([expect.stringContaining('MAIL_FROM')]);
});

it('asks the bucket, and leaves nothing in it; a bad key is said by its variable', async () => {
  const s3 = await startS3Server();
  try {
    const env = { DATABASE_URL: await database('migrated'), STORAGE: 's3', ...s3.env };
    expect(levelOf((await said(env)).found, '对象存储')).toBe('ok');
    expect(s3.objects.size).toBe(0);
    expect(s3.calls.length).toBeGreaterThan(3);
    const refused = await said({ ...env, S3_SECRET: 'another-secret' });
    expect(refused).toMatchObject({ code: 1, bad: [expect.stringContaining('S3_SECRET')] });
    expect(JSON.stringify(refused.found)).not.toContain('another-secret');
  } finally {
    await s3.stop();
  }
});

it('says of a replica that is away, or none at all, that pages do without it', async () => {
  const url = await database('migrated');
  const replica = async (DATABASE_REPLICA_URL: string) => {
    const { code, found } = await said({ DATABASE_URL: url, DATABASE_REPLICA_URL });
    return [code, found.find(({ title }) => title === '只读副本')];
  };
  expect(await replica('postgres://nobody:secret-word@127.0.0.1:1/none')).toEqual([
    0,
    expect.objectContaining({ level: 'warn', text: expect.stringMatching(/^连不上(?!.*secret-word)/) }),
  ]);
  expect(await replica(url)).toEqual([0, expect.objectContaining({ level: 'warn', text: expect.stringContaining('不是副本') })]);
});

it('tells how old the newest backup is', async () => {
  const url = await database('migrated');
  const env = { DATABASE_URL: url, BACKUP_DIR: folder() };
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const add = (status: string, ago: string) =>
    client.query(`insert into backup_runs (sort, status, machine, started_at) values ('backup', $1, 'm', now() - $2::interval)`, [
      status,
      ago,
    ]);
  await add('failed', '1 hour');
  expect(levelOf((await said(env)).found, '最近的备份')).toBe('warn');
  await add('done', '3 days');
  expect((await said(env)).found).toContainEqual(expect.objectContaining({ title: '最近的备份', text: '最近一次成功的备份在 72 小时前' }));
  await add('done', '2 hours');
  expect(levelOf((await said(env)).found, '最近的备份')).toBe('ok');
  await client.end();
});
