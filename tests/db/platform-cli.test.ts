import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { runCommandLine } from '#server/cli/run-command-line.ts';
import { knownMigrations } from '#server/db/migrate.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'cemao-cli-'));
const databases: string[] = [];
let admin: pg.Client;
beforeAll(async () => {
  admin = new pg.Client({ connectionString: urlOf('postgres') });
  await admin.connect();
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

interface Scratch {
  url: string;
  data_dir: string;
}

/** A database and a DATA_DIR of their own: empty, or with the current schema. */
async function scratch(filled: 'empty' | 'migrated'): Promise<Scratch> {
  const name = `c_${randomBytes(6).toString('hex')}`;
  await admin.query(`create database ${name}${filled === 'migrated' ? ' template cemao_template' : ''}`);
  databases.push(name);
  const data_dir = join(work, name);
  mkdirSync(data_dir);
  return { url: urlOf(name), data_dir };
}

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** The command line as people call it: a process. It takes seconds to start, so most tests call the same program in theirs. */
function cliProcess(at: Scratch, ...args: string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const env = {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      LOG_LEVEL: 'error',
      DATABASE_URL: at.url,
      DATA_DIR: at.data_dir,
    };
    const child = spawn(join(root, 'node_modules/.bin/node'), [join(root, 'src/cli.ts'), ...args], { cwd: root, env });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      err += chunk.toString();
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out, err }));
  });
}

async function cli(at: Scratch, ...args: string[]): Promise<Ended> {
  const said = { out: '', err: '' };
  const take = (to: 'out' | 'err') => (text: string | Uint8Array) => {
    said[to] += text;
    return true;
  };
  vi.stubEnv('LOG_LEVEL', 'error').stubEnv('DATABASE_URL', at.url).stubEnv('DATA_DIR', at.data_dir);
  const writers = [
    vi.spyOn(process.stdout, 'write').mockImplementation(take('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(take('err')),
  ];
  try {
    const code = await runCommandLine(args);
    return { code, ...said };
  } finally {
    for (const writer of writers) writer.mockRestore();
    vi.unstubAllEnvs();
  }
}

async function query(at: Scratch, ...texts: string[]): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: at.url });
  await client.connect();
  try {
    let result = await client.query('select 1');
    for (const text of texts) result = await client.query(text);
    return result;
  } finally {
    await client.end();
  }
}

async function audited(at: Scratch): Promise<unknown[]> {
  const { rows } = await query(at, 'select actor_id::int, action, subject, detail, request_id from audit_log order by created_at');
  return rows;
}

/** Refused: exit code 1 and one line a person can read, nothing of the code's insides. */
const oneLine = (text: RegExp) => ({ code: 1, err: expect.stringMatching(new RegExp(`^[^\\n]*${text.source}[^\\n]*\\n$`)) });

describe('the command line', () => {
  it('tells its commands: 0 when asked for, 2 for one that does not exist', { timeout: 60_000 }, async () => {
    const at = await scratch('empty');
    const help = await cliProcess(at, 'help');
    expect(help.code).toBe(0);
    for (const name of ['migrate', 'seed', 'backup', 'restore', 'reconcile', 'settings', 'staff', 'accept-secrets'])
      expect(help.err).toContain(`  ${name}`);
    expect((await cli(at, 'dance')).code).toBe(2);
  });

  it('refuses bad configuration, options and files with one line', { timeout: 60_000 }, async () => {
    const at = await scratch('migrated');
    const away = { ...at, url: 'postgres://nobody:secret-word@127.0.0.1:1/none' };
    expect(await cli({ ...at, url: 'mysql://x' }, 'migrate')).toMatchObject(oneLine(/DATABASE_URL/));
    const refused = await cliProcess(away, 'migrate', '--check');
    expect(refused).toMatchObject(oneLine(/连不上/));
    expect(refused.err).not.toContain('secret-word');
    expect(await cli(at, 'migrate', '--chek')).toMatchObject(oneLine(/看不懂的参数 --chek。用法：node src\/cli\.ts migrate \[--check\]/));
    expect(await cli(at, 'storage', 'move', '--to')).toMatchObject(oneLine(/看不懂的参数 --to。/));
    expect(await cli(at, 'doctor', 'twice')).toMatchObject(oneLine(/看不懂的参数 twice。/));
    expect(await cli(at, 'seed', '--seed', 'abc')).toMatchObject(oneLine(/--seed 应为数字/));
    expect(await cli(at, 'backup')).toMatchObject(oneLine(/用法/));
    expect(await cli(at, 'restore', join(work, 'nothing.tar.gz'), '--force')).toMatchObject(oneLine(/找不到备份文件/));
    writeFileSync(join(work, 'broken.tar.gz'), 'hello');
    expect(await cli(at, 'restore', join(work, 'broken.tar.gz'), '--force')).toMatchObject(oneLine(/损坏/));
  });
});

