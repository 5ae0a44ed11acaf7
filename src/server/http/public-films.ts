import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Ctx } from '../app/ctx.ts';
import { openFilm } from '../modules/publishing/index.ts';
import { answerRange, isCurrent } from './byte-range.ts';

const FILM = /^\/video\/([0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{32})$/;
/** A film that is taken off the site is gone from caches after this long. */
const PUBLIC_S = 3_600;

/**
 * Serves films under `/video/<key>` by byte range: those of published items to everybody, others by the signature in their address.
 * Resolves to false when there is none to be seen there.
 */
export async function serveFilm(
  ctx: Ctx,
  url: string,
  req: IncomingMessage,
  res: ServerResponse,
  headers: readonly string[],
): Promise<boolean> {
  const { pathname, searchParams } = new URL(url, 'http://site');
  const key = FILM.exec(pathname)?.[1];
  if (!key) return false;
  const [expires, sign] = [Number(searchParams.get('expires')), searchParams.get('sign')];
  const film = await openFilm(ctx, key, sign === null ? null : { expires, sign });
  if (!film) return false;
  // what lies under a key never changes
  const etag = `"${key.slice(-32)}-${film.size_bytes.toString(36)}"`;
  const head = [...headers, 'ETag', etag, 'Accept-Ranges', 'bytes'];
  head.push('Cache-Control', film.is_public ? `public, max-age=${PUBLIC_S}` : 'private, max-age=600');
  const { range, 'if-range': if_range, 'if-none-match': if_none_match } = req.headers;
  if (isCurrent(etag, if_none_match)) {
    res.writeHead(304, head).end();
    return true;
  }
  const part = answerRange(film.size_bytes, etag, range, typeof if_range === 'string' ? if_range : undefined);
  if (part.status === 416) {
    res.writeHead(416, [...head, 'Content-Range', `bytes */${film.size_bytes}`]).end();
    return true;
  }
  head.push('Content-Type', `video/${film.type}`, 'Content-Length', String(part.end - part.start + 1));
  if (part.status === 206) head.push('Content-Range', `bytes ${part.start}-${part.end}/${film.size_bytes}`);
  if (req.method === 'HEAD') {
    res.writeHead(part.status, head).end();
    return true;
  }
  const bytes = await film.read({ start: part.start, end: part.end });
  res.writeHead(part.status, head);
  // a player that seeks leaves in the middle and asks for another part
  await pipeline(bytes, res).catch(() => res.destroy());
  return true;
}
