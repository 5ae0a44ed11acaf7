import { z } from 'zod';
import { PART_ROWS_MAX, RECRUIT_CALLS, RESUME_TITLE_MAX, RESUME_VISIBILITY_KEYS, type ResumeParts, STAGE_KEYS } from '#contract/recruit.ts';
import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import { flagField, idField, limitField, noInput, pageField, savingFields, textField } from '../../http/fields.ts';
import { pageOutput } from '../../http/outputs/envelope.ts';
import {
  foundResumeOutput,
  ownApplicationOutput,
  ownResumeOutput,
  resumeContactOutput,
  resumePartsOutput,
  resumeRowOutput,
  resumeViewOutput,
} from '../../http/outputs/recruit.ts';
import { pdfAnswer } from '../../http/pdf-answer.ts';
import { contentDisposition } from '../../kernel/disposition.ts';
import { DRAWING_TIMEOUT_MS } from '#contract/call.ts';
import {
  applicationState,
  applyForJob,
  findForEnterprise,
  foundResume,
  interviewFile,
  inviteToJob,
  openOwnPdf,
  ownApplications,
  ownResume,
  ownResumes,
  removeResume,
  resumeViews,
  saveResume,
  setContactShared,
  setDefaultResume,
  setResumeFile,
  withdrawApplication,
} from '../../modules/recruiting/index.ts';

const TAG = 'recruit';
const auth = 'user';
const acts = 'recruit';
const often = { points: 120, window_s: 60 };
const done = z.strictObject({ id: z.int() });

/** More than any field takes: the verb cuts to its limits. */
const word = textField('内容', 200).default('');
const text = textField('内容', 5_000).default('');
const rows = <T>(row: z.ZodType<T>) =>
  z
    .array(row, { error: '内容无效' })
    .max(PART_ROWS_MAX * 2, '内容太多')
    .default([]);
const partsField: z.ZodType<ResumeParts> = z.object(
  {
    person: z.object({ name: word, birth_year: word, city: word, years: word, about: text }).prefault({}),
    wish: z.object({ position: word, city: word, salary: word, work: word, available: word }).prefault({}),
    experience: rows(z.object({ company: word, position: word, from: word, to: word, text })),
    projects: rows(z.object({ name: word, role: word, when: word, text })),
    education: rows(z.object({ school: word, degree: word, major: word, from: word, to: word })),
    skills: z.array(word, { error: '技能无效' }).max(40, '技能太多').default([]),
    works: rows(z.object({ id: idField, title: word, kind: word })),
  },
  { error: '简历内容无效' },
);
const resumeFields = {
  title: textField('简历名称', RESUME_TITLE_MAX * 2).default(''),
  visibility: z.enum(RESUME_VISIBILITY_KEYS, { error: '公开范围无效' }).default('applied'),
  parts: partsField,
  contact: z.object({ mobile: word, mail: word, wechat: word }).prefault({}),
  draft_key: savingFields.draft_key.optional(),
  edition: savingFields.edition,
};

