import { z } from 'zod';
import { TEACH_CALLS, TEACHER_MAX } from '#contract/teaching.ts';
import { endpoint } from '../../http/endpoint.ts';
import { flagField, idField, limitField, noInput, pageField, textField } from '../../http/fields.ts';
import { ownTeacherOutput, teacherQuestionsOutput } from '../../http/outputs/teaching.ts';
import { applyToTeach, changeTeacher, ownSample, ownTeacher, teacherQuestions, withdrawApplication } from '../../modules/study/index.ts';

const TAG = 'teaching';
const auth = 'user';
const profile = {
  position: textField('职位', TEACHER_MAX.position * 2).default(''),
  introduction: textField('介绍', TEACHER_MAX.introduction * 2).default(''),
};

export const teacherEndpoints = [
  endpoint({
    method: 'GET',
    path: TEACH_CALLS.application,
    summary: '我的讲师申请：状态与提交的资料',
    tag: TAG,
    auth,
    input: noInput,
    output: ownTeacherOutput,
    handle: (ctx) => ownTeacher(ctx),
  }),
  endpoint({
    method: 'POST',
    path: TEACH_CALLS.application,
    summary: '申请成为讲师，由审核员决定；退回或取消后可以再次申请',
    tag: TAG,
    auth,
    body_only: true,
    limit: { points: 20, window_s: 3_600 },
    input: z.object({
      ...profile,
      name: textField('姓名', TEACHER_MAX.name * 2).default(''),
      field: textField('领域', 20).default(''),
      sample_link: textField('样课链接', TEACHER_MAX.sample_link * 2).default(''),
      sample_file_id: idField.nullable().default(null),
      agreed: flagField.default(false),
    }),
    owned_ids: ['sample_file_id'],
    output: ownTeacherOutput,
    handle: (ctx, input) => applyToTeach(ctx, input),
  }),
  endpoint({
    method: 'DELETE',
    path: TEACH_CALLS.application,
    summary: '撤回正在审核的讲师申请',
    tag: TAG,
    auth,
    input: noInput,
    output: ownTeacherOutput,
    handle: (ctx) => withdrawApplication(ctx),
  }),
  endpoint({
    method: 'PUT',
    path: TEACH_CALLS.profile,
    summary: '讲师修改自己的职位与介绍，立即生效',
    tag: TAG,
    auth,
    limit: { points: 20, window_s: 3_600 },
    input: z.object(profile),
    output: ownTeacherOutput,
    handle: (ctx, input) => changeTeacher(ctx, input),
  }),
  endpoint({
    method: 'GET',
    path: TEACH_CALLS.sample,
    summary: '自己上传的样课文件的下载地址，十分钟内有效',
    tag: TAG,
    auth,
    input: noInput,
    output: z.strictObject({ url: z.string() }),
    handle: (ctx) => ownSample(ctx),
  }),
  endpoint({
    method: 'GET',
    path: TEACH_CALLS.questions,
    summary: '学员向我提出的问题；waiting=1 只看还没有回答的，等待最久的在前',
    tag: TAG,
    auth,
    input: z.object({ waiting: flagField.default(true), page: pageField, limit: limitField(20) }),
    output: teacherQuestionsOutput,
    handle: (ctx, input) => teacherQuestions(ctx, input),
  }),
];
