import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { S3Config } from '../../../config/providers.ts';
import { byteParts } from '../../../kernel/byte-parts.ts';
import { S3Error, type S3Limits, S3Requests, unanswered } from './request.ts';
import { allOf, readXml, textOf } from './xml.ts';

export interface ObjectFacts {
  size_bytes: number;
  modified_at: Date;
  /** As it was sent, with quotes. */
  etag: string;
}

export interface ListedObject {
  name: string;
  size_bytes: number;
  etag: string;
}

export interface ArrivedPart {
  part_no: number;
  size_bytes: number;
  etag: string;
}

/** Remembers uploads in parts while they go on, so that those of a killed process can be ended. */
export interface UploadJournal {
  begin(name: string, upload_id: string): Promise<UploadNote>;
}

export interface UploadNote {
  /** It is still going on. */
  touch(): Promise<void>;
  end(): Promise<void>;
}

type ObjectHeaders = Record<string, string>;

const PARTS_AT_ONCE = 2;
/** Removed by one request. */
const BATCH = 1_000;
/** Breaks in a row without a byte after which a body is given up. */
const BREAKS_MAX = 4;

/** One bucket: what is asked of it, and in which steps. Names are whole. Everything throws S3Error. */
export class Bucket {
  readonly requests: S3Requests;
  readonly #bucket: string;
  readonly #journal: UploadJournal;

  constructor(config: S3Config, journal: UploadJournal, limits: Partial<S3Limits> = {}) {
    this.requests = new S3Requests(config, limits);
    this.#bucket = config.bucket;
    this.#journal = journal;
  }

