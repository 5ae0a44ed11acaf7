import { isShown } from '#contract/study.ts';
import type { TxCtx } from '../../../app/ctx.ts';
import { conflict } from '../../../kernel/errors.ts';
import { timesOfBuyers } from '../../access/index.ts';
import { CERTIFY_JOB } from '../certify-learners.ts';
import { hasLearners, type LessonRow } from './outline.repo.ts';

/**
 * Lets a lesson go out of its learners' sight: what somebody bought with the course, or learnt of what is removed, stays. Who did
 * everything else has then learnt the course. @throws AppError 409
 */
export async function letGo(tx: TxCtx, lesson: LessonRow, how: 'hide' | 'remove'): Promise<void> {
  const word = how === 'hide' ? '隐藏' : '删除';
  const of = `“${lesson.title}”`;
  if (how === 'remove' && (await hasLearners(tx.db, { lesson_id: lesson.id }))) {
    throw conflict(`已有学员学习${of}，不能删除；可以更换内容、改名，或移到别的章节`);
  }
  if (!isShown(lesson)) return;
  const until = new Date(tx.app.clock.now().getTime() + 1);
  if ((await timesOfBuyers(tx, [{ item_id: lesson.item_id, from: lesson.created_at, until }])).length > 0) {
    throw conflict(`有人购买的课程里有${of}，不能${word}；可以更换内容、改名，或移到别的章节`);
  }
  await tx.app.jobs.send(CERTIFY_JOB, { item_id: lesson.item_id }, { singleton_key: `${CERTIFY_JOB}:${lesson.item_id}` }, tx.db);
}
