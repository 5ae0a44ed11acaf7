import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { isCurrent } from './byte-range.ts';
import { comesFromOutside, firstHeaders, type Sheets, withSheets } from './first-visit.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

/** How a page leaves: in an encoding, or as brotli with its style sheets inside (first-visit.ts). */
export type Variant = Encoding | 'first';

/** One variant of a page, ready to leave: flat header list and bytes. */
export interface PageBody {
  headers: string[];
  bytes: Buffer;
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
const WORTH_BYTES = 512;
/** Of a page's bytes: at most what its brotli and its gzip take. */
const ENCODED_SHARE = 0.6;
const FIRST_SHARE = 0.3;

/** With sheets inside a page is twice as long and half as often made: better costs it a millisecond more. */
const QUALITY = { identity: 0, gzip: 6, br: 5, first: 9 };

/** A tag is the page's hash and one of these: the second is the same page encoded well. */
const ENDINGS: Record<Variant, readonly string[]> = { identity: [''], gzip: ['-g'], br: ['-b', '-w'], first: ['-f', '-v'] };
/** One page in the variants that readers asked for, each made when it is asked for first. A small page is plain under every name. */
export class PageBodies {
  /** What they take in memory, all of them made. */
  readonly bytes: number;
  readonly #body: Buffer;
  readonly #headers: readonly string[];
  readonly #hash: string;
  readonly #sheets: Sheets;
  readonly #made = new Map<Variant, PageBody>();
  readonly #making = new Map<Variant, Promise<PageBody>>();

  constructor(body: Buffer, headers: readonly string[], hash: string, sheets: Sheets = new Map()) {
    this.#body = body;
    this.#headers = headers;
    this.#hash = hash;
    this.#sheets = sheets;
    this.#made.set('identity', pageBody(body, headers, hash, null));
    const inside = body.length < WORTH_BYTES ? null : this.#first();
    this.bytes = Math.ceil(body.length * (1 + ENCODED_SHARE) + (inside ? inside.html.length * FIRST_SHARE : 0));
  }

  /** At once where it was made before. */
  get(variant: Variant): PageBody | Promise<PageBody> {
    const made = this.#made.get(this.#body.length < WORTH_BYTES ? 'identity' : variant);
    if (made) return made;
    let making = this.#making.get(variant);
    if (!making) {
      making = this.#make(variant)
        .catch(() => this.get('identity'))
        .finally(() => this.#making.delete(variant));
      this.#making.set(variant, making);
    }
    return making;
  }

  /** Whether who names these tags (If-None-Match) has the page. The other brotli has another policy, which a 304 would put over what is held. */
  isHeld(variant: Variant, if_none_match: string | undefined): boolean {
    return if_none_match !== undefined && ENDINGS[variant].some((ending) => isCurrent(`"${this.#hash}${ending}"`, if_none_match));
  }

  /** The smallest brotli of a page that is asked for often: a tenth smaller, for fifty times the processor time (0.1 s of 70 KB). */
  async encodeWell(variant: 'br' | 'first'): Promise<void> {
    const before = this.#made.get(variant);
    const source = this.#source(variant);
    if (!before || !source) return;
    const bytes = await toBrotli(source.body, brotliOptions(source.body, constants.BROTLI_MAX_QUALITY));
    if (bytes.length < before.bytes.length) this.#made.set(variant, this.#encoded(bytes, source.headers, ENDINGS[variant][1] ?? '', 'br'));
  }

  async #make(variant: Variant): Promise<PageBody> {
    const source = this.#source(variant);
    if (!source) return this.get('br');
    const { body, headers } = source;
    const bytes =
      variant === 'gzip' ? await toGzip(body, { level: QUALITY.gzip }) : await toBrotli(body, brotliOptions(body, QUALITY[variant]));
    const made = this.#encoded(bytes, headers, ENDINGS[variant][0] ?? '', variant === 'gzip' ? 'gzip' : 'br');
    this.#made.set(variant, made);
    return made;
  }

  #source(variant: Variant): { body: Buffer; headers: readonly string[] } | null {
    if (variant !== 'first') return { body: this.#body, headers: this.#headers };
    const first = this.#first();
    return first && { body: Buffer.from(first.html), headers: firstHeaders(this.#headers, first.hashes) };
  }

  #first(): ReturnType<typeof withSheets> {
    return this.#sheets.size === 0 ? null : withSheets(this.#body.toString(), this.#sheets);
  }

  #encoded(bytes: Buffer, headers: readonly string[], ending: string, encoding: string): PageBody {
    return pageBody(bytes, headers, `${this.#hash}${ending}`, encoding);
  }
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

/** What a reader of these headers gets: who comes from outside and takes brotli, the page with its sheets inside. */
export function chooseVariant(headers: IncomingHttpHeaders): Variant {
  const encoding = chooseEncoding(headers['accept-encoding'] as string | undefined);
  return encoding === 'br' && comesFromOutside(headers) ? 'first' : encoding;
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

function pageBody(bytes: Buffer, headers: readonly string[], tag: string, encoding: string | null): PageBody {
  const encoded = encoding ? ['Content-Encoding', encoding] : [];
  return { bytes, headers: [...headers, 'ETag', `"${tag}"`, ...encoded, 'Content-Length', String(bytes.length)] };
}
