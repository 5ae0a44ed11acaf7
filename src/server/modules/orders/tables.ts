import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { ClaimKind, ClaimState } from '#contract/claim.ts';
import { at, created, fen, id, ref } from '../../db/columns.ts';
import type { OrderSnapshot, PaymentStatus } from './rules.ts';

/** status: 1 waiting, 2 paid, 3 failed or closed (spec 3). The amounts are the quote, frozen: pay = price - coupon - balance. */
export const orders = pgTable(
  'orders',
  {
    id: id(),
    /** Number for people and providers. */
    orderid: text().notNull(),
    /** Of several that are paid together: the number of their payment at the provider, also where the balance pays. */
    cart_no: text(),
    buyer_id: ref().notNull(),
    /** Name of the subject that sells: item, membership, coins ... and the id within it. */
    subject: text().notNull(),
    subject_id: ref().notNull(),
    snapshot: jsonb().$type<OrderSnapshot>().notNull(),
    status: smallint().notNull().default(1),
    list_price_fen: fen().notNull(),
    price_fen: fen().notNull(),
    coupon_id: ref(),
    coupon_fen: fen().notNull().default(0),
    /** A publisher's code, and what it took off the price of everybody, out of the publisher's share. */
    code_id: ref(),
    code_fen: fen().notNull().default(0),
    balance_fen: fen().notNull().default(0),
    pay_fen: fen().notNull(),
    use_balance: boolean().notNull().default(false),
    publisher_id: ref(),
    /** Share frozen at the time of the order, basis points, and what it comes to. */
    publisher_share_bp: integer().notNull().default(0),
    publisher_fen: fen().notNull().default(0),
    /** Already given back by refunds, whole or of a part: the way it came, to the balance (also of `pay_fen`), and what the publisher owes of it. */
    refunded_pay_fen: fen().notNull().default(0),
    refunded_balance_fen: fen().notNull().default(0),
    publisher_back_fen: fen().notNull().default(0),
    idempotency_key: text().notNull(),
    /** cancelled, recreated, expired, declined, superseded, refunded */
    close_reason: text().notNull().default(''),
    created_at: created(),
    expires_at: at().notNull(),
    paid_at: at(),
    /** Key of the ledger transfer that paid it. */
    paid_key: text(),
    closed_at: at(),
    /** The buyer took it out of their list; for everybody else it is there. */
    hidden: boolean().notNull().default(false),
    /** The subject counted this sale. */
    counted: boolean().notNull().default(false),
    /** It ended because its payer's bank or provider took the money back. */
    charged_back: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex('orders_orderid').on(t.orderid),
    index('orders_of_cart').on(t.cart_no).where(sql`${t.cart_no} is not null`),
    uniqueIndex('orders_idempotency').on(t.buyer_id, t.idempotency_key),
    index('orders_by_title').on(sql`(${t.snapshot} ->> 'title') text_pattern_ops`, t.id.desc().nullsFirst()),
    index('orders_of_publisher_by_time')
      .on(t.publisher_id, t.id.desc().nullsFirst())
      .where(sql`${t.status} = 2 or ${t.close_reason} = 'refunded'`),
    index('orders_by_time').on(t.created_at, t.id),
    index('orders_by_status').on(t.status, t.created_at, t.id),
    index('orders_paid_at').on(t.paid_at).where(sql`${t.paid_at} is not null`),
    index('orders_of_buyer').on(t.buyer_id, t.id.desc().nullsFirst()),
    index('orders_of_publisher').on(t.publisher_id, t.subject, t.subject_id).where(sql`${t.status} = 2 or ${t.close_reason} = 'refunded'`),
    index('orders_uncounted').on(t.id).where(sql`${t.status} = 2 and not ${t.counted}`),
    index('orders_of_code').on(t.code_id, t.buyer_id).where(sql`${t.code_id} is not null`),
    index('orders_expiring').on(t.expires_at).where(sql`${t.status} = 1`),
    uniqueIndex('orders_one_open').on(t.buyer_id, t.subject, t.subject_id).where(sql`${t.status} = 1`),
    check(
      'orders_amounts',
      sql`${t.price_fen} >= 0 and ${t.coupon_fen} >= 0 and ${t.balance_fen} >= 0 and ${t.pay_fen} >= 0 and ${t.pay_fen} = ${t.price_fen} - ${t.coupon_fen} - ${t.balance_fen} and ${t.publisher_fen} between 0 and ${t.price_fen}`,
    ),
    check(
      'orders_refunded',
      sql`${t.refunded_pay_fen} between 0 and ${t.pay_fen} and ${t.refunded_balance_fen} between 0 and ${t.pay_fen} + ${t.balance_fen} - ${t.refunded_pay_fen} and ${t.publisher_back_fen} between 0 and ${t.publisher_fen}`,
    ),
    check('orders_status', sql`${t.status} in (1, 2, 3)`),
    check('orders_paid', sql`(${t.status} <> 2) or (${t.paid_at} is not null and ${t.paid_key} is not null)`),
  ],
);