  /** Null: there is none. */
  async head(name: string): Promise<ObjectFacts | null> {
    try {
      return factsOf((await this.requests.ask({ method: 'HEAD', name })).headers);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /** The whole object, which is already on its way. Null: there is none. The stream wants to be read or destroyed. */
  async open(name: string): Promise<{ facts: ObjectFacts; body: Readable } | null> {
    try {
      const first = await this.requests.open({ method: 'GET', name });
      const facts = factsOf(first.response.headers);
      return { facts, body: this.#stream(name, facts.etag, 0, facts.size_bytes - 1, first) };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /** Bytes from `start` to `end`, both included, asked for by the first read. A connection that breaks is made again from where it was. */
  read(name: string, { etag, size_bytes }: ObjectFacts, range?: { start: number; end: number }): Readable {
    return this.#stream(name, etag, range?.start ?? 0, Math.min(range?.end ?? Number.POSITIVE_INFINITY, size_bytes - 1));
  }

  /** Whole or not at all; what is longer than a part goes there in parts. @returns the bytes written */
  async write(name: string, data: Readable | Uint8Array, headers: ObjectHeaders): Promise<number> {
    const source = data instanceof Uint8Array ? Readable.from([data], { objectMode: false }) : data;
    const parts = byteParts(source as AsyncIterable<Uint8Array>, this.requests.limits.part_bytes);
    const { value: first = Buffer.alloc(0) } = (await parts.next()) as IteratorResult<Buffer, undefined>;
    const { value: second } = (await parts.next()) as IteratorResult<Buffer, undefined>;
    if (second) return this.#writeParts(name, headers, chain([first, second], parts));
    await this.requests.ask({ method: 'PUT', name, headers, body: first, deadline_ms: this.requests.limits.long_ms });
    return first.byteLength;
  }

  /** Inside the storage. False: there is nothing to copy. `etag`: of what is meant. */
  async copy(from: string, to: string, headers: ObjectHeaders, etag?: string): Promise<boolean> {
    const source = `/${this.#bucket}/${from}`.split('/').map(encodeURIComponent).join('/');
    const asked = { ...headers, 'x-amz-copy-source': source, 'x-amz-metadata-directive': 'REPLACE' };
    const meant: ObjectHeaders = etag ? { 'x-amz-copy-source-if-match': etag } : {};
    try {
      await this.requests.ask({ method: 'PUT', name: to, headers: { ...asked, ...meant }, deadline_ms: this.requests.limits.long_ms });
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  /** Absent ones are fine. */
  async remove(name: string): Promise<void> {
    await this.requests.ask({ method: 'DELETE', name }).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  }

  /** Many at once, in no order. Absent ones are fine. */
  async removeAll(names: readonly string[]): Promise<void> {
    for (let at = 0; at < names.length; at += BATCH) {
      const objects = names.slice(at, at + BATCH).map((name) => `<Object><Key>${name}</Key></Object>`);
      const body = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><Delete><Quiet>true</Quiet>${objects.join('')}</Delete>`);
      const headers = { 'content-type': 'application/xml', 'content-md5': createHash('md5').update(body).digest('base64') };
      await this.requests.again(async () => {
        const { text } = await this.requests.ask({ method: 'POST', name: '', query: { delete: '' }, headers, body });
        const [failed] = text.trim() === '' ? [] : allOf(readXml(text), 'Error');
        if (failed) throw new S3Error(500, textOf(failed, 'Code'));
      });
    }
  }

  /** In the order of their names, those after `after` only. */
  async *list(prefix: string, after: string): AsyncGenerator<ListedObject> {
    for (let marker = after; ; ) {
      const query = { prefix, 'max-keys': '1000', ...(marker === '' ? {} : { marker }) };
      const page = readXml((await this.requests.ask({ method: 'GET', name: '', query })).text);
      const objects = allOf(page, 'Contents').map((node) => ({
        name: textOf(node, 'Key'),
        size_bytes: Number(textOf(node, 'Size')),
        etag: textOf(node, 'ETag'),
      }));
      yield* objects;
      const last = objects.at(-1);
      if (!last || textOf(page, 'IsTruncated') !== 'true') return;
      marker = last.name;
    }
  }

  async beginParts(name: string, headers: ObjectHeaders): Promise<string> {
    const { text } = await this.requests.ask({ method: 'POST', name, query: { uploads: '' }, headers });
    return textOf(readXml(text), 'UploadId');
  }

  /** @returns its ETag */
  async putPart(name: string, upload_id: string, part_no: number, body: Uint8Array): Promise<string> {
    const query = { partNumber: String(part_no), uploadId: upload_id };
    const { headers } = await this.requests.ask({ method: 'PUT', name, query, body, deadline_ms: this.requests.limits.long_ms });
    return headers.get('etag') ?? '';
  }

  /** Null: there is no such upload, or no more. */
  async arrivedParts(name: string, upload_id: string): Promise<ArrivedPart[] | null> {
    const parts: ArrivedPart[] = [];
    for (let marker = ''; ; ) {
      const query = { uploadId: upload_id, ...(marker === '' ? {} : { 'part-number-marker': marker }) };
      const answer = await this.requests.ask({ method: 'GET', name, query }).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      });
      if (!answer) return null;
      const page = readXml(answer.text);
      for (const node of allOf(page, 'Part')) {
        const [part_no, size_bytes] = [Number(textOf(node, 'PartNumber')), Number(textOf(node, 'Size'))];
        parts.push({ part_no, size_bytes, etag: textOf(node, 'ETag') });
      }
      marker = textOf(page, 'NextPartNumberMarker');
      if (textOf(page, 'IsTruncated') !== 'true' || marker === '') return parts;
    }
  }

  /** Puts the parts together. Asked again after an answer that was lost, it finds the object there. */
  async endParts(name: string, upload_id: string, etags: readonly string[], size_bytes: number): Promise<void> {
    const parts = etags.map((etag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${etag}</ETag></Part>`);
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
    const headers = { 'content-type': 'application/xml' };
    const asked = {
      method: 'POST' as const,
      name,
      query: { uploadId: upload_id },
      headers,
      body,
      deadline_ms: this.requests.limits.long_ms,
    };
    await this.requests.ask(asked).catch(async (error: unknown) => {
      if (!isMissing(error) || (await this.head(name))?.size_bytes !== size_bytes) throw error;
    });
  }

  /** Its parts are gone. Absent ones are fine. */
  async abortParts(name: string, upload_id: string): Promise<void> {
    await this.requests.ask({ method: 'DELETE', name, query: { uploadId: upload_id } }).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  }

  async #writeParts(name: string, headers: ObjectHeaders, parts: AsyncIterable<Buffer>): Promise<number> {
    const upload_id = await this.beginParts(name, headers);
    const etags: string[] = [];
    const going = new Set<Promise<void>>();
    let note: UploadNote | undefined;
    let size_bytes = 0;
    let part_no = 0;
    try {
      note = await this.#journal.begin(name, upload_id);
      for await (const part of parts) {
        const index = part_no++;
        size_bytes += part.byteLength;
        const put = this.putPart(name, upload_id, index + 1, part).then((etag) => {
          etags[index] = etag;
          going.delete(put);
          return note?.touch();
        });
        put.catch(() => undefined);
        going.add(put);
        if (going.size >= PARTS_AT_ONCE) await Promise.race(going);
      }
      await Promise.all(going);
      await this.endParts(name, upload_id, etags, size_bytes);
    } catch (error) {
      await Promise.allSettled(going);
      // where this fails too the note stays, and cleaning ends it
      await this.abortParts(name, upload_id).then(
        () => note?.end(),
        () => undefined,
      );
      throw error;
    }
    await note.end();
    return size_bytes;
  }

  #stream(name: string, etag: string, start: number, end: number, first?: Opened): Readable {
    const stop = new AbortController();
    const stream = Readable.from(this.#bytes(name, etag, start, end, stop.signal, first), { objectMode: false });
    // a generator that waits for bytes notices nothing else
    stream.once('close', () => {
      stop.abort();
      first?.stop.abort();
    });
    return stream;
  }

  async *#bytes(name: string, etag: string, start: number, end: number, left: AbortSignal, first?: Opened): AsyncGenerator<Uint8Array> {
    let opened = first;
    let breaks = 0;
    for (let at = start; at <= end; ) {
      left.throwIfAborted();
      const headers = { range: `bytes=${at}-${end}`, ...(etag ? { 'if-match': etag } : {}) };
      const { response, stop } = opened ?? (await this.#openPart(name, headers));
      opened = undefined;
      const leave = () => stop.abort();
      left.addEventListener('abort', leave, { once: true });
      try {
        for await (const piece of this.#pieces(response, stop)) {
          at += piece.byteLength;
          breaks = 0;
          yield piece;
        }
        if (at <= end) throw new S3Error(0, 'CutOff');
      } catch (error) {
        const broken = unanswered(error);
        if (left.aborted || !broken.passing || ++breaks >= BREAKS_MAX) throw broken;
        await this.requests.pause(breaks);
      } finally {
        left.removeEventListener('abort', leave);
        stop.abort();
      }
    }
  }

  async #openPart(name: string, headers: ObjectHeaders): Promise<Opened> {
    const opened = await this.requests.open({ method: 'GET', name, headers });
    if (opened.response.status === 206) return opened;
    opened.stop.abort();
    throw new S3Error(opened.response.status, 'RangeIgnored');
  }

  /** Waits for a piece only while somebody wants one. */
  async *#pieces(response: Response, stop: AbortController): AsyncGenerator<Uint8Array> {
    const reader = response.body?.getReader();
    if (!reader) return;
    for (;;) {
      const timer = setTimeout(() => stop.abort(new DOMException('silence', 'TimeoutError')), this.requests.limits.idle_ms);
      const { done, value } = await reader.read().finally(() => clearTimeout(timer));
      if (done) return;
      yield value;
    }
  }
}

interface Opened {
  response: Response;
  stop: AbortController;
}

/** No such object, or no such upload: a bucket that is missing is another matter. */
export function isMissing(error: unknown): boolean {
  return error instanceof S3Error && error.status === 404 && error.code !== 'NoSuchBucket';
}

function factsOf(headers: Headers): ObjectFacts {
  return {
    size_bytes: Number(headers.get('content-length') ?? 0),
    modified_at: new Date(headers.get('last-modified') ?? 0),
    etag: headers.get('etag') ?? '',
  };
}

/** Holds none of those that were handed on. */
async function* chain<T>(first: T[], rest: AsyncIterable<T>): AsyncGenerator<T> {
  for (let one = first.shift(); one !== undefined; one = first.shift()) yield one;
  yield* rest;
}
