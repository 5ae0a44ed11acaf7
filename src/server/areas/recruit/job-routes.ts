import { z } from 'zod';
import { KINDS } from '#contract/kinds.ts';
import { JOB_GROUP_KEYS, RECRUIT_CALLS, STAGE_KEYS } from '#contract/recruit.ts';
import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import { idField, limitField, noInput, pageField, textField, wholeNumber } from '../../http/fields.ts';
import { relatedItemOutput } from '../../http/outputs/item.ts';
import { itemStatusOutput } from '../../http/outputs/publish.ts';
import { applicantListOutput, applicantOutput, jobDetailOutput, ownJobListOutput } from '../../http/outputs/recruit.ts';
import { pdfAnswer } from '../../http/pdf-answer.ts';
import { readDetail } from '../../http/read-detail.ts';
import { DRAWING_TIMEOUT_MS } from '#contract/call.ts';
import { recommendItems } from '../../modules/catalog/index.ts';
import { restoreItem, takeDown } from '../../modules/publishing/index.ts';
import { addNote, listApplicants, openSentPdf, ownJobs, readApplicant, refreshJob, setStage } from '../../modules/recruiting/index.ts';
import { mayPublishJobs } from '../../modules/verification/index.ts';
import { relatedItems } from '../../views/related-items.ts';

const JOB = KINDS.job;
const TAG = 'recruit';
const auth = 'user';
const acts = 'recruit';
const often = { points: 120, window_s: 60 };
const done = z.strictObject({ id: z.int() });
const whichField = z.enum(['made', 'uploaded'], { error: '文件无效' }).default('made');

/** Jobs and their applicants, for the enterprise and its employees. */
export const jobEndpoints: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: JOB.calls.detail.path,
    summary: '职位详情，以及当前读者的状态',
    tag: TAG,
    auth: 'optional',
    input: z.object({ id: idField }),
    output: jobDetailOutput,
    handle: (ctx, { id }) => readDetail(ctx, JOB, id),
  }),
  endpoint({
    method: 'GET',
    path: JOB.calls.related.path,
    summary: '相似职位，翻页即换一批',
    tag: TAG,
    auth: 'none',
    input: z.object({ id: idField, page: pageField, limit: limitField(JOB.calls.related.limit, 24) }),
    output: z.strictObject({ list: z.array(relatedItemOutput), page: z.int(), limit: z.int() }),
    handle: async (ctx, { id, page, limit }) => ({ list: relatedItems(await recommendItems(ctx, JOB, { id, page, limit })), page, limit }),
  }),
  endpoint({
    method: 'GET',
    path: RECRUIT_CALLS.gate,
    summary: '是否可以发布职位：status 为 1 时可以',
    tag: TAG,
    auth,
    acts,
    input: noInput,
    output: z.strictObject({ status: z.literal([0, 1]) }),
    handle: async (ctx) => ({ status: (await mayPublishJobs(ctx)) ? (1 as const) : (0 as const) }),
  }),
  endpoint({
    method: 'GET',
    path: RECRUIT_CALLS.jobs,
    summary: '我的招聘：各职位与各阶段的应聘人数，等待最久的在前',
    tag: TAG,
    auth,
    acts,
    input: z.object({
      group: z.enum(JOB_GROUP_KEYS, { error: '分组无效' }).default('all'),
      page: pageField,
      limit: limitField(10),
    }),
    output: ownJobListOutput,
    handle: (ctx, input) => ownJobs(ctx, input),
  }),
  endpoint({
    method: 'POST',
    path: RECRUIT_CALLS.refresh,
    summary: '刷新职位，排到最新的前面，每天一次',
    tag: TAG,
    auth,
    acts,
    limit: often,
    input: z.object({ id: idField }),
    owned_ids: ['id'],
    output: done,
    handle: async (ctx, { id }) => {
      await refreshJob(ctx, id);
      return { id };
    },
  }),
  endpoint({
    method: 'POST',
    path: RECRUIT_CALLS.close,
    summary: '停止招聘，职位页会说明已停止',
    tag: TAG,
    auth,
    acts,
    limit: often,
    input: z.object({ id: idField }),
    owned_ids: ['id'],
    output: z.strictObject({ id: z.int(), status: itemStatusOutput }),
    handle: async (ctx, { id }) => ({ id, status: await takeDown(ctx, id, JOB) }),
  }),
  endpoint({
    method: 'POST',
    path: RECRUIT_CALLS.reopen,
    summary: '重新开始招聘；截止日期已过的先修改',
    tag: TAG,
    auth,
    acts,
    limit: often,
    input: z.object({ id: idField }),
    owned_ids: ['id'],
    output: z.strictObject({ id: z.int(), status: itemStatusOutput }),
    handle: async (ctx, { id }) => ({ id, status: await restoreItem(ctx, id, JOB) }),
  }),
  endpoint({
    method: 'GET',
    path: RECRUIT_CALLS.applicants,
    summary: '一个职位的应聘者，stage 只看一个阶段',
    tag: TAG,
    auth,
    acts,
    input: z.object({
      id: idField,
      stage: z.enum([...STAGE_KEYS, 'all'], { error: '阶段无效' }).default('all'),
      page: pageField,
      limit: limitField(20),
    }),
    owned_ids: ['id'],
    output: applicantListOutput,
    handle: (ctx, input) => listApplicants(ctx, input),
  }),
  endpoint({
    method: 'GET',
    path: RECRUIT_CALLS.applicant,
    summary: '一位应聘者与投递时的简历；第一次查看后对方看到“已查看”',
    tag: TAG,
    auth,
    acts,
    input: z.object({ id: idField }),
    owned_ids: ['id'],
    output: applicantOutput,
    handle: (ctx, { id }) => readApplicant(ctx, id),
  }),
  endpoint({
    method: 'GET',
    path: RECRUIT_CALLS.applicant_pdf,
    summary: '应聘者的简历 PDF：made 为本站生成，uploaded 为对方上传',
    tag: TAG,
    auth,
    acts,
    limit: { points: 60, window_s: 60 },
    input: z.object({ id: idField, which: whichField }),
    owned_ids: ['id'],
    answers: 'application/pdf',
    timeout_ms: DRAWING_TIMEOUT_MS,
    handle: async (ctx, { id, which }) => {
      const { name, data } = await openSentPdf(ctx, id, which);
      return pdfAnswer(name, data);
    },
  }),
  endpoint({
    method: 'POST',
    path: RECRUIT_CALLS.stage,
    summary: '更新应聘阶段：面试要有时间，婉拒不写内容时使用礼貌的默认内容',
    tag: TAG,
    auth,
    acts,
    limit: often,
    input: z.object({
      id: idField,
      stage: z.enum(STAGE_KEYS, { error: '阶段无效' }),
      answer: textField('给应聘者的话', 2_000).default(''),
      interview_at: wholeNumber('面试时间无效', 0, 1e11).default(0),
      place: textField('面试地点', 400).default(''),
    }),
    owned_ids: ['id'],
    output: done,
    handle: async (ctx, input) => {
      await setStage(ctx, input);
      return { id: input.id };
    },
  }),
  endpoint({
    method: 'POST',
    path: RECRUIT_CALLS.note,
    summary: '写一条仅招聘方可见的备注',
    tag: TAG,
    auth,
    acts,
    limit: often,
    input: z.object({ id: idField, text: textField('备注', 2_000) }),
    owned_ids: ['id'],
    output: done,
    handle: async (ctx, { id, text }) => {
      await addNote(ctx, id, text);
      return { id };
    },
  }),
];
