import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { avifFile } from '#contract/picture.ts';

const TYPES: Record<string, string> = { webp: 'image/webp', avif: 'image/avif', png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg' };
const PICTURE = /^\/pic\/((?:[\w-]+\/){0,8}[\w-][\w.-]*\.(webp|avif|png|jpe?g))$/;

/**
 * Serves published pictures, `DATA_DIR/public/<key>` under `/pic/<key>`: pictures only, with a type fixed by the name, for ever
 * (a changed picture gets another key). Resolves to false when there is none under that path.
 */
export async function servePicture(
  root: string,
  path: string,
  req: IncomingMessage,
  res: ServerResponse,
  headers: readonly string[],
): Promise<boolean> {
  const match = PICTURE.exec(path);
  const type = TYPES[match?.[2] ?? ''];
  if (!match?.[1] || !type || match[1].includes('..')) return false;
  const opened = await openBest(root, match[1], type, req.headers.accept);
  if (!opened) return false;
  const { file } = opened;
  try {
    const stat = await file.stat();
    if (!stat.isFile()) return false;
    const etag = `"${stat.size.toString(36)}-${Math.floor(stat.mtimeMs).toString(36)}"`;
    const head = [
      ...headers,
      'Cache-Control',
      'public, max-age=31536000, immutable',
      'ETag',
      etag,
      'Last-Modified',
      stat.mtime.toUTCString(),
      // whether an AVIF lies beside it is asked for each reader
      ...(match[2] === 'webp' ? ['Vary', 'Accept'] : []),
    ];
    if (req.headers['if-none-match'] === etag) {
      res.writeHead(304, head).end();
      return true;
    }
    res.writeHead(200, [...head, 'Content-Type', opened.type, 'Content-Length', String(stat.size)]);
    if (req.method === 'HEAD') res.end();
    // a reader who leaves in the middle is nobody's fault
    else await pipeline(file.createReadStream({ autoClose: false }), res).catch(() => res.destroy());
    return true;
  } finally {
    await file.close();
  }
}

/** The AVIF beside a WebP for browsers that take it: half the bytes for the same picture (docs/decisions/0110-pictures-and-films.md). */
async function openBest(root: string, file: string, type: string, accept = ''): Promise<{ file: FileHandle; type: string } | null> {
  const read = (name: string) => open(join(root, name), constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => null);
  const better = file.endsWith('.webp') && accept.includes('image/avif') ? await read(avifFile(file)) : null;
  if (better) return { file: better, type: 'image/avif' };
  const plain = await read(file);
  return plain && { file: plain, type };
}