it('migrate --check says what is missing and exits 1, migrate adds it, then nothing is missing', async () => {
  const at = await scratch('empty');
  const before = await cli(at, 'migrate', '--check');
  expect(before.code).toBe(1);
  for (const name of knownMigrations()) expect(before.out).toContain(name);
  expect((await cli(at, 'migrate')).code).toBe(0);
  expect(await cli(at, 'migrate', '--check')).toMatchObject({ code: 0, out: '数据库结构是最新的\n', err: '' });
});

it('backup and restore carry rows and files over, and refuse to overwrite', { timeout: 60_000 }, async () => {
  const from = await scratch('migrated');
  await query(from, "insert into users (mobile, password_hash, nickname) values ('13900000001', 'x', '备份的人')");
  mkdirSync(join(from.data_dir, 'private'));
  writeFileSync(join(from.data_dir, 'private/one.bin'), 'bytes');
  const archive = join(work, 'whole.tar.gz');
  expect(await cliProcess(from, 'backup', archive)).toMatchObject({ code: 0, err: '' });
  expect(await cli(from, 'backup', archive)).toMatchObject(oneLine(/已存在/));
  const to = await scratch('empty');
  // a backup changes nothing: it does not even make the tables
  expect(await cli(to, 'backup', join(work, 'empty.tar.gz'))).toMatchObject(oneLine(/数据库还是空的/));
  expect(await cli(to, 'restore', archive)).toMatchObject({ code: 0, err: '' });
  expect((await query(to, 'select nickname from users')).rows).toEqual([{ nickname: '备份的人' }]);
  expect(readFileSync(join(to.data_dir, 'private/one.bin'), 'utf8')).toBe('bytes');
  expect(await cli(to, 'restore', archive)).toMatchObject(oneLine(/--force/));
  expect((await cli(to, 'restore', archive, '--force')).code).toBe(0);
});

it('reconcile proves an honest ledger with 0, and finds a tampered one with 1 and the transfer', async () => {
  const at = await scratch('migrated');
  expect(await cli(at, 'reconcile')).toMatchObject({ code: 0, out: expect.stringContaining('全部相符') });
  await query(
    at,
    // past every guard, as somebody with the database's own rights could
    "set session_replication_role = 'replica'",
    "insert into accounts (owner_id, purpose, unit, balance) values (1, 'balance', 'fen', 500)",
    "insert into ledger_transfers (key, reason, reference) values ('forged', 'gift', '')",
    `insert into ledger_entries (transfer_id, account_id, amount, purpose, reason)
       select t.id, a.id, 500, a.purpose, t.reason from ledger_transfers t, accounts a where t.key = 'forged' and a.owner_id = 1`,
  );
  const found = await cli(at, 'reconcile');
  expect(found).toMatchObject({ code: 1, err: '' });
  expect(found.out).toMatch(/1 处不符/);
});

