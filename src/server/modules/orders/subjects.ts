import type { OrderPart } from '#contract/outputs/order.ts';
import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { assert } from '../../kernel/assert.ts';
import type { AppError } from '../../kernel/errors.ts';
import type { Fen } from '../../kernel/money.ts';
import type { UseWay } from './fulfil-orders.ts';
import type { OrderRecord } from './repo.ts';
import type { CloseReason, OrderSnapshot } from './rules.ts';

/** What one buyer is offered at this moment. */
export interface Offer {
  /** What everybody pays. */
  list_price_fen: Fen;
  /** What this buyer pays. */
  price_fen: Fen;
  /** Frozen in the order. */
  snapshot: OrderSnapshot;
  /** Who earns, and how much of the price in basis points; null: only the platform. */
  publisher: { id: number; share_bp: number } | null;
  /** A publisher's code, and what of the price of everybody it took off (codes.ts); absent: none. */
  code?: { id: number; off_fen: Fen };
  /** Its order stands in no list of its buyer's orders: it is for somebody else, and shown with what it is for. */
  is_hidden?: boolean;
}

/** `price_fen`: what it would cost if it were offered; an open order at this price stays payable. Null: no open order does. */
export type Quoting<O extends Offer = Offer> = { offer: O } | { refusal: AppError; price_fen: Fen | null };

type LockBuyers = (tx: TxCtx, buyer_ids: readonly number[]) => Promise<void>;

/** Words of the subject in the texts of orders. */
export interface SubjectTexts {
  /** 您已拥有该{noun}. */
  noun: string;
  /** To a buyer who has it and need not pay. */
  owned: string;
  /** Nothing is left of what is limited. */
  sold_out: string;
}

/** `none`: no part goes back, and why. Else what becomes of what was bought, for staff; without `take` the buyer keeps it and paid less. */
type PricePart =
  | { none: string }
  | {
      text: string;
      whyNot?(amount_fen: Fen): string | null;
      take?(tx: TxCtx, order: OrderRecord, amount_fen: Fen): Promise<void>;
      /** What its buyer may take back of it although the rest was used, fen. Absent: all or nothing. */
      unspent?(ctx: Ctx, order: OrderRecord): Promise<Fen>;
    };

/** Why this part of the price does not go back while the order stands; null: it may. */
export function whyNoPart(order: Pick<OrderRecord, 'subject'>, amount_fen: Fen): string | null {
  const { part } = subjectOf(order);
  return 'none' in part ? part.none : (part.whyNot?.(amount_fen) ?? null);
}

/**
 * What can be paid: an item, a membership, coins ... Each is implemented by the module that owns it and handed over by the wiring;
 * orders know nothing else of what they sell. Every method with a `tx` runs under the locks of its orders.
 */
