import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

/** One encoding of a page, ready to leave: flat header list and bytes. */
export interface PageBody {
  etag: string;
  headers: string[];
  bytes: Buffer;
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
const WORTH_BYTES = 512;

/** Encodes a body three ways (br quality 5, gzip 6, plain). A small body is kept plain under every name. */
export async function encodePage(
  body: Buffer,
  headers: readonly string[],
  hash: string,
): Promise<{ bodies: Record<Encoding, PageBody>; bytes: number }> {
  const plain = pageBody(body, headers, hash, null);
  if (body.length < WORTH_BYTES) return { bodies: { br: plain, gzip: plain, identity: plain }, bytes: body.length };
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  const [br, gz] = await Promise.all([toBrotli(body, { params }), toGzip(body, { level: 6 })]);
  return {
    bodies: { br: pageBody(br, headers, `${hash}-b`, 'br'), gzip: pageBody(gz, headers, `${hash}-g`, 'gzip'), identity: plain },
    bytes: body.length + br.length + gz.length,
  };
}

/** Encodes a body that is sent once only: quickly rather than well. Small ones stay plain. */
export async function encodeOnce(body: Buffer, encoding: 'br' | 'gzip'): Promise<{ bytes: Buffer; encoded: boolean }> {
  if (body.length < WORTH_BYTES) return { bytes: body, encoded: false };
  const bytes =
    encoding === 'br' ? await toBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }) : await toGzip(body, { level: 5 });
  return { bytes, encoded: true };
}

/** The best encoding that the reader takes: br, then gzip. `q=0` refuses one. */
export function chooseEncoding(accepted: string | null | undefined): Encoding {
  if (!accepted) return 'identity';
  if (accepts(accepted, 'br')) return 'br';
  return accepts(accepted, 'gzip') ? 'gzip' : 'identity';
}

function accepts(header: string, name: string): boolean {
  if (!header.includes(name)) return false;
  return !header.includes('q=0') || !new RegExp(`\\b${name}\\s*;\\s*q=0(\\.0*)?\\s*(,|$)`).test(header);
}

function pageBody(bytes: Buffer, headers: readonly string[], tag: string, encoding: string | null): PageBody {
  const etag = `"${tag}"`;
  return {
    etag,
    bytes,
    headers: [...headers, 'ETag', etag, ...(encoding ? ['Content-Encoding', encoding] : []), 'Content-Length', String(bytes.length)],
  };
}
