import {
  ANSWER_MAX,
  APPLICATION_STAGES,
  type Applicant,
  type ApplicantList,
  type ApplicantRow,
  type ApplicationStage,
  DECLINE_TEXT,
  NOTE_MAX,
  STAGE_KEYS,
} from '#contract/recruit.ts';
import { type Ctx, inTransaction, requirePerson, requireUser, type TxCtx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { conflict, invalid, notFound } from '../../kernel/errors.ts';
import { getItem } from '../catalog/index.ts';
import { publicUsers } from '../identity/index.ts';
import { sendNotices } from '../notices/index.ts';
import { enterpriseNames } from '../verification/index.ts';
import { endedInterview, interviewOf, offeredTimes } from './interviews.ts';
import { ownJob } from './own-jobs.ts';
import {
  type ApplicationLine,
  countApplicants,
  countStages,
  findApplicants,
  findApplication,
  findMoves,
  findNotes,
  insertMove,
  insertNote,
  lockApplication,
  updateApplication,
} from './repo.ts';
import { noteView } from './resumes.ts';
import { cutText, mayMove, OWN_APPLICATIONS, SITE } from './rules.ts';

/** What a recruiter still sees of an application that was taken back: that there was one. */
const VISIBLE: readonly ApplicationStage[] = STAGE_KEYS.filter((stage) => stage !== 'withdrawn');

/** Applicants of one's own job, of a stage or all, or whose name holds the keyword, in the order of their coming, with the numbers of all stages. @throws AppError 404 */
export async function listApplicants(
  ctx: Ctx,
  { id, stage, keyword = '', page, limit }: { id: number; stage: ApplicationStage | 'all'; keyword?: string; page: number; limit: number },
): Promise<ApplicantList> {
  const job = await ownJob(ctx, id);
  const stages = stage === 'all' ? VISIBLE : [stage].filter((one) => VISIBLE.includes(one));
  const rows = await findApplicants(ctx.db, { id, stages, keyword }, { offset: (page - 1) * limit, limit });
  const counted = await countStages(ctx.db, [id]);
  const count = (key: ApplicationStage) => counted.find((one) => one.stage === key)?.n ?? 0;
  const counts = Object.fromEntries(STAGE_KEYS.map((key) => [key, count(key)])) as Record<ApplicationStage, number>;
  const total = keyword ? await countApplicants(ctx.db, { id, stages, keyword }) : stages.reduce((sum, key) => sum + counts[key], 0);
  return { job: { id, title: job.title, status: job.status }, counts, list: await rowsOf(ctx, rows), total, page, limit };
}

async function rowsOf(ctx: Ctx, rows: readonly ApplicationLine[]): Promise<ApplicantRow[]> {
  const ids = rows.map(({ id }) => id);
  const [users, notes] = [
    await publicUsers(
      ctx,
      rows.map(({ user_id }) => user_id),
    ),
    ids.length === 0 ? [] : await findNotes(ctx.db, ids),
  ];
  return rows.map((row) => ({
    ...{ id: row.id, name: applicantName(row), headimgurl: users.get(row.user_id).headimgurl, stage: row.stage },
    ...{ position: row.parts.wish?.position ?? '', years: row.parts.person?.years ?? '', city: row.parts.person?.city ?? '' },
    interview: interviewOf(row),
    notes_num: notes.filter(({ application_id }) => application_id === row.id).length,
    create_time: unixSeconds(row.sent_at),
  }));
}

const applicantName = (row: ApplicationLine): string => row.parts.person?.name ?? row.title;

/** The application for the enterprise whose job it is. @throws AppError 404, also after it was taken back */
async function ofEnterprise(ctx: Ctx, id: number): Promise<ApplicationLine> {
  const row = await findApplication(ctx.db, id);
  if (row?.enterprise_id !== requireUser(ctx) || row.stage === 'withdrawn') throw notFound('应聘记录不存在或已被撤回');
  return row;
}

/** One applicant with the resume as it was sent. Looking at it moves `sent` to `seen`, which the applicant sees, and is noted. @throws AppError 404 */
export async function readApplicant(ctx: Ctx, id: number): Promise<Applicant> {
  const before = await ofEnterprise(ctx, id);
  if (before.stage === 'sent') await inTransaction(ctx, (tx) => seen(tx, id));
  await noteView(ctx, { resume_id: before.resume_id, enterprise_id: before.enterprise_id });
  const row = await ofEnterprise(ctx, id);
  const [line] = await rowsOf(ctx, [row]);
  const [moves, notes] = [await findMoves(ctx.db, id), await findNotes(ctx.db, [id])];
  const users = await publicUsers(
    ctx,
    [...moves, ...notes].flatMap(({ by_id }) => (by_id === SITE ? [] : [by_id])),
  );
  const by = (user_id: number) => (user_id === SITE ? '平台' : users.get(user_id).nickname);
  return {
    ...(line as ApplicantRow),
    ...{ user_id: row.user_id, parts: row.parts, contact: row.contact, message: row.message, answer: row.answer },
    ...{ has_pdf: row.pdf_key === '' ? 0 : 1, pdf_name: row.pdf_name },
    notes: notes.map((note) => ({ id: note.id, by: by(note.by_id), text: note.text, create_time: unixSeconds(note.created_at) })),
    moves: moves.map((move) => ({
      ...{ from: move.from_stage, to: move.to_stage, by: by(move.by_id), create_time: unixSeconds(move.created_at) },
    })),
  };
}

async function seen(tx: TxCtx, id: number): Promise<void> {
  const row = await lockApplication(tx.db, id);
  if (row?.stage === 'sent') await move(tx, row, 'seen', {});
}

async function move(tx: TxCtx, row: ApplicationLine, to: ApplicationStage, also: Parameters<typeof updateApplication>[2]): Promise<void> {
  const now = tx.app.clock.now();
  const answered_at = row.answered_at ?? (to === 'seen' ? null : now);
  await updateApplication(tx.db, row.id, { ...also, stage: to, answered_at, updated_at: now });
  await insertMove(tx.db, { application_id: row.id, from_stage: row.stage, to_stage: to, by_id: requirePerson(tx), created_at: now });
}

export interface StageInput {
  id: number;
  stage: ApplicationStage;
  /** What the applicant reads. */
  answer: string;
  /** Unix seconds of an interview, from which the applicant chooses. */
  slots: readonly number[];
  place: string;
}

/**
 * Moves an application to a stage; the applicant is notified of all but `seen`. A decline without words is a courteous one. In the stage
 * `interview` other times may be offered.
 * @throws AppError 404; 409 for a move that is not possible; code 1 for an interview without a time to come
 */
export async function setStage(ctx: Ctx, input: StageInput): Promise<void> {
  const enterprise_id = requireUser(ctx);
  await inTransaction(ctx, async (tx) => {
    const row = await lockApplication(tx.db, input.id);
    if (row?.enterprise_id !== enterprise_id) throw notFound('应聘记录不存在');
    const again = row.stage === 'interview' && input.stage === 'interview';
    if (!again && !mayMove(row.stage, input.stage))
      throw conflict(`“${APPLICATION_STAGES[row.stage]}”不能改为“${APPLICATION_STAGES[input.stage]}”`);
    const now = tx.app.clock.now();
    const ends = input.stage === 'declined' ? endedInterview(row, now) : {};
    const interview = input.stage === 'interview' ? offeredTimes(row, input, now) : ends;
    const answer = cutText(input.answer, ANSWER_MAX) || (input.stage === 'declined' ? DECLINE_TEXT : '');
    await move(tx, row, input.stage, { answer, ...interview });
    if (input.stage !== 'seen') await tellApplicant(tx, row, input.stage, answer);
  });
}

/**
 * Declines those of several applicants who wait for a first answer, each with a message of their own. Locks them by their ids.
 * @returns how many, and the names of the others: they were answered or took it back @throws AppError 404 for what is not theirs
 */
export async function declineMany(
  ctx: Ctx,
  input: { ids: readonly number[]; answer: string },
): Promise<{ declined: number; left: string[] }> {
  const enterprise_id = requireUser(ctx);
  const answer = cutText(input.answer, ANSWER_MAX) || DECLINE_TEXT;
  const ids = [...new Set(input.ids)].toSorted((a, b) => a - b);
  return inTransaction(ctx, async (tx) => {
    const left: string[] = [];
    for (const id of ids) {
      const row = await lockApplication(tx.db, id);
      if (row?.enterprise_id !== enterprise_id) throw notFound('应聘记录不存在');
      if (row.stage !== 'sent' && row.stage !== 'seen') {
        left.push(row.stage === 'withdrawn' ? '一位已撤回的应聘者' : applicantName(row));
        continue;
      }
      await move(tx, row, 'declined', { answer });
      await tellApplicant(tx, row, 'declined', answer);
    }
    return { declined: ids.length - left.length, left };
  });
}

async function tellApplicant(tx: TxCtx, row: ApplicationLine, stage: ApplicationStage, answer: string): Promise<void> {
  const [job, nameOf] = [await getItem(tx, row.item_id), await enterpriseNames(tx, [row.enterprise_id])];
  await sendNotices(tx, [row.user_id], {
    ...{ topic: 'recruit', key: `stage:${row.id}:${stage}:${unixSeconds(tx.app.clock.now())}`, item_id: row.item_id },
    title: `${nameOf(row.enterprise_id)}更新了您的应聘：${APPLICATION_STAGES[stage]}`,
    content: [job?.title ?? '', answer].filter(Boolean).join('：'),
    href: OWN_APPLICATIONS,
  });
}

/** Adds a private note; the applicant never sees it. @throws AppError 404; code 1 when it is empty */
export async function addNote(ctx: Ctx, id: number, text: string): Promise<void> {
  const words = cutText(text, NOTE_MAX);
  if (words === '') throw invalid({ text: '请填写备注' });
  await ofEnterprise(ctx, id);
  await inTransaction(ctx, (tx) =>
    insertNote(tx.db, { application_id: id, by_id: requirePerson(tx), text: words, created_at: tx.app.clock.now() }),
  );
}

/** What the recruiter of an application may read as a PDF. @throws AppError 404 */
export async function applicationPdf(ctx: Ctx, id: number): Promise<ApplicationLine> {
  const row = await ofEnterprise(ctx, id);
  await noteView(ctx, { resume_id: row.resume_id, enterprise_id: row.enterprise_id });
  return row;
}
