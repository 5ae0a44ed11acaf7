import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type S3Call, type S3Fault, type S3Server, startS3Server } from '../../../../tests/support/s3-server.ts';
import { refusalOf } from '../../../../tests/support/s3-signature.ts';
import { readConfig } from '../../config/config.ts';
import { StartError } from '../../kernel/errors.ts';
import { createStorage } from '../create-providers.ts';
import type { Storage } from './port.ts';
import { checkBucket } from './s3/check-bucket.ts';
import { S3Requests } from './s3/request.ts';
import { s3Storage } from './s3.ts';

const LIMITS = { pause_ms: 1, call_ms: 20_000, idle_ms: 20_000, part_bytes: 100_000 };
const AWAY = { status: 503, message: '文件存储暂时无法访问，请稍后再试' };

let s3: S3Server;
let storage: Storage;
let folder: string;
beforeEach(async () => {
  s3 = await startS3Server();
  s3.part_bytes_min = 1;
  folder = mkdtempSync(join(tmpdir(), 'cemao-s3-'));
  storage = s3Storage(s3.config, folder, LIMITS);
});
afterEach(async () => {
  await s3.stop();
  rmSync(folder, { recursive: true, force: true });
});

const bytes = Buffer.from(Array.from({ length: 350_000 }, (_, i) => (i * 31 + (i >> 9)) % 256));
/** The first calls that fit get these faults, one each. */
function failOnce(fits: (call: S3Call) => boolean, ...faults: S3Fault[]): void {
  s3.fault = (call) => (fits(call) ? (faults.shift() ?? null) : null);
}
const notes = () => readdirSync(join(folder, 'scratch')).filter((name) => name.startsWith('m-'));

describe('the judge of signatures', () => {
  // examples of the description of V4, "Authenticating Requests (AWS Signature Version 4)"
  const keeper = { key_id: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', region: 'us-east-1' };
  const at = Date.parse('2013-05-24T00:00:00Z');
  const scope = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request';
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-amz-date': '20130524T000000Z',
    authorization: `AWS4-HMAC-SHA256 Credential=${scope},SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41`,
  };
  const body = Buffer.alloc(0);

  it('takes what the description signs, and nothing that differs from it', () => {
    const signed = { method: 'GET', target: '/test.txt', headers, body };
    expect(refusalOf(signed, keeper, at)).toBeNull();
    expect(refusalOf({ ...signed, target: '/test2.txt' }, keeper, at)).toBe('SignatureDoesNotMatch');
    expect(refusalOf({ ...signed, method: 'PUT' }, keeper, at)).toBe('SignatureDoesNotMatch');
    expect(refusalOf({ ...signed, headers: { ...headers, range: 'bytes=0-99' } }, keeper, at)).toBe('SignatureDoesNotMatch');
    expect(refusalOf({ ...signed, body: Buffer.from('x') }, keeper, at)).toBe('XAmzContentSHA256Mismatch');
    expect(refusalOf(signed, keeper, at + 3_600_000)).toBe('RequestTimeTooSkewed');
    expect(refusalOf({ ...signed, headers: { host: headers.host } }, keeper, at)).toBe('AccessDenied');
  });

  it('takes an address that the description signs, for its time', () => {
    const query = new URLSearchParams({
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Credential': scope,
      'X-Amz-Date': '20130524T000000Z',
      'X-Amz-Expires': '86400',
      'X-Amz-SignedHeaders': 'host',
      'X-Amz-Signature': 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    });
    const signed = { method: 'GET', target: `/test.txt?${query}`, headers: { host: headers.host }, body };
    expect(refusalOf(signed, keeper, at + 86_000_000)).toBeNull();
    expect(refusalOf(signed, keeper, at + 86_500_000)).toBe('AccessDenied');
    expect(refusalOf({ ...signed, method: 'PUT' }, keeper, at)).toBe('SignatureDoesNotMatch');
  });
});