/** Resumes and applications, for those who look for work. */
export const resumeEndpoints: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: RECRUIT_CALLS.resumes,
    summary: '我的简历，默认的在前',
    tag: TAG,
    auth,
    input: noInput,
    output: z.strictObject({ list: z.array(resumeRowOutput) }),
    handle: async (ctx) => ({ list: await ownResumes(ctx) }),
  }),
  endpoint({
    method: 'GET',
    path: RECRUIT_CALLS.resume,
    summary: '读取自己的一份简历，用于编辑',
    tag: TAG,
    auth,
    input: z.object({ id: idField }),
    owned_ids: ['id'],
    output: ownResumeOutput,
    handle: (ctx, { id }) => ownResume(ctx, id),
  }),
  endpoint({
    method: 'POST',
    path: RECRUIT_CALLS.resume,
    summary: '新建简历，写了多少存多少；第一份为默认',
    tag: TAG,
    auth,
    limit: often,
    input: z.object(resumeFields),
    output: ownResumeOutput,
    handle: (ctx, input) => saveResume(ctx, input),
  }),
  endpoint({
    method: 'PUT',
    path: RECRUIT_CALLS.resume,
    summary: '保存自己的简历',
    tag: TAG,
    auth,
    limit: often,
    input: z.object({ ...resumeFields, id: idField }),
    owned_ids: ['id'],
    output: ownResumeOutput,
    handle: (ctx, input) => saveResume(ctx, input),
  }),
  endpoint({
    method: 'DELETE',
    path: RECRUIT_CALLS.resume,
    summary: '删除自己的简历；已投递的内容不受影响',
    tag: TAG,
    auth,
    input: z.object({ id: idField }),
    owned_ids: ['id'],
    output: done,
    handle: async (ctx, { id }) => {
      await removeResume(ctx, id);
      return { id };
    },
  }),
  endpoint({
    method: 'PUT',
    path: RECRUIT_CALLS.resume_default,
    summary: '设为默认简历',
    tag: TAG,
    auth,
    limit: often,
    input: z.object({ id: idField }),
    owned_ids: ['id'],
    output: done,
    handle: async (ctx, { id }) => {
      await setDefaultResume(ctx, id);
      return { id };
    },
  }),
  endpoint({
    method: 'PUT',
    path: RECRUIT_CALLS.resume_file,
    summary: '把已上传的 PDF 放入简历；file_id 为 null 时移除',
    tag: TAG,
    auth,
    limit: { points: 30, window_s: 60 },
    input: z.object({ id: idField, file_id: idField.nullable() }),
    owned_ids: ['id', 'file_id'],
    output: ownResumeOutput,
    handle: (ctx, { id, file_id }) => setResumeFile(ctx, id, file_id),
  }),
  endpoint({
    method: 'GET',
    path: RECRUIT_CALLS.resume_pdf,
    summary: '自己的简历 PDF：made 为本站生成，uploaded 为自己上传',
    tag: TAG,
    auth,
    limit: { points: 30, window_s: 60 },
    input: z.object({ id: idField, which: z.enum(['made', 'uploaded'], { error: '文件无效' }).default('made') }),
    owned_ids: ['id'],
    answers: 'application/pdf',
    timeout_ms: DRAWING_TIMEOUT_MS,
    handle: async (ctx, { id, which }) => {
      const { name, data } = await openOwnPdf(ctx, id, which);
      return pdfAnswer(name, data);
    },
  }),
  endpoint({
    method: 'GET',
    path: RECRUIT_CALLS.resume_views,
    summary: '哪些企业看过自己的简历',
    tag: TAG,
    auth,
    input: z.object({ id: idField }),
    owned_ids: ['id'],
    output: z.strictObject({ list: z.array(resumeViewOutput) }),
    handle: async (ctx, { id }) => ({ list: await resumeViews(ctx, id) }),
  }),
  endpoint({
    method: 'GET',
    path: RECRUIT_CALLS.found,
    summary: '认证企业按关键词查找公开的简历，姓名与联系方式不显示',
    tag: TAG,
    auth,
    acts,
    limit: { points: 60, window_s: 60 },
    input: z.object({ keyword: textField('关键词', 60).default(''), page: pageField }),
    output: pageOutput(foundResumeOutput),
    handle: (ctx, input) => findForEnterprise(ctx, input),
  }),
  endpoint({
    method: 'GET',
    path: RECRUIT_CALLS.found_one,
    summary: '认证企业查看一份公开的简历，本人会看到浏览记录',
    tag: TAG,
    auth,
    acts,
    limit: { points: 60, window_s: 60 },
    input: z.object({ id: idField }),
    output: foundResumeOutput.extend({ parts: resumePartsOutput, contact: resumeContactOutput }),
    handle: (ctx, { id }) => foundResume(ctx, id),
  }),
  endpoint({
    method: 'POST',
    path: RECRUIT_CALLS.invite,
    summary: '邀请公开简历的本人投递自己的职位，同一职位只通知一次',
    tag: TAG,
    auth,
    acts,
    limit: { points: 30, window_s: 3_600 },
    input: z.object({ id: idField, job_id: idField }),
    output: done,
    handle: async (ctx, { id, job_id }) => {
      await inviteToJob(ctx, { id, job_id });
      return { id };
    },
  }),
  endpoint({
    method: 'GET',
    path: RECRUIT_CALLS.state,
    summary: '自己对一个职位的投递状态',
    tag: TAG,
    auth,
    input: z.object({ id: idField }),
    output: z.strictObject({ application_id: z.int(), stage: z.enum(STAGE_KEYS).nullable(), own: z.literal([0, 1]) }),
    handle: (ctx, { id }) => applicationState(ctx, id),
  }),
  endpoint({
    method: 'POST',
    path: RECRUIT_CALLS.apply,
    summary: '投递职位：一个职位一次，简历按投递时的内容保存',
    tag: TAG,
    auth,
    limit: { points: 30, window_s: 3_600 },
    input: z.object({ id: idField, resume_id: idField, message: textField('附言', 1_000).default('') }),
    owned_ids: ['resume_id'],
    output: done,
    handle: (ctx, input) => applyForJob(ctx, input),
  }),
  endpoint({
    method: 'GET',
    path: RECRUIT_CALLS.applications,
    summary: '我的投递与进度，最新的在前',
    tag: TAG,
    auth,
    input: z.object({ page: pageField, limit: limitField(20) }),
    output: pageOutput(ownApplicationOutput),
    handle: (ctx, input) => ownApplications(ctx, input),
  }),
  endpoint({
    method: 'POST',
    path: RECRUIT_CALLS.withdraw,
    summary: '撤回投递，招聘方不再看到简历与联系方式',
    tag: TAG,
    auth,
    limit: often,
    input: z.object({ id: idField }),
    owned_ids: ['id'],
    output: done,
    handle: async (ctx, { id }) => {
      await withdrawApplication(ctx, id);
      return { id };
    },
  }),
  endpoint({
    method: 'POST',
    path: RECRUIT_CALLS.unshare,
    summary: '收回（share=0）或重新给出（share=1）一次投递的联系方式',
    tag: TAG,
    auth,
    limit: often,
    input: z.object({ id: idField, share: flagField }),
    owned_ids: ['id'],
    output: done,
    handle: async (ctx, { id, share }) => {
      await setContactShared(ctx, id, Boolean(share));
      return { id };
    },
  }),
  endpoint({
    method: 'GET',
    path: RECRUIT_CALLS.interview,
    summary: '面试安排的日历文件，应聘者与招聘方都可以取',
    tag: TAG,
    auth,
    acts,
    input: z.object({ id: idField }),
    owned_ids: ['id'],
    answers: 'text/calendar',
    handle: async (ctx, { id }) =>
      new Response(await interviewFile(ctx, id), {
        headers: {
          'content-type': 'text/calendar; charset=utf-8',
          'content-disposition': contentDisposition('interview.ics'),
          'cache-control': 'no-store',
        },
      }),
  }),
];
