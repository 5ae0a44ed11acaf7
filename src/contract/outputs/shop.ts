import { z } from 'zod';
import type * as contract from '#contract/shop.ts';
import { itemDetailOutput, pictureOutput } from './item.ts';

const flag = z.literal([0, 1]);

const shopFields = {
  id: z.int(),
  name: z.string(),
  logo: z.string(),
  logo_img: pictureOutput.nullable(),
  cover_img: pictureOutput.nullable(),
  introduction: z.string(),
  area_name: z.string(),
  cate: z.string(),
  is_vip: flag,
  is_gold_certification: flag,
  res_num: z.int(),
  case_num: z.int(),
  view_num: z.int(),
  focus_num: z.int(),
  create_year: z.int(),
  establish_year: z.int(),
  mark: z.array(z.string()),
  lable: z.array(z.strictObject({ name: z.string(), icon: z.string() })),
  company_site: z.string(),
  risk_tips: z.string(),
};
export const shopCardOutput = z.strictObject(shopFields) satisfies z.ZodType<contract.ShopCard>;

export const shopInfoOutput = z.strictObject({
  ...shopFields,
  owner_id: z.int(),
  is_follow: flag,
  is_focus: flag,
}) satisfies z.ZodType<contract.ShopInfo>;

const shopFormOutput = z.strictObject({
  name: z.string(),
  introduction: z.string(),
  category: z.int().nullable(),
  province: z.int().nullable(),
  city: z.int().nullable(),
  established: z.string(),
  licence: z.string(),
  mark: z.array(z.string()),
  company_site: z.string(),
}) satisfies z.ZodType<contract.ShopForm>;

export const ownShopOutput = z.strictObject({ shop: shopCardOutput, form: shopFormOutput }) satisfies z.ZodType<contract.OwnShop>;

const linkedResourceOutput = z.strictObject({
  id: z.int(),
  rid: z.int(),
  title: z.string(),
  show_image: z.string(),
  cover_url: z.string(),
  price: z.optional(z.number()),
  price_max: z.optional(z.number()),
}) satisfies z.ZodType<contract.LinkedResource>;

/** What details of both kinds of case say beyond what all do. */
const caseDetailOutput = itemDetailOutput.extend({
  video_url: z.string(),
  shop_id: z.int(),
  shop: shopInfoOutput.nullable(),
  is_focus: flag,
  resource: linkedResourceOutput.nullable(),
  resources: z.array(linkedResourceOutput),
});

export const supplierCaseOutput = caseDetailOutput.extend({
  custom_name: z.string(),
  site_address: z.string(),
  service_type_name: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  max_price: z.number(),
  introduce: z.string(),
});

export const resourceCaseOutput = caseDetailOutput.extend({
  content: z.string(),
  update_time: z.int(),
  tags: z.string(),
  zan_num: z.int(),
  img_info: z.strictObject({ width: z.number(), height: z.number(), url: z.string() }).nullable(),
});
