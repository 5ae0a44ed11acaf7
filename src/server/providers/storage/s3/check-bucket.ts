import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { S3Config } from '../../../config/providers.ts';
import { AppError, notFound, StartError } from '../../../kernel/errors.ts';
import { storageAway, storageFull } from '../port.ts';
import { Bucket, isMissing } from './bucket.ts';
import { S3Error, type S3Limits } from './request.ts';

/** What S3 says, in the words of the port. */
export async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw readable(error);
  }
}

export async function* translated<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* source;
  } catch (error) {
    throw readable(error);
  }
}

export function translatedStream(inner: Readable): Readable {
  const outer = Readable.from(translated(inner as AsyncIterable<Uint8Array>), { objectMode: false });
  // who leaves must not wait for the next bytes
  outer.once('close', () => inner.destroy());
  return outer;
}

function readable(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof S3Error)) return error;
  if (isMissing(error)) return notFound('文件不存在');
  return error.status === 507 ? storageFull(error) : storageAway(error);
}

/** What is wrong, and which variable says so. */
const REASONS: Record<string, (config: S3Config) => string> = {
  NoSuchBucket: ({ bucket }) => `存储桶 ${bucket} 不存在（S3_BUCKET）`,
  InvalidBucketName: ({ bucket }) => `存储桶名 ${bucket} 无效（S3_BUCKET）`,
  InvalidAccessKeyId: () => '访问密钥 ID 无效（S3_KEY_ID）',
  SignatureDoesNotMatch: () => '密钥不正确（S3_SECRET）',
  AccessDenied: ({ bucket }) => `没有权限：密钥需要能在存储桶 ${bucket} 中列出、读取、写入与删除`,
  AuthorizationHeaderMalformed: ({ region }) => `区域 ${region} 不正确（S3_REGION）`,
  PermanentRedirect: ({ region }) => `存储桶不在 ${region}（S3_REGION、S3_ENDPOINT）`,
  TemporaryRedirect: ({ region }) => `存储桶不在 ${region}（S3_REGION、S3_ENDPOINT）`,
  SecondLevelDomainForbidden: () => '这个服务不接受路径式地址：请设置 S3_PATH_STYLE=0',
  RequestTimeTooSkewed: () => '本机时间与存储服务相差过大，请先校准时间',
};

/** Writes, lists, reads and removes a small object. @throws StartError with one line that says what is wrong */
export async function checkBucket(config: S3Config, limits: Partial<S3Limits> = {}): Promise<void> {
  const nothing = { touch: async () => undefined, end: async () => undefined };
  const bucket = new Bucket(config, { begin: async () => nothing }, limits);
  const name = `${config.prefix}check/${randomBytes(8).toString('hex')}`;
  const data = randomBytes(64);
  try {
    await bucket.write(name, data, { 'content-type': 'application/octet-stream' });
    const names = await Array.fromAsync(bucket.list(name, ''), (object) => object.name);
    const facts = await bucket.head(name);
    const read = facts && (await buffer(bucket.read(name, facts)));
    await bucket.remove(name);
    const gone = (await bucket.head(name)) === null;
    if (!names.includes(name) || !read?.equals(data) || !gone) {
      throw new StartError(`对象存储 ${config.endpoint} 没有按 S3 的方式工作：写入的文件读不回来或删不掉`);
    }
  } catch (error) {
    if (!(error instanceof S3Error)) throw error;
    throw new StartError(`对象存储 ${config.endpoint} 无法使用：${reasonOf(error, config)}`);
  }
}

function reasonOf({ status, code }: S3Error, config: S3Config): string {
  const known = REASONS[code]?.(config);
  if (known) return known;
  if (status === 0) return `没有连上（${code}），请检查 S3_ENDPOINT 与网络`;
  if (status >= 300 && status < 400) return `存储桶在别处（${status}），请检查 S3_REGION 与 S3_ENDPOINT`;
  return `返回 ${status}${code && ` ${code}`}`;
}
