import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { requireUser } from '../../app/ctx.ts';
import { ownNotes } from './notes.ts';
import { ownCertificates, ownCourses } from './own-learning.ts';
import { deleteLearning, findAsked, findGiven } from './privacy.repo.ts';

/** Forgets what somebody learnt, noted and played. Reviews, questions and answers stay without a name. Idempotent. */
export async function forgetLearning(tx: TxCtx, user_id: number): Promise<void> {
  await deleteLearning(tx.db, user_id);
}

/** The user's courses, notes, certificates, reviews and questions, for the package of their data. */
export async function* exportedLearning(ctx: Ctx): AsyncGenerator<object> {
  const user_id = requireUser(ctx);
  for (const course of await ownCourses(ctx)) yield { what: '学习进度', ...course };
  for (let before: number | undefined; ; ) {
    const notes = await ownNotes(ctx, before === undefined ? {} : { before });
    for (const note of notes) yield { what: '笔记', ...note };
    before = notes.at(-1)?.id;
    if (before === undefined) break;
  }
  for (const certificate of await ownCertificates(ctx)) yield { what: '证书', ...certificate };
  for (const review of await findGiven(ctx.db, user_id)) yield { what: '课程评价', ...review };
  for (const question of await findAsked(ctx.db, user_id)) yield { what: '提问', ...question };
}
