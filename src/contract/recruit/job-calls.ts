import { z } from 'zod';
import { callsOf, DRAWING_TIMEOUT_MS } from '#contract/call.ts';
import { idField, limitField, pageField, textField, wholeNumber } from '#contract/input-fields.ts';
import { KINDS } from '#contract/kinds.ts';
import { relatedItemOutput } from '#contract/outputs/item.ts';
import { itemStatusOutput } from '#contract/outputs/publish.ts';
import { applicantListOutput, applicantOutput, jobDetailOutput, ownJobListOutput } from '#contract/outputs/recruit.ts';
import { DECLINED_AT_ONCE, INTERVIEW_SLOTS_MAX, JOB_GROUP_KEYS, STAGE_KEYS } from '#contract/recruit.ts';

export const JOB = KINDS.job;
const call = callsOf('recruit');
const acts = 'recruit';
const often = { points: 120, window_s: 60 };
const done = z.strictObject({ id: z.int() });
const whichField = z.enum(['made', 'uploaded'], { error: '文件无效' }).default('made');

export const recruitJobCalls = {
  detail: call('GET', JOB.calls.detail.path, {
    summary: '职位详情，以及当前读者的状态',
    auth: 'optional',
    owned: { id: 'job' },
    input: z.object({ id: idField }),
    output: jobDetailOutput,
  }),
  related: call('GET', JOB.calls.related.path, {
    summary: '相似职位，翻页即换一批',
    auth: 'none',
    open: { id: 'job' },
    input: z.object({ id: idField, page: pageField, limit: limitField(JOB.calls.related.limit, 24) }),
    output: z.strictObject({ list: z.array(relatedItemOutput), page: z.int(), limit: z.int() }),
  }),
  gate: call('GET', '/recruit/job/gate', {
    summary: '是否可以发布职位：status 为 1 时可以',
    acts,
    output: z.strictObject({ status: z.literal([0, 1]) }),
  }),
  jobs: call('GET', '/recruit/job/mine', {
    summary: '我的招聘：各职位与各阶段的应聘人数，等待最久的在前',
    acts,
    input: z.object({
      group: z.enum(JOB_GROUP_KEYS, { error: '分组无效' }).default('all'),
      page: pageField,
      limit: limitField(10),
    }),
    output: ownJobListOutput,
  }),
  refresh: call('POST', '/recruit/job/refresh', {
    summary: '刷新职位，排到最新的前面，每天一次',
    acts,
    limit: often,
    owned: { id: 'posted_job' },
    input: z.object({ id: idField }),
    output: done,
  }),
  close: call('POST', '/recruit/job/close', {
    summary: '停止招聘，职位页会说明已停止',
    acts,
    limit: often,
    owned: { id: 'posted_job' },
    input: z.object({ id: idField }),
    output: z.strictObject({ id: z.int(), status: itemStatusOutput }),
  }),
  reopen: call('POST', '/recruit/job/reopen', {
    summary: '重新开始招聘；截止日期已过的先修改',
    acts,
    limit: often,
    owned: { id: 'posted_job' },
    input: z.object({ id: idField }),
    output: z.strictObject({ id: z.int(), status: itemStatusOutput }),
  }),
  applicants: call('GET', '/recruit/applicant/list', {
    summary: '一个职位的应聘者，stage 只看一个阶段，keyword 按姓名查找',
    acts,
    owned: { id: 'posted_job' },
    input: z.object({
      id: idField,
      stage: z.enum([...STAGE_KEYS, 'all'], { error: '阶段无效' }).default('all'),
      keyword: textField('姓名', 60).default(''),
      page: pageField,
      limit: limitField(20),
    }),
    output: applicantListOutput,
  }),
  applicant: call('GET', '/recruit/applicant', {
    summary: '一位应聘者与投递时的简历；第一次查看后对方看到“已查看”',
    acts,
    owned: { id: 'application' },
    input: z.object({ id: idField }),
    output: applicantOutput,
  }),
  applicant_pdf: call('GET', '/recruit/applicant/pdf', {
    summary: '应聘者的简历 PDF：made 为本站生成，uploaded 为对方上传',
    acts,
    limit: { points: 60, window_s: 60 },
    owned: { id: 'application' },
    input: z.object({ id: idField, which: whichField }),
    answers: 'application/pdf',
    timeout_ms: DRAWING_TIMEOUT_MS,
  }),
  stage: call('POST', '/recruit/applicant/stage', {
    summary: '更新应聘阶段：面试给出一至三个时间由应聘者选择，婉拒不写内容时使用礼貌的默认内容',
    acts,
    limit: often,
    owned: { id: 'application' },
    input: z.object({
      id: idField,
      stage: z.enum(STAGE_KEYS, { error: '阶段无效' }),
      answer: textField('给应聘者的话', 2_000).default(''),
      slots: z
        .array(wholeNumber('面试时间无效', 0, 1e11), { error: '面试时间无效' })
        .max(INTERVIEW_SLOTS_MAX, `最多给出 ${INTERVIEW_SLOTS_MAX} 个时间`)
        .default([]),
      place: textField('面试地点', 400).default(''),
    }),
    output: done,
  }),
  decline: call('POST', '/recruit/applicant/decline', {
    summary: '婉拒多位还没有答复的应聘者，各自收到消息；left 为已有答复或撤回、没有改动的人',
    acts,
    limit: often,
    owned: { ids: 'application' },
    input: z.object({
      ids: z.array(idField, { error: '请选择应聘者' }).min(1, '请选择应聘者').max(DECLINED_AT_ONCE, `一次最多 ${DECLINED_AT_ONCE} 位`),
      answer: textField('婉拒的话', 2_000).default(''),
    }),
    output: z.strictObject({ declined: z.int(), left: z.array(z.string()) }),
  }),
  note: call('POST', '/recruit/applicant/note', {
    summary: '写一条仅招聘方可见的备注',
    acts,
    limit: often,
    owned: { id: 'application' },
    input: z.object({ id: idField, text: textField('备注', 2_000) }),
    output: done,
  }),
};
