import { z } from 'zod';
import type * as contract from '#contract/item.ts';
import { demandPublicOutput } from './demand.ts';
import { fieldValueOutput } from './fields.ts';
import { type Picture, pictureOutput } from './picture.ts';
import { salonPublicOutput } from './salon.ts';

export const accessRightOutput = z.enum([
  'purchase',
  'company',
  'voucher',
  'member',
  'free',
  'ad',
  'staff',
  'own',
]) satisfies z.ZodType<contract.AccessRight>;

const buyOfferOutput = z.strictObject({ kind: z.literal('buy'), price: z.number(), org_price: z.number(), is_member_price: z.boolean() });

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

export const itemMatchOutput = z.strictObject({
  /** What was looked for, the longest first, in lower case. */
  words: z.array(z.string()),
  /** Where it stands if not in the title; empty otherwise. */
  where: z.string(),
});
export type ItemMatch = z.infer<typeof itemMatchOutput>;

export { type Picture, pictureOutput };

export const pageUnitOutput = z.enum(['页', '张']);

export const filmOutput = z.strictObject({
  src: z.string(),
  type: z.enum(['mp4', 'webm']),
  width: z.number(),
  height: z.number(),
  /** Seconds, rounded up. */
  duration_s: z.number(),
  /** Shown until it is played; empty: nothing. */
  poster: z.string(),
  /** Address of its WebVTT; empty: none. */
  captions: z.string(),
});
/** A film of a published item, played by byte range. */
export type Film = z.infer<typeof filmOutput>;

export const relatedItemOutput = z.strictObject({
  relate_id: z.int(),
  img: z.string(),
  /** 1: everybody may see the price. */
  show_price: z.literal([0, 1]),
  vip_only: z.literal([0, 1]),
  user: z.strictObject({ id: z.int(), nickname: z.string(), headimgurl: z.string() }),
  match: z.optional(itemMatchOutput),
  shop: z.optional(z.strictObject({ id: z.int(), name: z.string(), gold: z.literal([0, 1]) })),
  facts: z.optional(z.array(z.string())),
  rating: z.optional(z.number()),
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
});
/** An item in a rail beside another one: a card with the specification's names for it (spec 3, Recommendation). */
export type RelatedItem = z.infer<typeof relatedItemOutput>;

const leafOutput = z.strictObject({ id: z.int(), name: z.string(), icon: z.string(), item_num: z.int() });
/** Categories have two levels. */
export const termOutput = leafOutput.extend({ children: z.optional(z.array(leafOutput)) });
export type Term = z.infer<typeof termOutput>;

export const itemCardOutput = z.strictObject({
  id: z.int(),
  /** Key of a kind in contract/kinds.ts. */
  kind: z.string(),
  title: z.string(),
  /** Null while a publisher gave no cover and no page is rendered. */
  cover: pictureOutput.nullable(),
  category_name: z.string(),
  /** Yuan. 0 with vip_only false means free. */
  price: z.number(),
  vip_only: z.boolean(),
  format: z.string(),
  pages: z.number(),
  /** What `pages` counts: 页, or 张 of pictures. */
  unit: pageUnitOutput,
  user: z.strictObject({ id: z.int(), nickname: z.string(), headimgurl: z.string() }),
  view_num: z.int(),
  collect_num: z.int(),
  download_num: z.int(),
  /** Unix seconds. */
  published_at: z.int(),
  /** Of a search's results: what it found. */
  match: z.optional(itemMatchOutput),
  /** The shop that it belongs to, of kinds that stand in shops. */
  shop: z.optional(z.strictObject({ id: z.int(), name: z.string(), gold: z.literal([0, 1]) })),
  /** Of the same kinds: where, how it is priced, for whom. */
  facts: z.optional(z.array(z.string())),
  /** The smoothed mean of its ratings; absent: too few. */
  rating: z.optional(z.number()),
});
/** What a card in any list shows. */
export type ItemCard = z.infer<typeof itemCardOutput>;

export const shownTermOutput = z.union([
  z.tuple([]),
  z.tuple([z.strictObject({ id: z.literal(0), name: z.string() }), z.strictObject({ id: z.int(), name: z.string() })]),
]) satisfies z.ZodType<contract.ShownTerm>;

export const pageImageOutput = z.strictObject({ page_no: z.int(), picture: pictureOutput });
/** One page of the document. Pages beyond free_pages never appear here for a reader without a right. */
export type PageImage = z.infer<typeof pageImageOutput>;

export const releaserCardOutput = z.strictObject({
  uid: z.int(),
  nickname: z.string(),
  headimgurl: z.string(),
  city: z.string(),
  show_job: z.string(),
  works: z.number(),
  follow_num: z.int(),
  view: z.number(),
});
export type ReleaserCard = z.infer<typeof releaserCardOutput>;

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
    rating: z.strictObject({ num: z.int(), mean: z.number() }).nullable(),
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
  /** Path of a picture of ours. */
  detail_icon: z.string(),
  /** Unix seconds. */
  deadline: z.number(),
});
/** What an operator advertises on the details of a kind for a while (spec 3, PPT). */
export type VipBuyActivity = z.infer<typeof vipBuyActivityOutput>;

export const pptDetailOutput = itemDetailOutput.extend({
  tags: z.string(),
  style: z.string(),
  scene: z.string(),
  vip_buy_activity: vipBuyActivityOutput.nullable(),
}) satisfies z.ZodType<contract.PptDetail>;

export const demandDetailOutput = itemDetailOutput.extend({ demand: demandPublicOutput.nullable() });
export const salonDetailOutput = itemDetailOutput.extend({ salon: salonPublicOutput.nullable() });
