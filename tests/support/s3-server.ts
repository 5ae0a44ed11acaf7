import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Config } from '#server/config/providers.ts';
import { type Keeper, refusalOf } from './s3-signature.ts';

export interface S3Object {
  body: Buffer;
  type: string;
  caching: string;
  etag: string;
  modified_at: Date;
}

interface PartUpload {
  name: string;
  headers: Pick<S3Object, 'type' | 'caching'>;
  parts: Map<number, { body: Buffer; etag: string }>;
}

export interface S3Call {
  method: string;
  /** Of the object; empty: the bucket. */
  name: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
}

/** Instead of the answer: a refusal, a connection that breaks before it, or after so many bytes of the body. */
export type S3Fault = { status: number; code: string } | { cut_after: number } | 'cut' | null;

export interface S3Server {
  /** What a client needs to use it. */
  config: S3Config;
  /** The same as variables. */
  env: Record<string, string>;
  objects: Map<string, S3Object>;
  uploads: Map<string, PartUpload>;
  calls: S3Call[];
  /** Asked before each call is carried out; may take its time. */
  fault: (call: S3Call) => S3Fault | Promise<S3Fault>;
  /** Objects and parts on one page of a list. */
  page: number;
  /** As S3 has it, 5 MiB: only the last part may be smaller. */
  part_bytes_min: number;
  /** Origins that browsers may send from. */
  origins: string[];
  stop(): Promise<void>;
}

const MIB = 1024 ** 2;

/**
 * A bucket in memory that speaks S3 over a socket and is strict: nothing without a V4 signature that fits the request and its bytes,
 * nothing half, parts in order with their ETags. For tests.
 */
