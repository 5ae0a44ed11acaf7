import { z } from 'zod';
import { callsOf, DRAWING_TIMEOUT_MS } from '#contract/call.ts';
import { dayStart } from '#contract/days.ts';
import { DAY_PRICE_MAX, DAYS_AHEAD } from '#contract/freelance.ts';
import { flagField, idField, limitField, pageField, savingFields, textField, wholeNumber, yuanField } from '#contract/input-fields.ts';
import { pageOutput } from '#contract/outputs/envelope.ts';
import {
  foundResumeOutput,
  ownApplicationOutput,
  ownDaysOutput,
  ownResumeOutput,
  resumeContactOutput,
  resumePartsOutput,
  resumeRowOutput,
  resumeViewOutput,
  shownResumeOutput,
} from '#contract/outputs/recruit.ts';
import {
  INTERVIEW_ACT_KEYS,
  PART_ROWS_MAX,
  RESUME_TITLE_MAX,
  RESUME_VISIBILITY_KEYS,
  type ResumeParts,
  STAGE_KEYS,
} from '#contract/recruit.ts';

const call = callsOf('recruit');
const acts = 'recruit';
const often = { points: 120, window_s: 60 };
const done = z.strictObject({ id: z.int() });
/** More than any field takes: the verb cuts to its limits. */
const word = textField('内容', 200).default('');
const text = textField('内容', 5_000).default('');
const rows = <T>(row: z.ZodType<T>) =>
  z
    .array(row, { error: '内容无效' })
    .max(PART_ROWS_MAX * 2, `每一部分最多 ${PART_ROWS_MAX} 条`)
    .default([]);
const work = z.strictObject({ id: idField, title: word, kind: word });
const partsField: z.ZodType<ResumeParts> = z.strictObject(
  {
    person: z.strictObject({ name: word, birth_year: word, city: word, years: word, about: text }).prefault({}),
    wish: z.strictObject({ position: word, city: word, salary: word, work: word, available: word }).prefault({}),
    experience: rows(z.strictObject({ company: word, position: word, from: word, to: word, text })),
    projects: rows(z.strictObject({ name: word, role: word, when: word, text, work: work.optional() })),
    education: rows(z.strictObject({ school: word, degree: word, major: word, from: word, to: word })),
    skills: z.array(word, { error: '技能无效' }).max(40, '技能最多 40 项').default([]),
    works: rows(work),
  },
  { error: '简历内容无效' },
);
const dayField = textField('日期', 10).refine((day) => day === '' || dayStart(day) !== null, '日期无效');
const resumeFields = {
  title: textField('简历名称', RESUME_TITLE_MAX * 2).default(''),
  visibility: z.enum(RESUME_VISIBILITY_KEYS, { error: '公开范围无效' }).default('applied'),
  parts: partsField,
  contact: z.strictObject({ mobile: word, mail: word, wechat: word }).prefault({}),
  draft_key: savingFields.draft_key.optional(),
  edition: savingFields.edition,
};

