import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { S3Config } from '../../../config/providers.ts';
import { readXml, textOf } from './xml.ts';

/** What the storage answered instead of doing it, or why there was no answer (status 0). Holds no key and no address. */
export class S3Error extends Error {
  readonly status: number;
  /** S3's own, e.g. NoSuchBucket; of a connection the system's; empty: none was said. */
  readonly code: string;

  constructor(status: number, code: string) {
    super(status === 0 ? `the object storage did not answer: ${code}` : `the object storage answered ${status} ${code}`);
    this.name = 'S3Error';
    this.status = status;
    this.code = code;
  }

  /** The same request may do better in a moment. */
  get passing(): boolean {
    if (this.status === 501 || this.status === 507) return false;
    return this.status === 0 || this.status >= 500 || this.status === 429 || this.code === 'RequestTimeout';
  }
}

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Whole name of the object; empty: the bucket itself. */
  name: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array;
  deadline_ms?: number;
}

export interface S3Answer {
  headers: Headers;
  text: string;
}

export interface S3Limits {
  /** A small call. */
  call_ms: number;
  /** A part on its way there, a copy inside the storage, the putting together of parts. */
  long_ms: number;
  /** Between two pieces of a body on its way here. */
  idle_ms: number;
  /** Before the second attempt; doubled before each further one. */
  pause_ms: number;
  /** A body above this goes there in parts of this size. */
  part_bytes: number;
}

export const S3_LIMITS: S3Limits = { call_ms: 20_000, long_ms: 180_000, idle_ms: 30_000, pause_ms: 250, part_bytes: 8 * 1024 ** 2 };

const TRIES = 4;
const ERROR_BYTES_MAX = 64 * 1024;

/** Sends signed requests (V4), again when the connection breaks or the storage asks for patience: everything that we ask may be done twice. */
export class S3Requests {
  readonly limits: S3Limits;
  readonly #config: S3Config;
  /** Keys of the day, derived once. */
  readonly #derived = new Map<string, ArrayBuffer>();

  constructor(config: S3Config, limits: Partial<S3Limits> = {}) {
    this.#config = config;
    this.limits = { ...S3_LIMITS, ...limits };
  }

  /** The whole exchange. @throws S3Error */
  ask(request: S3Request): Promise<S3Answer> {
    return this.again(async () => {
      const signal = AbortSignal.timeout(request.deadline_ms ?? this.limits.call_ms);
      const response = await this.#send(request, signal);
      const text = await response.text().catch((error: unknown) => {
        throw unanswered(error);
      });
      // copying and putting together answer 200 before they know how it ends
      if (request.method !== 'HEAD' && /^(?:<\?xml[^>]*>)?\s*<Error>/.test(text)) throw new S3Error(500, codeIn(text));
      return { headers: response.headers, text };
    });
  }

  /** The answer's head; its body wants to be read or cancelled by `stop`. @throws S3Error */
  open(request: S3Request): Promise<{ response: Response; stop: AbortController }> {
    return this.again(async () => {
      const stop = new AbortController();
      const timer = setTimeout(() => stop.abort(new DOMException('no answer', 'TimeoutError')), this.limits.call_ms);
      try {
        return { response: await this.#send(request, stop.signal), stop };
      } finally {
        clearTimeout(timer);
      }
    });
  }

  /** An address that does this one request, and nothing else, until `expires_s` have passed. Its holder needs no key. */
  async presign(request: S3Request, expires_s: number): Promise<string> {
    const url = this.#urlOf(request);
    url.searchParams.set('X-Amz-Expires', String(expires_s));
    const { method, headers } = request;
    const signed = await new AwsV4Signer({
      ...this.#signing(),
      ...{ url: url.href, method, signQuery: true, allHeaders: true, ...(headers ? { headers } : {}) },
    }).sign();
    return signed.url.href;
  }

  /** Retries `work` while the failure is transient. */
  async again<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof S3Error) || !error.passing || tries === TRIES) throw error;
        await this.pause(tries);
      }
    }
  }

  /** Not all processes at once. */
  pause(failures: number): Promise<void> {
    return wait(this.limits.pause_ms * 2 ** (failures - 1) * (0.75 + Math.random() / 2));
  }

  async #send(request: S3Request, signal: AbortSignal): Promise<Response> {
    const { method, body } = request;
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const signed = await new AwsV4Signer({
      ...this.#signing(),
      ...{ url: this.#urlOf(request).href, method, headers: { ...request.headers, 'x-amz-content-sha256': hash } },
    }).sign();
    // not signed: proxies change it; anything else would come with another length
    signed.headers.set('accept-encoding', 'identity');
    const asked = { method, headers: signed.headers, signal, redirect: 'manual' as const };
    // a buffer of ours is never shared memory
    const sent = body ? { ...asked, body: body as Uint8Array<ArrayBuffer> } : asked;
    const response = await fetch(signed.url, sent).catch((error: unknown) => {
      throw unanswered(error);
    });
    if (response.ok) return response;
    throw await refusalOf(response);
  }

  #signing() {
    const { key_id, secret, region } = this.#config;
    return { accessKeyId: key_id, secretAccessKey: secret, region, service: 's3', cache: this.#derived };
  }

  #urlOf({ name, query = {} }: S3Request): URL {
    const url = objectUrl(this.#config, name);
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
    return url;
  }
}

/** By path `https://host/bucket/name`, else `https://bucket.host/name`. */
export function objectUrl({ endpoint, bucket, path_style }: S3Config, name: string): URL {
  const url = new URL(endpoint);
  if (path_style) url.pathname = `/${bucket}/${name}`;
  else {
    url.hostname = `${bucket}.${url.hostname}`;
    url.pathname = `/${name}`;
  }
  return url;
}

async function refusalOf(response: Response): Promise<S3Error> {
  let text = '';
  try {
    for await (const piece of response.body ?? []) {
      text += Buffer.from(piece).toString('utf8');
      if (text.length > ERROR_BYTES_MAX) break;
    }
  } catch {
    // the status says enough
  }
  return new S3Error(response.status, codeIn(text));
}

function codeIn(text: string): string {
  try {
    return textOf(readXml(text), 'Code')
      .replace(/[^\w.-]/g, '')
      .slice(0, 80);
  } catch {
    return '';
  }
}

/** Of a request or a body that broke off. */
export function unanswered(error: unknown): S3Error {
  if (error instanceof S3Error) return error;
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  return new S3Error(0, cause?.code ?? name ?? 'Error');
}
