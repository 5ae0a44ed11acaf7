import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
    expect(new Set(Object.values(secrets)).size).toBe(5);
    for (const secret of Object.values(secrets)) expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(read().secrets).toEqual(secrets);
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
      const message = refusal({ SECRET_LINK: weak, [name]: value });
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

describe('a public address', () => {
  it.each([
    ['https://cemao.example.com', false],
    ['https://10.example.com', false],
    ['https://localhost.example.com', false],
    ['http://0.0.0.0:4321', false],
    ['http://127.0.0.1:4321', true],
    ['http://localhost:4321', true],
    ['http://[::1]:4321', true],
    ['http://192.168.3.4', true],
  ])('in production wants real providers, or a word that it is a demo: %s', (SITE_URL, own) => {
    const message = refusal({ NODE_ENV: 'production', SITE_URL });
    expect(message === 'accepted').toBe(own);
    if (!own) expect(message).toContain('ALLOW_SANDBOX=1');
    expect(refusal({ NODE_ENV: 'production', SITE_URL, ALLOW_SANDBOX: '1' })).toBe('accepted');
  });
});