export const recruitResumeCalls = {
  resumes: call('GET', '/recruit/resume/mine', {
    summary: '我的简历，默认的在前；start 为新简历先填的姓名与账号手机号',
    output: z.strictObject({ list: z.array(resumeRowOutput), start: z.strictObject({ name: z.string(), mobile: z.string() }) }),
  }),
  get_resume: call('GET', '/recruit/resume', {
    summary: '读取自己的一份简历，用于编辑',
    owned: { id: 'resume' },
    input: z.object({ id: idField }),
    output: ownResumeOutput,
  }),
  post_resume: call('POST', '/recruit/resume', {
    summary: '新建简历，写了多少存多少；第一份为默认',
    limit: often,
    input: z.object(resumeFields),
    output: ownResumeOutput,
  }),
  put_resume: call('PUT', '/recruit/resume', {
    summary: '保存自己的简历',
    limit: often,
    owned: { id: 'resume' },
    input: z.object({ ...resumeFields, id: idField }),
    output: ownResumeOutput,
  }),
  delete_resume: call('DELETE', '/recruit/resume', {
    summary: '删除自己的简历；已投递的内容不受影响',
    owned: { id: 'resume' },
    input: z.object({ id: idField }),
    output: done,
  }),
  resume_default: call('PUT', '/recruit/resume/default', {
    summary: '设为默认简历',
    limit: often,
    owned: { id: 'resume' },
    input: z.object({ id: idField }),
    output: done,
  }),
  resume_file: call('PUT', '/recruit/resume/file', {
    summary: '把已上传的 PDF 放入简历；file_id 为 null 时移除',
    limit: { points: 30, window_s: 60 },
    owned: { id: 'resume', file_id: 'file' },
    input: z.object({ id: idField, file_id: idField.nullable() }),
    output: ownResumeOutput,
  }),
  resume_pdf: call('GET', '/recruit/resume/pdf', {
    summary: '自己的简历 PDF：made 为本站生成，uploaded 为自己上传',
    limit: { points: 30, window_s: 60 },
    owned: { id: 'resume' },
    input: z.object({ id: idField, which: z.enum(['made', 'uploaded'], { error: '文件无效' }).default('made') }),
    answers: 'application/pdf',
    timeout_ms: DRAWING_TIMEOUT_MS,
  }),
  resume_views: call('GET', '/recruit/resume/views', {
    summary: '哪些企业看过自己的简历',
    owned: { id: 'resume' },
    input: z.object({ id: idField }),
    output: z.strictObject({ list: z.array(resumeViewOutput) }),
  }),
  found: call('GET', '/recruit/resume/found', {
    summary: '认证企业按关键词与空闲日期查找公开的简历，姓名与联系方式不显示',
    acts,
    limit: { points: 60, window_s: 60 },
    input: z.object({ keyword: textField('关键词', 60).default(''), page: pageField, from: dayField.optional(), to: dayField.optional() }),
    output: pageOutput(foundResumeOutput),
  }),
  found_one: call('GET', '/recruit/resume/foundOne', {
    summary: '认证企业查看一份公开的简历，本人会看到浏览记录',
    acts,
    limit: { points: 60, window_s: 60 },
    owned: { id: 'resume' },
    input: z.object({ id: idField }),
    output: foundResumeOutput.extend({ parts: resumePartsOutput, contact: resumeContactOutput }),
  }),
  invite: call('POST', '/recruit/resume/invite', {
    summary: '邀请公开简历的本人投递自己的职位（job_id），或接自己的求单（request_id），各只通知一次',
    acts,
    limit: { points: 30, window_s: 3_600 },
    owned: { id: 'resume', job_id: 'posted_job', request_id: 'request' },
    input: z.object({ id: idField, job_id: idField.optional(), request_id: idField.optional() }),
    output: done,
  }),
  in_talk: call('GET', '/recruit/resume/inTalk', {
    summary: '会话里发来的简历：消息还在、对方仍然公开时可以打开',
    limit: { points: 60, window_s: 60 },
    owned: { id: 'conversation' },
    input: z.object({ id: idField, seq: wholeNumber('位置无效', 0, Number.MAX_SAFE_INTEGER) }),
    output: shownResumeOutput,
  }),
  days: call('GET', '/recruit/days', { summary: '我的档期：标记过的日子与按天价格', output: ownDaysOutput }),
  set_days: call('PUT', '/recruit/days', {
    summary: `把日子标为空闲、已占用或不标记，从今天起 ${DAYS_AHEAD} 天内；price 为按天价格（元），0 为面议`,
    limit: { points: 240, window_s: 60 },
    input: z.object({
      price: yuanField(`按天价格为 0 至 ${DAY_PRICE_MAX} 元`, 0, DAY_PRICE_MAX).optional(),
      days: z
        .array(
          dayField.refine((day) => day !== '', '日期无效'),
          { error: '日期无效' },
        )
        .max(62, '一次最多 62 天')
        .default([]),
      mark: z.enum(['free', 'busy', 'none'], { error: '标记无效' }).default('free'),
    }),
    output: ownDaysOutput,
  }),
  state: call('GET', '/recruit/job/state', {
    summary: '自己对一个职位的投递状态',
    open: { id: 'posted_job' },
    input: z.object({ id: idField }),
    output: z.strictObject({ application_id: z.int(), stage: z.enum(STAGE_KEYS).nullable(), own: z.literal([0, 1]) }),
  }),
  apply: call('POST', '/recruit/application', {
    summary: '投递职位：一个职位一次，简历按投递时的内容保存',
    limit: { points: 30, window_s: 3_600 },
    owned: { resume_id: 'resume' },
    open: { id: 'posted_job' },
    input: z.object({ id: idField, resume_id: idField, message: textField('附言', 1_000).default('') }),
    output: done,
  }),
  applications: call('GET', '/recruit/application/mine', {
    summary: '我的投递与进度，最新的在前',
    input: z.object({ page: pageField, limit: limitField(20) }),
    output: pageOutput(ownApplicationOutput),
  }),
  withdraw: call('POST', '/recruit/application/withdraw', {
    summary: '撤回投递，招聘方不再看到简历与联系方式',
    limit: often,
    owned: { id: 'application' },
    input: z.object({ id: idField }),
    output: done,
  }),
  unshare: call('POST', '/recruit/application/unshare', {
    summary: '收回（share=0）或重新给出（share=1）一次投递的联系方式',
    limit: often,
    owned: { id: 'application' },
    input: z.object({ id: idField, share: flagField }),
    output: done,
  }),
  answer_interview: call('POST', '/recruit/application/interview', {
    summary: '答复面试：pick 选定时间、ask 想换时间、decline 谢绝由应聘者使用，cancel 双方都可以',
    acts,
    limit: often,
    owned: { id: 'application' },
    input: z.object({
      id: idField,
      act: z.enum(INTERVIEW_ACT_KEYS, { error: '操作无效' }),
      at: wholeNumber('面试时间无效', 0, 1e11).default(0),
      note: textField('给对方的话', 2_000).default(''),
    }),
    output: done,
  }),
  interview: call('GET', '/recruit/application/interview', {
    summary: '面试安排的日历文件，应聘者与招聘方都可以取',
    acts,
    owned: { id: 'application' },
    input: z.object({ id: idField }),
    answers: 'text/calendar',
  }),
};
