import type { Page } from '#contract/envelope.ts';
import { JOB_PATHS } from '#contract/job.ts';
import {
  checkResume,
  type FoundResume,
  maskedContact,
  type OwnResume,
  RESUME_TITLE_MAX,
  RESUMES_MAX,
  type ResumeContact,
  type ResumeParts,
  type ResumeRow,
  type ResumeView,
  type ResumeVisibility,
} from '#contract/recruit.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { shanghaiDay, unixSeconds } from '../../kernel/clock.ts';
import { editionOf, savedAtOf } from '../../kernel/edition.ts';
import { conflict, forbidden, notFound } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { itemsById, kindOf } from '../catalog/index.ts';
import { accountMobile } from '../identity/index.ts';
import { sendNotices } from '../notices/index.ts';
import { dropUploads } from '../publishing/index.ts';
import { enterpriseNames, isEnterprise } from '../verification/index.ts';
import { freeDaysOf, wantedDays } from './freelance.ts';
import { pdfFiles, takePdf } from './pdf-files.ts';
import {
  addView,
  clearDefault,
  countShown,
  countViewers,
  deleteResume,
  eraseOf,
  findResume,
  findResumes,
  findShown,
  findViews,
  insertResume,
  lockResumes,
  type ResumeLine,
  updateResume,
} from './resumes.repo.ts';
import { resumeWords, shownName, tidyContact, tidyParts } from './rules.ts';

const FOUND_LIMIT = 20;

export const isReady = ({ parts, contact }: Pick<ResumeLine, 'parts' | 'contact'>): boolean =>
  Object.keys(checkResume(parts, contact)).length === 0;

/** The reader's resumes, the default one first. */
export async function ownResumes(ctx: Ctx): Promise<ResumeRow[]> {
  const rows = await findResumes(ctx.db, requireUser(ctx));
  const viewers = await countViewers(
    ctx.db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...{ id: row.id, title: row.title, visibility: row.visibility, is_default: row.is_default ? 1 : 0, pdf_name: row.pdf_name },
    ...{ position: row.parts.wish.position, ready: isReady(row) ? 1 : 0, view_num: viewers.get(row.id) ?? 0 },
    updated_at: unixSeconds(row.updated_at),
  }));
}

/** What a new resume begins with: the name of the one before and the account's phone. Its writer may change both. */
export async function resumeStart(ctx: Ctx): Promise<{ name: string; mobile: string }> {
  const user_id = requireUser(ctx);
  const [first] = await findResumes(ctx.db, user_id);
  return { name: first?.parts.person.name ?? '', mobile: (await accountMobile(ctx, user_id)) ?? '' };
}

/** One of the reader's own resumes. @throws AppError 404 */
export async function ownResume(ctx: Ctx, id: number): Promise<OwnResume> {
  return dtoOf(await ofOwner(ctx, id));
}

export async function ofOwner(ctx: Ctx, id: number): Promise<ResumeLine> {
  const row = await findResume(ctx.db, id);
  if (row?.user_id !== requireUser(ctx)) throw notFound('简历不存在');
  return row;
}

const dtoOf = (row: ResumeLine): OwnResume => ({
  ...{
    id: row.id,
    title: row.title,
    visibility: row.visibility,
    is_default: row.is_default ? 1 : 0,
    parts: row.parts,
    contact: row.contact,
  },
  pdf: row.pdf_key === '' ? null : { name: row.pdf_name, size_bytes: row.pdf_size_bytes },
  updated_at: unixSeconds(row.updated_at),
  edition: editionOf(row.updated_at),
});

export interface ResumeInput {
  /** Absent: a new one. */
  id?: number | undefined;
  /** The same key is the same new resume, however often it is sent. */
  draft_key?: string | undefined;
  /** What of it the page has read; absent: whatever is stored is written over. */
  edition?: number | undefined;
  title: string;
  visibility: ResumeVisibility;
  parts: ResumeParts;
  contact: ResumeContact;
}

/**
 * Keeps a resume as it was typed, finished or not; the first one becomes the default. Works that are not the person's own are left out.
 * Locks the person's resumes. @throws AppError 404 for what is not theirs, 409 beyond 10
 */
