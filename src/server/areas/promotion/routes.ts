import { z } from 'zod';
import { BANNER_CALL, BANNER_TYPES, EXPOSURE_CALL, EXPOSURE_ITEMS, EXPOSURE_MAX } from '#contract/promotion.ts';
import { endpoint } from '../../http/endpoint.ts';
import { choiceField, flagField, idField, noInput, textField, wholeNumber } from '../../http/fields.ts';
import { bannerOutput, staffBannerOutput } from '../../http/outputs/promotion.ts';
import { bannerClicked, countExposures, listBanners, removeBanner, saveBanner, shownBanners } from '../../modules/promotion/index.ts';

const typeField = choiceField('类型应为 9 或 12', BANNER_TYPES);
const timeField = wholeNumber('时间无效', 0, 99_999_999_999).default(0);
/** Ids with commas between them. */
const idsField = z
  .string({ error: '编号无效' })
  .max(1_000, '编号无效')
  .regex(/^\d{1,15}(,\d{1,15})*$/, '编号无效')
  .transform((text) => text.split(',').map(Number))
  .refine((ids) => ids.length <= EXPOSURE_MAX, `一次最多 ${EXPOSURE_MAX} 个`);

export const promotionEndpoints = [
  endpoint({
    method: 'GET',
    path: BANNER_CALL,
    summary: '推广位：type 9 为弹窗与栏目，12 为详情页',
    tag: 'promotion',
    auth: 'none',
    input: z.object({ type: typeField }),
    output: z.strictObject({ list: z.array(bannerOutput) }),
    handle: async (ctx, { type }) => ({ list: await shownBanners(ctx, type) }),
  }),
  endpoint({
    method: 'POST',
    path: BANNER_CALL,
    summary: '记录一次推广点击：type 为 1，click_id 为推广位编号',
    tag: 'promotion',
    auth: 'none',
    input: z.object({ type: choiceField('类型应为 1', [1]), click_id: idField }),
    limit: { points: 60, window_s: 60 },
    output: z.null(),
    handle: async (ctx, { click_id }) => {
      await bannerClicked(ctx, click_id);
      return null;
    },
  }),
  endpoint({
    method: 'POST',
    path: EXPOSURE_CALL,
    summary: '记录列表曝光：type 为 10，ids 为逗号分隔的编号',
    tag: 'promotion',
    auth: 'none',
    input: z.object({ type: choiceField('类型应为 10', [EXPOSURE_ITEMS]), ids: idsField }),
    limit: { points: 60, window_s: 60 },
    output: z.null(),
    handle: async (ctx, { type, ids }) => {
      await countExposures(ctx, type, ids);
      return null;
    },
  }),
  endpoint({
    method: 'GET',
    path: '/admin/banner',
    summary: '全部推广位及点击数',
    tag: 'admin',
    auth: { verb: 'banner.edit' },
    input: noInput,
    output: z.strictObject({ list: z.array(staffBannerOutput) }),
    handle: async (ctx) => ({ list: await listBanners(ctx) }),
  }),
  endpoint({
    method: 'POST',
    path: '/admin/banner',
    summary: '新建推广位；带 id 则修改',
    tag: 'admin',
    auth: { verb: 'banner.edit' },
    input: z.object({
      id: idField.optional(),
      type: typeField,
      title: textField('标题', 40, 1),
      summary: textField('说明', 60).default(''),
      picture: textField('图片路径', 300).default(''),
      url: textField('链接', 300, 1),
      sort: wholeNumber('排序无效', 0, 9_999).default(0),
      is_on: flagField.default(true),
      starts_at: timeField,
      ends_at: timeField,
    }),
    output: z.strictObject({ id: z.int() }),
    handle: async (ctx, { id, ...input }) => ({ id: await saveBanner(ctx, id ?? null, input) }),
  }),
  endpoint({
    method: 'DELETE',
    path: '/admin/banner',
    summary: '删除推广位',
    tag: 'admin',
    auth: { verb: 'banner.edit' },
    input: z.object({ id: idField }),
    output: z.null(),
    handle: async (ctx, { id }) => {
      await removeBanner(ctx, id);
      return null;
    },
  }),
];
