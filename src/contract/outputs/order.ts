import { z } from 'zod';
import * as contract from '#contract/order.ts';
import { pictureOutput } from './item.ts';

export const savedByOutput = z.enum(['member', 'early', 'early_member']) satisfies z.ZodType<contract.SavedBy>;

export const orderStatusOutput = z.literal([1, 2, 3]) satisfies z.ZodType<contract.OrderStatus>;

const payOutput = { pay_qrcode: z.string(), pay_apps: z.array(z.enum(['wechat', 'alipay'])) };

export const orderOutput = z.strictObject({
  orderid: z.string(),
  subject: z.string(),
  subject_id: z.int(),
  pay_price: z.number(),
  list_price: z.number(),
  price: z.number(),
  saved_by: savedByOutput,
  coupon_price: z.number(),
  coupon_use: z.literal([0, 1]),
  user_coupon_id: z.int(),
  deduction_price: z.number(),
  use_balance: z.literal([0, 1]),
  all_balance: z.number(),
  surplus_balance: z.number(),
  ...payOutput,
  is_free: z.literal([0, 1]),
  status: orderStatusOutput,
  platform: z.number(),
  expires_at: z.int(),
  server_time: z.number(),
}) satisfies z.ZodType<contract.Order>;

export const userCouponOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  price: z.number(),
  min_price: z.number(),
  use_end_time: z.number(),
  is_have2: z.literal([0, 1]),
  auto_get: z.literal([0, 1]),
  refusal: z.string(),
}) satisfies z.ZodType<contract.UserCoupon>;

export const heldElsewhereOutput = z.strictObject({
  orderid: z.string(),
  title: z.string(),
  coupon: z.string(),
  balance: z.number(),
}) satisfies z.ZodType<contract.HeldElsewhere>;

export const quoteOutput = z.strictObject({
  item: z.strictObject({
    id: z.int(),
    kind: z.string(),
    order_call: z.string(),
    noun: z.string(),
    vip_route: z.string().nullable(),
    title: z.string(),
    cover: pictureOutput.nullable(),
    category_name: z.string(),
    format: z.string(),
    size: z.number(),
  }),
  list_price: z.number(),
  price: z.number(),
  member_price: z.literal([0, 1]),
  price_for_members: z.number(),
  vip_discount: z.number(),
  had: z.string(),
  coupons: z.array(userCouponOutput),
  unfit_coupons: z.array(userCouponOutput),
  user_coupon_id: z.int(),
  coupon_price: z.number(),
  coupon_lost: z.number(),
  balance: z.number(),
  held: z.array(heldElsewhereOutput),
  deduction_price: z.number(),
  pay_price: z.number(),
}) satisfies z.ZodType<contract.Quote>;

export const orderStateOutput = z.strictObject({
  orderid: z.string(),
  status: orderStatusOutput,
  owned: z.literal([0, 1]),
  platform: z.number(),
  msg: z.string(),
  scanned: z.literal([0, 1]),
  expires_at: z.int(),
}) satisfies z.ZodType<contract.OrderState>;

export const orderRowOutput = z.strictObject({
  orderid: z.string(),
  subject: z.string(),
  subject_id: z.int(),
  kind: z.number(),
  title: z.string(),
  cover_src: z.string(),
  format: z.string(),
  status: orderStatusOutput,
  price: z.number(),
  pay_price: z.number(),
  coupon_price: z.number(),
  deduction_price: z.number(),
  credit_price: z.number(),
  created_at: z.int(),
  paid_at: z.int(),
  expires_at: z.int(),
  msg: z.string(),
  can_download: z.boolean(),
  learn_href: z.string(),
  can_buy: z.boolean(),
  href: z.string(),
  pay_href: z.string(),
  refunded: z.number(),
}) satisfies z.ZodType<contract.OrderRow>;

export const invoiceOutput = z.strictObject({
  id: z.int(),
  invoice_no: z.string(),
  orderid: z.string(),
  holder: z.enum(['personal', 'company']),
  title: z.string(),
  tax_no: z.string(),
  mail: z.string(),
  content: z.string(),
  price: z.number(),
  status: z.enum(['asked', 'issued', 'refused', 'withdrawn', 'red_due', 'red']),
  reason: z.string(),
  number: z.string(),
  red_number: z.string(),
  has_file: z.boolean(),
  has_red_file: z.boolean(),
  created_at: z.int(),
  issued_at: z.int(),
  red_at: z.int(),
  correction: z
    .strictObject({
      ...{ holder: z.enum(['personal', 'company']), title: z.string(), tax_no: z.string(), mail: z.string() },
      ...{ reason: z.string(), by_staff: z.boolean() },
    })
    .nullable(),
  replaces_id: z.int(),
  past_files: z.array(z.strictObject({ red: z.boolean(), number: z.string(), reason: z.string(), at: z.int() })),
}) satisfies z.ZodType<contract.Invoice>;

export const orderPartsOutput = z.array(
  z.strictObject({
    title: z.string(),
    text: z.string(),
    state: z.enum(Object.keys(contract.ORDER_PART_STATES) as contract.OrderPartState[]),
    starts_at: z.int(),
    ends_at: z.int(),
  }),
) satisfies z.ZodType<contract.OrderPart[]>;

export const orderDetailOutput = orderRowOutput.extend({
  noun: z.string(),
  list_price: z.number(),
  saved_by: savedByOutput,
  ...payOutput,
  done_href: z.string(),
  channel: z.string(),
  trade_no: z.string(),
  closed_at: z.int(),
  server_time: z.number(),
  parts: orderPartsOutput,
  refund: z.strictObject({
    can_ask: z.boolean(),
    at_once: z.boolean(),
    why_not: z.string(),
    price: z.number(),
    until: z.int(),
    asked: z.boolean(),
    can_withdraw: z.boolean(),
    refused: z.strictObject({ at: z.int(), reason: z.string() }).nullable(),
    list: z.array(z.strictObject({ at: z.int(), price: z.number(), whole: z.boolean(), reason: z.string(), done: z.boolean() })),
  }),
  invoice: invoiceOutput.nullable(),
  invoice_earlier: z.array(invoiceOutput),
  invoice_price: z.number(),
  invoice_mailed: z.boolean(),
}) satisfies z.ZodType<contract.OrderDetail>;

export const orderCountsOutput = z.strictObject({
  all: z.number(),
  paid: z.number(),
  waiting: z.number(),
  closed: z.number(),
}) satisfies z.ZodType<contract.OrderCounts>;

export const orderListOutput = z.strictObject({
  list: z.array(orderRowOutput),
  total: z.int(),
  counts: orderCountsOutput,
  page: z.int(),
  limit: z.int(),
  next: z.int(),
  subjects: z.array(z.strictObject({ name: z.string(), title: z.string() })),
  server_time: z.number(),
}) satisfies z.ZodType<contract.OrderList>;