export async function saveResume(ctx: Ctx, input: ResumeInput): Promise<OwnResume> {
  const user_id = requireUser(ctx);
  const draft_key = input.draft_key ?? '';
  const parts = await ownParts(ctx, user_id, tidyParts(input.parts));
  const values = {
    ...{ parts, contact: tidyContact(input.contact), visibility: input.visibility, words: resumeWords(parts) },
    title: [...plainText(input.title).trim()].slice(0, RESUME_TITLE_MAX).join('') || parts.wish.position || '我的简历',
    updated_at: ctx.app.clock.now(),
  };
  return inTransaction(ctx, async (tx) => {
    await lockResumes(tx.db, user_id);
    const mine = await findResumes(tx.db, user_id);
    const known =
      input.id === undefined ? mine.find(({ draft_key: key }) => key !== '' && key === draft_key) : mine.find(({ id }) => id === input.id);
    if (input.id !== undefined && !known) throw notFound('简历不存在');
    if (known) {
      const stored = { saved_at: known.updated_at, form: formOf(known) };
      const updated_at = savedAtOf(stored, { edition: input.edition, form: formOf(values), now: values.updated_at });
      await updateResume(tx.db, known.id, { ...values, updated_at });
      return dtoOf((await findResume(tx.db, known.id)) as ResumeLine);
    }
    if (mine.length >= RESUMES_MAX) throw conflict(`最多保存 ${RESUMES_MAX} 份简历`);
    const id = await insertResume(tx.db, { user_id, draft_key, ...values, is_default: mine.length === 0, created_at: values.updated_at });
    return dtoOf((await findResume(tx.db, id)) as ResumeLine);
  });
}

const formOf = ({ title, visibility, parts, contact }: Pick<ResumeLine, 'title' | 'visibility' | 'parts' | 'contact'>) => ({
  title,
  visibility,
  parts,
  contact,
});

/** With those works alone that the person published, as they are called now. */
async function ownParts(ctx: Ctx, user_id: number, { works, projects, ...parts }: ResumeParts): Promise<ResumeParts> {
  const named = [...works, ...projects.flatMap(({ work }) => work ?? [])];
  const found = await itemsById(ctx, [...new Set(named.map(({ id }) => id))]);
  const own = ({ id }: { id: number }) => {
    const item = found.get(id);
    return item?.publisher_id === user_id && item.status === 'published' ? [{ id, title: item.title, kind: kindOf(item.kind).key }] : [];
  };
  const project = ({ work, ...one }: ResumeParts['projects'][number]) => ({ ...one, ...(work && { work: own(work)[0] }) });
  return { ...parts, projects: projects.map(project), works: works.flatMap(own) };
}

/** Makes one's own resume the default. @throws AppError 404 */
export function setDefaultResume(ctx: Ctx, id: number): Promise<void> {
  return withOwn(ctx, id, async (tx, row) => {
    await clearDefault(tx.db, row.user_id);
    await updateResume(tx.db, id, { is_default: true });
  });
}

/** Removes one's own resume; what was sent stays with the jobs. The first of the others becomes the default. @throws AppError 404 */
export function removeResume(ctx: Ctx, id: number): Promise<void> {
  return withOwn(ctx, id, async (tx, row) => {
    await deleteResume(tx.db, id);
    const [next] = row.is_default ? await findResumes(tx.db, row.user_id) : [];
    if (next) await updateResume(tx.db, next.id, { is_default: true });
    await pdfFiles.sweepLater(tx, [row.pdf_key]);
  });
}

/** Puts an uploaded PDF into one's own resume, in place of the one before; null takes it out. @throws AppError 404; code 1 */
export async function setResumeFile(ctx: Ctx, id: number, file_id: number | null): Promise<OwnResume> {
  await ofOwner(ctx, id);
  const pdf = file_id === null ? null : await takePdf(ctx, file_id);
  await withOwn(ctx, id, async (tx, row) => {
    const set = {
      pdf_key: pdf?.key ?? '',
      pdf_name: pdf?.name ?? '',
      pdf_size_bytes: pdf?.size_bytes ?? 0,
    };
    await updateResume(tx.db, id, set);
    await pdfFiles.sweepLater(tx, [row.pdf_key]);
    if (file_id !== null) await dropUploads(tx, row.user_id, [file_id]);
  });
  return ownResume(ctx, id);
}

async function withOwn(ctx: Ctx, id: number, work: (tx: TxCtx, row: ResumeLine) => Promise<void>): Promise<void> {
  const user_id = requireUser(ctx);
  await inTransaction(ctx, async (tx) => {
    await lockResumes(tx.db, user_id);
    await work(tx, await ofOwner(tx, id));
  });
}

/** Who looked at one's own resume, the newest first. @throws AppError 404 */
export async function resumeViews(ctx: Ctx, id: number): Promise<ResumeView[]> {
  await ofOwner(ctx, id);
  const rows = await findViews(ctx.db, id);
  const nameOf = await enterpriseNames(
    ctx,
    rows.map((row) => row.enterprise_id),
  );
  return rows.map((row) => ({ enterprise: nameOf(row.enterprise_id), times: row.times, last_at: unixSeconds(row.last_at) }));
}