export async function startS3Server(path_style = true): Promise<S3Server> {
  const keeper: Keeper = { key_id: `K${randomBytes(6).toString('hex')}`, secret: randomBytes(20).toString('hex'), region: 'cn-test-1' };
  const server = createServer((req, res) => {
    answer(s3, keeper, req, res).catch(() => res.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config: S3Config = { endpoint, bucket: 'cemao-test', ...keeper, path_style, prefix: 'site/' };
  const s3: S3Server = {
    config,
    env: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: config.bucket,
      S3_REGION: keeper.region,
      S3_KEY_ID: keeper.key_id,
      S3_SECRET: keeper.secret,
      S3_PREFIX: 'site',
    },
    objects: new Map(),
    uploads: new Map(),
    calls: [],
    fault: () => null,
    page: 1_000,
    part_bytes_min: 5 * MIB,
    origins: [],
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return s3;
}

/** Answers as S3 would: the status, headers, and either bytes or XML. */
interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

async function answer(s3: S3Server, keeper: Keeper, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const url = new URL(req.url ?? '/', 'http://s3');
  const virtual = req.headers.host?.startsWith(`${s3.config.bucket}.`) ?? false;
  const [, bucket = '', name = ''] = virtual
    ? ['', s3.config.bucket, url.pathname.slice(1)]
    : (/^\/([^/]*)\/?(.*)$/.exec(url.pathname) ?? []);
  const call: S3Call = { method: req.method ?? '', name: decodeURIComponent(name), query: url.searchParams, headers: req.headers };
  const cross = s3.origins.includes(req.headers.origin ?? '') ? { 'access-control-allow-origin': req.headers.origin ?? '' } : {};
  if (call.method === 'OPTIONS') {
    res.writeHead(200, { ...cross, 'access-control-allow-methods': 'PUT', 'access-control-allow-headers': '*' }).end();
    return;
  }
  s3.calls.push(call);
  const fault = await s3.fault(call);
  if (fault === 'cut') {
    req.destroy();
    return;
  }
  const pieces: Buffer[] = [];
  for await (const piece of req) pieces.push(piece as Buffer);
  const body = Buffer.concat(pieces);
  const refusal = refusalOf({ method: call.method, target: req.url ?? '', headers: req.headers, body }, keeper);
  const given = fault && 'status' in fault ? failed(fault.status, fault.code) : decide(s3, call, bucket, body, refusal);
  const content = given.body ?? '';
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const type: Record<string, string> = typeof content === 'string' && content !== '' ? { 'content-type': 'application/xml' } : {};
  res.writeHead(given.status, { 'content-length': String(bytes.length), ...cross, ...type, ...given.headers });
  if (fault && 'cut_after' in fault) res.write(bytes.subarray(0, fault.cut_after), () => res.destroy());
  else if (call.method === 'HEAD') res.end();
  else res.end(bytes);
}

const failed = (status: number, code: string): Answer => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>refused</Message></Error>`,
});

function decide(s3: S3Server, call: S3Call, bucket: string, body: Buffer, refusal: string | null): Answer {
  if (refusal) return failed(refusal === 'AuthorizationHeaderMalformed' || refusal.startsWith('XAmz') ? 400 : 403, refusal);
  if (bucket !== s3.config.bucket) return failed(404, 'NoSuchBucket');
  if (call.name === '') return onBucket(s3, call, body);
  if (call.query.has('uploadId') || call.query.has('uploads')) return onUpload(s3, call, body);
  return onObject(s3, call, body);
}

function onBucket(s3: S3Server, { method, query, headers }: S3Call, body: Buffer): Answer {
  if (method === 'POST' && query.has('delete')) {
    if (headers['content-md5'] !== createHash('md5').update(body).digest('base64')) return failed(400, 'InvalidDigest');
    for (const [, name = ''] of body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)) s3.objects.delete(name);
    return { status: 200, body: '<DeleteResult/>' };
  }
  if (method !== 'GET') return failed(501, 'NotImplemented');
  const [prefix, marker] = [query.get('prefix') ?? '', query.get('marker') ?? ''];
  const names = [...s3.objects.keys()].filter((name) => name.startsWith(prefix) && name > marker).sort();
  const page = names.slice(0, Math.min(s3.page, Number(query.get('max-keys') ?? 1_000)));
  const contents = page.map((name) => {
    const { body: bytes, etag, modified_at } = s3.objects.get(name) as S3Object;
    return `<Contents><Key>${name}</Key><LastModified>${modified_at.toISOString()}</LastModified><ETag>&quot;${etag}&quot;</ETag><Size>${bytes.length}</Size></Contents>`;
  });
  return {
    status: 200,
    body: `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${page.length < names.length}</IsTruncated>${contents.join('')}</ListBucketResult>`,
  };
}

function onUpload(s3: S3Server, { method, name, query, headers }: S3Call, body: Buffer): Answer {
  if (method === 'POST' && query.has('uploads')) {
    const id = randomBytes(12).toString('base64');
    s3.uploads.set(id, { name, headers: metaOf(headers), parts: new Map() });
    return { status: 200, body: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>` };
  }
  const id = query.get('uploadId') ?? '';
  const upload = s3.uploads.get(id);
  if (upload?.name !== name) return failed(404, 'NoSuchUpload');
  if (method === 'PUT') {
    const etag = md5(body);
    upload.parts.set(Number(query.get('partNumber')), { body, etag });
    return { status: 200, headers: { etag: `"${etag}"` } };
  }
  if (method === 'DELETE') {
    s3.uploads.delete(id);
    return { status: 204 };
  }
  const parts = [...upload.parts].sort(([a], [b]) => a - b);
  if (method === 'GET') {
    const left = parts.filter(([no]) => no > Number(query.get('part-number-marker') ?? 0));
    const page = left.slice(0, s3.page);
    const told = page.map(
      ([no, part]) => `<Part><PartNumber>${no}</PartNumber><ETag>"${part.etag}"</ETag><Size>${part.body.length}</Size></Part>`,
    );
    const rest = page.length < left.length;
    return {
      status: 200,
      body: `<ListPartsResult><IsTruncated>${rest}</IsTruncated><NextPartNumberMarker>${page.at(-1)?.[0] ?? 0}</NextPartNumberMarker>${told.join('')}</ListPartsResult>`,
    };
  }
  const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"?([^<"]*)"?<\/ETag>/g)];
  const chosen = named.map(([, no, etag]) => ({ part: upload.parts.get(Number(no)), no: Number(no), etag }));
  if (chosen.length === 0 || chosen.some(({ part, etag }) => part?.etag !== etag)) return failed(400, 'InvalidPart');
  if (chosen.some(({ no }, i) => i > 0 && no <= (chosen[i - 1]?.no ?? 0))) return failed(400, 'InvalidPartOrder');
  if (chosen.slice(0, -1).some(({ part }) => (part?.body.length ?? 0) < s3.part_bytes_min)) return failed(400, 'EntityTooSmall');
  const bodies = chosen.map(({ part }) => part?.body ?? Buffer.alloc(0));
  const etag = `${md5(Buffer.concat(chosen.map(({ part }) => Buffer.from(part?.etag ?? '', 'hex'))))}-${chosen.length}`;
  s3.objects.set(name, { body: Buffer.concat(bodies), etag, ...upload.headers, modified_at: wholeSecond() });
  s3.uploads.delete(id);
  return { status: 200, body: '<CompleteMultipartUploadResult/>' };
}

