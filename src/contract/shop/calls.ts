import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { flagField, idField, pageField, textField, wholeNumber } from '#contract/input-fields.ts';
import { pageOutput } from '#contract/outputs/envelope.ts';
import { ownShopOutput, shopCardOutput, shopInfoOutput } from '#contract/outputs/shop.ts';
import {
  SHOP_INTRODUCTION_MAX,
  SHOP_MARKS_MAX,
  SHOP_NAME_MAX,
  SHOP_PICTURES,
  SHOP_SITE_MAX,
  SHOP_SORTS,
  type ShopPictureSlot,
  type ShopSort,
} from '#contract/shop.ts';

const call = callsOf('shop');
const staffCall = callsOf('admin', { verb: 'shop.certify' });

const codeField = wholeNumber('编号无效', 1, 9_999);
const slots = Object.keys(SHOP_PICTURES) as [ShopPictureSlot, ...ShopPictureSlot[]];
const sorts = Object.keys(SHOP_SORTS) as [ShopSort, ...ShopSort[]];
const changes = { points: 60, window_s: 3_600 };

export const shopCalls = {
  shopInfo: call('GET', '/resource/resource/shopInfo', {
    summary: '店铺信息，以及当前读者是否关注',
    auth: 'optional',
    open: { shop_id: 'shop' },
    input: z.object({ shop_id: idField }),
    output: shopInfoOutput,
  }),
  list: call('GET', '/resource/shop/list', {
    summary: '服务商列表：地区、类别、认证、排序、分页',
    auth: 'none',
    input: z.object({
      province: codeField.optional(),
      city: codeField.optional(),
      cate: codeField.optional(),
      cate2: codeField.optional(),
      certified: flagField.optional(),
      sort: z.enum(sorts, { error: '排序无效' }).optional(),
      page: pageField,
    }),
    output: pageOutput(shopCardOutput),
  }),
  mine: call('GET', '/resource/shop/mine', {
    summary: '自己的店铺与表单；没有开通时为空',
    acts: 'publish',
    output: ownShopOutput.nullable(),
  }),
  save: call('POST', '/resource/shop/save', {
    summary: '开通自己的店铺，或修改店铺资料',
    limit: changes,
    input: z.object({
      name: textField('店铺名称', SHOP_NAME_MAX).default(''),
      introduction: textField('店铺介绍', SHOP_INTRODUCTION_MAX).default(''),
      category: codeField.nullable().default(null),
      province: codeField.nullable().default(null),
      city: codeField.nullable().default(null),
      established: textField('成立年份', 8).default(''),
      licence: textField('统一社会信用代码', 40).default(''),
      mark: z
        .array(textField('服务特色', 40), { error: '服务特色应为列表' })
        .max(SHOP_MARKS_MAX * 2, `服务特色最多 ${SHOP_MARKS_MAX} 个`)
        .default([]),
      company_site: textField('网址', SHOP_SITE_MAX).default(''),
    }),
    output: z.strictObject({ id: z.int() }),
  }),
  picture: call('POST', '/resource/shop/picture', {
    summary: '把上传好的图片设为店铺的 LOGO 或封面',
    limit: changes,
    owned: { file_id: 'picture' },
    input: z.object({ slot: z.enum(slots, { error: '图片位置无效' }), file_id: idField }),
    output: shopCardOutput.nullable(),
  }),
  certify: staffCall('POST', '/admin/shop/certify', {
    summary: '设定店铺的皇冠、金牌认证与标签',
    input: z.object({
      shop_id: idField,
      is_vip: flagField.default(false),
      is_gold: flagField.default(false),
      labels: z.array(textField('标签', 20), { error: '标签应为列表' }).max(10, '标签最多 10 个').default([]),
    }),
    output: z.strictObject({ shop_id: z.int() }),
  }),
};
