import type { ReviewSubject } from '#contract/review.ts';
import { TEACHER_TEXTS } from '#contract/teaching.ts';
import { type Ctx, type TxCtx, userId } from '../../../app/ctx.ts';
import { conflict, forbidden } from '../../../kernel/errors.ts';
import { publicUsers } from '../../identity/index.ts';
import { attachmentLink, attachmentsOf } from '../../publishing/index.ts';
import type { Reviewable } from '../../review/index.ts';
import { findTeachers, lockTeacher } from './teachers.repo.ts';
import { decideTeacher, TEACHER } from './teachers.ts';

/** Applications to teach: staff decide on all of them, except their own. */
export const teacherReview: Reviewable = {
  type: TEACHER,
  title: '讲师申请',
  roles: ['reviewer', 'operator'],
  load: loadTeachers,
  lock: (tx, id) => lockTeacher(tx.db, id),
  owners: async (tx, id) => [(await lockTeacher(tx.db, id))?.user_id],
  subject: (id) => `teacher:${id}`,
  actions: [
    {
      name: 'approve',
      text: '通过',
      needs_reason: false,
      leads_to: 'approved',
      run: (tx, { target_id }) => decide(tx, target_id, 'accept', ''),
    },
    {
      name: 'reject',
      text: '退回',
      needs_reason: true,
      reason_label: '退回的原因',
      reasons: ['样课打不开，请重新上传', '介绍过于简单，请写明做过的项目', '样课与申请的领域不符', '请勿在介绍里留联系方式'],
      leads_to: 'rejected',
      run: (tx, { target_id, reason }) => decide(tx, target_id, 'return', reason),
    },
  ],
};

async function decide(tx: TxCtx, user_id: number, event: 'accept' | 'return', reason: string): Promise<void> {
  const row = await lockTeacher(tx.db, user_id);
  if (row?.state !== 'waiting') throw conflict('这份申请已被撤回或处理，请刷新队列');
  if (userId(tx) === user_id) throw forbidden('自己的申请须由另一位同事审核');
  await decideTeacher(tx, row, event, reason);
}

async function loadTeachers(ctx: Ctx, ids: readonly number[]): Promise<Map<number, ReviewSubject>> {
  const rows = await findTeachers(ctx.db, ids);
  const [users, files] = [
    await publicUsers(ctx, ids),
    await attachmentsOf(
      ctx,
      rows.flatMap(({ sample_file_id }) => sample_file_id ?? []),
    ),
  ];
  const names = new Map(files.map(({ id, name }) => [id, name]));
  return new Map(
    rows.map((row) => {
      const file = row.sample_file_id === null ? undefined : names.get(row.sample_file_id);
      const facts = [
        { label: '职位', value: row.position },
        { label: '领域', value: row.field },
        { label: '介绍', value: row.introduction },
        ...(row.sample_link === '' ? [] : [{ label: '样课链接', value: row.sample_link, href: row.sample_link }]),
        ...(file === undefined || userId(ctx) === null
          ? []
          : [{ label: '样课文件', value: file, href: attachmentLink(ctx, row.sample_file_id as number) }]),
      ];
      const subject: ReviewSubject = {
        ...{ title: row.name, facts, cover_src: '', has_pages: false, note: TEACHER_TEXTS[row.state] },
        byline: users.get(row.user_id).nickname,
      };
      return [row.user_id, subject];
    }),
  );
}
