import type { Readable } from 'node:stream';
import type { FilmFacts, UploadedFile } from '#contract/publish.ts';
import type { Ctx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { hmacSha256, sameText } from '../../kernel/ids.ts';
import type { ByteRange } from '../../providers/storage/port.ts';
import { filmByKey } from '../catalog/index.ts';
import { loginOf, loginStands } from '../identity/index.ts';
import { type FileRow, findFileByKey, findFiles } from './repo.ts';

const TTL_S = 3_600;

/** What of a film's address says who may see it. */
export interface FilmTicket {
  /** The login that asked, with which it ends; 0: none did. */
  login: number;
  /** Unix seconds. */
  expires: number;
  sign: string;
}

/** A film about to be played: what is known of it, and how to read a part of it. */
export interface OpenFilm {
  type: FilmFacts['type'];
  size_bytes: number;
  /** An item that everybody may see shows it; false: its address was signed for one reader. */
  is_public: boolean;
  read(range: ByteRange): Promise<Readable>;
}

/** Address of a film that is not published. Who asked for it had a right to the film; it works for an hour or two, while they are signed in. */
export function signFilm(ctx: Ctx, key: string, login = loginOf(ctx)): string {
  // rounded, so that a browser that asks again keeps what it has
  const expires = (Math.floor(unixSeconds(ctx.app.clock.now()) / TTL_S) + 2) * TTL_S;
  return `/video/${key}?${new URLSearchParams({ login: String(login), expires: String(expires), sign: signature(ctx, key, { login, expires }) })}`;
}

/** Of a stored film what its owner sees of it; empty for another file. */
export function filmOf(ctx: Ctx, { key, film }: Pick<FileRow, 'key' | 'film'>): Pick<UploadedFile, 'film'> {
  return film ? { film: { src: signFilm(ctx, key), duration_ms: film.duration_ms } } : {};
}

/** Stored films by the file's id: where they can be watched for an hour or two, and how long they last. No right is asked for here. */
export async function filmsOf(ctx: Ctx, file_ids: readonly number[]): Promise<Map<number, NonNullable<UploadedFile['film']>>> {
  const files = await findFiles(ctx.db, file_ids);
  return new Map(
    [...files.values()].flatMap((file) =>
      file.film ? [[file.id, { src: signFilm(ctx, file.key), duration_ms: file.film.duration_ms }]] : [],
    ),
  );
}

/** The film under a key, for everybody while an item that shows it is published, else by a signature of `signFilm`. Null: it is not to be seen. */
export async function openFilm(ctx: Ctx, key: string, ticket: FilmTicket | null): Promise<OpenFilm | null> {
  const is_public = (await filmByKey(ctx, key))?.status === 'published';
  if (!is_public && !(ticket && (await isSigned(ctx, key, ticket)))) return null;
  const file = await findFileByKey(ctx.db, key);
  const { storage } = ctx.app.providers;
  const stat = file?.film ? await storage.statPrivate(key) : null;
  if (!file?.film || !stat) return null;
  return { type: file.film.type, size_bytes: stat.size_bytes, is_public, read: (range) => storage.readPrivate(key, range) };
}

/** WebVTT of the film that lies under a key, while an item that everybody may see shows it; null: there is none. */
export async function openCaptions(ctx: Ctx, key: string): Promise<string | null> {
  const shown = await filmByKey(ctx, key);
  return shown?.status === 'published' ? (shown.film?.captions ?? null) : null;
}

async function isSigned(ctx: Ctx, key: string, { sign, ...ticket }: FilmTicket): Promise<boolean> {
  const right = ticket.expires > unixSeconds(ctx.app.clock.now()) && sameText(signature(ctx, key, ticket), sign);
  return right && loginStands(ctx, { token_id: ticket.login });
}

function signature(ctx: Ctx, key: string, { login, expires }: Omit<FilmTicket, 'sign'>): string {
  return hmacSha256(ctx.app.config.secrets.link, `film:${key}:${login}:${expires}`);
}
