import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StartError } from '../kernel/errors.ts';
import { readConfig } from './config.ts';

let data_dir = '';
let file = '';
beforeEach(() => {
  data_dir = mkdtempSync(join(tmpdir(), 'cemao-config-'));
  file = join(data_dir, 'secrets.json');
});
afterEach(() => rmSync(data_dir, { recursive: true }));

const read = (env: Record<string, string> = {}) => readConfig({ DATA_DIR: data_dir, ...env });
const refusal = (env: Record<string, string>) => {
  try {
    read(env);
  } catch (error) {
    expect(error).toBeInstanceOf(StartError);
    expect((error as Error).message).not.toContain('\n');
    return (error as Error).message;
  }
  return 'accepted';
};
const mode = () => statSync(file).mode & 0o777;
const STRONG = 'n4Xv9Qp2Lr7Ts1Yb8Wd3Kf6Hj5Gm0ZcAe';

describe('secrets', () => {
  it('are made once, 256 bits each, into a file for its owner alone', () => {
    const { secrets } = read();
    expect(mode()).toBe(0o600);
    expect(readdirSync(data_dir)).toEqual(['secrets.json']);
    expect(new Set(Object.values(secrets)).size).toBe(7);
    for (const secret of Object.values(secrets)) expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(read().secrets).toEqual(secrets);
  });

  it('are those of all who start on an empty folder at once', async () => {
    const script = `import { readConfig } from ${JSON.stringify(new URL('./config.ts', import.meta.url).href)};
      console.log(JSON.stringify(readConfig({ DATA_DIR: ${JSON.stringify(data_dir)} }).secrets));`;
    const starts = Array.from({ length: 8 }, () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]));
    expect(new Set((await Promise.all(starts)).map(({ stdout }) => stdout))).toEqual(new Set([`${JSON.stringify(read().secrets)}\n`]));
    expect(readdirSync(data_dir)).toEqual(['secrets.json']);
  });

  it('in a file that others could read are closed to them', () => {
    const { secrets } = read();
    chmodSync(file, 0o644);
    expect(read().secrets).toEqual(secrets);
    expect(mode()).toBe(0o600);
  });

  it('from the environment go first and stay out of the file', () => {
    expect(read({ SECRET_LINK: STRONG, NODE_ENV: 'production' }).secrets.link).toBe(STRONG);
    expect(readFileSync(file, 'utf8')).not.toContain(STRONG);
  });

  it.each([
    ['short', '太短'],
    ['a'.repeat(64), '占位文字'],
    ['change-me-please-0123456789-abcdefgh', '占位文字'],
    ['this-is-the-default-key-0123456789ab', '占位文字'],
  ])('refuses %s outside the demo', (weak, why) => {
    for (const [name, value] of [
      ['NODE_ENV', 'production'],
      ['SEED', 'none'],
      ['SITE_URL', 'https://cemao.example.com'],
    ] as const) {
      const message = refusal({ SECRET_LINK: weak, ALLOW_SANDBOX: '1', [name]: value });
      expect(message).toContain('SECRET_LINK');
      expect(message).toContain(why);
      expect(message).not.toContain(weak);
    }
    expect(refusal({ SECRET_LINK: weak })).toBe('accepted');
  });

  it('that somebody wrote into the file are held to the same', () => {
    writeFileSync(file, JSON.stringify({ link: 'short' }));
    expect(refusal({ NODE_ENV: 'production' })).toContain('secrets.json 中的 link 太短');
    for (const broken of ['{"link":', '[]', 'null', '{"link":7}', '{"link":""}']) {
      writeFileSync(file, broken);
      expect([broken, refusal({})]).not.toEqual([broken, 'accepted']);
    }
  });
});

it('takes a replica beside an own database alone, and never shows its address', () => {
  const url = 'postgres://cemao:word@10.0.0.2/cemao';
  expect(read({ DATABASE_URL: 'postgres://cemao:word@10.0.0.1/cemao', DATABASE_REPLICA_URL: url }).database_replica_url).toBe(url);
  expect(read().database_replica_url).toBeNull();
  expect(refusal({ DATABASE_REPLICA_URL: url })).toContain('DATABASE_URL');
  expect(refusal({ DATABASE_REPLICA_URL: 'mysql://cemao:word@10.0.0.2/cemao' })).not.toContain('word');
});

describe('AT-3 the stand-ins for SMS and payment', () => {
  const ADDRESSES: Array<[SITE_URL: string, HOST: string, own: boolean]> = [
    ['', '', true],
    ['http://127.0.0.1:4321', '127.0.0.1', true],
    ['http://localhost:4321', 'localhost', true],
    ['http://[::1]:4321', '::1', true],
    ['http://192.168.3.4', '127.0.0.1', true],
    ['', '0.0.0.0', false],
    ['', '192.168.3.4', false],
    ['http://127.0.0.1', '0.0.0.0', false],
    ['http://127.0.0.1', '::', false],
    ['http://127.0.0.1', '127.evil.example', false],
    ['http://0.0.0.0:4321', '127.0.0.1', false],
    ['https://cemao.example.com', '', false],
    ['https://cemao.example.com', '0.0.0.0', false],
    ['https://10.example.com', '', false],
    ['https://localhost.example.com', '', false],
    ['https://127.0.0.1@cemao.example', '', false],
    ['https://[::ffff:8.8.8.8]', '', false],
  ];

  it.each(ADDRESSES)('with SITE_URL %j on HOST %j: on this machine alone (%s) or when asked for by name', (SITE_URL, HOST, own) => {
    for (const NODE_ENV of ['', 'production', 'Production', 'development']) {
      const message = refusal({ NODE_ENV, SITE_URL, HOST });
      expect([NODE_ENV, message === 'accepted']).toEqual([NODE_ENV, own]);
      if (!own) expect(message).toContain('ALLOW_SANDBOX=1');
    }
    const asked = read({ SITE_URL, HOST, ALLOW_SANDBOX: '1' });
    expect([asked.allow_sandbox, asked.local]).toEqual([true, own]);
  });
});
