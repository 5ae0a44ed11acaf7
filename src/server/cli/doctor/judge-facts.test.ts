import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from '../../config/config.ts';
import type { DatabaseFacts, Facts } from './facts.ts';
import { judgeFacts } from './judge-facts.ts';

const GB = 1024 ** 3;
const data_dir = mkdtempSync(join(tmpdir(), 'cemao-doctor-'));
afterAll(() => rmSync(data_dir, { recursive: true, force: true }));

const configOf = (env: Record<string, string> = {}) => readConfig({ DATA_DIR: data_dir, SEED: 'NONE', ...env }, { keep: false });
const PUBLIC = { SITE_URL: 'https://www.example.com', ALLOW_SANDBOX: '1', TRUST_PROXY: '127.0.0.1' };
const now = new Date('2026-05-02T01:00:00Z');
const disk = { free_bytes: 50 * GB, total_bytes: 100 * GB };

const database: DatabaseFacts = {
  version: '18.1',
  encoding: 'UTF8',
  max_connections: 200,
  used_connections: 10,
  skew_ms: 3,
  gist: true,
  may_create_databases: true,
  missing: [],
  same_secrets: true,
  backup_at: new Date('2026-05-01T19:05:00Z'),
};

/** A machine on which nothing is wrong. */
const well: Facts = {
  now,
  node: '24.21.0',
  memory_bytes: 4 * GB,
  root: false,
  built: true,
  config: configOf(),
  config_fault: '',
  data: { path: data_dir, exists: true, writable: true, disk },
  backups: { path: '/backups', exists: true, writable: true, disk, same_disk: false },
  port: 'free',
  database,
  replica: { follows: true, ours: true, level: true },
  bucket: '',
  documents: { office: true, isolated: true, conversion: true, fonts: true, poppler: true, narrows: true },
  certificate: { ends_at: new Date('2026-08-01T00:00:00Z'), fault: '' },
};

/** What is said beyond ✓, as `level title`. */
const said = (change: Partial<Facts>) =>
  judgeFacts({ ...well, ...change })
    .filter(({ level }) => level !== 'ok')
    .map(({ level, title }) => `${level} ${title}`);
const ofDatabase = (change: Partial<DatabaseFacts>) => said({ database: { ...database, ...change } });

it('finds nothing on a good machine, and says so line by line', () => {
  expect(said({})).toEqual([]);
  expect(judgeFacts(well).length).toBeGreaterThan(15);
});

it('says what to do about everything that is not well', () => {
  const broken: Facts = {
    ...well,
    replica: 'away',
    bucket: 'away',
    node: '20.1.0',
    built: false,
    root: true,
    memory_bytes: GB,
    port: 'taken',
    database: '连不上',
  };
  for (const { level, title, text, todo } of judgeFacts(broken)) {
    expect(text, title).not.toBe('');
    expect(todo !== '', title).toBe(level !== 'ok');
  }
});

it('tells what cannot work from what wants attention', () => {
  expect(said({ node: '20.19.0' })).toEqual(['bad Node.js']);
  expect(said({ built: false })).toEqual(['bad 构建结果']);
  expect(said({ root: true, memory_bytes: GB })).toEqual(['warn 内存', 'warn 系统用户']);
  expect(said({ data: { path: '/x', exists: true, writable: false, disk } })).toEqual(['bad 数据目录']);
  expect(said({ data: { path: '/x', exists: false, writable: false, disk } })).toEqual(['bad 数据目录']);
  expect(said({ data: { path: '/x', exists: false, writable: true, disk } })).toEqual([]);
  expect(said({ data: { path: '/x', exists: true, writable: true, disk: { free_bytes: GB, total_bytes: 100 * GB } } })).toEqual([
    'warn 磁盘',
  ]);
  expect(said({ port: 'taken' })).toEqual(['bad 端口']);
  expect(said({ port: 'refused' })).toEqual(['bad 端口']);
  expect(said({ port: 'ours' })).toEqual([]);
});

