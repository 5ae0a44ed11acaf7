import { z } from 'zod';
import type { Licence } from '#contract/licence.ts';
import * as contract from '#contract/order.ts';
import { pictureOutput } from './item.ts';

export const savedByOutput = z.enum(['member', 'early', 'early_member', 'code', 'series']) satisfies z.ZodType<contract.SavedBy>;

export const orderStatusOutput = z.literal([1, 2, 3]) satisfies z.ZodType<contract.OrderStatus>;

/** `pay_qrcode`: what the browser draws as QR; empty when nothing is to be scanned. `pay_apps`: by which it is paid on the phone that shows it. */
const payOutput = { pay_qrcode: z.string(), pay_apps: z.array(z.enum(['wechat', 'alipay'])) };

export const licenceOutput = z.enum(['personal', 'company']) satisfies z.ZodType<Licence>;

export const orderOutput = z.strictObject({
  orderid: z.string(),
  /** What kind of subject is bought (item, membership ...) and which. */
  subject: z.string(),
  subject_id: z.int(),
  pay_price: z.number(),
  /** What everybody pays. */
  list_price: z.number(),
  /** What this buyer pays. */
  price: z.number(),
  saved_by: savedByOutput,
  coupon_price: z.number(),
  coupon_use: z.literal([0, 1]),
  /** The coupon that this order holds; 0 for none. */
  user_coupon_id: z.int(),
  deduction_price: z.number(),
  use_balance: z.literal([0, 1]),
  /** The balance before this order's part was set aside. */
  all_balance: z.number(),
  surplus_balance: z.number(),
  ...payOutput,
  is_free: z.literal([0, 1]),
  status: orderStatusOutput,
  /** Channel of the QR: the refresh action shows for 1, 2 and 6. */
  platform: z.number(),
  /** Unix seconds. */
  expires_at: z.int(),
  server_time: z.number(),
});
export type Order = z.infer<typeof orderOutput>;

export const userCouponOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  price: z.number(),
  min_price: z.number(),
  use_end_time: z.number(),
  is_have2: z.literal([0, 1]),
  auto_get: z.literal([0, 1]),
  /** Why it cannot be used whatever the price is; '': nothing is in its way. */
  refusal: z.string(),
});
export type UserCoupon = z.infer<typeof userCouponOutput>;

export const heldElsewhereOutput = z.strictObject({
  orderid: z.string(),
  /** Of what was ordered. */
  title: z.string(),
  /** Title of its coupon, where that would do here; empty: none. */
  coupon: z.string(),
  /** Of the balance, yuan. */
  balance: z.number(),
});
/** What an open order of something else has set aside, and would give back if it were closed. */
export type HeldElsewhere = z.infer<typeof heldElsewhereOutput>;

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
  /** What `price` is for; `company_price`: 0 where there is no choice. */
  licence: licenceOutput,
  company_price: z.number(),
  /** What is bought by the licence of a company is for all of its people. */
  shared: z.boolean(),
  /** A publisher's code that is in the price; empty: none, and why not the one that was named. */
  code: z.string(),
  code_refusal: z.string(),
  /** What everybody pays. */
  list_price: z.number(),
  /** What this reader pays: the member price for members. */
  price: z.number(),
  /** That is the member price. */
  is_member_price: z.literal([0, 1]),
  /** What a member would pay, for any reader: `vip_price` of a detail call depends on its reader (decision 0021). */
  price_for_members: z.number(),
  /** Tenths that a member pays: 7.5 is 七五折. */
  vip_discount: z.number(),
  /** What the reader has of it already by a membership or an advertisement, and what buying adds; empty: nothing. */
  had: z.string(),
  /** Coupons that fit this price, the largest first. */
  coupons: z.array(userCouponOutput),
  /** Coupons of the kind that ask for a higher price, or that say why they cannot be used. */
  unfit_coupons: z.array(userCouponOutput),
  user_coupon_id: z.int(),
  coupon_price: z.number(),
  /** Part of the coupon that the price does not reach: it is lost with the order. */
  coupon_lost: z.number(),
  balance: z.number(),
  held: z.array(heldElsewhereOutput),
  deduction_price: z.number(),
  pay_price: z.number(),
  /** How long a buyer who has used nothing of it takes the money back without staff, in words; empty: not at all. */
  give_back: z.string(),
});
/** GET /scheme/scheme/pricelist: everything the purchase modal shows before an order is placed. */
export type Quote = z.infer<typeof quoteOutput>;

