import { findContactDetails } from '#contract/contact-details.ts';
import { JOB_CITIES_MAX, JOB_OPEN_DAYS, JOB_PAY_BOUNDS, jobCities, jobPay } from '#contract/job.ts';
import { KINDS } from '#contract/kinds.ts';
import { ITEM_STATUS_TEXT, type ItemForm, type ItemStatus } from '#contract/publish.ts';
import {
  type ApplicationStage,
  JOB_GROUP_KEYS,
  JOB_GROUPS,
  type JobGroup,
  type OwnJobList,
  type OwnJobRow,
  STAGE_KEYS,
} from '#contract/recruit.ts';
import { REGIONS } from '#contract/regions.ts';
import { type App, actingAs, type Ctx, inTransaction, requireUser } from '../../app/ctx.ts';
import { rowByRow, timedJob } from '../../app/timed-job.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { shanghaiDay, unixSeconds } from '../../kernel/clock.ts';
import { AppError, conflict, type FieldErrors, forbidden, notFound } from '../../kernel/errors.ts';
import { getItem, type Item, itemDetails, itemsOf, lockItem, moveLockedItem, type OwnFieldsOf, pastDeadline } from '../catalog/index.ts';
import { sendNotices } from '../notices/index.ts';
import { type PublishGate, takeDown } from '../publishing/index.ts';
import { mayPublishJobs } from '../verification/index.ts';
import { answersOf, closeUnanswered, warnOfUnanswered } from './answers.ts';
import { remindOfInterviews } from './interviews.ts';
import { pdfFiles } from './pdf-files.ts';
import { countStages, insertRefresh, refreshedOn, type StageCount } from './repo.ts';

const JOB = KINDS.job;
const MOST = 200;
/** A job that its enterprise closed says so on its page; one that staff took down is not there. */
const CLOSED = '已关闭';

/** The enterprise's own jobs of a group with what waits there, those with unseen applications first, the longest waiting before. */
export async function ownJobs(
  ctx: Ctx,
  { group, page, limit }: { group: JobGroup; page: number; limit: number } = { group: 'all', page: 1, limit: MOST },
): Promise<OwnJobList> {
  const publisher_id = requireUser(ctx);
  const items = await itemsOf(ctx, { kinds: [JOB], publisher_id, statuses: [...JOB_GROUPS.all.statuses], offset: 0, limit: MOST });
  const stages = await countStages(
    ctx.db,
    items.map(({ id }) => id),
  );
  const within = (key: JobGroup) => items.filter(({ status }) => JOB_GROUPS[key].statuses.some((one) => one === status));
  // 0: no applicant waits
  const since = new Map(stages.filter(({ stage }) => stage === 'sent').map((one) => [one.item_id, one.since]));
  const waits = ({ id }: Item) => since.get(id) || Infinity;
  const sorted = within(group).sort((a, b) => (waits(a) === waits(b) ? b.id - a.id : waits(a) - waits(b)));
  const shown = sorted.slice((page - 1) * limit, page * limit);
  const refreshed = await refreshedOn(
    ctx.db,
    shown.map(({ id }) => id),
    shanghaiDay(ctx.app.clock.now()),
  );
  const list = await Promise.all(shown.map(async (item) => rowOf(item, stages, refreshed.has(item.id), await deadlineOf(ctx, item))));
  const counts = Object.fromEntries(JOB_GROUP_KEYS.map((key) => [key, within(key).length])) as Record<JobGroup, number>;
  return { list, total: sorted.length, page, limit, answers: await answersOf(ctx, publisher_id), counts };
}

async function deadlineOf(ctx: Ctx, item: Item): Promise<string> {
  return String((await itemDetails<OwnFieldsOf>(ctx, item))?.fields['deadline'] ?? '');
}

function rowOf(item: Item, counts: readonly StageCount[], refreshed: boolean, deadline: string): OwnJobRow {
  const mine = counts.filter(({ item_id }) => item_id === item.id);
  const closed = item.status === 'taken_down' && item.reject_reason === '';
  return {
    ...{ id: item.id, title: item.title, status: item.status, view_num: item.view_num, deadline },
    state_text: closed ? CLOSED : ITEM_STATUS_TEXT[item.status as ItemStatus],
    counts: Object.fromEntries(STAGE_KEYS.map((stage) => [stage, mine.find((one) => one.stage === stage)?.n ?? 0])) as Record<
      ApplicationStage,
      number
    >,
    waiting_since: mine.find(({ stage }) => stage === 'sent')?.since ?? 0,
    refreshed_today: refreshed ? 1 : 0,
    published_at: item.published_at ? unixSeconds(item.published_at) : 0,
  };
}

/** One's own job in any status. @throws AppError 404 */
export async function ownJob(ctx: Ctx, id: number): Promise<Item> {
  const item = await getItem(ctx, id);
  if (!item || item.kind !== JOB.code || item.publisher_id !== requireUser(ctx)) throw notFound('职位不存在');
  return item;
}

