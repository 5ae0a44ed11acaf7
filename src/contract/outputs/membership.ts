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
  button_type: z.literal([0, 1, 2]),
  button_name: z.string(),
  vip: z.strictObject({ id: z.int(), end_time: z.int() }).nullable(),
}) satisfies z.ZodType<contract.VipProduct>;

export const vipListOutput = z.strictObject({
  ...ofEach(vipProductOutput),
}) satisfies z.ZodType<contract.VipList>;

const equityOutput = z.strictObject({
  id: z.int(),
  img_url: z.string(),
  desc: z.string(),
  status: bit,
}) satisfies z.ZodType<contract.VipEquity>;

const specOutput = z.strictObject({
  id: z.int(),
  price: z.number(),
  org_price: z.number(),
  show_date: z.string(),
  spec_desc: z.string(),
  max_download_pre_day: z.int(),
  days: z.int(),
  vip_end_time: z.int(),
  equity: z.array(equityOutput),
}) satisfies z.ZodType<contract.VipSpec>;

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
}) satisfies z.ZodType<contract.VipPlan>;

export const equityDetailOutput = z.strictObject({
  id: z.int(),
  type: status,
  desc: z.string(),
  content: z.string(),
  tan_img: z.string(),
}) satisfies z.ZodType<contract.EquityDetail>;

export const vipQuoteOutput = z.strictObject({
  vip_id: z.int(),
  vip_type: z.int(),
  is_change: bit,
  change: z.enum(['open', 'renew', 'upgrade', 'wait']),
  msg: z.string(),
  from: z.int(),
  to: z.int(),
  list_price: z.number(),
  credit_price: z.number(),
  price: z.number(),
  coupons: z.array(userCouponOutput),
  unfit_coupons: z.array(userCouponOutput),
  coupon_price: z.number(),
  coupon_lost: z.number(),
  balance: z.number(),
  held: z.array(heldElsewhereOutput),
  deduction_price: z.number(),
  pay_price: z.number(),
}) satisfies z.ZodType<contract.VipQuote>;

export const memberTermOutput = z.strictObject({
  id: z.int(),
  vip_type: z.int(),
  name: z.string(),
  from: z.int(),
  to: z.int(),
  state: z.enum(['running', 'waiting']),
  max_download_pre_day: z.int(),
  credit_price: z.number(),
  source: z.string(),
}) satisfies z.ZodType<contract.MemberTerm>;

export const vipBoughtOutput = z.strictObject({
  orderid: z.string(),
  type: z.int(),
  vip_type: z.int(),
  name: z.string(),
  from: z.int(),
  to: z.int(),
  url: z.string(),
}) satisfies z.ZodType<contract.VipBought>;

export const planFormOutput = z.strictObject({
  id: z.int(),
  vip_type: z.int(),
  name: z.string(),
  introduction: z.string(),
  status,
  equities: z.array(
    z.strictObject({
      id: z.int(),
      img_url: z.string(),
      desc: z.string(),
      type: status,
      content: z.string(),
      tan_img: z.string(),
      rule: z.string(),
    }),
  ),
  specs: z.array(
    z.strictObject({
      id: z.int(),
      show_date: z.string(),
      spec_desc: z.string(),
      days: z.int(),
      price: z.number(),
      org_price: z.number(),
      max_download_pre_day: z.int(),
      without: z.array(z.int()),
      status,
    }),
  ),
}) satisfies z.ZodType<contract.PlanForm>;

export const staffTermsOutput = z.strictObject({
  list: z.array(memberTermOutput.extend({ paid: z.number(), closed_at: z.int(), source_id: z.int() })),
  total: z.int(),
  page: z.int(),
  limit: z.int(),
}) satisfies z.ZodType<contract.StaffTerms>;
