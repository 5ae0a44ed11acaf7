import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Ctx } from '../app/ctx.ts';
import { openCaptions, openDraftCaptions, openFilm } from '../modules/publishing/index.ts';
import { serveParts } from './serve-parts.ts';

const FILM = /^\/video\/([0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{32})(\.vtt)?$/;
/** A film that is taken off the site is gone from caches after this long. */
const PUBLIC_S = 3_600;

/**
 * Serves films under `/video/<key>` by byte range and their captions under `/video/<key>.vtt`: of published items to everybody, others by
 * the signature in their address. Resolves to false when there is none.
 */
export async function serveFilm(
  ctx: Ctx,
  url: string,
  req: IncomingMessage,
  res: ServerResponse,
  headers: readonly string[],
): Promise<boolean> {
  const { pathname, searchParams } = new URL(url, 'http://site');
  const [, key, captions] = FILM.exec(pathname) ?? [];
  if (!key) return false;
  const [login, expires] = [Number(searchParams.get('login')), Number(searchParams.get('expires'))];
  const sign = searchParams.get('sign');
  if (captions) {
    if (sign === null) return sendCaptions(res, await openCaptions(ctx, key), headers, `public, max-age=${PUBLIC_S}`);
    const draft = Number(searchParams.get('draft'));
    return sendCaptions(res, await openDraftCaptions(ctx, key, { draft, login, expires, sign }), headers, 'private, max-age=600');
  }
  const film = await openFilm(ctx, key, sign === null || !Number.isSafeInteger(login) ? null : { login, expires, sign });
  if (!film) return false;
  // what lies under a key never changes
  const etag = `"${key.slice(-32)}-${film.size_bytes.toString(36)}"`;
  const caching = ['Cache-Control', film.is_public ? `public, max-age=${PUBLIC_S}` : 'private, max-age=600'];
  await serveParts(req, res, { ...film, etag, media_type: `video/${film.type}` }, [...headers, ...caching]);
  return true;
}

/** Its address has another `v` when it is changed. */
function sendCaptions(res: ServerResponse, vtt: string | null, headers: readonly string[], caching: string): boolean {
  if (vtt === null) return false;
  const body = Buffer.from(vtt);
  const own = ['Content-Type', 'text/vtt; charset=utf-8', 'Content-Length', String(body.length), 'Cache-Control', caching];
  res.writeHead(200, [...headers, ...own]);
  res.end(body);
  return true;
}
