import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type S3Server, startS3Server } from '../../../tests/support/s3-server.ts';
import { localStorage } from '../providers/storage/local.ts';
import type { Storage } from '../providers/storage/port.ts';
import { runCommandLine } from './run-command-line.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const FILES = 40;

let s3: S3Server;
let folder: string;
let here: Storage;
beforeEach(async () => {
  s3 = await startS3Server();
  folder = mkdtempSync(join(tmpdir(), 'cemao-cli-storage-'));
  here = localStorage(folder);
  for (let i = 0; i < FILES; i++) await here.putPrivate(`aa/f${i}`, Buffer.alloc(2_000, `file ${i}`));
  await here.putPublic('aa/p-320.webp', Buffer.from('picture'));
});
afterEach(async () => {
  await s3.stop();
  rmSync(folder, { recursive: true, force: true });
});

const variables = () => ({ DATA_DIR: folder, SEED: 'none', STORAGE: '', ...s3.env });

/** The command as people call it: a process of its own. It takes seconds to start, so the rest calls the same program in ours. */
function start(...args: string[]) {
  const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...variables() };
  const child = spawn(process.execPath, [join(root, 'src/cli.ts'), 'storage', ...args], { cwd: root, env, stdio: 'ignore' });
  return { child, ended: new Promise((resolve) => child.once('close', resolve)) };
}

async function move(env: Record<string, string>, ...args: string[]): Promise<{ code: number; said: string }> {
  let said = '';
  const take = (text: string | Uint8Array) => {
    said += text;
    return true;
  };
  for (const [name, value] of Object.entries({ ...variables(), ...env })) vi.stubEnv(name, value);
  const writers = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockImplementation(take));
  try {
    return { code: await runCommandLine(['storage', 'move', ...args]), said };
  } finally {
    for (const writer of writers) writer.mockRestore();
    vi.unstubAllEnvs();
  }
}
const names = () => [...s3.objects.keys()].filter((name) => name.startsWith('site/p'));
const local = async () => (await Array.fromAsync(here.list('private'))).length + (await Array.fromAsync(here.list('public'))).length;

it('is killed in the middle, goes on, checks, and removes the source only when asked and when the site has moved', async () => {
  let puts = 0;
  let stuck = (): void => undefined;
  const reached = new Promise<void>((resolve) => {
    stuck = resolve;
  });
  s3.fault = ({ method, name }) => {
    if (method !== 'PUT' || !name.includes('private/') || ++puts <= 10) return null;
    stuck();
    return new Promise<never>(() => undefined);
  };
  const { child, ended } = start('move', '--to', 's3');
  await reached;
  child.kill('SIGKILL');
  await ended;
  s3.fault = () => null;
  const before = names().length;
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(FILES);

  expect(await move({}, '--to', 's3', '--check')).toMatchObject({ code: 1 });
  const second = await move({}, '--to', 's3');
  expect(second.said).toContain(`已复制 ${FILES + 1 - before} 个文件`);
  expect([second.code, names().length, await local()]).toEqual([0, FILES + 1, FILES + 1]);
  expect(await move({}, '--to', 's3', '--check')).toMatchObject({ code: 0 });

  // the site still serves the source
  const early = await move({}, '--to', 's3', '--remove-source');
  expect([early.code, await local()]).toEqual([1, FILES + 1]);
  expect(early.said).toContain('STORAGE=s3');
  // a public copy that its publisher took down meanwhile must not come back
  await here.removePublic(['aa/p-320.webp']);
  expect((await move({}, '--to', 's3', '--check')).said).toContain('目标多出 1 个');
  expect(await move({}, '--to', 's3', '--prune')).toMatchObject({ code: 0 });
  expect(names().length).toBe(FILES);

  const broken = s3.objects.get('site/private/aa/f7');
  s3.objects.set('site/private/aa/f7', { ...(broken as NonNullable<typeof broken>), body: Buffer.alloc(2_000, 'x'), etag: 'x' });
  const refused = await move({ STORAGE: 's3' }, '--to', 's3', '--remove-source');
  expect([refused.code, await local()]).toEqual([1, FILES]);
  expect(refused.said).toContain('不同：private/aa/f7');
  s3.objects.delete('site/private/aa/f7');
  expect(await move({ STORAGE: 's3' }, '--to', 's3', '--remove-source')).toMatchObject({ code: 0 });
  expect([names().length, await local()]).toEqual([FILES, 0]);
  expect(await move({ STORAGE: 's3' }, '--to', 'local')).toMatchObject({ code: 0 });
  expect(await local()).toBe(FILES);
});

it('brings files of a bucket into a folder beside the backups, and the next time only what is new', async () => {
  await move({}, '--to', 's3');
  const beside = mkdtempSync(join(tmpdir(), 'cemao-cli-beside-'));
  try {
    const bring = () => move({ DATA_DIR: beside, STORAGE: 's3' }, '--to', 'local');
    expect(await bring()).toMatchObject({ code: 0, said: expect.stringContaining(`已复制 ${FILES + 1} 个文件`) });
    const later = Buffer.from('a work of today');
    s3.objects.set('site/private/aa/later', { body: later, type: '', caching: '', etag: 'x', modified_at: new Date() });
    expect(await bring()).toMatchObject({ code: 0, said: expect.stringContaining('已复制 1 个文件') });
    expect(readFileSync(join(beside, 'private/aa/later'))).toEqual(later);
    expect(readFileSync(join(beside, 'private/aa/f7'))).toEqual(Buffer.alloc(2_000, 'file 7'));
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
});

it('never removes what the site uses, also when its shell does not know what that is', async () => {
  writeFileSync(join(folder, 'storage-in-use'), 's3\n');
  await move({}, '--to', 's3');
  const extra = 'site/private/aa/later';
  s3.objects.set(extra, { body: Buffer.from('x'), type: '', caching: '', etag: 'x', modified_at: new Date() });
  const pruned = await move({}, '--to', 's3', '--prune');
  expect(pruned).toMatchObject({ code: 1 });
  expect(pruned.said).toContain('网站已在使用目标中的文件');
  expect(await move({ STORAGE: 'local' }, '--to', 'local', '--remove-source')).toMatchObject({ code: 1 });
  expect(s3.objects.has(extra)).toBe(true);
});

it('says in one line what is wrong', async () => {
  for (const [env, args, said] of [
    [{}, ['--to', 'moon'], '用法'],
    [{}, ['--to', 's3', '--check', '--prune'], '用法'],
    [{ S3_ENDPOINT: '', S3_BUCKET: '', S3_KEY_ID: '', S3_SECRET: '', S3_REGION: '', S3_PREFIX: '' }, ['--to', 's3'], '还没有配置对象存储'],
    [{ S3_SECRET: 'wrong' }, ['--to', 's3'], 'S3_SECRET'],
  ] as const) {
    const ended = await move(env, ...args);
    expect([ended.code, ended.said.trim().split('\n').length]).toEqual([1, 1]);
    expect(ended.said).toContain(said);
  }
});