it('settings shows and changes what the operator sets, and refuses what a key does not allow', { timeout: 60_000 }, async () => {
  const at = await scratch('migrated');
  const all = await cli(at, 'settings');
  expect(all).toMatchObject({ code: 0, err: '' });
  expect(all.out).toContain('work_review = "auto"\n');
  expect(all.out).not.toContain('demo_world');
  expect(await cli(at, 'settings', 'work_review', 'hold')).toMatchObject({ code: 0, out: 'work_review = "hold"\n' });
  expect(await cli(at, 'settings', 'hot_words', '["年会","晚宴"]')).toMatchObject({ code: 0, out: 'hot_words = ["年会","晚宴"]\n' });
  expect(await cli(at, 'settings', 'work_review')).toMatchObject({ out: 'work_review = "hold"\n' });
  expect(await cli(at, 'settings', 'work_review', 'later')).toMatchObject(oneLine(/work_review 的值无效/));
  expect(await cli(at, 'settings', 'demo_world', '{}')).toMatchObject(oneLine(/没有设置项 demo_world/));
  expect(await audited(at)).toEqual([
    { actor_id: 0, action: 'settings.set', subject: 'work_review', detail: { before: null, value: 'hold' }, request_id: 'cli' },
    { actor_id: 0, action: 'settings.set', subject: 'hot_words', detail: { before: null, value: ['年会', '晚宴'] }, request_id: 'cli' },
  ]);
});

it('accept-secrets makes the database know the secrets of today, and keeps none of them in it', async () => {
  const at = await scratch('migrated');
  await query(at, `insert into site_settings (key, value) values ('secrets_fingerprint', '"of earlier ones"')`);
  expect(await cli(at, 'accept-secrets')).toMatchObject({ code: 0, err: '' });
  const { rows } = await query(at, "select value from site_settings where key = 'secrets_fingerprint'");
  expect(rows).toEqual([{ value: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  const secrets = JSON.parse(readFileSync(join(at.data_dir, 'secrets.json'), 'utf8')) as Record<string, string>;
  for (const secret of Object.values(secrets)) expect(JSON.stringify(rows)).not.toContain(secret);
});

it('staff gives and takes roles', { timeout: 60_000 }, async () => {
  const at = await scratch('migrated');
  await query(at, "insert into users (mobile, password_hash, nickname) values ('13900000001', 'x', '将做审核的人')");
  const roles = async () => (await query(at, 'select roles from users')).rows[0].roles;
  expect(await cli(at, 'staff', '13900000001', 'reviewer,operator')).toMatchObject({ code: 0, err: '' });
  expect(await roles()).toEqual(['reviewer', 'operator']);
  expect(await cli(at, 'staff', '13900000001', 'boss')).toMatchObject(oneLine(/用法/));
  expect(await cli(at, 'staff', '13900000002', 'reviewer')).toMatchObject(oneLine(/没有手机号/));
  expect((await cli(at, 'staff', '13900000001', 'none')).code).toBe(0);
  expect(await roles()).toEqual([]);
  const both = ['reviewer', 'operator'];
  expect(await audited(at)).toMatchObject([
    { actor_id: 0, action: 'user.roles', subject: 'user:1', detail: { before: [], roles: both } },
    { actor_id: 0, action: 'user.roles', subject: 'user:1', detail: { before: both, roles: [] } },
  ]);
});

it('seed makes nothing anew where a world was made but the staff that older worlds lack, and names its accounts', async () => {
  const at = await scratch('migrated');
  await query(
    at,
    `insert into site_settings (key, value, updated_at) values ('demo_world',
       '{"state": "done", "people": {"buyer_id": 1, "member_id": 2, "publisher_ids": [], "reader_ids": []}}', now())`,
  );
  const ended = await cli(at, 'seed');
  expect(ended).toMatchObject({ code: 0, err: '' });
  expect(ended.out).toContain('发布者');
  expect((await query(at, 'select mobile, roles from users order by mobile desc')).rows).toEqual([
    { mobile: '13800000008', roles: ['admin'] },
    { mobile: '13800000006', roles: ['finance'] },
  ]);
  expect(existsSync(join(at.data_dir, 'postgres')), 'no cluster beside a database of one’s own').toBe(false);
});