export const orderStateOutput = z.strictObject({
  orderid: z.string(),
  status: orderStatusOutput,
  /** 1: closed because the buyer has the item by another way; there is nothing left to pay. */
  owned: z.literal([0, 1]),
  platform: z.number(),
  /** Why it is closed; empty otherwise. */
  msg: z.string(),
  /** 1: the payer's phone has the bill on its screen. Providers that do not report it: always 0. */
  scanned: z.literal([0, 1]),
  expires_at: z.int(),
});
/** GET /api/order, polled every 3 s. */
export type OrderState = z.infer<typeof orderStateOutput>;

export const orderRowOutput = z.strictObject({
  orderid: z.string(),
  subject: z.string(),
  subject_id: z.int(),
  /** Code of the item's kind; 0 for what is no item. */
  kind: z.number(),
  title: z.string(),
  cover_src: z.string(),
  format: z.string(),
  status: orderStatusOutput,
  price: z.number(),
  pay_price: z.number(),
  coupon_price: z.number(),
  deduction_price: z.number(),
  /** What the buyer had paid for a membership that this one took the place of, taken off before. */
  credit_price: z.number(),
  created_at: z.int(),
  paid_at: z.int(),
  expires_at: z.int(),
  /** Why it is closed; empty otherwise. */
  msg: z.string(),
  /** True while what was bought can be used, as an item is downloaded. */
  can_download: z.boolean(),
  /** Where a course is learned: there is nothing to download; empty for all others. */
  learn_href: z.string(),
  /** Closed, and the buyer has it no other way. */
  can_buy: z.boolean(),
  /** Page of what was bought; empty: an item's, by its kind, or none. */
  href: z.string(),
  /** Page on which an open order is paid; empty: the purchase dialog pays it. */
  pay_href: z.string(),
  /** Given back while the order stands. */
  refunded: z.number(),
  /** A publisher's; empty: none. */
  code: z.string(),
});
/** A row of a list of orders. */
export type OrderRow = z.infer<typeof orderRowOutput>;

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
  /** Why it was refused. */
  reason: z.string(),
  /** The tax authority's numbers; empty without. */
  number: z.string(),
  red_number: z.string(),
  /** There is a file to download. */
  has_file: z.boolean(),
  has_red_file: z.boolean(),
  created_at: z.int(),
  issued_at: z.int(),
  red_at: z.int(),
  /** It is reversed, or was, because its title is wrong: what the next one says. */
  correction: z
    .strictObject({
      ...{ holder: z.enum(['personal', 'company']), title: z.string(), tax_no: z.string(), mail: z.string() },
      ...{ reason: z.string(), by_staff: z.boolean() },
    })
    .nullable(),
  /** The reversed invoice whose place it took; 0: none. */
  replaces_id: z.int(),
  /** Numbers that were recorded by mistake, each with a file, the oldest first. */
  past_files: z.array(z.strictObject({ red: z.boolean(), number: z.string(), reason: z.string(), at: z.int() })),
});
/** An invoice (发票) of one order. */
export type Invoice = z.infer<typeof invoiceOutput>;

const invoicePage = {
  ...{ total: z.int(), page: z.int(), limit: z.int() },
  /** Rows of both tabs. */
  counts: z.strictObject({ open: z.int(), asked: z.int() }),
  /** This site sends mail: an invoice goes to its address when it is issued. */
  mailed: z.boolean(),
};

export const ownInvoiceableOutput = z.strictObject({
  list: z.array(z.strictObject({ orderid: z.string(), title: z.string(), cover_src: z.string(), paid_at: z.int(), price: z.number() })),
  ...invoicePage,
  /** Of all of them together. */
  price: z.number(),
  /** Whom the newest invoice is for; null: none was asked for. */
  wish: z.strictObject({ holder: z.enum(['personal', 'company']), title: z.string(), tax_no: z.string(), mail: z.string() }).nullable(),
});
/** GET /api/order/invoiceable: own paid orders over which an invoice may be asked for. */
export type OwnInvoiceable = z.infer<typeof ownInvoiceableOutput>;