/** Notes that an enterprise looked at a resume; its own owner's looking is none. */
export async function noteView(ctx: Ctx, { resume_id, enterprise_id }: { resume_id: number; enterprise_id: number }): Promise<void> {
  const at = ctx.app.clock.now();
  await addView(ctx.db, { resume_id, enterprise_id, day: shanghaiDay(at), at });
}

const foundOf = ({ id, parts, updated_at }: ResumeLine, by_day: FoundResume['by_day']): FoundResume => ({
  ...{ id, name: shownName(parts.person.name), position: parts.wish.position, city: parts.wish.city || parts.person.city },
  ...{ years: parts.person.years, about: parts.person.about.slice(0, 200), skills: parts.skills, updated_at: unixSeconds(updated_at) },
  by_day,
});

async function requireEnterprise(ctx: Ctx): Promise<number> {
  const user_id = requireUser(ctx);
  if (!(await isEnterprise(ctx, user_id))) throw forbidden('企业认证通过后才能查看公开简历');
  return user_id;
}

/** Resumes that their owners show to verified enterprises, by words and days that are free, the newest first. @throws AppError 403 for everybody else; code 1 */
export async function findForEnterprise(
  ctx: Ctx,
  { keyword, page, ...range }: { keyword: string; page: number; from?: string | undefined; to?: string | undefined },
): Promise<Page<FoundResume>> {
  const not_of = await requireEnterprise(ctx);
  const words = keyword.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 5);
  const query = { words, not_of, days: wantedDays(range) };
  const rows = await findShown(ctx.db, { ...query, offset: (page - 1) * FOUND_LIMIT, limit: FOUND_LIMIT });
  const by_day = await freeDaysOf(ctx, rows);
  return { list: rows.map((row) => foundOf(row, by_day(row.user_id))), total: await countShown(ctx.db, query), page, limit: FOUND_LIMIT };
}

/** One of them with its parts; name and contact stay masked. The owner sees that it was looked at. @throws AppError 403, 404 */
export async function foundResume(ctx: Ctx, id: number): Promise<FoundResume & { parts: ResumeParts; contact: ResumeContact }> {
  const enterprise_id = await requireEnterprise(ctx);
  const row = await findResume(ctx.db, id);
  if (row?.visibility !== 'all' || row.user_id === enterprise_id) throw notFound('这份简历已不公开');
  await noteView(ctx, { resume_id: id, enterprise_id });
  const parts = { ...row.parts, person: { ...row.parts.person, name: shownName(row.parts.person.name) } };
  return { ...foundOf(row, (await freeDaysOf(ctx, [row]))(row.user_id)), parts, contact: maskedContact(row.contact) };
}

/** Asks the owner of a shown resume to apply for one's own job: once a job. @throws AppError 403, 404 */
export async function inviteToJob(ctx: Ctx, { id, job_id }: { id: number; job_id: number }): Promise<void> {
  const enterprise_id = await requireEnterprise(ctx);
  const job = (await itemsById(ctx, [job_id])).get(job_id);
  if (!job || job.publisher_id !== enterprise_id || kindOf(job.kind).key !== 'job' || job.status !== 'published')
    throw notFound('职位不存在或已关闭');
  await invite(ctx, id, { key: `invite:${job_id}`, said: `邀请您投递：${job.title}`, href: JOB_PATHS.detail(job_id), item_id: job_id });
}

/** The same for a request of the hall that is one's own: its terms and talk are those of the hall. @throws AppError 403, 404 */
export async function inviteToRequest(ctx: Ctx, id: number, request: { id: number; title: string; path: string }): Promise<void> {
  await requireEnterprise(ctx);
  await invite(ctx, id, { key: `ask:${request.id}`, said: `邀请您接单：${request.title}`, href: request.path });
}

async function invite(ctx: Ctx, id: number, { key, said, ...to }: { key: string; said: string; href: string; item_id?: number }) {
  const enterprise_id = requireUser(ctx);
  const row = await findResume(ctx.db, id);
  if (row?.visibility !== 'all') throw notFound('这份简历已不公开');
  const name = (await enterpriseNames(ctx, [enterprise_id]))(enterprise_id);
  await sendNotices(ctx, [row.user_id], {
    ...{ topic: 'recruit', key: `${key}:${id}`, title: `${name}${said}`, ...to },
    content: '对方看到了您公开的简历，联系方式只有投递后才会给对方。',
  });
}

/** The reader's resumes with all their parts, for their package of data. */
export async function exportedResumes(ctx: Ctx): Promise<OwnResume[]> {
  return (await findResumes(ctx.db, requireUser(ctx))).map(dtoOf);
}

/** Everything of resumes and applications that says who somebody was goes, with its files. */
export async function forgetResumes(tx: TxCtx, user_id: number): Promise<void> {
  await pdfFiles.sweepLater(tx, await eraseOf(tx.db, user_id));
}
