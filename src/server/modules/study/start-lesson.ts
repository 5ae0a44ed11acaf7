import { DEVICE_SILENT_S, type LessonStart, PLAYING_MAX, type PlayingDevice } from '#contract/study.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { conflict, tooOften } from '../../kernel/errors.ts';
import { getAccount } from '../identity/index.ts';
import { originalFile } from '../publishing/index.ts';
import { fileLink } from './film-links.ts';
import { finishLesson } from './finish-lesson.ts';
import { endPlaying, findPlaying, lockDevices, openProgress, savePlaying } from './learning.repo.ts';
import { openLesson } from './lesson-right.ts';
import { countLinks } from './links.repo.ts';
import { findLessons } from './repo.ts';
import { mediaKey, resumeAt, sectionsOf } from './rules.ts';

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
 * @throws AppError as `openLesson`; 409 with `data.playing` while two other devices play; 429
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
    const scope = is_film ? ('film' as const) : ('file' as const);
    const src = file ? await fileLink(tx, { lesson, user_id, key, scope, device: input.device_name }) : '';
    // what is read or downloaded is done when it is opened: how far it was read is unknown
    if (!is_film && lesson.type !== 'quiz') await finishLesson(tx, user_id, lesson);
    const done = progress.done_at !== null;
    const account = await getAccount(tx, user_id);
    return {
      key,
      id: lesson.id,
      type: lesson.type,
      duration_s: lesson.duration_s,
      src,
      mime: is_film && file ? `video/${file.type}` : '',
      position_s: resumeAt(progress.position_s, lesson.duration_s, done),
      seconds: progress.seconds,
      watched: sectionsOf(progress.watched),
      done: done ? 1 : 0,
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
