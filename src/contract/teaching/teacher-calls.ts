import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { flagField, idField, limitField, pageField, textField } from '#contract/input-fields.ts';
import { ownTeacherOutput, teacherQuestionsOutput } from '#contract/outputs/teaching.ts';
import { TEACHER_MAX } from '#contract/teaching.ts';

const call = callsOf('teaching');
const profile = {
  position: textField('职位', TEACHER_MAX.position * 2).default(''),
  introduction: textField('介绍', TEACHER_MAX.introduction * 2).default(''),
};

export const teachingTeacherCalls = {
  get_application: call('GET', '/study/teacher/application', {
    summary: '我的讲师申请：状态与提交的资料',
    output: ownTeacherOutput,
  }),
  post_application: call('POST', '/study/teacher/application', {
    summary: '申请成为讲师，由审核员决定；退回或取消后可以再次申请',
    body_only: true,
    limit: { points: 20, window_s: 3_600 },
    owned: { sample_file_id: 'file' },
    input: z.object({
      ...profile,
      name: textField('姓名', TEACHER_MAX.name * 2).default(''),
      field: textField('领域', 20).default(''),
      sample_link: textField('样课链接', TEACHER_MAX.sample_link * 2).default(''),
      sample_file_id: idField.nullable().default(null),
      agreed: flagField.default(false),
    }),
    output: ownTeacherOutput,
  }),
  delete_application: call('DELETE', '/study/teacher/application', {
    summary: '撤回正在审核的讲师申请',
    output: ownTeacherOutput,
  }),
  profile: call('PUT', '/study/teacher/profile', {
    summary: '讲师修改自己的职位与介绍，立即生效',
    limit: { points: 20, window_s: 3_600 },
    input: z.object(profile),
    output: ownTeacherOutput,
  }),
  sample: call('GET', '/study/teacher/sample', {
    summary: '自己上传的样课文件的下载地址，十分钟内有效',
    output: z.strictObject({ url: z.string() }),
  }),
  questions: call('GET', '/study/teach/questions', {
    summary: '学员向我提出的问题；waiting=1 只看还没有回答的，等待最久的在前',
    input: z.object({ waiting: flagField.default(true), page: pageField, limit: limitField(20) }),
    output: teacherQuestionsOutput,
  }),
};