/** Puts one's own published job to the top of the newest, once a Shanghai day. @throws AppError 404, 409 */
export async function refreshJob(ctx: Ctx, id: number): Promise<void> {
  const publisher_id = requireUser(ctx);
  await inTransaction(ctx, async (tx) => {
    const item = await lockItem(tx, id);
    if (!item || item.kind !== JOB.code || item.publisher_id !== publisher_id) throw notFound('职位不存在');
    if (item.status !== 'published') throw conflict('只有招聘中的职位可以刷新');
    const now = tx.app.clock.now();
    if (!(await insertRefresh(tx.db, id, shanghaiDay(now)))) throw conflict('今天已经刷新过，明天可以再刷新');
    await moveLockedItem(tx, item, 'published', { published_at: now });
  });
}

/** What the page of a closed job shows: null where there is nothing to show. */
export async function closedJob(ctx: Ctx, id: number): Promise<{ id: number; title: string; publisher_id: number } | null> {
  const item = await getItem(ctx, id);
  if (item?.kind !== JOB.code || item.status !== 'taken_down' || item.published_at === null || item.reject_reason !== '') return null;
  return { id, title: item.title, publisher_id: item.publisher_id };
}

/** Closes jobs whose last day is over and notifies their enterprises. Idempotent. @returns how many */
export async function closeDueJobs(ctx: Ctx, stopping?: AbortSignal): Promise<number> {
  const today = shanghaiDay(ctx.app.clock.now());
  let closed = 0;
  const due = await pastDeadline(ctx.db, { kind: JOB.code, day: today, limit: 200 });
  const close = async ({ id, publisher_id }: (typeof due)[number]) => {
    const owner = actingAs(ctx, { kind: 'user', user_id: publisher_id, token_id: 0, roles: [], address: '' });
    try {
      await inTransaction(owner, async (tx) => {
        await takeDown(tx, id, JOB);
        await sendNotices(tx, [publisher_id], {
          ...{ topic: 'recruit', key: `job:${id}:due:${today}`, title: '职位已到截止日期，已停止招聘', item_id: id },
          ...{ content: '修改截止日期后可以重新发布。', href: '/personalCenter/myRecruit' },
        });
      });
      closed++;
    } catch (error) {
      // somebody closed it meanwhile
      if (!(error instanceof AppError)) throw error;
    }
  };
  await rowByRow(ctx, due, 'a job was not closed', close, stopping);
  return closed;
}

export const recruitingJobs = (app: App): JobDefinition[] => [
  timedJob(app, 'recruiting.close-due', '5 * * * *', closeDueJobs),
  timedJob(app, 'recruiting.remind', '*/10 * * * *', remindOfInterviews),
  timedJob(app, 'recruiting.unanswered', '35 * * * *', warnOfUnanswered, closeUnanswered),
  pdfFiles.job(app),
];

const CONTACT = '请不要写联系方式：应聘者直接投递，联系方式在应聘者里查看';
const DAY_MS = 86_400_000;
const CITIES: ReadonlySet<string> = new Set(
  REGIONS.flatMap((region) => (region.cities.length > 0 ? [...region.cities] : [region])).map(({ name }) => name.replace(/市$/, '')),
);

/** What is wrong with pay and cities of a job. */
function wrongFacts(fields: ItemForm['fields']): FieldErrors {
  const [pay, cities, { min, max }] = [jobPay(fields), jobCities(fields), JOB_PAY_BOUNDS];
  const unknown = cities.find((name) => !CITIES.has(name));
  return {
    ...(pay && (pay.min < min || pay.max > max) ? { 'field.pay_min': `请填写每月的工资，${min} 至 ${max} 元` } : {}),
    ...(cities.length > JOB_CITIES_MAX ? { 'field.city': `最多填写 ${JOB_CITIES_MAX} 个城市` } : {}),
    ...(unknown === undefined ? {} : { 'field.city': `没有找到城市“${unknown}”，请填写城市名称，例如：杭州` }),
  };
}

/** What is wrong with a job beyond what every form is asked. `today`, `latest`: days in Shanghai. */
function wrongInJob({ title, introduction, fields }: ItemForm, today: string, latest: string): FieldErrors {
  const own = Object.entries(fields).map(([key, text]): [string, string] => [`field.${key}`, String(text ?? '')]);
  const texts: Array<[string, string]> = [['title', title], ['introduction', introduction], ...own];
  const contacts = texts.flatMap(([key, text]) => (findContactDetails(text).length > 0 ? [[key, CONTACT]] : []));
  const deadline = String(fields['deadline'] ?? '');
  return {
    ...Object.fromEntries(contacts),
    ...wrongFacts(fields),
    ...(deadline !== '' && deadline < today ? { 'field.deadline': '截止日期已经过去，请重新选择' } : {}),
    ...(deadline > latest ? { 'field.deadline': `截止日期最晚为 ${JOB_OPEN_DAYS} 天以后` } : {}),
  };
}

/** Jobs are published by verified enterprises (shell spec 8: code 1 of the auth checks). */
export const jobGate: PublishGate = {
  kind: KINDS.job.key,
  async may(ctx: Ctx) {
    if (!(await mayPublishJobs(ctx))) throw forbidden('企业认证通过后才能发布招聘');
  },
  check(ctx, form) {
    const now = ctx.app.clock.now();
    return wrongInJob(form, shanghaiDay(now), shanghaiDay(new Date(now.getTime() + JOB_OPEN_DAYS * DAY_MS)));
  },
};
