import { z } from 'zod';
import { itemDetailOutput, pictureOutput } from './item.ts';

const flag = z.literal([0, 1]);

const shopFields = {
  id: z.int(),
  name: z.string(),
  /** URL; empty: none. */
  logo: z.string(),
  logo_img: pictureOutput.nullable(),
  cover_img: pictureOutput.nullable(),
  introduction: z.string(),
  /** 浙江省 杭州市; empty: not said. */
  area_name: z.string(),
  /** 舞美搭建 · 舞台搭建. */
  cate: z.string(),
  /** A crown. */
  is_vip: flag,
  is_gold_certification: flag,
  res_num: z.int(),
  case_num: z.int(),
  view_num: z.int(),
  focus_num: z.int(),
  /** Begun years on the site, at least 1. */
  create_year: z.int(),
  /** Full years since it was founded; 0: not said. */
  establish_year: z.int(),
  mark: z.array(z.string()),
  /** As the specification spells it. */
  lable: z.array(z.strictObject({ name: z.string(), icon: z.string() })),
  company_site: z.string(),
  /** Empty: a business licence is registered. */
  risk_tips: z.string(),
};
export const shopCardOutput = z.strictObject(shopFields);
/** What everybody sees of a shop. */
export type ShopCard = z.infer<typeof shopCardOutput>;

export const shopInfoOutput = z.strictObject({
  ...shopFields,
  owner_id: z.int(),
  is_follow: flag,
  is_focus: flag,
});
/** GET /resource/resource/shopInfo: the card and what this reader has with it. */
export type ShopInfo = z.infer<typeof shopInfoOutput>;

const shopFormOutput = z.strictObject({
  name: z.string(),
  introduction: z.string(),
  /** Second level of SHOP_CATEGORIES; null: not chosen. */
  category: z.int().nullable(),
  province: z.int().nullable(),
  /** Null where the province has none, or nothing was chosen. */
  city: z.int().nullable(),
  /** Year of foundation as typed, empty: not said. */
  established: z.string(),
  /** Unified social credit code; empty: none. */
  licence: z.string(),
  mark: z.array(z.string()),
  company_site: z.string(),
});
/** What the owner types. */
export type ShopForm = z.infer<typeof shopFormOutput>;

export const ownShopOutput = z.strictObject({ shop: shopCardOutput, form: shopFormOutput });
/** GET /resource/shop/mine; null: none was opened yet. */
export type OwnShop = z.infer<typeof ownShopOutput>;

const linkedResourceOutput = z.strictObject({
  id: z.int(),
  rid: z.int(),
  title: z.string(),
  show_image: z.string(),
  cover_url: z.string(),
  price: z.optional(z.number()),
  price_max: z.optional(z.number()),
});
/** A resource that a case names. Yuan; absent for visitors. */
export type LinkedResource = z.infer<typeof linkedResourceOutput>;

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
