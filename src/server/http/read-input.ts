import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { AppError } from '../kernel/errors.ts';
import type { Endpoint } from './endpoint.ts';
import type { GatewayEnv } from './gateway.ts';

const DEFAULT_BODY_LIMIT_BYTES = 256 * 1024;
const DEPTH_MAX = 24;
const PARAMS_MAX = 200;

type Raw = Record<string, unknown>;

/**
 * Reads query and body, refuses what is too large, malformed, nested beyond sense or holds text that no database can keep (NUL,
 * half characters) or not declared, and parses with the endpoint's schema. Of a repeated parameter the first counts; `_` is ignored.
 * @throws AppError code 1 with `fields`; 413 for a body over the limit, 415 for a type the call does not take
 */
export async function readInput(c: Context, definition: Endpoint): Promise<unknown> {
  const raw = definition.body_only ? {} : readQuery(c);
  if (c.req.method !== 'GET' && !definition.raw_body) {
    const body = await readBody(c, definition.body_limit_bytes ?? DEFAULT_BODY_LIMIT_BYTES);
    for (const key of Object.keys(body)) if (!isPrototypeKey(key)) raw[key] = body[key];
  }
  const unreadable = findUnreadable(raw);
  if (unreadable !== null) throw new AppError('提交的内容含有无法识别的字符', { fields: { [unreadable]: '含有无法识别的字符' } });
  const parsed = definition.input.safeParse(raw);
  if (parsed.success) return parsed.data;
  // a map: a field that is not declared may be called as what every object has
  const fields = new Map<string, string>();
  for (const issue of parsed.error.issues.slice(0, 50)) {
    const undeclared = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 50) : null;
    for (const path of undeclared?.map((key) => [...issue.path, key]) ?? [issue.path]) {
      const name = path.map(String).join('.').slice(0, 100) || 'input';
      if (!fields.has(name)) fields.set(name, undeclared ? `没有“${name}”这个字段` : issue.message);
    }
  }
  throw new AppError(fields.values().next().value ?? '提交的内容有误', { fields: Object.fromEntries(fields) });
}

function readQuery(c: Context): Raw {
  const mark = c.req.url.indexOf('?');
  const raw = mark === -1 ? {} : readParams(c.req.url.slice(mark + 1));
  delete raw['_'];
  return raw;
}

function readParams(text: string): Raw {
  // counted before they are read: reading a hundred thousand takes long
  let count = 1;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1))
    if (++count > PARAMS_MAX) throw new AppError(`参数最多 ${PARAMS_MAX} 个`);
  const raw: Raw = {};
  for (const [key, value] of new URLSearchParams(text)) if (!isPrototypeKey(key) && !Object.hasOwn(raw, key)) raw[key] = value;
  return raw;
}

async function readBody(c: Context, limit_bytes: number): Promise<Raw> {
  const type = (c.req.header('content-type') ?? '').toLowerCase();
  if (type.startsWith('multipart/')) throw new AppError('此接口不接受文件', { status: 415 });
  const declared = Number(c.req.header('content-length') ?? '0');
  if (declared > limit_bytes) throw tooLarge(limit_bytes);
  const incoming = (c.env as GatewayEnv['Bindings'] | undefined)?.incoming;
  const text = await (incoming ? readIncoming(incoming, limit_bytes) : readText(c.req.raw, limit_bytes));
  if (text.trim() === '') return {};
  if (type.startsWith('application/x-www-form-urlencoded')) return readParams(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError('请求内容不是有效的 JSON', { fields: { body: '不是有效的 JSON' } });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError('请求内容应为 JSON 对象', { fields: { body: '应为 JSON 对象' } });
  }
  return value as Raw;
}

/** From the socket itself: a web stream around it costs more than all the rest of a small call. */
function readIncoming(incoming: IncomingMessage, limit_bytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const ended = () => done(() => resolve(Buffer.concat(chunks, size).toString('utf8')));
    const broken = () => done(() => reject(new Error('the body broke off')));
    const took = (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > limit_bytes) done(() => reject(tooLarge(limit_bytes)));
      else chunks.push(chunk);
    };
    function done(settle: () => void): void {
      incoming.off('data', took).off('end', ended).off('error', broken).off('close', broken);
      // what is left of it is thrown away with the answer
      incoming.resume();
      settle();
    }
    if (incoming.destroyed) return broken();
    incoming.on('data', took).on('end', ended).on('error', broken).on('close', broken);
  });
}

async function readText(request: Request, limit_bytes: number): Promise<string> {
  if (!request.body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > limit_bytes) throw tooLarge(limit_bytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Names that would reach an object's prototype wherever input is copied. */
function isPrototypeKey(key: string): boolean {
  return key === '__proto__' || key === 'constructor' || key === 'prototype';
}

/** The top-level field that holds text with NUL or half a surrogate pair, a prototype key, or nesting beyond DEPTH_MAX; null when all is well. */
function findUnreadable(raw: Raw): string | null {
  for (const key of Object.keys(raw)) {
    if (!isReadable(key, 0)) return 'input';
    if (!isReadable(raw[key], 0)) return key;
  }
  return null;
}

function isReadable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= DEPTH_MAX) return false;
  if (Array.isArray(value)) return value.every((member) => isReadable(member, depth + 1));
  return Object.keys(value).every(
    (key) => !isPrototypeKey(key) && isReadable(key, depth + 1) && isReadable((value as Raw)[key], depth + 1),
  );
}

function tooLarge(limit_bytes: number): AppError {
  return new AppError(`提交的内容过大，最多 ${Math.floor(limit_bytes / 1024)} KB`, { status: 413, fields: { body: '过大' } });
}
