import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** What the signature of a request must fit: written from the description of V4, knowing nothing of who signs. */
export interface SignedRequest {
  method: string;
  /** As it stands in the request line. */
  target: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Keeper {
  key_id: string;
  secret: string;
  region: string;
}

const SKEW_MS = 15 * 60_000;
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
/** Everything but unreserved characters, in upper case. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The code of S3 for what is wrong with it; null: it is signed by the keeper of the key, now, for this very request. */
export function refusalOf(request: SignedRequest, keeper: Keeper, now = Date.now()): string | null {
  const [path = '', search = ''] = request.target.split(/\?(.*)/s);
  const query = search
    .split('&')
    .filter(Boolean)
    .map((pair) => pair.split(/=(.*)/s).map((part) => decodeURIComponent(part ?? '')))
    .map(([name = '', value = '']) => [name, value] as const);
  const asked = new Map(query);
  const presigned = asked.has('X-Amz-Signature');
  const header = /^AWS4-HMAC-SHA256 Credential=([^,]+),\s*SignedHeaders=([^,]+),\s*Signature=([0-9a-f]{64})$/.exec(
    request.headers.authorization ?? '',
  );
  if (!presigned && !header) return 'AccessDenied';
  const [credential = '', names = '', signature = ''] = presigned
    ? [asked.get('X-Amz-Credential'), asked.get('X-Amz-SignedHeaders'), asked.get('X-Amz-Signature')]
    : (header as RegExpExecArray).slice(1);
  const date = presigned ? (asked.get('X-Amz-Date') ?? '') : String(request.headers['x-amz-date'] ?? '');
  const [key_id, day = '', region = '', service = '', end = ''] = credential.split('/');
  if (key_id !== keeper.key_id) return 'InvalidAccessKeyId';
  if (region !== keeper.region || service !== 's3' || end !== 'aws4_request' || day !== date.slice(0, 8))
    return 'AuthorizationHeaderMalformed';
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  const late = presigned ? now > at + Number(asked.get('X-Amz-Expires')) * 1_000 : Math.abs(now - at) > SKEW_MS;
  if (Number.isNaN(at) || late) return presigned ? 'AccessDenied' : 'RequestTimeTooSkewed';
  const signed = names.split(';');
  const must = ['host', ...Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))];
  if (must.some((name) => !signed.includes(name))) return 'AccessDenied';
  const told = presigned ? 'UNSIGNED-PAYLOAD' : String(request.headers['x-amz-content-sha256'] ?? '');
  const canonical = [
    request.method,
    path
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    query
      .filter(([name]) => name !== 'X-Amz-Signature')
      .map((pair) => pair.map(encode))
      .sort(([a = '', x = ''], [b = '', y = '']) => (a < b || (a === b && x < y) ? -1 : 1))
      .map((pair) => pair.join('='))
      .join('&'),
    ...signed.map(
      (name) =>
        `${name}:${String(request.headers[name] ?? '')
          .trim()
          .replace(/\s+/g, ' ')}`,
    ),
    '',
    names,
    told,
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', date, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n');
  const key = ['aws4_request'].reduce(hmac, ['s3'].reduce(hmac, [region].reduce(hmac, hmac(`AWS4${keeper.secret}`, day))));
  if (hmac(key, text).toString('hex') !== signature) return 'SignatureDoesNotMatch';
  if (!presigned && told !== 'UNSIGNED-PAYLOAD' && told !== sha256(request.body)) return 'XAmzContentSHA256Mismatch';
  return null;
}
