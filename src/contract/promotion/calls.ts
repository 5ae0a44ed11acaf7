import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { EXPOSURE_BANNERS, EXPOSURE_ITEMS, EXPOSURE_MAX } from '#contract/exposure.ts';
import { choiceField, flagField, idField, textField, wholeNumber } from '#contract/input-fields.ts';
import { bannerOutput, giftOutput, staffBannerOutput } from '#contract/outputs/promotion.ts';
import { AUDIENCES, BANNER_TYPES, GIFT_TYPES, GIFTS_MOST } from '#contract/promotion.ts';

const promotionCall = callsOf('promotion');
const call = callsOf('admin');

const typeField = choiceField('没有这个类型', BANNER_TYPES);
const timeField = wholeNumber('时间无效', 0, 99_999_999_999).default(0);
const edit = { verb: 'banner.edit' } as const;
/** Ids with commas between them. */
const idsField = z
  .string({ error: '编号无效' })
  .max(1_000, '编号无效')
  .regex(/^\d{1,15}(,\d{1,15})*$/, '编号无效')
  .transform((text) => text.split(',').map(Number))
  .refine((ids) => ids.length <= EXPOSURE_MAX, `一次最多 ${EXPOSURE_MAX} 个`);
const giftField = z.strictObject({
  name: textField('名称', 20, 1),
  title: textField('标题', 30, 1),
  desc: textField('说明', 60).default(''),
  btn: textField('按钮', 10, 1),
  type: choiceField('类型为 1 至 5', GIFT_TYPES),
  target: textField('链接或二维码内容', 300, 1),
});

export const promotionCalls = {
  get_banner: promotionCall('GET', '/api/tools/banner', {
    summary: '推广位：type 9 为全站弹窗，12 为详情页，其余见说明',
    auth: 'none',
    input: z.object({ type: typeField }),
    output: z.strictObject({ list: z.array(bannerOutput) }),
  }),
  post_banner: promotionCall('POST', '/api/tools/banner', {
    summary: '记录一次推广点击：type 为 1，click_id 为推广位编号',
    auth: 'none',
    open: { click_id: 'shown' },
    input: z.object({ type: choiceField('类型应为 1', [1]), click_id: idField }),
    limit: { points: 60, window_s: 60 },
    output: z.null(),
  }),
  exposure: promotionCall('POST', '/api/tools/exposure', {
    summary: '记录曝光：type 10 为列表中的内容，11 为页面中的推广位，ids 为逗号分隔的编号',
    auth: 'none',
    open: { ids: 'shown' },
    input: z.object({ type: choiceField('类型应为 10 或 11', [EXPOSURE_ITEMS, EXPOSURE_BANNERS]), ids: idsField }),
    limit: { points: 60, window_s: 60 },
    output: z.null(),
  }),
  get_list: call('GET', '/admin/banner', {
    summary: '全部推广位及展示、点击数',
    auth: edit,
    output: z.strictObject({ list: z.array(staffBannerOutput) }),
  }),
  form: call('GET', '/admin/banner/form', {
    summary: '一个推广位',
    auth: edit,
    input: z.object({ id: idField }),
    output: staffBannerOutput,
  }),
  post_list: call('POST', '/admin/banner', {
    summary: '新建推广位；带 id 则修改',
    auth: edit,
    input: z.object({
      id: idField.optional(),
      type: typeField,
      title: textField('标题', 40, 1),
      summary: textField('说明', 60).default(''),
      picture: textField('图片路径', 300).default(''),
      url: textField('链接', 300).default(''),
      sort: wholeNumber('排序为 0 至 9999', 0, 9_999).default(0),
      is_on: flagField.default(true),
      starts_at: timeField,
      ends_at: timeField,
      place: wholeNumber('位置为 0 至 9', 0, 9).default(0),
      frequency_type: choiceField('频率为 1、2 或 3', [1, 2, 3]).default(1),
      target: choiceField('打开方式为 1 或 2', [1, 2]).default(2),
      countdown: wholeNumber('倒计时为 0 至 30 秒', 0, 30).default(0),
      audience: z.enum(AUDIENCES, { error: '没有这类读者' }).default('all'),
    }),
    output: z.strictObject({ id: z.int() }),
  }),
  delete_list: call('DELETE', '/admin/banner', {
    summary: '删除推广位',
    auth: edit,
    input: z.object({ id: idField }),
    output: z.null(),
  }),
  get_gifts: call('GET', '/admin/gift', {
    summary: '新人礼物',
    auth: edit,
    output: z.strictObject({ gifts: z.array(giftOutput) }),
  }),
  post_gifts: call('POST', '/admin/gift', {
    summary: '保存新人礼物；空列表则不再弹出',
    auth: edit,
    input: z.object({ gifts: z.array(giftField).max(GIFTS_MOST, `最多 ${GIFTS_MOST} 项`) }),
    output: z.null(),
  }),
};
