import { z } from 'zod';
import type * as contract from '#contract/item.ts';
import { demandPublicOutput } from './demand.ts';
import { fieldValueOutput } from './fields.ts';
import { salonPublicOutput } from './salon.ts';

export const accessRightOutput = z.enum([
  'purchase',
  'voucher',
  'member',
  'free',
  'ad',
  'staff',
  'own',
]) satisfies z.ZodType<contract.AccessRight>;

const buyOfferOutput = z.strictObject({ kind: z.literal('buy'), price: z.number(), org_price: z.number(), member_price: z.boolean() });

export const accessOfferOutput = z.union([
  z.strictObject({ kind: z.literal('login') }),
  buyOfferOutput,
  z.strictObject({ kind: z.literal('membership'), vip_type: z.number(), price_then: z.number() }),
  z.strictObject({ kind: z.literal('voucher'), count: z.int() }),
  z.strictObject({ kind: z.literal('member_unlock'), last: z.number(), all: z.number() }),
  z.strictObject({ kind: z.literal('tomorrow'), limit: z.int() }),
  z.strictObject({ kind: z.literal('ad') }),
]) satisfies z.ZodType<contract.AccessOffer>;

export const accessDecisionOutput = z.union([
  z.strictObject({ allowed: z.literal(true), right: accessRightOutput, buy: z.optional(buyOfferOutput) }),
  z.strictObject({ allowed: z.literal(false), reason: z.string(), offers: z.array(accessOfferOutput) }),
]) satisfies z.ZodType<contract.AccessDecision>;

export const itemMatchOutput = z.strictObject({ words: z.array(z.string()), where: z.string() }) satisfies z.ZodType<contract.ItemMatch>;

export const pictureOutput = z.strictObject({
  src: z.string(),
  srcset: z.string(),
  width: z.number(),
  height: z.number(),
  focus: z.optional(z.string()),
  placeholder: z.optional(z.string()),
}) satisfies z.ZodType<contract.Picture>;

export const pageUnitOutput = z.enum(['页', '张']);

export const filmOutput = z.strictObject({
  src: z.string(),
  type: z.enum(['mp4', 'webm']),
  width: z.number(),
  height: z.number(),
  duration_s: z.number(),
  poster: z.string(),
  captions: z.string(),
}) satisfies z.ZodType<contract.Film>;

export const relatedItemOutput = z.strictObject({
  relate_id: z.int(),
  img: z.string(),
  show_price: z.literal([0, 1]),
  vip_only: z.literal([0, 1]),
  user: z.strictObject({ id: z.int(), nickname: z.string(), headimgurl: z.string() }),
  match: z.optional(itemMatchOutput),
  shop: z.optional(z.strictObject({ id: z.int(), name: z.string(), gold: z.literal([0, 1]) })),
  facts: z.optional(z.array(z.string())),
  format: z.string(),
  id: z.int(),
  title: z.string(),
  kind: z.string(),
  cover: pictureOutput.nullable(),
  category_name: z.string(),
  price: z.number(),
  pages: z.number(),
  unit: pageUnitOutput,
  view_num: z.int(),
  collect_num: z.int(),
  download_num: z.int(),
  published_at: z.int(),
}) satisfies z.ZodType<contract.RelatedItem>;

const leafOutput = z.strictObject({ id: z.int(), name: z.string(), icon: z.string(), item_num: z.int() });
/** Categories have two levels. */
export const termOutput = leafOutput.extend({ children: z.optional(z.array(leafOutput)) }) satisfies z.ZodType<contract.Term>;

export const itemCardOutput = z.strictObject({
  id: z.int(),
  kind: z.string(),
  title: z.string(),
  cover: pictureOutput.nullable(),
  category_name: z.string(),
  price: z.number(),
  vip_only: z.boolean(),
  format: z.string(),
  pages: z.number(),
  unit: pageUnitOutput,
  user: z.strictObject({ id: z.int(), nickname: z.string(), headimgurl: z.string() }),
  view_num: z.int(),
  collect_num: z.int(),
  download_num: z.int(),
  published_at: z.int(),
  match: z.optional(itemMatchOutput),
  shop: z.optional(z.strictObject({ id: z.int(), name: z.string(), gold: z.literal([0, 1]) })),
  facts: z.optional(z.array(z.string())),
}) satisfies z.ZodType<contract.ItemCard>;

