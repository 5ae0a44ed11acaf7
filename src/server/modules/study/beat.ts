import { type BeatAnswer, RATE_MAX, type Section, SILENCE_MAX_S } from '#contract/study.ts';
import { type Ctx, inTransaction, requireUser } from '../../app/ctx.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { certify, noteLearner } from './finish-lesson.ts';
import { addBeat, beatDevice } from './learning.repo.ts';
import { findLesson } from './repo.ts';
import { multirangeText, percentOf, secondsToDo } from './rules.ts';

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
