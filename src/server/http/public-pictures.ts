import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { avifFile } from '#contract/picture.ts';
import { isKey, type OpenFile, type Storage } from '../providers/storage/port.ts';

const TYPES: Record<string, string> = { webp: 'image/webp', avif: 'image/avif', png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg' };
const PICTURE = /^\/pic\/((?:[\w-]+\/){0,8}[\w-][\w.-]*\.(webp|avif|png|jpe?g))$/;

/**
 * Serves published pictures, the public file `<key>` under `/pic/<key>`: pictures only, with a type fixed by the name, for ever
 * (a changed picture gets another key). Resolves to false when there is none under that path.
 */
export async function servePicture(
  storage: Storage,
  path: string,
  req: IncomingMessage,
  res: ServerResponse,
  headers: readonly string[],
): Promise<boolean> {
  const match = PICTURE.exec(path);
  const type = TYPES[match?.[2] ?? ''];
  if (!match?.[1] || !type || !isKey(match[1])) return false;
  const opened = await openBest(storage, match[1], type, req.headers.accept);
  if (!opened) return false;
  const { file } = opened;
  try {
    const etag = `"${file.size_bytes.toString(36)}-${file.modified_at.getTime().toString(36)}"`;
    const head = [
      ...headers,
      'Cache-Control',
      'public, max-age=31536000, immutable',
      'ETag',
      etag,
      'Last-Modified',
      file.modified_at.toUTCString(),
      // whether an AVIF lies beside it is asked for each reader
      ...(match[2] === 'webp' ? ['Vary', 'Accept'] : []),
    ];
    if (req.headers['if-none-match'] === etag) {
      res.writeHead(304, head).end();
      return true;
    }
    res.writeHead(200, [...head, 'Content-Type', opened.type, 'Content-Length', String(file.size_bytes)]);
    if (req.method === 'HEAD') res.end();
    // a client that disconnects in the middle is no error
    else await pipeline(file.read(), res).catch(() => res.destroy());
    return true;
  } finally {
    await file.close();
  }
}

/** The AVIF beside a WebP for browsers that take it: half the bytes for the same picture (docs/decisions/0110-pictures-and-films.md). */
async function openBest(storage: Storage, file: string, type: string, accept = ''): Promise<{ file: OpenFile; type: string } | null> {
  const better = file.endsWith('.webp') && accept.includes('image/avif') ? await storage.openPublic(avifFile(file)) : null;
  if (better) return { file: better, type: 'image/avif' };
  const plain = await storage.openPublic(file);
  return plain && { file: plain, type };
}