export const shownTermOutput = z.union([
  z.tuple([]),
  z.tuple([z.strictObject({ id: z.literal(0), name: z.string() }), z.strictObject({ id: z.int(), name: z.string() })]),
]) satisfies z.ZodType<contract.ShownTerm>;

export const pageImageOutput = z.strictObject({ page_no: z.int(), picture: pictureOutput }) satisfies z.ZodType<contract.PageImage>;

export const releaserCardOutput = z.strictObject({
  uid: z.int(),
  nickname: z.string(),
  headimgurl: z.string(),
  city: z.string(),
  show_job: z.string(),
  works: z.number(),
  follow_num: z.int(),
  view: z.number(),
}) satisfies z.ZodType<contract.ReleaserCard>;

export const itemDetailOutput = z
  .strictObject({
    vip_only: z.literal([0, 1]),
    type: z.literal([0, 1]),
    cover_img: z.string(),
    uid: z.int(),
    industry: z.optional(shownTermOutput),
    activity: z.optional(shownTermOutput),
    vip_price: z.number(),
    vip_discount: z.number(),
    show_vip_price: z.literal([0, 1]),
    is_download: z.literal([0, 1]),
    is_lock: z.literal([0, 1]),
    is_ad: z.literal([0, 1]),
    is_collect: z.literal([0, 1]),
    is_like: z.literal([0, 1]),
    is_follow: z.literal([0, 1]),
    is_focus: z.optional(z.literal([0, 1])),
    contact_button: z.optional(z.string()),
    is_vip: z.literal([0, 1]),
    last_lock_num: z.strictObject({ all: z.number(), last: z.number() }),
    voucher_num: z.int(),
    is_mine: z.boolean(),
    access: accessDecisionOutput,
    category_two: z.array(termOutput),
    user: z.strictObject({ id: z.int(), nickname: z.string(), headimgurl: z.string(), fans_num: z.int() }),
    format: z.string(),
    id: z.int(),
    title: z.string(),
    kind: z.string(),
    size: z.number(),
    member_discount: z.number(),
    cover: pictureOutput.nullable(),
    price: z.number(),
    pages: z.number(),
    view_num: z.int(),
    collect_num: z.int(),
    download_num: z.int(),
    published_at: z.int(),
    introduction: z.string(),
    category_id: z.strictObject({ id: z.int(), name: z.string() }).nullable(),
    category_id_sub: z.strictObject({ id: z.int(), name: z.string() }).nullable(),
    terms: z.array(z.strictObject({ key: z.string(), param: z.string(), label: z.string(), id: z.int(), name: z.string() })),
    free_pages: z.number(),
    fields: z.record(z.string(), fieldValueOutput),
    fields_signed_in: z.array(z.string()),
    named: z.record(z.string(), itemCardOutput),
    video: filmOutput.nullable(),
    reader_fields: z.record(z.string(), fieldValueOutput),
    album_url: z.optional(z.string()),
    imgs: z.array(pageImageOutput),
    page_ratio: z.number(),
    scheme_json: z.array(z.string()),
    tagsList: z.array(z.strictObject({ id: z.int(), name: z.string() })),
    org_price: z.number(),
    member_price: z.number().nullable(),
    like_num: z.int(),
    updated_at: z.int(),
    releaser: releaserCardOutput,
  })
  // the kind's own facets
  .catchall(shownTermOutput) satisfies z.ZodType<contract.ItemDetail>;

export const vipBuyActivityOutput = z.strictObject({
  detail_icon: z.string(),
  deadline: z.number(),
}) satisfies z.ZodType<contract.VipBuyActivity>;

export const pptDetailOutput = itemDetailOutput.extend({
  tags: z.string(),
  style: z.string(),
  scene: z.string(),
  vip_buy_activity: vipBuyActivityOutput.nullable(),
}) satisfies z.ZodType<contract.PptDetail>;

export const demandDetailOutput = itemDetailOutput.extend({ demand: demandPublicOutput.nullable() });
export const salonDetailOutput = itemDetailOutput.extend({ salon: salonPublicOutput.nullable() });
