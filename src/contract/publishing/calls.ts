import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { idField, limitField, pageField, textField, wholeNumber } from '#contract/input-fields.ts';
import { fileStateOutput, pickedItemOutput, privatePageOutput, publishedListOutput, reviewRowOutput } from '#contract/outputs/publish.ts';
import { PUBLISH_TABS, type PublishTab, REASON_MAX } from '#contract/publish.ts';

const call = callsOf('publishing');
const reviewCall = callsOf('review');

export const tabFields = {
  tab: z.enum(Object.keys(PUBLISH_TABS) as [PublishTab, ...PublishTab[]], { error: '分组无效' }).default('all'),
  page: pageField,
  limit: limitField(10),
};

export const publishingCalls = {
  mine: call('GET', '/user/publish/mine', {
    summary: '我的发布：各类作品按状态分组，kind 只看一类',
    acts: 'publish',
    input: z.object({ ...tabFields, kind: textField('类型', 40).default('') }),
    output: publishedListOutput,
  }),
  pick: call('GET', '/user/publish/pick', {
    summary: '表单里可以引用的内容：某一类中已发布的和自己的，按标题里的词查找；带 id 只查这一个',
    limit: { points: 240, window_s: 60 },
    open: { id: 'sample' },
    input: z.object({ kind: textField('类型', 40, 1), keyword: textField('关键词', 40).default(''), id: idField.optional() }),
    output: z.strictObject({ list: z.array(pickedItemOutput) }),
  }),
  file: call('GET', '/scheme/schemev2/file', {
    summary: '文件的转换进度与已生成的页面',
    owned: { file_id: 'file' },
    input: z.object({ file_id: idField }),
    output: fileStateOutput,
  }),
  picture: call('GET', '/scheme/schemev2/picture', {
    summary: '一张未公开的页面图片，凭短期签名读取',
    auth: 'none',
    owned: { key: 'stored_picture' },
    input: z.object({
      key: z.string({ error: '图片链接无效' }).regex(/^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{32}$/, '图片链接无效'),
      width: wholeNumber('图片链接无效', 1, 1440),
      /** The login that asked, with which it ends; 0: none did. */
      login: wholeNumber('图片链接无效', 0, 1e15).default(0),
      /** Unix seconds. */
      expires: wholeNumber('图片链接无效', 1, 1e11),
      sign: z.string({ error: '图片链接无效' }).regex(/^[0-9a-f]{64}$/, '图片链接无效'),
    }),
    answers: 'image/webp',
  }),
  list: reviewCall('GET', '/scheme/review/list', {
    summary: '待审核的作品',
    auth: { verb: 'review.see' },
    input: z.object({ page: pageField, limit: limitField(20) }),
    output: z.strictObject({ list: z.array(reviewRowOutput), total: z.int() }),
  }),
  pages: reviewCall('GET', '/scheme/review/pages', {
    summary: '待审核作品的全部页面',
    auth: { verb: 'review.see' },
    input: z.object({ id: idField }),
    output: z.array(privatePageOutput),
  }),
  decide: reviewCall('POST', '/scheme/review/decide', {
    summary: '通过（approve）或退回（reject，须写原因）一份待审核的作品；seen_at 为所看内容的 updated_at，其后有修改则不予通过',
    auth: { verb: 'review.decide' },
    input: z.object({
      id: idField,
      decision: z.enum(['approve', 'reject'], { error: '审核结果无效' }),
      reason: textField('原因', REASON_MAX).default(''),
      seen_at: z.coerce.number({ error: '查看时间无效' }).int('查看时间无效').min(0, '查看时间无效').max(1e11, '查看时间无效').optional(),
    }),
    output: z.strictObject({ id: z.int() }),
  }),
};