it('signs everything: the same requests without a signature are refused', async () => {
  await storage.putPrivate('aa/one', bytes);
  const seen = s3.calls.length;
  expect(seen).toBeGreaterThan(3);
  for (const [method, path] of [
    ['GET', '/site/private/aa/one'],
    ['PUT', '/site/private/aa/one'],
    ['DELETE', '/site/private/aa/one'],
    ['GET', '?prefix=site/'],
  ] as const) {
    const answer = await fetch(`${s3.config.endpoint}/${s3.config.bucket}${path}`, { method });
    expect([method, path, answer.status]).toEqual([method, path, 403]);
  }
  expect((await buffer(await storage.readPrivate('aa/one'))).equals(bytes)).toBe(true);
});

it('gives public files the type of their name and a life of a year, private ones neither', async () => {
  await storage.putPrivate('aa/p-320.webp', Buffer.from('x'));
  await storage.publish(['aa/p-320.webp']);
  expect(s3.objects.get('site/private/aa/p-320.webp')).toMatchObject({ type: 'application/octet-stream', caching: 'private, no-store' });
  const shown = { type: 'image/webp', caching: 'public, max-age=31536000, immutable' };
  expect(s3.objects.get('site/public/aa/p-320.webp')).toMatchObject(shown);
});

it('removes many private files by few requests', async () => {
  const keys = Array.from({ length: 1_201 }, (_, i) => `aa/${i}`);
  for (const key of keys) s3.objects.set(`site/private/${key}`, { ...objectOf('x') });
  s3.objects.set('site/private/ab/other', objectOf('y'));
  await storage.removePrivate(keys);
  expect([...s3.objects.keys()]).toEqual(['site/private/ab/other']);
  expect(s3.calls.length).toBe(2);
});

function objectOf(content: string) {
  return { body: Buffer.from(content), type: '', caching: '', etag: 'x', modified_at: new Date(0) };
}

