import { Readable } from 'node:stream';
import type { FilmLines, FilmScope } from '#contract/study.ts';
import { AppMemory } from '../../app/app-memory.ts';
import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { sameText, sha256 } from '../../kernel/ids.ts';
import type { ByteRange } from '../../providers/storage/port.ts';
import { isMember, revokeAccess } from '../access/index.ts';
import { getSaleItem, type Item, itemsById } from '../catalog/index.ts';
import { loginOf, loginStands } from '../identity/index.ts';
import { originalFile } from '../publishing/index.ts';
import { opensCourse, shownLesson } from './lesson-right.ts';
import { fileOfLines } from './narrow-films.ts';
import { findFreeFilms, findLesson, type Lesson } from './repo.ts';
import { captionsUntil, readTicket, trialLength, writeTicket } from './rules.ts';
import { findLinkedCourses, insertLink, isRevoked, revokeLinksOf, revokePaidLinks } from './staff.repo.ts';

/** Longer than the lesson: pauses, a second look. */
const SPARE_S = 7_200;
/** A link that was taken back is refused by every process after this. */
const REMEMBERED_MS = 2_000;

/** What of a link was looked up a moment ago. A player asks for many parts of one film. */
const looked_up = new AppMemory<string, Promise<LessonFile | null>>({ max: 4_096, ttl_ms: REMEMBERED_MS });

interface LessonFile {
  key: string;
  name: string;
  /** mp4, webm, pdf ... */
  type: string;
}

/** A file of a lesson about to leave. */
export interface OpenLessonFile extends LessonFile {
  size_bytes: number;
  /** Everybody may have it. */
  is_public: boolean;
  read(range: ByteRange): Promise<Readable>;
}

/**
 * Address of a lesson's file for one user and the browser that has this key, logged. No right is asked for here: the caller has decided.
 */
export async function fileLink(
  ctx: Ctx,
  { lesson, user_id, key, scope, device }: { lesson: Lesson; user_id: number; key: string; scope: FilmScope; device: string },
): Promise<string> {
  const now = ctx.app.clock.now();
  const expires_at = new Date(now.getTime() + (lesson.duration_s + SPARE_S) * 1000);
  const ip = 'address' in ctx.actor ? ctx.actor.address : '';
  const ids = { user_id, lesson_id: lesson.id };
  const link_id = await insertLink(ctx.db, { ...ids, item_id: lesson.item_id, scope, ip, device, issued_at: now, expires_at });
  const ticket = { ...ids, link_id, token_id: loginOf(ctx), scope, expires: unixSeconds(expires_at) };
  return `/media/${writeTicket(ctx.app.config.secrets.link, key, ticket)}`;
}

/** The file behind a ticket for the browser that has this key; null: forged, lent, over, taken back, or its login ended. */
export async function openByTicket(ctx: Ctx, ticket: string, key: string, lines: FilmLines | null = null): Promise<OpenLessonFile | null> {
  const { secrets } = ctx.app.config;
  const read = key === '' ? null : readTicket(secrets.link, key, ticket, sameText);
  if (!read || read.expires <= unixSeconds(ctx.app.clock.now())) return null;
  const file = await looked_up.share(ctx.app, `${read.link_id} ${lines ?? ''}`, async () =>
    (await isRevoked(ctx.db, read.link_id)) || !(await loginStands(ctx, read))
      ? null
      : fileOf(ctx, await findLesson(ctx.db, read.lesson_id), lines),
  );
  return file && opened(ctx, file, false);
}

/** A free lesson, the trial of another, or the captions of either, for everybody; null: there is none. */
export async function openPublic(
  ctx: Ctx,
  what: 'free' | 'trial' | 'captions',
  lesson_id: number,
  lines: FilmLines | null = null,
): Promise<OpenLessonFile | null> {
  const shown = await shownLesson(ctx, lesson_id);
  if (shown?.lesson.type !== 'video') return null;
  if (what === 'captions') return openCaptions(shown.lesson);
  if (what === 'free' && !shown.lesson.free) return null;
  const { lesson } = shown;
  const file = await (what === 'free' ? fileOf(ctx, lesson, lines) : fileOf(ctx, { ...lesson, file_id: lesson.trial_file_id }, null));
  return file && opened(ctx, file, true);
}

/** Takes back every address of the course's files that the user was given; new ones need a right. */
export async function revokeLinks(tx: TxCtx, user_id: number, item_id: number): Promise<void> {
  await revokeLinksOf(tx.db, user_id, item_id, tx.app.clock.now());
}

/** Takes back the addresses of every course that the user may learn no more, as after a membership whose money went back. */
export async function revokeLostLinks(tx: TxCtx, user_id: number): Promise<void> {
  const now = tx.app.clock.now();
  const lost: number[] = [];
  for (const item_id of await findLinkedCourses(tx.db, user_id, now)) {
    const course = await getSaleItem(tx, item_id);
    // an unlock of today came from a membership: without any it ends before the day does
    if (course && !(await isMember(tx, course, user_id))) await revokeAccess(tx, { user_id, item_id, source: 'member', source_id: null });
    if (!course || !(await opensCourse(tx, course, user_id))) lost.push(item_id);
  }
  if (lost.length > 0) await revokePaidLinks(tx.db, user_id, lost, now);
}

function openCaptions({ free, trial_file_id, duration_s, captions_vtt }: Lesson): OpenLessonFile | null {
  if (captions_vtt === '' || !(free || trial_file_id !== null)) return null;
  const bytes = Buffer.from(free ? captions_vtt : captionsUntil(captions_vtt, trialLength(duration_s)));
  return {
    ...{ key: sha256(bytes), name: '', type: 'vtt', is_public: true, size_bytes: bytes.length },
    read: ({ start, end }) => Promise.resolve(Readable.from([bytes.subarray(start, end + 1)])),
  };
}

async function fileOf(ctx: Ctx, lesson: Lesson | null, lines: FilmLines | null): Promise<LessonFile | null> {
  const file_id = lesson && fileOfLines(lesson, lines);
  const file = file_id === null ? null : await originalFile(ctx, file_id);
  return file && { key: file.key, name: file.name, type: file.type };
}

async function opened(ctx: Ctx, file: LessonFile, is_public: boolean): Promise<OpenLessonFile | null> {
  const { storage } = ctx.app.providers;
  const stat = await storage.statPrivate(file.key);
  return stat && { ...file, is_public, size_bytes: stat.size_bytes, read: (range) => storage.readPrivate(file.key, range) };
}

const BATCH = 100;
const ROUNDS = 5;

export interface FreeFilm {
  lesson: Lesson;
  course: Item;
}

/** Free lessons of courses on the site as single films, the newest first, from before that id on. At most `limit`. */
export async function freeFilms(ctx: Ctx, before: number | null, limit: number): Promise<FreeFilm[]> {
  const films: FreeFilm[] = [];
  let from = before;
  for (let round = 0; round < ROUNDS && films.length < limit; round++) {
    const lessons = await findFreeFilms(ctx.db, from, BATCH);
    const courses = await itemsById(ctx, [...new Set(lessons.map(({ item_id }) => item_id))]);
    for (const lesson of lessons) {
      const course = courses.get(lesson.item_id);
      if (course?.status === 'published') films.push({ lesson, course });
    }
    from = lessons.at(-1)?.id ?? null;
    if (lessons.length < BATCH || from === null) break;
  }
  return films.slice(0, limit);
}