export const payments = pgTable(
  'payments',
  {
    id: id(),
    /** Our number at the provider, but for parts of a cart: the idempotency key of its ledger transfer. */
    payment_no: text().notNull(),
    /** The provider takes one payment for several orders: its number there, and the part that this is, from 0. */
    cart_no: text(),
    cart_place: smallint().notNull().default(0),
    order_id: ref()
      .notNull()
      .references(() => orders.id),
    provider: text().notNull(),
    amount_fen: fen().notNull(),
    currency: text().notNull().default('CNY'),
    /** What the QR encodes. */
    qr_text: text().notNull(),
    status: text().$type<PaymentStatus>().notNull().default('waiting'),
    channel: text().notNull().default(''),
    provider_trade_no: text(),
    /** Keyed hash of who paid, as the provider named them; '' where it did not. */
    payer_hash: text().notNull().default(''),
    created_at: created(),
    paid_at: at(),
    /** When we last asked the provider. */
    queried_at: at(),
    /** The provider confirmed that no money can come any more. */
    closed_there: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex('payments_no').on(t.payment_no),
    uniqueIndex('payments_trade').on(t.provider_trade_no, t.provider, t.cart_place).where(sql`${t.provider_trade_no} is not null`),
    index('payments_of_order').on(t.order_id),
    index('payments_transfers').on(t.created_at, t.id).where(sql`${t.provider} = 'bank'`),
    uniqueIndex('payments_of_cart').on(t.cart_no, t.cart_place).where(sql`${t.cart_no} is not null`),
    index('payments_unsettled').on(t.id).where(sql`${t.status} = 'waiting' or (${t.status} = 'closed' and not ${t.closed_there})`),
    check('payments_amount', sql`${t.amount_fen} > 0`),
    check('payments_status', sql`${t.status} in ('waiting', 'paid', 'closed', 'refunding', 'refunded')`),
  ],
);

export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    refund_no: text().notNull(),
    payment_id: ref()
      .notNull()
      .references(() => payments.id),
    amount_fen: fen().notNull(),
    reason: text().notNull(),
    /** A part of what was paid; the payment stays paid. */
    part: boolean().notNull().default(false),
    /** waiting, done */
    status: text().notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    next_try_at: at().notNull(),
    created_at: created(),
    done_at: at(),
  },
  (t) => [
    uniqueIndex('refunds_no').on(t.refund_no),
    index('refunds_of_payment').on(t.payment_id),
    uniqueIndex('refunds_whole_once').on(t.payment_id).where(sql`not ${t.part}`),
    index('refunds_by_status').on(t.status, t.created_at, t.id),
    index('refunds_by_time').on(t.created_at, t.id),
    index('refunds_waiting').on(t.next_try_at).where(sql`${t.status} = 'waiting'`),
    check('refunds_amount', sql`${t.amount_fen} > 0`),
  ],
);

