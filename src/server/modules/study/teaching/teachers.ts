import type { TeacherForm } from '#contract/outputs/teaching.ts';
import type { ReviewSubject } from '#contract/review.ts';
import {
  BE_TEACHER_PAGE,
  checkTeacher,
  checkTeacherProfile,
  EMPTY_TEACHER,
  MY_COURSE_PAGE,
  type OwnTeacher,
  TEACHER_TEXTS,
  type TeacherProfile,
} from '#contract/teaching.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx, userId } from '../../../app/ctx.ts';
import { unixSeconds } from '../../../kernel/clock.ts';
import { conflict, forbidden, invalid } from '../../../kernel/errors.ts';
import { plainText } from '../../../kernel/plain-text.ts';
import { recordAudit } from '../../../outbox/outbox.ts';
import { publicUsers } from '../../identity/index.ts';
import { sendNotices } from '../../notices/index.ts';
import { attachmentLink, attachmentsOf, dropUploads, takeAttachments } from '../../publishing/index.ts';
import { openReview, type Reviewable, withdrawReview } from '../../review/index.ts';
import {
  findTeacher,
  findTeachers,
  lockTeacher,
  lockTeaching,
  removeTeacher,
  saveTeacher,
  type TeacherRow,
  updateTeacher,
} from './teachers.repo.ts';

/** `reviewables.type` of applications. */
export const TEACHER = 'teacher';

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

const TAKEN_BACK = '您已撤回申请，可以修改后重新提交';

/** How the signed-in user stands as a teacher, with what they sent in last. */
export async function ownTeacher(ctx: Ctx): Promise<OwnTeacher> {
  return ownOf(ctx, await findTeacher(ctx.db, requireUser(ctx)));
}

/**
 * Applies to teach, or again after a refusal or the end of the role; staff decide. The sample's file stays private.
 * @throws AppError code 1 for a wrong field, 409 while one is looked at and for who teaches already
 */
export async function applyToTeach(ctx: Ctx, typed: TeacherForm): Promise<OwnTeacher> {
  const user_id = requireUser(ctx);
  const form = { ...typed, name: plainText(typed.name), position: plainText(typed.position), introduction: plainText(typed.introduction) };
  const errors = checkTeacher(form);
  if (Object.keys(errors).length > 0) throw invalid({ ...errors });
  return inTransaction(ctx, async (tx) => {
    await lockTeaching(tx.db, user_id);
    const before = await lockTeacher(tx.db, user_id);
    if (before?.state === 'waiting') throw conflict('申请正在审核，请等待结果，或先撤回再修改');
    if (before?.state === 'accepted') throw conflict('您已经是讲师了');
    const { sample_file_id } = form;
    if (sample_file_id !== null) await takeAttachments(tx, { owner_id: user_id, ids: [sample_file_id], field: 'sample_file_id' });
    const now = tx.app.clock.now();
    const row = await saveTeacher(tx.db, {
      ...{ user_id, state: 'waiting', reason: '', decided_at: null, applied_at: now, updated_at: now },
      ...{ name: form.name, position: form.position, field: form.field, introduction: form.introduction },
      ...{ sample_link: form.sample_link.trim(), sample_file_id },
    });
    const replaced = before?.sample_file_id ?? null;
    if (replaced !== null && replaced !== sample_file_id) await dropUploads(tx, user_id, [replaced]);
    await openReview(tx, { type: TEACHER, target_id: user_id });
    return ownOf(tx, row);
  });
}

/** Withdraws an undecided application. @throws AppError 409 when none is under review */
export async function withdrawApplication(ctx: Ctx): Promise<OwnTeacher> {
  const user_id = requireUser(ctx);
  return inTransaction(ctx, async (tx) => {
    await lockTeaching(tx.db, user_id);
    const row = await lockTeacher(tx.db, user_id);
    if (row?.state !== 'waiting') throw conflict('没有正在审核的申请');
    await withdrawReview(tx, { type: TEACHER, target_id: user_id });
    const now = tx.app.clock.now();
    const end = { state: 'returned', reason: TAKEN_BACK, decided_at: now, updated_at: now } as const;
    await updateTeacher(tx.db, user_id, end);
    return ownOf(tx, { ...row, ...end });
  });
}