it('looks at the database as the site needs it', () => {
  expect(said({ database: null })).toEqual([]);
  expect(said({ database: '数据库的编码是 LATIN1' })).toEqual(['bad 数据库']);
  expect(ofDatabase({ max_connections: 20 })).toEqual(['bad 数据库连接']);
  expect(ofDatabase({ skew_ms: -5_000 })).toEqual(['bad 时钟']);
  expect(ofDatabase({ gist: false })).toEqual(['bad 数据库扩展']);
  expect(ofDatabase({ missing: ['0036_salon-door'] })).toEqual(['warn 数据库结构']);
  expect(ofDatabase({ same_secrets: false })).toEqual(['bad 密钥']);
  expect(ofDatabase({ may_create_databases: false })).toEqual(['warn 恢复演练']);
  expect(ofDatabase({ backup_at: null })).toEqual(['warn 最近的备份']);
  expect(ofDatabase({ backup_at: new Date('2026-04-29T00:00:00Z') })).toEqual(['warn 最近的备份']);
  // never set up: nothing to back up yet
  expect(ofDatabase({ missing: null, backup_at: null })).toEqual([]);
});

it('looks at the replica, which pages can do without, and at the bucket, which they cannot', () => {
  const replica = { follows: true, ours: true, level: true };
  expect(said({ replica: null, bucket: null })).toEqual([]);
  expect(said({ replica: { ...replica, level: null } })).toEqual([]);
  for (const change of [{ follows: false, level: null }, { ours: false, level: null }, { level: false }])
    expect(said({ replica: { ...replica, ...change } })).toEqual(['warn 只读副本']);
  expect(said({ replica: 'connect ECONNREFUSED' })).toEqual(['warn 只读副本']);
  expect(said({ bucket: '对象存储 https://s3.example.com 无法使用：密钥不正确（S3_SECRET）' })).toEqual(['bad 对象存储']);
});

it('looks at documents, certificate and folders of backups', () => {
  const documents = { office: true, isolated: false, conversion: false, fonts: false, poppler: false, narrows: false };
  expect(said({ documents })).toEqual(['warn 文档隔离', 'warn PPTX', 'warn 字体', 'warn PDF 字体']);
  const certificate = (ends_at: string | null, fault = '') =>
    said({ certificate: { ends_at: ends_at === null ? null : new Date(ends_at), fault } });
  expect(certificate('2026-05-01T00:00:00Z', 'CERT_HAS_EXPIRED')).toEqual(['bad 证书']);
  expect(certificate('2026-08-01T00:00:00Z', 'SELF_SIGNED_CERT_IN_CHAIN')).toEqual(['bad 证书']);
  expect(certificate('2026-05-10T00:00:00Z')).toEqual(['warn 证书']);
  expect(certificate(null, 'ENOTFOUND')).toEqual(['warn 证书']);
  const backups = (change: object) => said({ backups: { path: '/b', exists: true, writable: true, disk, same_disk: false, ...change } });
  expect(backups({ exists: false })).toEqual(['bad 备份']);
  expect(backups({ writable: false })).toEqual(['bad 备份']);
  expect(backups({ same_disk: true })).toEqual(['warn 备份']);
  const bucket = {
    STORAGE: 's3',
    S3_ENDPOINT: 'https://s3.example.com',
    S3_BUCKET: 'bucket',
    S3_KEY_ID: 'k',
    S3_SECRET: 's',
    S3_REGION: 'r',
  };
  expect(said({ config: configOf({ ...PUBLIC, ...bucket }) })).toContain('warn 备份不含文件');
  expect(said({ config: configOf(PUBLIC) })).not.toContain('warn 备份不含文件');
  expect(said({ backups: null }), 'nobody else reaches it').toEqual([]);
});

it('expects of a public site what a private one does not need', () => {
  expect(said({ config: configOf(PUBLIC), backups: null })).toEqual(['warn 支付', 'warn 短信', 'warn 邮件', 'warn 备份']);
  const { TRUST_PROXY: _, ...without } = PUBLIC;
  const open = said({ config: configOf({ ...without, SITE_URL: 'http://www.example.com', SEED: '1' }) });
  expect(open).toEqual(['warn 演示数据', 'warn TRUST_PROXY', 'warn SITE_URL', 'warn 支付', 'warn 短信', 'warn 邮件']);
});

it('says of a refused environment what the start would say, and goes on with the rest', () => {
  const found = judgeFacts({ ...well, config: null, config_fault: '环境变量 PORT 的值无效', data: null, database: null });
  expect(found.filter(({ level }) => level === 'bad')).toEqual([
    { level: 'bad', title: '环境变量', text: '环境变量 PORT 的值无效', todo: expect.stringContaining('environment.md') },
  ]);
});
