import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { checkReportContent, checkReportPhone, REPORT_CONTENT_MAX } from '#contract/engagement.ts';
import { plainPhone } from '#contract/identity.ts';
import { idField, textField, wholeNumber } from '#contract/input-fields.ts';

const call = callsOf('engagement');

const typeField = wholeNumber('类型无效', 1, 99);
const ridField = wholeNumber('编号无效', 0, Number.MAX_SAFE_INTEGER);
const urlField = textField('链接', 1_000).default('');
const phoneField = z
  .string({ error: '请输入联系电话' })
  .max(40, '请输入正确的手机号')
  .superRefine((value, issues) => {
    const wrong = checkReportPhone(value);
    if (wrong) issues.addIssue({ code: 'custom', message: wrong });
  })
  .transform(plainPhone);
const contentField = z.preprocess(
  (value) => value ?? '',
  z
    .string({ error: '请输入反馈内容' })
    .superRefine((value, issues) => {
      const wrong = checkReportContent(value);
      if (wrong) issues.addIssue({ code: 'custom', message: wrong });
    })
    .pipe(textField('反馈内容', REPORT_CONTENT_MAX, 1)),
);
const marked = z.object({ rid: idField, type: typeField });
const flagOutput = z.literal([0, 1]);
const often = { points: 120, window_s: 60 };
const seldom = { points: 20, window_s: 3_600 };

export const engagementCalls = {
  detail: call('GET', '/api/tools/detail', {
    summary: '一个内容的名片与互动状态：type 与收藏相同',
    auth: 'optional',
    owned: { rid: 'work' },
    input: marked,
    output: z.strictObject({
      ...{ id: z.int(), kind: z.string(), title: z.string(), img: z.string(), url: z.string() },
      ...{ view_num: z.int(), like_num: z.int(), collect_num: z.int() },
      ...{ is_collect: flagOutput, is_like: flagOutput, is_follow: flagOutput },
    }),
  }),
  post_collect: call('POST', '/api/tools/collect', {
    summary: '收藏',
    owned: { rid: 'work' },
    input: marked,
    limit: often,
    output: z.strictObject({ is_collect: flagOutput, collect_num: z.int() }),
  }),
  delete_collect: call('DELETE', '/api/tools/collect', {
    summary: '取消收藏',
    open: { rid: 'work' },
    input: marked,
    limit: often,
    output: z.strictObject({ is_collect: flagOutput, collect_num: z.int() }),
  }),
  get_focus: call('GET', '/api/tools/focus', {
    summary: '是否已关注',
    open: { rid: 'user' },
    input: marked,
    output: z.strictObject({ is_follow: flagOutput }),
  }),
  post_focus: call('POST', '/api/tools/focus', {
    summary: '关注用户或店铺',
    open: { rid: 'user' },
    input: marked,
    limit: often,
    output: z.strictObject({ is_follow: flagOutput, follow_num: z.int() }),
  }),
  delete_focus: call('DELETE', '/api/tools/focus', {
    summary: '取消关注',
    open: { rid: 'user' },
    input: marked,
    limit: often,
    output: z.strictObject({ is_follow: flagOutput, follow_num: z.int() }),
  }),
  zan: call('POST', '/api/tools/zan', {
    summary: '点赞或取消点赞',
    owned: { data_id: 'work' },
    input: z.object({ data_id: idField, type: typeField }),
    limit: often,
    output: z.strictObject({ zan: flagOutput, like_num: z.int() }),
  }),
  report: call('POST', '/api/tools/report', {
    summary: '举报内容',
    open: { rid: 'work', ruid: 'user' },
    input: z.object({
      type: typeField,
      rid: ridField,
      url: urlField,
      mobile: phoneField,
      content: contentField,
      /** The reported publisher as the page knew it; stored as given, the item decides. */
      ruid: ridField.default(0),
    }),
    limit: seldom,
    output: z.null(),
  }),
  feedback: call('POST', '/api/tools/feedback', {
    summary: '意见反馈',
    auth: 'optional',
    input: z.object({
      platform: wholeNumber('平台无效', 0, 9).default(2),
      mobile: phoneField,
      content: contentField,
      url: urlField,
      // the number of an uploaded picture; visitors upload nothing
      image: wholeNumber('图片无效', 0, Number.MAX_SAFE_INTEGER).default(0),
    }),
    limit: seldom,
    output: z.null(),
  }),
  share: call('POST', '/api/tools/share', {
    summary: '分享二维码',
    auth: 'optional',
    owned: { rid: 'work' },
    input: z.object({ type: typeField, rid: idField, url: textField('链接', 1_000, 1) }),
    limit: { points: 60, window_s: 60 },
    output: z.strictObject({ code: z.string(), url: z.string() }),
  }),
};
