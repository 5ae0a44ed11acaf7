import { join } from 'node:path';
import {
  type BeatAnswer,
  DEVICE_SILENT_S,
  type LessonStart,
  PLAYING_MAX,
  type PlayingDevice,
  RATE_MAX,
  type Section,
  SILENCE_MAX_S,
} from '#contract/study.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { conflict, notFound, tooOften } from '../../kernel/errors.ts';
import { serialNumber } from '../../kernel/ids.ts';
import { emit } from '../../outbox/outbox.ts';
import { DocumentError } from '../../providers/document/port.ts';
import { getSaleItem } from '../catalog/index.ts';
import { getAccount } from '../identity/index.ts';
import { sendNotices } from '../notices/index.ts';
import { originalFile, storeFilm } from '../publishing/index.ts';
import { announceCourse } from './course-events.ts';
import { fileLink } from './film-links.ts';
import {
  addBeat,
  addLearner,
  beatDevice,
  countUndone,
  endPlaying,
  findPlaying,
  hasOther,
  insertCertificate,
  lockDevices,
  markDone,
  openProgress,
  savePlaying,
} from './learning.repo.ts';
import { openLesson, opensCourse } from './lesson-right.ts';
import { linesOf } from './narrow-films.ts';
import { findLesson, findLessons, findTeacher, type Lesson, setTrial } from './repo.ts';
import { mediaKey, multirangeText, percentOf, resumeAt, secondsToDo, sectionsOf, trialLength } from './rules.ts';
import { countLinks } from './staff.repo.ts';

/** Sent with `{ lesson_id }` when a film lesson is ready. */
export const TRIAL_JOB = 'study.cut-trial';

/** Cuts the first part of a film lesson as a file of its own. Again with the same film does nothing; false: there is nothing to cut. */
export async function cutTrial(ctx: Ctx, lesson_id: number): Promise<boolean> {
  const lesson = await findLesson(ctx.db, lesson_id);
  if (lesson?.type !== 'video' || lesson.state !== 'ready' || lesson.file_id === null || lesson.trial_file_id !== null) return false;
  const file = await originalFile(ctx, lesson.file_id);
  if (!file) return false;
  const { storage, documents } = ctx.app.providers;
  const trial_id = await storage.withScratch(async (folder) => {
    const path = join(folder, 'trial');
    try {
      const film = await storage.withPrivateFile(file.key, (from) =>
        documents.trial(from, path, trialLength(lesson.duration_s), file.owner_id),
      );
      return await storeFilm(ctx, { owner_id: file.owner_id, name: file.name, path, film });
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      ctx.log.warn({ err: error, lesson_id }, 'no trial could be cut');
      return null;
    }
  });
  if (trial_id === null) return false;
  return inTransaction(ctx, async (tx) => {
    if (!(await setTrial(tx.db, lesson_id, file.id, trial_id))) return false;
    await announceCourse(tx, lesson.item_id);
    return true;
  });
}

/** A quiz or exercise that was passed, or a file that was opened. @returns the number of the certificate that it brought; empty: none */
export async function finishLesson(tx: TxCtx, user_id: number, lesson: Lesson, by: 'learner' | 'teacher' = 'learner'): Promise<string> {
  if (!(await markDone(tx.db, user_id, lesson.id, tx.app.clock.now(), by))) return '';
  await noteLearner(tx, user_id, lesson);
  return certify(tx, user_id, lesson.item_id);
}

/** Counts who did something of a course for the first time. */
export async function noteLearner(tx: TxCtx, user_id: number, lesson: Lesson): Promise<void> {
  if (!(await hasOther(tx.db, user_id, lesson.item_id, lesson.id))) await addLearner(tx.db, lesson.item_id);
}

/**
 * Issues the certificate once every lesson of the course is done by somebody who may have the whole course, and notifies them.
 * @returns its number when it was issued now
 */
export async function certify(tx: TxCtx, user_id: number, item_id: number): Promise<string> {
  const { total, undone } = await countUndone(tx.db, user_id, item_id);
  if (total === 0 || undone > 0) return '';
  const course = await getSaleItem(tx, item_id);
  const account = await getAccount(tx, user_id);
  if (!course || !account || course.publisher_id === user_id || !(await opensCourse(tx, course, user_id))) return '';
  const now = tx.app.clock.now();
  const teacher = await findTeacher(tx.db, course.publisher_id);
  const row = await insertCertificate(tx.db, {
    ...{ user_id, item_id, title: course.title, no: serialNumber(now, 'CM'), name: account.nickname },
    ...{ teacher: teacher?.name ?? (await getAccount(tx, course.publisher_id))?.nickname ?? '', lesson_num: total, issued_at: now },
  });
  if (!row) return '';
  await emit(tx, 'study.finished', { item_id, user_id });
  await sendNotices(tx, [user_id], {
    topic: 'study',
    key: `certificate:${row.id}`,
    title: `恭喜学完《${course.title}》`,
    content: '结业证书已颁发，可以在“我的课程”下载。',
    href: '/personalCenter/myClass?tab=certificates',
    item_id,
  });
  return row.no;
}

export interface BeatInput {
  lesson_id: number;
  /** All that this player watched since it began: what an earlier beat had no room for comes again. */
  sections: readonly Section[];
  position_s: number;
  rate: number;
  device: string;
}

/**
 * Takes over what the signed-in user watched. The browser's clock decides nothing: of what is new, only twice as much counts as our clock
 * allows since the last beat. At 90 % the lesson is done permanently. Locks the learner's row of the lesson.
 * @throws AppError 404; 409 when the lesson was never started
 */