export interface OrderSubject<O extends Offer = Offer> {
  /** Stored with every order: never changes. */
  name: string;
  /** What is paid is owed until it is spent: no income of the day on which it was sold. */
  prepaid?: true;
  quote(ctx: Ctx, buyer_id: number, subject_id: number): Promise<Quoting<O>>;
  /** Type of the coupons that fit, among those whose use is the subject's name; 0: none. */
  couponType(snapshot: OrderSnapshot): number;
  texts(snapshot: OrderSnapshot): SubjectTexts;
  /** A buyer has one open order of the whole subject, whatever its id: placing another closes it. Absent: one of each id. */
  one_open?: true;
  /** An order with nothing to pay waits until its buyer confirms it. Absent: placing it is enough. */
  confirms_free?: true;
  /** Reserves what is limited, e.g. a seat; false: none is left. Absent: nothing is limited. */
  hold?(tx: TxCtx, order: OrderRecord): Promise<boolean>;
  /**
   * The same for a batch of concurrent orders, in their order; none of them pays by coupon or balance. Null: `hold` is called for this one.
   * Absent: `hold` is called for each.
   */
  holdTogether?(tx: TxCtx, orders: readonly OrderRecord[]): Promise<Array<boolean | null>>;
  /** Releases what `hold` reserved, because the order is closed; `recreated`: the buyer's next order holds in this transaction. */
  release?(tx: TxCtx, order: OrderRecord, reason: CloseReason): Promise<void>;
  /** Gives what was bought, for a batch of orders. Answers in their order; false: the buyer owns it permanently, nothing was given. */
  fulfil(tx: TxCtx, orders: readonly OrderRecord[]): Promise<boolean[]>;
  /** Locks of its buyers that other subjects take too, by the same function: taken for all at once where several subjects are paid together. */
  lockBuyers?: LockBuyers;
  /** What of it moves rows that buyers of one subject share: called last, so that they are locked only for what is left of the transaction. */
  finish?(tx: TxCtx, orders: readonly OrderRecord[]): Promise<void>;
  /** Whether a closed order that is paid late may be fulfilled: it still exists, and the buyer does not have it yet. */
  isWanted(tx: TxCtx, order: OrderRecord): Promise<boolean>;
  /** Takes back what `fulfil` gave for this order, which ends with so much of its price, fen. */
  revoke(tx: TxCtx, order: OrderRecord, back: { amount_fen: Fen }): Promise<void>;
  /** Adds to public sale counters: by subject id, negative for refunds. Some time after the payment, each order once. */
  count?(tx: TxCtx, sold: ReadonlyMap<number, number>): Promise<void>;
  /** Which of these the buyer has access to now. */
  usable(ctx: Ctx, user_id: number, subject_ids: readonly number[]): Promise<Set<number>>;
  /** For the filter of order lists, e.g. 会员; absent: lists do not offer it. */
  title?: string;
  /** Where what was bought is shown, also just after it was paid, and where an open order is paid; absent: nowhere, and in the purchase dialog. */
  links?(order: Pick<OrderRecord, 'orderid' | 'subject_id' | 'snapshot'>): { page?: string; done?: string; pay?: string };
  /** Parts of an order that live on their own, as its buyer sees them; orders ask for their buyer alone. Absent: it has no parts. */
  parts?(ctx: Ctx, order: OrderRecord): Promise<OrderPart[]>;
  /** Every way in which it is had; each leaves a trace by `traceUse` before it is given, or is found by `usedBy`. Had, it is not taken back by a press. */
  ways: readonly UseWay[];
  /** The ways that rows of the subject itself know. Inside a transaction these rows stay as they are until it ends. */
  usedBy(ctx: Ctx, order: OrderRecord): Promise<readonly UseWay[]>;
  /** What a part of its price paid for, when that goes back and the order stands. */
  part: PricePart;
  /** Takes what an offer's price rests on, e.g. a membership, before an order is placed at it; false: that is gone. Absent: nothing. */
  takeOffer?(ctx: Ctx, buyer_id: number, offer: O): Promise<boolean>;
  /** A publisher's ids of which every paid order may still go back, however long ago it was paid, e.g. a salon before it took place. Absent: none. */
  returnable?(ctx: Ctx, publisher_id: number): Promise<number[]>;
  /** What the buyer had paid before and is taken off the price, fen, e.g. of a membership that an upgrade ends. Absent: nothing. */
  credit?(order: CreditedOrder): Fen;
  /** What of the price pays for time that is still to come, fen; staff may end the order and give that back. Absent: nothing is counted. */
  unused?(ctx: Ctx, order: OrderRecord): Promise<Fen>;
}

/** Which open orders of a buyer a new one replaces. */
export function rivalsOf(
  subject: Pick<OrderSubject, 'name' | 'one_open'>,
  subject_id: number,
): { subject: string; subject_id: number | null } {
  return { subject: subject.name, subject_id: subject.one_open ? null : subject_id };
}

const subjects = new Map<string, OrderSubject>();

/** Registers a subject and returns its removal. The manifests register the product's; tests may add their own. */
export function registerSubject(subject: OrderSubject): () => void {
  assert(!subjects.has(subject.name), `the subject ${subject.name} is registered`);
  subjects.set(subject.name, subject);
  return () => subjects.delete(subject.name);
}

/** What its buyer may take back of an order although the rest was used, fen; null: all or nothing. */
export async function unspentOf(ctx: Ctx, order: OrderRecord): Promise<Fen | null> {
  const { part } = subjectOf(order);
  return 'none' in part || !part.unspent ? null : part.unspent(ctx, order);
}

/** What lists of orders can be narrowed to. */
export function listedSubjects(): Array<{ name: string; title: string }> {
  return [...subjects.values()].flatMap(({ name, title }) => (title === undefined ? [] : [{ name, title }]));
}

/** Whether what is paid for it is owed until it is spent. */
export const isPrepaid = (name: string): boolean => subjects.get(name)?.prepaid === true;

/** What a publisher sold that may still be returned, by every subject that has such sales. */
export async function returnableSubjects(ctx: Ctx, publisher_id: number): Promise<Array<{ subject: string; subject_id: number }>> {
  const found: Array<{ subject: string; subject_id: number }> = [];
  for (const { name, returnable } of subjects.values()) {
    const ids = (await returnable?.(ctx, publisher_id)) ?? [];
    found.push(...ids.map((subject_id) => ({ subject: name, subject_id })));
  }
  return found;
}

/** @throws for a subject that is not registered */
export function subjectOf({ subject: name }: Pick<OrderRecord, 'subject'>): OrderSubject {
  const subject = subjects.get(name);
  assert(subject !== undefined, `nobody sells the subject ${name}`);
  return subject;
}

/** As much of an order as its credit needs. */
type CreditedOrder = Pick<OrderRecord, 'subject' | 'snapshot' | 'list_price_fen'>;

/** What was taken off before for a membership whose place the order's took, fen. */
export const creditOf = (order: CreditedOrder): Fen => subjectOf(order).credit?.(order) ?? 0;
