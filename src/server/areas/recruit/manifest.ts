import { JOB_PATHS } from '#contract/job.ts';
import { KINDS } from '#contract/kinds.ts';
import { ITEM_STATUS_TEXT, type ItemStatus } from '#contract/publish.ts';
import { JOB, recruitJobCalls } from '#contract/recruit/job-calls.ts';
import { recruitResumeCalls } from '#contract/recruit/resume-calls.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { type Endpoint, serve, serveId } from '../../http/endpoint.ts';
import { icsAnswer, pdfAnswer } from '../../http/file-answer.ts';
import { readDetail } from '../../http/read-detail.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { type Item, lockItem, recommendItems } from '../../modules/catalog/index.ts';
import { messagesAt } from '../../modules/chat/index.ts';
import { BY_DAY, BY_TIME, type StaffList, stateFilter } from '../../modules/console/index.ts';
import { once, paged } from '../../modules/privacy/index.ts';
import { restoreItem, takeDown, takeDownByStaff } from '../../modules/publishing/index.ts';
import {
  addNote,
  answerClosedJob,
  answerDays,
  answerInterview,
  applicationState,
  applyForJob,
  declineMany,
  exportedResumes,
  findForEnterprise,
  forgetResumes,
  foundResume,
  interviewFile,
  inviteToJob,
  inviteToRequest,
  type JobStaffLine,
  jobGate,
  jobSource,
  jobWorkbench,
  listApplicants,
  openOwnPdf,
  openSentPdf,
  ownApplications,
  ownDays,
  ownJobs,
  ownResume,
  ownResumes,
  readApplicant,
  recruitingJobs,
  refreshJob,
  removeResume,
  resumeInTalk,
  resumeStart,
  resumeViews,
  saveResume,
  setContactShared,
  setDays,
  setDefaultResume,
  setResumeFile,
  setStage,
  takeDay,
  withdrawApplication,
} from '../../modules/recruiting/index.ts';
import { requestChatSubject } from '../../modules/requests/index.ts';
import { enterpriseNames, mayPublishJobs } from '../../modules/verification/index.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { relatedItems } from '../../views/item-screen.ts';
import { shopInfo } from '../../views/shop-screens.ts';
import type { Manifest } from '../manifest.ts';

/** Jobs and their applicants, for the enterprise and its employees. */
export const jobEndpoints: Endpoint[] = [
  serve(recruitJobCalls.detail, (ctx, { id }) => readDetail(ctx, JOB, id)),
  serve(recruitJobCalls.related, async (ctx, { id, page, limit }) => ({
    list: relatedItems(await recommendItems(ctx, JOB, { id, page, limit })),
    page,
    limit,
  })),
  serve(recruitJobCalls.gate, async (ctx) => ({ status: (await mayPublishJobs(ctx)) ? (1 as const) : (0 as const) })),
  serve(recruitJobCalls.jobs, (ctx, input) => ownJobs(ctx, input)),
  serveId(recruitJobCalls.refresh, (ctx, { id }) => refreshJob(ctx, id)),
  serve(recruitJobCalls.close, async (ctx, { id }) => ({ id, status: await takeDown(ctx, id, JOB) })),
  serve(recruitJobCalls.reopen, async (ctx, { id }) => ({ id, status: await restoreItem(ctx, id, JOB) })),
  serve(recruitJobCalls.applicants, (ctx, input) => listApplicants(ctx, input)),
  serve(recruitJobCalls.applicant, (ctx, { id }) => readApplicant(ctx, id)),
  serve(recruitJobCalls.applicant_pdf, async (ctx, { id, which }) => pdfAnswer(await openSentPdf(ctx, id, which))),
  serveId(recruitJobCalls.stage, setStage),
  serve(recruitJobCalls.decline, declineMany),
  serveId(recruitJobCalls.note, (ctx, { id, text }) => addNote(ctx, id, text)),
];