function onObject(s3: S3Server, { method, name, headers }: S3Call, body: Buffer): Answer {
  if (method === 'PUT') {
    const source = headers['x-amz-copy-source'];
    if (typeof source !== 'string') {
      s3.objects.set(name, { body, etag: md5(body), ...metaOf(headers), modified_at: wholeSecond() });
      return { status: 200, headers: { etag: `"${md5(body)}"` } };
    }
    const from = s3.objects.get(decodeURIComponent(source).replace(`/${s3.config.bucket}/`, ''));
    if (!from) return failed(404, 'NoSuchKey');
    const meant = headers['x-amz-copy-source-if-match'];
    if (meant !== undefined && meant !== `"${from.etag}"`) return failed(412, 'PreconditionFailed');
    const meta = headers['x-amz-metadata-directive'] === 'REPLACE' ? metaOf(headers) : {};
    s3.objects.set(name, { ...from, ...meta, modified_at: wholeSecond() });
    return { status: 200, body: '<CopyObjectResult/>' };
  }
  if (method === 'DELETE') {
    s3.objects.delete(name);
    return { status: 204 };
  }
  const found = s3.objects.get(name);
  if (!found) return failed(404, 'NoSuchKey');
  const meant = headers['if-match'];
  if (meant !== undefined && meant !== `"${found.etag}"`) return failed(412, 'PreconditionFailed');
  const told = {
    etag: `"${found.etag}"`,
    'last-modified': found.modified_at.toUTCString(),
    'content-type': found.type,
    'cache-control': found.caching,
  };
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  if (method !== 'GET' || first === undefined) {
    const length = { 'content-length': String(found.body.length) };
    return method === 'HEAD' ? { status: 200, headers: { ...told, ...length } } : { status: 200, headers: told, body: found.body };
  }
  const [start, end] = [Number(first), Math.min(last ? Number(last) : Number.POSITIVE_INFINITY, found.body.length - 1)];
  if (start > end) return failed(416, 'InvalidRange');
  const range = { 'content-range': `bytes ${start}-${end}/${found.body.length}` };
  return { status: 206, headers: { ...told, ...range }, body: found.body.subarray(start, end + 1) };
}

const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex');
const metaOf = (headers: IncomingMessage['headers']) => ({
  type: headers['content-type'] ?? 'binary/octet-stream',
  caching: headers['cache-control'] ?? '',
});
/** Last-Modified knows no parts of a second. */
const wholeSecond = () => new Date(Math.floor(Date.now() / 1_000) * 1_000);
