import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

export type Encoding = 'br' | 'gzip' | 'identity';

/** One encoding of a page, ready to leave: flat header list and bytes. */
export interface PageBody {
  etag: string;
  /** Of the same page encoded quickly: readers may still hold it. */
  former_etag?: string;
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
  const [br, gz] = await Promise.all([toBrotli(body, brotliOptions(body, 5)), toGzip(body, { level: 6 })]);
  return {
    bodies: { br: pageBody(br, headers, `${hash}-b`, 'br'), gzip: pageBody(gz, headers, `${hash}-g`, 'gzip'), identity: plain },
    bytes: body.length + br.length + gz.length,
  };
}

/** The smallest brotli of a page that is asked for often: a tenth smaller than `br`, for fifty times the processor time (0.1 s of 70 KB). */
export async function encodeWell({ identity, br }: Record<Encoding, PageBody>): Promise<PageBody> {
  if (br === identity) return br;
  const bytes = await toBrotli(identity.bytes, brotliOptions(identity.bytes, constants.BROTLI_MAX_QUALITY));
  if (bytes.length >= br.bytes.length) return br;
  // both lists end with what the body itself says: its tag, and of the encoded one two more
  const headers = identity.headers.slice(0, identity.headers.indexOf('ETag'));
  return { ...pageBody(bytes, headers, `${unquoted(identity.etag)}-w`, 'br'), former_etag: br.etag };
}

/** Encodes a body that is sent once only: quickly rather than well. Small ones stay plain. */
export async function encodeOnce(body: Buffer, encoding: 'br' | 'gzip'): Promise<{ bytes: Buffer; encoded: boolean }> {
  if (body.length < WORTH_BYTES) return { bytes: body, encoded: false };
  const bytes = encoding === 'br' ? await toBrotli(body, brotliOptions(body, 4)) : await toGzip(body, { level: 5 });
  return { bytes, encoded: true };
}

/** Best first: what a reader takes at the same quality is chosen in this order. */
const OFFERED: readonly Encoding[] = ['br', 'gzip', 'identity'];
/** Readers send one of a few headers, and reading one takes longer than finding the page. */
const chosen = new LRUCache<string, Encoding>({ max: 500 });
const HEADER_MAX = 200;
/** The package's types do not name `preferred` yet. */
type Negotiated = (available: readonly string[], options: { preferred: readonly string[] }) => string[];

/** The encoding of ours that the reader likes best. Who refuses all of them gets the page as it is. */
export function chooseEncoding(accepted: string | null | undefined): Encoding {
  if (!accepted || accepted.length > HEADER_MAX) return 'identity';
  let encoding = chosen.get(accepted);
  if (encoding === undefined) {
    const negotiator = new Negotiator({ headers: { 'accept-encoding': accepted } });
    const liked: Negotiated = negotiator.encodings.bind(negotiator);
    encoding = (liked(OFFERED, { preferred: OFFERED })[0] ?? 'identity') as Encoding;
    chosen.set(accepted, encoding);
  }
  return encoding;
}

/**
 * A window as large as the body makes the same bytes as the usual 4 MB. V8 counts an encoder's window as memory of its own, and with the
 * usual one it collected garbage for longer than the page was rendered.
 */
export function brotliOptions(body: Buffer, quality: number): BrotliOptions {
  const bits = Math.ceil(Math.log2(body.length + WINDOW_RESERVED));
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(constants.BROTLI_MIN_WINDOW_BITS, bits)),
    },
  };
}

/** Bytes of a window that brotli does not use. */
const WINDOW_RESERVED = 16;

const unquoted = (etag: string) => etag.slice(1, -1);

function pageBody(bytes: Buffer, headers: readonly string[], tag: string, encoding: string | null): PageBody {
  const etag = `"${tag}"`;
  return {
    etag,
    bytes,
    headers: [...headers, 'ETag', etag, ...(encoding ? ['Content-Encoding', encoding] : []), 'Content-Length', String(bytes.length)],
  };
}