/** Resumes and applications, for those who look for work. */
export const resumeEndpoints: Endpoint[] = [
  serve(recruitResumeCalls.resumes, async (ctx) => ({ list: await ownResumes(ctx), start: await resumeStart(ctx) })),
  serve(recruitResumeCalls.get_resume, (ctx, { id }) => ownResume(ctx, id)),
  serve(recruitResumeCalls.post_resume, (ctx, input) => saveResume(ctx, input)),
  serve(recruitResumeCalls.put_resume, (ctx, input) => saveResume(ctx, input)),
  serveId(recruitResumeCalls.delete_resume, (ctx, { id }) => removeResume(ctx, id)),
  serveId(recruitResumeCalls.resume_default, (ctx, { id }) => setDefaultResume(ctx, id)),
  serve(recruitResumeCalls.resume_file, (ctx, { id, file_id }) => setResumeFile(ctx, id, file_id)),
  serve(recruitResumeCalls.resume_pdf, async (ctx, { id, which }) => pdfAnswer(await openOwnPdf(ctx, id, which))),
  serve(recruitResumeCalls.resume_views, async (ctx, { id }) => ({ list: await resumeViews(ctx, id) })),
  serve(recruitResumeCalls.found, (ctx, input) => findForEnterprise(ctx, input)),
  serve(recruitResumeCalls.found_one, (ctx, { id }) => foundResume(ctx, id)),
  serve(recruitResumeCalls.invite, async (ctx, { id, job_id, request_id }) => {
    if (request_id === undefined) await inviteToJob(ctx, { id, job_id: job_id ?? 0 });
    else {
      const request = (await requestChatSubject.load(ctx, [request_id])).get(request_id);
      if (request?.owner_id !== requireUser(ctx) || request.path === '') throw notFound('求单不存在或还没有发布');
      await inviteToRequest(ctx, id, { id: request_id, title: request.title, path: request.path });
    }
    return { id };
  }),
  serve(recruitResumeCalls.in_talk, async (ctx, { id, seq }) => {
    const [message] = await messagesAt(ctx, id, [seq]);
    if (message?.type !== 'resume') throw notFound('消息不存在或已撤回');
    return resumeInTalk(ctx, message.card?.id ?? 0);
  }),
  serve(recruitResumeCalls.days, (ctx) => ownDays(ctx)),
  serve(recruitResumeCalls.set_days, (ctx, input) => setDays(ctx, input)),
  serve(recruitResumeCalls.state, (ctx, { id }) => applicationState(ctx, id)),
  serve(recruitResumeCalls.apply, (ctx, input) => applyForJob(ctx, input)),
  serve(recruitResumeCalls.applications, (ctx, input) => ownApplications(ctx, input)),
  serveId(recruitResumeCalls.withdraw, (ctx, { id }) => withdrawApplication(ctx, id)),
  serveId(recruitResumeCalls.unshare, (ctx, { id, share }) => setContactShared(ctx, id, Boolean(share))),
  serveId(recruitResumeCalls.answer_interview, answerInterview),
  serve(recruitResumeCalls.interview, async (ctx, { id }) => icsAnswer('interview.ics', await interviewFile(ctx, id))),
];

/** Jobs of the console with how many applied. */
export const jobList: StaffList = {
  key: 'recruit',
  title: '招聘',
  verb: 'job.see',
  source: jobSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'title', title: '职位' },
    { key: 'enterprise', title: '企业' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'applicants', title: '投递', kind: 'number' },
    { key: 'unseen', title: '未查看', kind: 'number' },
    { key: 'created_at', title: '创建时间', kind: 'time' },
  ],
  filters: [
    stateFilter(
      { open: '招聘中', waiting: '等待发布', closed: '已停止', draft: '草稿与退回' },
      { waiting: 'waiting', closed: 'over', draft: 'over' },
    ),
    ...BY_DAY,
  ],
  orders: BY_TIME,
  search: '编号或职位名称',
  found: { title: 'title', beside: ['id', 'enterprise', 'state'] },
  actions: [
    {
      name: 'take_down',
      title: '下架职位',
      about: '读者不再看到，企业看到原因；重新上架要经过审核。',
      verb: 'job.close',
      needs_reason: true,
      async run(tx, id, reason) {
        const item = await lockItem(tx, Number(id));
        if (!item) throw notFound('职位不存在');
        if (item.status !== 'published') throw conflict('只有招聘中的职位可以下架');
        await takeDownByStaff(tx, item, reason);
        await recordAudit(tx, 'job.close', `item:${id}`, { reason });
      },
    },
  ],
  async show(ctx, rows) {
    const lines = rows as readonly JobStaffLine[];
    const nameOf = await enterpriseNames(
      ctx,
      lines.map(({ publisher_id }) => Number(publisher_id)),
    );
    return lines.map((line) => ({
      id: String(line.id),
      href: JOB_PATHS.detail(line.id),
      cells: {
        id: Number(line.id),
        title: line.title || '未命名',
        enterprise: nameOf(Number(line.publisher_id)),
        state: ITEM_STATUS_TEXT[line.status as ItemStatus],
        applicants: line.applicants,
        unseen: line.unseen,
        created_at: Number(line.created_at),
      },
    }));
  },
};

/** Shop and enterprise of a job, as this reader has them. */
async function jobReaderFields(ctx: Ctx, item: Item): Promise<object> {
  const [shop, nameOf] = await Promise.all([
    item.shop_id === null ? null : shopInfo(ctx, item.shop_id),
    enterpriseNames(ctx, [item.publisher_id]),
  ]);
  return { shop_id: item.shop_id ?? 0, shop, is_focus: shop?.is_focus ?? 0, enterprise: nameOf(item.publisher_id) };
}

/** Jobs, applications and resumes. */
export const recruitArea: Manifest = {
  name: 'recruit',
  endpoints: [...jobEndpoints, ...resumeEndpoints],
  jobs: recruitingJobs,
  settings: [answerDays],
  on: (_app, ctx) => ({
    'request.settled': [(settled) => takeDay(ctx, settled)],
    'item.changed': [async ({ item_id, what }) => void (what === 'status' && (await answerClosedJob(ctx, item_id)))],
  }),
  publish_gates: [jobGate],
  staff_lists: [jobList],
  workbench: jobWorkbench,
  reader_parts: { [KINDS.job.key]: jobReaderFields },
  personal: {
    files: {
      简历: once(exportedResumes),
      档期: once(async (ctx) => [await ownDays(ctx)]),
      求职投递: paged(async (ctx, _user_id, at) => (await ownApplications(ctx, at)).list),
    },
    forget: [forgetResumes],
  },
};
