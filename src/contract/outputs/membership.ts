import { z } from 'zod';
import type { VipKey } from '#contract/identity.ts';
import type * as contract from '#contract/membership.ts';
import { VIPS } from '#contract/membership.ts';
import { heldElsewhereOutput, userCouponOutput } from './order.ts';

const bit = z.literal([0, 1]);
const status = z.literal([1, 2]);
const key = z.enum(VIPS.map((vip) => vip.key));
/** The same for each membership, under its name. */
const ofEach = <T extends z.ZodType>(one: T) => Object.fromEntries(VIPS.map((vip) => [vip.key, one])) as Record<VipKey, T>;

const vipProductOutput = z.strictObject({
  id: z.int(),
  name: z.string(),
  desc: z.string(),
  img: z.string(),
  status,
  /** 0 nothing to do, 1 open, 2 renew. */
  button_type: z.literal([0, 1, 2]),
  button_name: z.string(),
  /** The reader's own; null without one. */
  vip: z.strictObject({ id: z.int(), end_time: z.int() }).nullable(),
});
/** VIP product entry. */
export type VipProduct = z.infer<typeof vipProductOutput>;

export const vipListOutput = z.strictObject({
  ...ofEach(vipProductOutput),
}) satisfies z.ZodType<contract.VipList>;

const equityOutput = z.strictObject({
  id: z.int(),
  img_url: z.string(),
  desc: z.string(),
  /** 1: this spec gives it. */
  status: bit,
});
export type VipEquity = z.infer<typeof equityOutput>;

const specOutput = z.strictObject({
  id: z.int(),
  price: z.number(),
  org_price: z.number(),
  show_date: z.string(),
  spec_desc: z.string(),
  /** 0 unlimited. */
  max_download_pre_day: z.int(),
  /** 0: a lifetime. */
  days: z.int(),
  /** When it would end, opened now by somebody without one. */
  vip_end_time: z.int(),
  equity: z.array(equityOutput),
});
export type VipSpec = z.infer<typeof specOutput>;

export const vipPlanOutput = z.strictObject({
  id: z.int(),
  vip_type: z.int(),
  key,
  name: z.string(),
  desc: z.string(),
  status,
  coupon_type: z.int(),
  spec: z.array(specOutput),
  app_equity: z.array(equityOutput),
  ...ofEach(bit),
});
/** Beside what it is, under the name of each membership: 1 where it covers that. */
export type VipPlan = z.infer<typeof vipPlanOutput>;

export const equityDetailOutput = z.strictObject({
  id: z.int(),
  /** 2: content is an address outside. */
  type: status,
  desc: z.string(),
  content: z.string(),
  tan_img: z.string(),
});
/** GET quanyiDetail. */
export type EquityDetail = z.infer<typeof equityDetailOutput>;

export const vipQuoteOutput = z.strictObject({
  vip_id: z.int(),
  vip_type: z.int(),
  /** 1: it changes what runs now (an upgrade). */
  is_change: bit,
  change: z.enum(['open', 'renew', 'upgrade', 'wait']),
  /** One sentence for the buyer. */
  msg: z.string(),
  from: z.int(),
  to: z.int(),
  /** Before credits. */
  list_price: z.number(),
  /** What is left of memberships that the upgrade closes. */
  credit_price: z.number(),
  /** Before the coupon. */
  price: z.number(),
  coupons: z.array(userCouponOutput),
  unfit_coupons: z.array(userCouponOutput),
  coupon_price: z.number(),
  coupon_lost: z.number(),
  balance: z.number(),
  held: z.array(heldElsewhereOutput),
  deduction_price: z.number(),
  pay_price: z.number(),
});
/** GET isChangeVip: what a purchase would do and cost this reader now. */
export type VipQuote = z.infer<typeof vipQuoteOutput>;

export const memberTermOutput = z.strictObject({
  id: z.int(),
  vip_type: z.int(),
  name: z.string(),
  from: z.int(),
  to: z.int(),
  state: z.enum(['running', 'waiting']),
  max_download_pre_day: z.int(),
  /** What an upgrade would credit for it now. */
  credit_price: z.number(),
  /** How it was had: 购买, 赠送 ... */
  source: z.string(),
});

export const autoRenewOutput = z.strictObject({
  id: z.int(),
  /** asked: the member has still to agree at `url`; on: charged by itself. */
  state: z.enum(['asked', 'on']),
  /** The most that is taken each time. */
  price: z.number(),
  url: z.string(),
  /** When it is charged next. */
  next_at: z.int(),
});
/** A member's consent to pay for the next term. */
export type AutoRenew = z.infer<typeof autoRenewOutput>;

export const ownTermOutput = memberTermOutput.extend({
  /** The spec with which it goes on, what that costs this member and what it costs others; null: no longer sold, for life, or another follows. */
  renew: z.strictObject({ vip_id: z.int(), price: z.number(), list_price: z.number() }).nullable(),
  /** What pays for that by itself; null: nothing. */
  auto: autoRenewOutput.nullable(),
  /** 1: it could be asked for. */
  can_auto: bit,
});
/** GET surplusvipbag: what a member has, now or later. */
export type MemberTerm = z.infer<typeof ownTermOutput>;

export const vipBoughtOutput = z.strictObject({
  orderid: z.string(),
  /** 1 scheme, 2 sample, 3 bidding, 4 design, 5 all-site, 6 PPT. */
  type: z.int(),
  vip_type: z.int(),
  name: z.string(),
  from: z.int(),
  to: z.int(),
  /** Page to go on with. */
  url: z.string(),
});
/** POST distribute: what a paid order brought, and where its buyer goes on. */
export type VipBought = z.infer<typeof vipBoughtOutput>;

const equityFormOutput = z.strictObject({
  id: z.int(),
  img_url: z.string(),
  desc: z.string(),
  type: status,
  content: z.string(),
  tan_img: z.string(),
  /** Name of the rule that gives it (`contract/equities.ts`). */
  rule: z.string(),
});
export type EquityForm = z.infer<typeof equityFormOutput>;

const specFormOutput = z.strictObject({
  /** 0: a new one. */
  id: z.int(),
  show_date: z.string(),
  spec_desc: z.string(),
  /** 0: a lifetime. */
  days: z.int(),
  price: z.number(),
  org_price: z.number(),
  max_download_pre_day: z.int(),
  /** Ids of equities it does not give. */
  without: z.array(z.int()),
  /** 1 on sale, 2 not. */
  status,
});
export type SpecForm = z.infer<typeof specFormOutput>;

export const planFormOutput = z.strictObject({
  id: z.int(),
  vip_type: z.int(),
  name: z.string(),
  introduction: z.string(),
  status,
  equities: z.array(equityFormOutput),
  specs: z.array(specFormOutput),
});
/** A plan as staff edit it. */
export type PlanForm = z.infer<typeof planFormOutput>;

export const staffTermsOutput = z.strictObject({
  list: z.array(memberTermOutput.extend({ paid: z.number(), closed_at: z.int(), source_id: z.int() })),
  total: z.int(),
  page: z.int(),
  limit: z.int(),
}) satisfies z.ZodType<contract.StaffTerms>;
