import { KINDS } from '#contract/kinds.ts';
import { AGAIN_STAGES, type ApplicationStage, MESSAGE_MAX, type OwnApplication } from '#contract/recruit.ts';
import { type Ctx, inTransaction, requirePerson, requireUser, type TxCtx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { getItem, type Item, itemsById, lockItem } from '../catalog/index.ts';
import { isAccountOpen } from '../identity/index.ts';
import { sendNotices } from '../notices/index.ts';
import { enterpriseNames } from '../verification/index.ts';
import { endedInterview, interviewOf } from './interviews.ts';
import {
  type ApplicationLine,
  countOwnApplications,
  findApplicationFor,
  findOwnApplications,
  insertApplication,
  insertMove,
  lockApplication,
  lockOwnApplication,
  updateApplication,
} from './repo.ts';
import { ofOwner } from './resumes.ts';
import { applicantsPage, mayWithdraw } from './rules.ts';
import { requireSendable } from './talk-resumes.ts';

const JOB = KINDS.job;
const TWICE = '您已投递过这个职位，可以在“我的投递”查看进度';

/**
 * Sends one's own resume to an open job, with its contact: once a job, the database's key decides. Who took an application back, or got no answer, may send again.
 * @throws AppError 404; 409 for one's own job, a second time, a job that is closed; code 1 with what the resume lacks
 */
export async function applyForJob(ctx: Ctx, input: { id: number; resume_id: number; message: string }): Promise<{ id: number }> {
  const user_id = requireUser(ctx);
  const job = await openJob(ctx, input.id);
  if (job.publisher_id === user_id) throw conflict('不能投递自己发布的职位');
  const resume = await requireSendable(ctx, input.resume_id);
  const now = ctx.app.clock.now();
  const sent = {
    ...{ resume_id: resume.id, title: resume.title, parts: resume.parts, contact: resume.contact },
    ...{ pdf_key: resume.pdf_key, pdf_name: resume.pdf_name, answer: '', interview_at: null, interview_place: '', interview_slots: [] },
    ...{ interview_state: 'none' as const, interview_note: '' },
    message: [...plainText(input.message)].slice(0, MESSAGE_MAX).join(''),
    ...{ stage: 'sent' as const, sent_at: now, answered_at: null, warned_at: null, updated_at: now },
  };
  return inTransaction(ctx, async (tx) => {
    const fresh = await insertApplication(tx.db, { ...sent, item_id: job.id, enterprise_id: job.publisher_id, user_id, created_at: now });
    const row = fresh ?? (await sendAgain(tx, job.id, user_id, sent));
    // who closes the job meanwhile finds this one, or is found
    requireOpen(await lockItem(tx, job.id));
    await insertMove(tx.db, {
      application_id: row.id,
      from_stage: fresh ? null : row.stage,
      to_stage: 'sent',
      by_id: user_id,
      created_at: now,
    });
    await sendNotices(tx, [job.publisher_id], {
      ...{ topic: 'recruit', key: `apply:${row.id}:${unixSeconds(now)}`, title: `收到新的应聘：${job.title}`, item_id: job.id },
      ...{ content: `${resume.parts.person.name}，期望职位：${resume.parts.wish.position}`, href: applicantsPage(job.id) },
    });
    return { id: row.id };
  });
}

async function sendAgain(
  tx: TxCtx,
  item_id: number,
  user_id: number,
  sent: Parameters<typeof updateApplication>[2],
): Promise<ApplicationLine> {
  const row = await lockOwnApplication(tx.db, item_id, user_id);
  if (!row || !AGAIN_STAGES.includes(row.stage)) throw conflict(TWICE);
  await updateApplication(tx.db, row.id, sent);
  return row;
}

/** @throws AppError 404 for no job, 409 for one that is not open */
async function openJob(ctx: Ctx, id: number): Promise<Item> {
  const item = requireOpen(await getItem(ctx, id));
  if (!(await isAccountOpen(ctx, item.publisher_id))) throw conflict('这家企业的账号已停用，暂不接受投递');
  return item;
}

function requireOpen(item: Item | null): Item {
  if (item?.kind !== JOB.code || item.published_at === null) throw notFound('职位不存在');
  if (item.status !== 'published') throw conflict('这个职位已停止招聘');
  return item;
}

/** How the reader stands to a job: their application's stage, or none. */
export async function applicationState(
  ctx: Ctx,
  item_id: number,
): Promise<{ application_id: number; stage: ApplicationStage | null; own: 0 | 1 }> {
  const user_id = requireUser(ctx);
  const [row, item] = [await findApplicationFor(ctx.db, item_id, user_id), await getItem(ctx, item_id)];
  return { application_id: row?.id ?? 0, stage: row?.stage ?? null, own: item?.publisher_id === user_id ? 1 : 0 };
}

/** Whether somebody applied for the job and did not take it back: its owner may then talk to them. */
export async function hasApplied(ctx: Ctx, item_id: number, user_id: number): Promise<boolean> {
  return ((await findApplicationFor(ctx.db, item_id, user_id))?.stage ?? 'withdrawn') !== 'withdrawn';
}

/** The reader's applications, the newest first. */
export async function ownApplications(
  ctx: Ctx,
  { page, limit }: { page: number; limit: number },
): Promise<{ list: OwnApplication[]; total: number; page: number; limit: number }> {
  const user_id = requireUser(ctx);
  const rows = await findOwnApplications(ctx.db, user_id, { offset: (page - 1) * limit, limit });
  const [jobs, nameOf] = [
    await itemsById(
      ctx,
      rows.map(({ item_id }) => item_id),
    ),
    await enterpriseNames(
      ctx,
      rows.map(({ enterprise_id }) => enterprise_id),
    ),
  ];
  const list = rows.map((row): OwnApplication => {
    const job = jobs.get(row.item_id);
    return {
      ...{ id: row.id, resume_title: row.title, stage: row.stage, answer: row.answer },
      job: {
        ...{ id: row.item_id, title: job?.title ?? '已删除的职位', enterprise: nameOf(row.enterprise_id) },
        open: job?.status === 'published' ? 1 : 0,
      },
      interview: interviewOf(row),
      contact_shared: row.contact ? 1 : 0,
      create_time: unixSeconds(row.sent_at),
      update_time: unixSeconds(row.updated_at),
    };
  });
  return { list, total: await countOwnApplications(ctx.db, user_id), page, limit };
}

/** Takes one's own application back; the recruiter sees resume and contact no longer. @throws AppError 404, 409 */
export async function withdrawApplication(ctx: Ctx, id: number): Promise<void> {
  const by_id = requirePerson(ctx);
  await withOwn(ctx, id, async (tx, row) => {
    if (!mayWithdraw(row.stage)) throw conflict('这次投递已经结束，不能撤回');
    const now = tx.app.clock.now();
    await updateApplication(tx.db, id, { stage: 'withdrawn', contact: null, ...endedInterview(row, now), updated_at: now });
    await insertMove(tx.db, { application_id: id, from_stage: row.stage, to_stage: 'withdrawn', by_id, created_at: now });
    if (row.stage === 'sent') return;
    await sendNotices(tx, [row.enterprise_id], {
      ...{ topic: 'recruit', key: `withdraw:${id}:${unixSeconds(now)}`, title: '一位应聘者撤回了投递', item_id: row.item_id },
      ...{ content: row.parts.person.name, href: applicantsPage(row.item_id) },
    });
  });
}

/** Takes the contact back from a job; it can be given again by `share`. @throws AppError 404, 409 after withdrawing */
export async function setContactShared(ctx: Ctx, id: number, share: boolean): Promise<void> {
  await withOwn(ctx, id, async (tx, row) => {
    if (row.stage === 'withdrawn') throw conflict('这次投递已撤回');
    const contact = share ? (await ofOwner(tx, row.resume_id)).contact : null;
    await updateApplication(tx.db, id, { contact, updated_at: tx.app.clock.now() });
  });
}

async function withOwn(ctx: Ctx, id: number, work: (tx: TxCtx, row: ApplicationLine) => Promise<void>): Promise<void> {
  const user_id = requireUser(ctx);
  await inTransaction(ctx, async (tx) => {
    const row = await lockApplication(tx.db, id);
    if (row?.user_id !== user_id) throw notFound('投递记录不存在');
    await work(tx, row);
  });
}
