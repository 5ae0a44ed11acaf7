import type { TxCtx } from '../../app/ctx.ts';
import { serialNumber } from '../../kernel/ids.ts';
import { getSaleItem } from '../catalog/index.ts';
import { getAccount } from '../identity/index.ts';
import { sendNotices } from '../notices/index.ts';
import { addLearner, countUndone, hasOther, insertCertificate, markDone } from './learning.repo.ts';
import { opensCourse } from './lesson-right.ts';
import { findTeacher, type Lesson } from './repo.ts';

/** A quiz that was passed or a file that was opened. @returns the number of the certificate that it brought; empty: none */
export async function finishLesson(tx: TxCtx, user_id: number, lesson: Lesson): Promise<string> {
  if (!(await markDone(tx.db, user_id, lesson.id, tx.app.clock.now()))) return '';
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