describe('a storage with troubles', () => {
  const busy = { status: 503, code: 'SlowDown' };

  it.each<[string, S3Fault[]]>([
    ['says twice that it is busy', [busy, busy]],
    ['breaks the connection', ['cut', 'cut']],
    ['fails once and breaks off once', [{ status: 500, code: 'InternalError' }, 'cut']],
  ])('that %s is asked again, whatever is asked', async (_name, faults) => {
    const temp = await storage.openTemp('t1');
    await temp.write(0, Readable.from([bytes]), bytes.length);
    for (const [fits, work] of [
      [({ method, query }: S3Call) => method === 'PUT' && query.has('partNumber'), () => temp.keepPrivate('aa/big')],
      [({ query }: S3Call) => query.has('uploads'), () => temp.keepPrivate('aa/big')],
      [({ method, query }: S3Call) => method === 'POST' && query.has('uploadId'), () => temp.keepPrivate('aa/big')],
      [({ method }: S3Call) => method === 'PUT', () => storage.putPublic('aa/small', Buffer.from('small'))],
      [({ method }: S3Call) => method === 'HEAD', () => storage.statPrivate('aa/big')],
      [({ method }: S3Call) => method === 'GET', async () => buffer(await storage.readPrivate('aa/big'))],
      [({ headers }: S3Call) => 'x-amz-copy-source' in headers, () => storage.publish(['aa/big'])],
      [({ query }: S3Call) => query.has('delete'), () => storage.removePrivate(['aa/gone'])],
      [({ method }: S3Call) => method === 'DELETE', () => storage.removePublic(['aa/gone'])],
    ] as const) {
      failOnce(fits, ...faults);
      await work();
    }
    expect((await buffer(await storage.readPrivate('aa/big'))).equals(bytes)).toBe(true);
    expect(s3.objects.get('site/public/aa/big')?.body.equals(bytes)).toBe(true);
    expect(s3.uploads.size).toBe(0);
  });

  it('that cuts a download in the middle is asked for the rest, from the byte where it broke', async () => {
    await storage.putPrivate('aa/big', bytes);
    failOnce(({ method }) => method === 'GET', { cut_after: 120_000 }, { cut_after: 70_000 });
    expect((await buffer(await storage.readPrivate('aa/big', { start: 10, end: 300_000 }))).equals(bytes.subarray(10, 300_001))).toBe(true);
    const ranges = s3.calls.filter(({ method }) => method === 'GET').map(({ headers }) => headers.range);
    expect(ranges[0]).toBe('bytes=10-300000');
    expect(ranges.length).toBe(3);
    expect(new Set(ranges).size, 'each goes on further').toBe(3);
  });

  it('that cuts every time ends the download with an error, never with a shorter file', async () => {
    await storage.putPrivate('aa/big', bytes);
    s3.fault = ({ method }) => (method === 'GET' ? { cut_after: 0 } : null);
    await expect(buffer(await storage.readPrivate('aa/big'))).rejects.toMatchObject(AWAY);
    await expect(storage.withPrivateFile('aa/big', async () => 'worked')).rejects.toMatchObject(AWAY);
    expect(readdirSync(join(folder, 'scratch'))).toEqual([]);
  });

  it('that changes a file under a download is noticed', async () => {
    await storage.putPrivate('aa/big', bytes);
    failOnce(({ method }) => method === 'GET', { cut_after: 1_000 });
    const stream = await storage.readPrivate('aa/big');
    const reading = stream[Symbol.asyncIterator]();
    await reading.next();
    s3.objects.set('site/private/aa/big', { ...objectOf('other'), body: Buffer.alloc(bytes.length) });
    await expect(
      (async () => {
        for (;;) if ((await reading.next()).done) return;
      })(),
    ).rejects.toMatchObject(AWAY);
  });

  it('that stays away is 503, and an upload leaves neither a file nor parts', async () => {
    s3.fault = ({ query }) => (query.get('partNumber') === '2' ? busy : null);
    await expect(storage.putPrivate('aa/big', bytes)).rejects.toMatchObject(AWAY);
    expect([s3.objects.size, s3.uploads.size, notes()]).toEqual([0, 0, []]);
    s3.fault = () => 'cut';
    await expect(storage.statPrivate('aa/big')).rejects.toMatchObject(AWAY);
    await expect(storage.openPublic('aa/big')).rejects.toMatchObject(AWAY);
    await expect(Array.fromAsync(storage.list('private'))).rejects.toMatchObject(AWAY);
  });

  it('that answers nothing at all is given up at its deadline', async () => {
    let free = (): void => undefined;
    const silence = new Promise<void>((resolve) => {
      free = resolve;
    });
    s3.fault = () => silence.then(() => null);
    const impatient = s3Storage(s3.config, folder, { ...LIMITS, call_ms: 30, long_ms: 30 });
    await expect(impatient.statPrivate('aa/x')).rejects.toMatchObject(AWAY);
    await expect(impatient.openPublic('aa/x')).rejects.toMatchObject(AWAY);
    free();
  });

  it('that is full is 507', async () => {
    s3.fault = () => ({ status: 507, code: 'XMinioStorageFull' });
    await expect(storage.putPrivate('aa/x', Buffer.from('x'))).rejects.toMatchObject({ status: 507 });
  });

  it('that lost the answer to the last step finds the file there', async () => {
    failOnce(({ method, query }) => method === 'POST' && query.has('uploadId'), { cut_after: 3 });
    expect(await storage.putPrivate('aa/big', bytes)).toBe(bytes.length);
    expect(s3.objects.get('site/private/aa/big')?.body.equals(bytes)).toBe(true);
  });
});

it('ends uploads of killed processes once nobody touches them, and not before', async () => {
  let reached = (): void => undefined;
  const second = new Promise<void>((resolve) => {
    reached = resolve;
  });
  s3.fault = ({ query, method }) => {
    if (query.get('partNumber') === '2' && method === 'PUT') {
      reached();
      // the process stands still here, as one that was killed
      return new Promise<never>(() => undefined);
    }
    return null;
  };
  storage.putPrivate('aa/big', bytes).catch(() => undefined);
  await second;
  expect(s3.uploads.size).toBe(1);
  await storage.cleanScratch(new Date(), new Date(Date.now() - 3_600_000));
  expect([s3.uploads.size, notes().length]).toEqual([1, 1]);
  await storage.cleanScratch(new Date(), new Date(Date.now() + 1_000));
  expect([s3.uploads.size, notes()]).toEqual([0, []]);
});

