import type { IncomingMessage, ServerResponse } from 'node:http';
import { mediaType } from '#contract/formats.ts';
import { type FilmLines, MEDIA_COOKIE } from '#contract/study.ts';
import type { Ctx } from '../app/ctx.ts';
import { contentDisposition } from '../kernel/disposition.ts';
import { type OpenLessonFile, openByTicket, openPublic } from '../modules/study/index.ts';
import { serveParts } from './serve-parts.ts';

const PUBLIC = /^\/media\/(free|trial|captions)\/(\d{1,15})(?:\/(480|720))?$/;
const TICKET = /^\/media\/([\w.]{20,200})(?:\/(480|720))?$/;
/** A lesson that is free no more is gone from caches after this long. */
const PUBLIC_S = 600;

/**
 * Serves files of lessons: `/media/free/<id>`, `/media/trial/<id>` and `/media/captions/<id>` to everybody, `/media/<ticket>` to the browser that it was given to.
 * A film is also had 480 or 720 lines high, behind its address.
 * Resolves to false when there is nothing to be had there.
 */
export async function serveLessonFile(
  ctx: Ctx,
  path: string,
  req: IncomingMessage,
  res: ServerResponse,
  headers: readonly string[],
): Promise<boolean> {
  const file = await openFile(ctx, path, req);
  if (!file) return false;
  const is_film = file.type === 'mp4' || file.type === 'webm';
  const is_text = file.type === 'vtt';
  const how = file.type === 'pdf' ? 'inline' : 'attachment';
  await serveParts(
    req,
    res,
    { ...file, media_type: mediaType(file.type), etag: `"${file.key.slice(-32)}-${file.size_bytes.toString(36)}"` },
    [
      ...headers,
      ...['Cache-Control', file.is_public ? `public, max-age=${PUBLIC_S}` : 'private, no-cache'],
      ...(is_film || is_text ? [] : ['Content-Disposition', contentDisposition(file.name, how)]),
    ],
  );
  return true;
}

function openFile(ctx: Ctx, path: string, req: IncomingMessage): Promise<OpenLessonFile | null> {
  const linesOf = (text: string | undefined) => (text === undefined ? null : (Number(text) as FilmLines));
  const [, what, id, of] = PUBLIC.exec(path) ?? [];
  if (what && id) return openPublic(ctx, what as 'free' | 'trial' | 'captions', Number(id), linesOf(of));
  const [, ticket, lines] = TICKET.exec(path) ?? [];
  return ticket ? openByTicket(ctx, ticket, mediaCookie(req), linesOf(lines)) : Promise.resolve(null);
}

function mediaCookie(req: IncomingMessage): string {
  return new RegExp(`(?:^|;\\s*)${MEDIA_COOKIE}=([0-9a-f]{40})(?:;|$)`).exec(req.headers.cookie ?? '')?.[1] ?? '';
}