/** Every decision to give something of a paid order back: what the buyer got, by whom and why. Never changed. */
export const order_refunds = pgTable(
  'order_refunds',
  {
    id: id(),
    order_id: ref()
      .notNull()
      .references(() => orders.id),
    /** Through the provider, and to the balance. */
    pay_fen: fen().notNull(),
    balance_fen: fen().notNull(),
    /** What the publisher gave back of it, and what was missing there. */
    publisher_fen: fen().notNull(),
    missing_fen: fen().notNull().default(0),
    /** The order ended with it. */
    whole: boolean().notNull(),
    /** The coupon is the buyer's again. */
    coupon_back: boolean().notNull().default(false),
    reason: text().notNull(),
    /** staff, buyer, job, provider: what their bank or provider took back */
    asked_by: text().notNull(),
    /** Its buyer took it back and no staff decided: so many are bounded. */
    at_once: boolean().notNull().default(false),
    created_at: created(),
  },
  (t) => [
    index('order_refunds_of_order').on(t.order_id),
    index('order_refunds_by_time').on(t.created_at),
    uniqueIndex('order_refunds_whole_once').on(t.order_id).where(sql`${t.whole}`),
    check('order_refunds_amounts', sql`${t.pay_fen} >= 0 and ${t.balance_fen} >= 0 and ${t.publisher_fen} >= 0 and ${t.missing_fen} >= 0`),
  ],
);

/** Claims of payers at the provider: a complaint, or their bank asks the money back. What of the publisher's share is held lies in the account `claimed`. */
export const payment_claims = pgTable(
  'payment_claims',
  {
    id: id(),
    claim_no: text().notNull(),
    /** chargeback, complaint */
    kind: text().$type<ClaimKind>().notNull(),
    /** The way of payment, and the provider's number of it there. */
    channel: text().notNull(),
    provider_no: text().notNull(),
    payment_id: ref()
      .notNull()
      .references(() => payments.id),
    order_id: ref()
      .notNull()
      .references(() => orders.id),
    /** Of a cart each order has its part of the claim. */
    cart_place: smallint().notNull().default(0),
    amount_fen: fen().notNull(),
    /** What the payer says. */
    words: text().notNull().default(''),
    /** open, answered, won, lost, withdrawn, refunded */
    status: text().$type<ClaimState>().notNull().default('open'),
    held_fen: fen().notNull().default(0),
    /** Lost beyond what the order still had, e.g. what was given as balance before, and what of that the buyer's balance had. */
    gone_fen: fen().notNull().default(0),
    taken_fen: fen().notNull().default(0),
    answer: text().notNull().default(''),
    /** Proofs. */
    files: jsonb().$type<Array<{ key: string; name: string }>>().notNull().default([]),
    /** What staff wrote of its end. */
    result: text().notNull().default(''),
    came_at: at().notNull(),
    /** The provider waits for an answer until then. */
    due_at: at().notNull(),
    created_at: created(),
    answered_at: at(),
    ended_at: at(),
  },
  (t) => [
    uniqueIndex('payment_claims_no').on(t.claim_no),
    uniqueIndex('payment_claims_provider_no').on(t.provider_no, t.channel, t.cart_place),
    index('payment_claims_of_order').on(t.order_id),
    index('payment_claims_alive').on(t.order_id).where(sql`${t.status} in ('open', 'answered')`),
    index('payment_claims_due').on(sql`(case ${t.status} when 'open' then ${t.due_at} else 'infinity' end)`, t.id),
    index('payment_claims_by_status').on(t.status, t.created_at, t.id),
    index('payment_claims_by_time').on(t.created_at, t.id),
    index('payment_claims_ended').on(t.ended_at).where(sql`${t.ended_at} is not null`),
    check('payment_claims_amounts', sql`${t.amount_fen} > 0 and ${t.held_fen} >= 0 and ${t.taken_fen} between 0 and ${t.gone_fen}`),
    check('payment_claims_kind', sql`${t.kind} in ('chargeback', 'complaint')`),
    check('payment_claims_status', sql`${t.status} in ('open', 'answered', 'won', 'lost', 'withdrawn', 'refunded')`),
  ],
);

/** That what an order bought was had, once a way (uses.ts): written when it is given out, read by refunds. */
export const order_uses = pgTable(
  'order_uses',
  {
    order_id: ref()
      .notNull()
      .references(() => orders.id),
    way: text().notNull(),
    created_at: created(),
  },
  (t) => [primaryKey({ columns: [t.order_id, t.way] })],
);