describe('the start', () => {
  it('takes a bucket that works and leaves nothing in it', async () => {
    await checkBucket(s3.config, LIMITS);
    expect(s3.objects.size).toBe(0);
  });

  it.each([
    ['a wrong secret', () => ({ ...s3.config, secret: 'wrong' }), 'S3_SECRET'],
    ['an unknown key', () => ({ ...s3.config, key_id: 'nobody' }), 'S3_KEY_ID'],
    ['a bucket that is not there', () => ({ ...s3.config, bucket: 'other' }), 'S3_BUCKET'],
    ['another region', () => ({ ...s3.config, region: 'eu-1' }), 'S3_REGION'],
    ['nobody there', () => ({ ...s3.config, endpoint: 'http://127.0.0.1:9' }), 'S3_ENDPOINT'],
  ])('says in one line what is wrong with %s, and no secret', async (_name, config, variable) => {
    const error = (await checkBucket(config(), LIMITS).catch((refused: unknown) => refused)) as Error;
    expect(error).toBeInstanceOf(StartError);
    expect(error.message).toContain(variable);
    expect(error.message).not.toContain('\n');
    expect(error.message).not.toContain(s3.config.secret);
  });

  it.each([
    ['no right to remove', ({ method }: S3Call) => (method === 'DELETE' ? { status: 403, code: 'AccessDenied' } : null), '没有权限'],
    ['path addresses refused', () => ({ status: 403, code: 'SecondLevelDomainForbidden' }), 'S3_PATH_STYLE=0'],
    ['a clock that is wrong', () => ({ status: 403, code: 'RequestTimeTooSkewed' }), '时间'],
    ['a redirect', () => ({ status: 301, code: '' }), 'S3_REGION'],
  ])('says it of %s', async (_name, fault, said) => {
    s3.fault = fault;
    await expect(checkBucket(s3.config, LIMITS)).rejects.toThrow(said);
  });

  it('reads a bucket from the environment', async () => {
    const { SECRET_LINK: _none, ...env } = { ...s3.env, DATA_DIR: folder, SEED: 'none', SECRET_LINK: '' };
    const config = readConfig({ ...env, STORAGE: 's3' });
    expect(config.providers.s3).toEqual(s3.config);
    await createStorage(config, config.storage).putPrivate('aa/x', Buffer.from('x'));
    expect([...s3.objects.keys()]).toEqual(['site/private/aa/x']);
    expect(readConfig(env).storage).toBe('local');
    const oss = { ...env, S3_ENDPOINT: 'https://oss-cn-hangzhou.aliyuncs.com/', S3_PREFIX: '/a/b/' };
    expect(readConfig(oss).providers.s3).toMatchObject({
      path_style: false,
      prefix: 'a/b/',
      endpoint: 'https://oss-cn-hangzhou.aliyuncs.com',
    });
    expect(readConfig({ ...oss, S3_PATH_STYLE: '1' }).providers.s3?.path_style).toBe(true);
    for (const [change, said] of [
      [{ S3_SECRET: '' }, 'S3_SECRET'],
      [{ S3_ENDPOINT: 'oss.example' }, 'S3_ENDPOINT'],
      [{ S3_ENDPOINT: 'https://s3.example/bucket' }, 'S3_ENDPOINT'],
      [{ S3_BUCKET: 'Großes' }, 'S3_BUCKET'],
      [{ S3_PREFIX: 'a/../b' }, 'S3_PREFIX'],
      [{ S3_PATH_STYLE: 'yes' }, 'S3_PATH_STYLE'],
    ] as const) {
      expect(() => readConfig({ ...env, ...change }), said).toThrow(said);
    }
    expect(() => readConfig({ DATA_DIR: folder, STORAGE: 's3' })).toThrow('S3_ENDPOINT');
  });
});

it('puts the bucket into the host’s name where paths are refused, and signs that', async () => {
  const virtual = new S3Requests({ ...s3.config, endpoint: s3.config.endpoint.replace('127.0.0.1', 'localhost'), path_style: false });
  s3.objects.set('site/x', objectOf('found'));
  const url = new URL(await virtual.presign({ method: 'GET', name: 'site/x' }, 60));
  expect(url.hostname).toBe('cemao-test.localhost');
  expect(url.pathname).toBe('/site/x');
  // not every machine knows names below localhost
  const got = await new Promise<string>((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port: url.port, path: url.pathname + url.search, headers: { host: url.host } }, (res) => {
      text(res).then(resolve, reject);
    });
    asked.on('error', reject).end();
  });
  expect(got).toBe('found');
});
