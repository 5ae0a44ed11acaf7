import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ByteRange } from '../providers/storage/port.ts';
import { answerRange, isCurrent } from './byte-range.ts';

/** A stored file as it leaves by byte range, a part of it in memory at a time. */
export interface PartsToSend {
  size_bytes: number;
  /** Strong, quoted. */
  etag: string;
  media_type: string;
  read(range: ByteRange): Promise<Readable>;
}

/** Answers GET and HEAD: 200, 206 (one range), 304 or 416. `headers` are sent along with whatever it is. */
export async function serveParts(req: IncomingMessage, res: ServerResponse, file: PartsToSend, headers: readonly string[]): Promise<void> {
  const head = [...headers, 'ETag', file.etag, 'Accept-Ranges', 'bytes'];
  const { range, 'if-range': if_range, 'if-none-match': if_none_match } = req.headers;
  if (isCurrent(file.etag, if_none_match)) {
    res.writeHead(304, head).end();
    return;
  }
  const part = answerRange(file.size_bytes, file.etag, range, typeof if_range === 'string' ? if_range : undefined);
  if (part.status === 416) {
    res.writeHead(416, [...head, 'Content-Range', `bytes */${file.size_bytes}`]).end();
    return;
  }
  head.push('Content-Type', file.media_type, 'Content-Length', String(part.end - part.start + 1));
  if (part.status === 206) head.push('Content-Range', `bytes ${part.start}-${part.end}/${file.size_bytes}`);
  if (req.method === 'HEAD') {
    res.writeHead(part.status, head).end();
    return;
  }
  const bytes = await file.read({ start: part.start, end: part.end });
  res.writeHead(part.status, head);
  // a player that seeks leaves in the middle and asks for another part
  await pipeline(bytes, res).catch(() => res.destroy());
}
