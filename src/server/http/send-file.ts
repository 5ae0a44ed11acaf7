import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type { Logger } from '../kernel/log.ts';
import type { ByteRange } from '../providers/storage/port.ts';
import { answerRange, isCurrent } from './byte-range.ts';

/** A file about to leave: what is known of it, and how to read a part of it. */
export interface FileToSend {
  size_bytes: number;
  /** Strong, quoted; absent: no ranges, no revalidation. */
  etag?: string;
  headers: Record<string, string>;
  read(range: ByteRange): Promise<Readable>;
}

/**
 * Answers GET and HEAD with a file: 200, 206 (one range), 304 or 416. With a node:http response the bytes are piped with backpressure past
 * the fetch API's streams, which cost about half the throughput; without one (calls in process) the answer is an ordinary Response.
 */
export async function sendFile(c: Context, file: FileToSend, log: Logger): Promise<Response> {
  const headers: Record<string, string> = { ...file.headers, 'x-content-type-options': 'nosniff' };
  if (file.etag) {
    headers['etag'] = file.etag;
    headers['accept-ranges'] = 'bytes';
    if (isCurrent(file.etag, c.req.header('if-none-match'))) return empty(304, headers);
  }
  const range = file.etag
    ? answerRange(file.size_bytes, file.etag, c.req.header('range'), c.req.header('if-range'))
    : { status: 200 as const, start: 0, end: file.size_bytes - 1 };
  if (range.status === 416) return empty(416, { ...headers, 'content-range': `bytes */${file.size_bytes}` });
  headers['content-length'] = String(range.end - range.start + 1);
  if (range.status === 206) headers['content-range'] = `bytes ${range.start}-${range.end}/${file.size_bytes}`;
  const outgoing = (c.env as { outgoing?: ServerResponse } | undefined)?.outgoing;
  if (c.req.method === 'HEAD') return empty(range.status, headers);
  if (!outgoing) {
    const stream = Readable.toWeb(await file.read(range)) as unknown as ReadableStream;
    return new Response(stream, { status: range.status, headers });
  }
  const stream = await file.read(range);
  outgoing.writeHead(range.status, headers);
  void pipeline(stream, outgoing).catch((error: NodeJS.ErrnoException) => {
    // the reader went away: they will ask for the rest with a Range
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE' && error.code !== 'ECONNRESET' && error.code !== 'EPIPE') {
      log.warn({ err: error }, 'file stream broke');
    }
  });
  return RESPONSE_ALREADY_SENT;
}

function empty(status: number, headers: Record<string, string>): Response {
  return new Response(null, { status, headers });
}