export const ownInvoicesOutput = z.strictObject({ list: z.array(invoiceOutput), ...invoicePage });
/** GET /api/order/invoices: own invoices, whatever became of them. */
export type OwnInvoices = z.infer<typeof ownInvoicesOutput>;

const orderPartOutput = z.strictObject({
  title: z.string(),
  /** How much of it, and for whom: 12 个月，138****0000. */
  text: z.string(),
  state: z.enum(Object.keys(contract.ORDER_PART_STATES) as contract.OrderPartState[]),
  /** Unix seconds; 0: not known yet. */
  starts_at: z.int(),
  ends_at: z.int(),
});
/** A part of what one order gives, where it gives several. */
export type OrderPart = z.infer<typeof orderPartOutput>;

export const orderPartsOutput = z.array(orderPartOutput);

const ownRefundOutput = z.strictObject({
  /** They may ask now: paid and in time. */
  can_ask: z.boolean(),
  /** It goes back at once; otherwise staff decide on what they ask. */
  at_once: z.boolean(),
  /** Why they may not, or why not at once, for people. */
  why_not: z.string(),
  /** What would come back: all that is left, or what of it was not spent. */
  price: z.number(),
  /** Of it, what came by QR and may go to the balance instead. */
  by_qr: z.number(),
  /** What the buyer keeps for the rest stays theirs; the order stands. */
  part: z.boolean(),
  /** Until then they may; unix seconds, 0: never. */
  until: z.int(),
  /** A request waits for staff. */
  asked: z.boolean(),
  /** It is their own request, and they may take it back. */
  can_withdraw: z.boolean(),
  /** Staff did not give their last request; null: nothing of the kind. */
  refused: z.strictObject({ at: z.int(), reason: z.string() }).nullable(),
  /** What they claim at the provider, for people; empty: nothing. */
  claim: z.string(),
  list: z.array(z.strictObject({ at: z.int(), price: z.number(), whole: z.boolean(), reason: z.string(), done: z.boolean() })),
});
/** Money of one order on its way back, for its buyer. */
export type OwnRefund = z.infer<typeof ownRefundOutput>;

export const orderDetailOutput = orderRowOutput.extend({
  /** Of what it is for: 方案. */
  noun: z.string(),
  /** Null: of what has none. */
  licence: licenceOutput.nullable(),
  /** What everybody paid at that time, after what was credited. */
  list_price: z.number(),
  saved_by: savedByOutput,
  ...payOutput,
  /** Where what was just paid is shown; empty: on the order's own page. */
  done_href: z.string(),
  /** wechat, alipay; empty: nothing was paid by QR. */
  channel: z.string(),
  /** The provider's number; empty without one. */
  trade_no: z.string(),
  /** Unix seconds; 0: it is not closed. */
  closed_at: z.int(),
  server_time: z.number(),
  /** Parts that live on their own, in their order; empty: what was bought has no parts. */
  parts: orderPartsOutput,
  /** What the buyer may do about their money, and what was done. */
  refund: ownRefundOutput,
  /** The invoice that is alive, else the newest; null: none was asked for. */
  invoice: invoiceOutput.nullable(),
  /** Those before it, the newest first. */
  invoice_earlier: z.array(invoiceOutput),
  /** One may be asked for now, over so many yuan; 0: none. */
  invoice_price: z.number(),
  /** This site sends mail: an invoice goes to its address when it is issued. */
  invoice_mailed: z.boolean(),
});
/** One order with everything that a receipt shows. */
export type OrderDetail = z.infer<typeof orderDetailOutput>;

export const orderCountsOutput = z.strictObject({
  all: z.number(),
  paid: z.number(),
  waiting: z.number(),
  closed: z.number(),
}) satisfies z.ZodType<contract.OrderCounts>;

export const orderListOutput = z.strictObject({
  list: z.array(orderRowOutput),
  /** In the status that was asked for. */
  total: z.int(),
  counts: orderCountsOutput,
  page: z.int(),
  limit: z.int(),
  /** Hand it back as `after` for the rows behind these; 0: there are none. */
  next: z.int(),
  /** What can be bought beside items, for the filter. */
  subjects: z.array(z.strictObject({ name: z.string(), title: z.string() })),
  server_time: z.number(),
});
/** GET /scheme/buy/orderlist. */
export type OrderList = z.infer<typeof orderListOutput>;