export async function beat(ctx: Ctx, { lesson_id, sections, position_s, rate, device }: BeatInput): Promise<BeatAnswer> {
  const user_id = requireUser(ctx);
  const lesson = await findLesson(ctx.db, lesson_id);
  if (lesson?.type !== 'video') throw notFound('课时不存在或已下架');
  const now = ctx.app.clock.now();
  return inTransaction(ctx, async (tx) => {
    const alive = await beatDevice(tx.db, user_id, device, now);
    const row = await addBeat(tx.db, {
      ...{ user_id, lesson_id, now, silence_max_s: SILENCE_MAX_S },
      sections: multirangeText(sections, lesson.duration_s),
      position_s: Math.min(lesson.duration_s, Math.max(0, Math.floor(position_s))),
      rate: Math.min(RATE_MAX, Math.max(0.5, rate)),
      done_from_s: secondsToDo(lesson.duration_s),
    });
    if (!row) throw conflict('课时的视频已更换，请刷新页面后重新播放');
    if (row.before_s === 0 && row.seconds > 0) await noteLearner(tx, user_id, lesson);
    const certificate = row.done && !row.was_done ? await certify(tx, user_id, lesson.item_id) : '';
    return {
      seconds: row.seconds,
      percent: percentOf(row.seconds, lesson.duration_s, row.done),
      done: row.done ? 1 : 0,
      certificate,
      ended: alive ? 0 : 1,
    };
  });
}

/** Addresses that one account is given in an hour: who learns needs a fraction of it. */
const LINKS_AN_HOUR = 240;

export interface StartInput {
  lesson_id: number;
  /** Random, of this browser. */
  device: string;
  /** For people: Windows · Chrome. */
  device_name: string;
  /** Ends the device that was silent longest when two others play. */
  take_over: boolean;
}

/**
 * Opens a lesson for the signed-in user: the address of its file for this browser, where they were, and a row for what they watch.
 * `key` of the answer belongs into the browser's cookie: without it the address opens nothing. Locks the account's devices.
 * @throws AppError as `openLesson`; 409 with `data.playing` while two other devices play, or when its file was replaced at this moment; 429
 */
export async function startLesson(ctx: Ctx, input: StartInput): Promise<LessonStart & { key: string }> {
  const user_id = requireUser(ctx);
  const { lesson } = await openLesson(ctx, input.lesson_id);
  const now = ctx.app.clock.now();
  if ((await countLinks(ctx.db, user_id, new Date(now.getTime() - 3_600_000))) >= LINKS_AN_HOUR) {
    throw tooOften('打开课时过于频繁，请稍后再试', 600);
  }
  const file = lesson.file_id === null ? null : await originalFile(ctx, lesson.file_id);
  const token_id = ctx.actor.kind === 'user' ? ctx.actor.token_id : 0;
  const key = mediaKey(ctx.app.config.secrets.link, user_id, token_id);
  const is_film = lesson.type === 'video';
  return inTransaction(ctx, async (tx) => {
    if (is_film) await takePlace(tx, user_id, input);
    const progress = await openProgress(tx.db, { user_id, lesson_id: lesson.id, item_id: lesson.item_id, now });
    // read again behind the row that a replacement waits for
    if ((await findLesson(tx.db, lesson.id))?.file_id !== lesson.file_id) throw conflict('课时刚刚更换，请重试');
    const scope = is_film ? ('film' as const) : ('file' as const);
    const src = file ? await fileLink(tx, { lesson, user_id, key, scope, device: input.device_name }) : '';
    // what is read or downloaded is done when it is opened: how far it was read is unknown
    if (lesson.type === 'pdf' || lesson.type === 'file') await finishLesson(tx, user_id, lesson);
    const done = progress.done_at !== null;
    const account = await getAccount(tx, user_id);
    return {
      key,
      id: lesson.id,
      type: lesson.type,
      duration_s: lesson.duration_s,
      src,
      mime: is_film && file ? `video/${file.type}` : '',
      lines: linesOf(lesson),
      position_s: resumeAt(progress.position_s, lesson.duration_s, done),
      seconds: progress.seconds,
      watched: sectionsOf(progress.watched),
      done: done ? 1 : 0,
      ticked: progress.ticked_at ? 1 : 0,
      replaced: progress.stale ? 1 : 0,
      chapters: lesson.chapters_vtt,
      captions: lesson.captions_vtt,
      watermark: account ? `${account.nickname} ${account.masked_mobile.slice(-4)}` : '',
    };
  });
}

/** Two devices play at once; a third takes a place only when its owner says so. */
async function takePlace(tx: TxCtx, user_id: number, { device, device_name, lesson_id, take_over }: StartInput): Promise<void> {
  await lockDevices(tx.db, user_id);
  const now = tx.app.clock.now();
  const others = (await findPlaying(tx.db, user_id, new Date(now.getTime() - DEVICE_SILENT_S * 1000))).filter(
    (row) => row.device !== device,
  );
  if (others.length >= PLAYING_MAX && !take_over) {
    const lessons = await findLessons(
      tx.db,
      others.map((row) => row.lesson_id),
    );
    const playing = others.map(
      (row): PlayingDevice => ({ device: row.device, name: row.name || '另一台设备', lesson: lessons.get(row.lesson_id)?.title ?? '' }),
    );
    throw conflict('您的账号正在两台设备上播放，可以停止其中一台，在这里继续', { playing });
  }
  for (const row of others.slice(0, Math.max(0, others.length - PLAYING_MAX + 1))) await endPlaying(tx.db, user_id, row.device);
  await savePlaying(tx.db, { user_id, device, name: device_name, lesson_id, beat_at: now });
}