/** Changes what readers see of an accepted teacher, at once. @throws AppError code 1 for a wrong field, 403 for others */
export async function changeTeacher(ctx: Ctx, typed: TeacherProfile): Promise<OwnTeacher> {
  const user_id = requireUser(ctx);
  const profile = { position: plainText(typed.position), introduction: plainText(typed.introduction) };
  const errors = checkTeacherProfile(profile);
  if (Object.keys(errors).length > 0) throw invalid({ ...errors });
  return inTransaction(ctx, async (tx) => {
    const row = await lockTeacher(tx.db, user_id);
    if (row?.state !== 'accepted') throw forbidden('通过讲师申请后才能修改讲师资料');
    const set = { ...profile, updated_at: tx.app.clock.now() };
    await updateTeacher(tx.db, user_id, set);
    return ownOf(tx, { ...row, ...set });
  });
}

/** A link for ten minutes to the sample that one sent in. @throws AppError 409 without one */
export async function ownSample(ctx: Ctx): Promise<{ url: string }> {
  const row = await findTeacher(ctx.db, requireUser(ctx));
  if (!row?.sample_file_id) throw conflict('没有上传样课');
  return { url: attachmentLink(ctx, row.sample_file_id) };
}

/** What user info says of a teacher; null: the user teaches nothing here. */
export async function lecturerOf(ctx: Ctx, user_id: number): Promise<{ position: string } | null> {
  const row = await findTeacher(ctx.db, user_id);
  return row?.state === 'accepted' ? { position: row.position } : null;
}

/** @throws AppError code 2 for visitors, 403 for who is no teacher. @returns their id */
export async function requireTeacher(ctx: Ctx): Promise<number> {
  const user_id = requireUser(ctx);
  if ((await lecturerOf(ctx, user_id)) === null) throw forbidden('通过讲师申请后才能发布课程');
  return user_id;
}

/** Ends an application under review, and notifies its owner. The caller has locked it. */
export async function decideTeacher(tx: TxCtx, row: TeacherRow, event: 'accept' | 'return', reason: string): Promise<void> {
  const now = tx.app.clock.now();
  const accepted = event === 'accept';
  await updateTeacher(tx.db, row.user_id, { state: accepted ? 'accepted' : 'returned', reason, decided_at: now, updated_at: now });
  await sendNotices(tx, [row.user_id], {
    ...{ topic: 'verify', key: `teacher:${row.user_id}:${unixSeconds(row.applied_at)}:${event}` },
    title: accepted ? '讲师申请已通过' : '讲师申请已退回',
    content: accepted ? '现在可以创建课程了。' : reason,
    href: accepted ? MY_COURSE_PAGE : BE_TEACHER_PAGE,
  });
}

/**
 * Staff take the role: no new course and no change of one; what was bought stays. Audited, and the teacher is notified.
 * @throws AppError 409 for who does not teach
 */
export async function endTeacher(tx: TxCtx, user_id: number, reason: string): Promise<void> {
  const row = await lockTeacher(tx.db, user_id);
  if (row?.state !== 'accepted') throw conflict('这位用户现在不是讲师');
  const now = tx.app.clock.now();
  await updateTeacher(tx.db, user_id, { state: 'withdrawn', reason, decided_at: now, updated_at: now });
  await recordAudit(tx, 'teacher.end', `user:${user_id}`, { reason, position: row.position });
  await sendNotices(tx, [user_id], {
    ...{ topic: 'verify', key: `teacher:${user_id}:${now.getTime()}:end` },
    ...{ title: '讲师身份已取消', content: reason, href: BE_TEACHER_PAGE },
  });
}

/** Removes what a user sent in when their account ends. Idempotent. */
export async function forgetTeacher(tx: TxCtx, user_id: number): Promise<void> {
  await lockTeaching(tx.db, user_id);
  await lockTeacher(tx.db, user_id);
  await withdrawReview(tx, { type: TEACHER, target_id: user_id });
  const file_id = await removeTeacher(tx.db, user_id);
  if (file_id !== null) await dropUploads(tx, user_id, [file_id]);
}

async function ownOf(ctx: Ctx, row: TeacherRow | null): Promise<OwnTeacher> {
  if (!row) return { state: 'none', reason: '', form: EMPTY_TEACHER, sample_name: '', applied_at: 0, decided_at: 0 };
  const { name, position, field, introduction, sample_link, sample_file_id } = row;
  const [sample] = sample_file_id === null ? [] : await attachmentsOf(ctx, [sample_file_id]);
  return {
    ...{ state: row.state, reason: row.reason, sample_name: sample?.name ?? '' },
    form: { name, position, field, introduction, sample_link, sample_file_id: sample ? sample_file_id : null, agreed: true },
    applied_at: unixSeconds(row.applied_at),
    decided_at: row.decided_at ? unixSeconds(row.decided_at) : 0,
  };
}
