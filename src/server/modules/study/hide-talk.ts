import { type Ctx, inTransaction, requireVerb } from '../../app/ctx.ts';
import { notFound } from '../../kernel/errors.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { countCourse } from './count-course.ts';
import { announceCourse } from './course-events.ts';
import { setHidden } from './talk.repo.ts';

export type TalkKind = 'review' | 'question' | 'answer';

/** Staff take what somebody wrote off a course's page, or put it back, with a reason in the audit log. @throws AppError 403, 404 */
export async function hideTalk(ctx: Ctx, input: { what: TalkKind; id: number; hidden: boolean; reason: string }): Promise<void> {
  requireVerb(ctx, 'review.decide');
  const { what, id, hidden, reason } = input;
  await inTransaction(ctx, async (tx) => {
    const item_id = await setHidden(tx.db, what, id, hidden);
    if (item_id === null) throw notFound('内容不存在');
    if (what === 'review') await countCourse(tx, item_id);
    await recordAudit(tx, hidden ? 'study.hide' : 'study.show', `${what}:${id}`, { reason });
    await announceCourse(tx, item_id);
  });
}
