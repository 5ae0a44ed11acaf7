import type { CouponStatus } from '#contract/center.ts';
import { type App, type Ctx, inTransaction, type TxCtx } from '../../app/ctx.ts';
import { timedJob } from '../../app/timed-job.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { shanghaiAt, shanghaiDay } from '../../kernel/clock.ts';
import { conflict } from '../../kernel/errors.ts';
import type { Fen } from '../../kernel/money.ts';
import { tracesOf } from '../identity/index.ts';
import { sendNotices } from '../notices/index.ts';
import { findEnding } from './definitions.repo.ts';
import {
  type CouponRow,
  type CouponUseKey,
  countOwned,
  countUsable,
  countVouchers,
  deleteGiftUse,
  findBarred,
  findCoupon,
  findCouponsOf,
  findEnded,
  findHeld,
  findOwned,
  findUsable,
  findVouchersOf,
  insertCoupon,
  insertGiftUse,
  insertVoucher,
  markHeld,
  markReturned,
  moveHeld,
  type OwnedRow,
  sumGiven,
  takeVoucher,
  type VoucherRow,
} from './repo.ts';
import { returnedEnd } from './rules.ts';

export type Coupon = CouponRow;

/** Said of a gift that an account that belongs to the same person or company has used. */
export const GIFT_USED_TEXT = '您的关联账号（同一设备、手机号、付款账户或企业）已用过这种赠券，关联账号之间限一个账号使用';

/** Of what this person has those gifts that another account of theirs used: accounts that belong together use a gift as one. */
async function barredGifts(ctx: Ctx, user_id: number, of: ReadonlyArray<{ definition_id: number | null }>): Promise<Set<number>> {
  const ids = [...new Set(of.flatMap(({ definition_id }) => definition_id ?? []))];
  return ids.length === 0 ? new Set() : findBarred(ctx.db, user_id, ids, await tracesOf(ctx, user_id));
}

/**
 * Notes that this account uses a gift; what is no gift (by staff, by code) leaves nothing. Of two accounts of one browser at once one does.
 * @throws AppError 409
 */
export async function markGift(tx: TxCtx, use: { definition_id: number | null; user_id: number; coupon_id: number | null }): Promise<void> {
  const { definition_id, user_id, coupon_id } = use;
  if (definition_id === null) return;
  const traces = await tracesOf(tx, user_id);
  const row = { definition_id, user_id, coupon_id, used_at: tx.app.clock.now() };
  if (!(await insertGiftUse(tx.db, row, traces))) throw conflict(GIFT_USED_TEXT);
}

/** A held coupon that is free again was not used. */
async function unmarkGift(tx: TxCtx, coupon_id: number): Promise<void> {
  await deleteGiftUse(tx.db, coupon_id);
}

/**
 * What coupons a person could use now (free, not ended), the largest first; with a price only those it reaches, by what they take off it.
 * `held_by`: what this order holds counts as free, because it is about to be replaced. `barred`: gifts that another account of theirs used.
 */
export async function usableCoupons(
  ctx: Ctx,
  want: CouponUseKey & { user_id: number; price_fen?: number; held_by?: number | null; page?: number; limit?: number },
): Promise<{ list: CouponRow[]; barred: CouponRow[]; total: number }> {
  const { page = 1, limit = 1_000 } = want;
  const filter = {
    user_id: want.user_id,
    use: want.use,
    type: want.type,
    price_fen: want.price_fen ?? null,
    held_by: want.held_by ?? null,
    now: ctx.app.clock.now(),
  };
  const found = await findUsable(ctx.db, { ...filter, offset: (page - 1) * limit, limit });
  const total = page === 1 && found.length < limit ? found.length : await countUsable(ctx.db, filter);
  const gifts = await barredGifts(ctx, want.user_id, found);
  const isBarred = ({ definition_id }: CouponRow) => definition_id !== null && gifts.has(definition_id);
  const barred = found.filter(isBarred);
  return { list: found.filter((one) => !isBarred(one)), barred, total: total - barred.length };
}

/** What coupons of a use open orders of a person hold. */
export function heldCoupons(ctx: Ctx, want: CouponUseKey & { user_id: number }): Promise<Array<{ id: number; title: string }>> {
  return findHeld(ctx.db, want);
}

/** What coupons of a type a person had: used ones, or those that ended unused. */
export async function endedCoupons(
  ctx: Ctx,
  want: CouponUseKey & { user_id: number; redeemed: boolean; page: number; limit: number },
): Promise<{ list: CouponRow[]; total: number }> {
  const { page, limit, ...filter } = want;
  return findEnded(ctx.db, { ...filter, now: ctx.app.clock.now(), offset: (page - 1) * limit, limit });
}

/** One coupon if it could be used for this price now; null otherwise, also when it is somebody else's or a gift that their other account used. */
export async function usableCoupon(
  ctx: Ctx,
  want: CouponUseKey & { coupon_id: number; user_id: number; price_fen: number; held_by: number | null },
): Promise<Coupon | null> {
  const coupon = await findCoupon(ctx.db, { ...want, now: ctx.app.clock.now() });
  if (!coupon) return null;
  return (await barredGifts(ctx, want.user_id, [coupon])).size === 0 ? coupon : null;
}

export interface CouponUse extends CouponUseKey {
  coupon_id: number;
  user_id: number;
  /** The price before the coupon, fen: it must reach the coupon's minimum. */
  price_fen: number;
  order_id: number;
}

/**
 * Sets a coupon aside for one open order: one conditional statement, so of many at once exactly one gets it.
 * @returns what it takes off, fen, or null when it is not this person's, used, held by another order, ended or above the price
 * @throws AppError 409 for a gift that another account of theirs used
 */
export async function holdCoupon(tx: TxCtx, use: CouponUse): Promise<number | null> {
  const held = await markHeld(tx.db, { ...use, now: tx.app.clock.now() });
  if (held) await markGift(tx, { definition_id: held.definition_id, user_id: use.user_id, coupon_id: use.coupon_id });
  return held?.amount_fen ?? null;
}

/** Gives a held coupon back. False when this order does not hold it. */
export async function releaseCoupon(tx: TxCtx, held: { coupon_id: number; order_id: number }): Promise<boolean> {
  const released = await moveHeld(tx.db, held.coupon_id, held.order_id, 'free');
  if (released) await unmarkGift(tx, held.coupon_id);
  return released;
}

/** Uses a held coupon up. False when this order does not hold it. */
export async function redeemCoupon(tx: TxCtx, held: { coupon_id: number; order_id: number }): Promise<boolean> {
  return moveHeld(tx.db, held.coupon_id, held.order_id, 'redeemed');
}

/**
 * A refund gives the coupon back that its order used up (decision 0143): free again, to be used for seven more days at least. False when the
 * order did not use it, or it came back before. Repeating it is harmless.
 */
export async function returnCoupon(tx: TxCtx, used: { coupon_id: number; order_id: number }): Promise<boolean> {
  return markReturned(tx.db, used.coupon_id, used.order_id, returnedEnd(new Date(0), tx.app.clock.now()));
}

export interface NewCoupon {
  user_id: number;
  /** Default item. */
  use?: string;
  type: number;
  title: string;
  amount_fen: number;
  min_price_fen: number;
  use_end_time: Date;
}

/** Gives somebody a coupon; returns its id. Who may do so is the caller's to decide. */
export async function issueCoupon(ctx: Ctx, coupon: NewCoupon): Promise<number> {
  return inTransaction(ctx, (tx) => insertCoupon(tx.db, { ...coupon, created_at: tx.app.clock.now() }));
}

/**
 * The most that one of these people got by staff since then, coupons of the definition included. Locks their gifts: no other gift runs meanwhile.
 */
export async function mostGiven(tx: TxCtx, user_ids: readonly number[], of: { since: Date; definition_id: number | null }): Promise<Fen> {
  return Math.max(0, ...(await sumGiven(tx.db, user_ids, of)).values());
}

/** Coupons of any state, the newest first. */
export function couponsOf(ctx: Ctx, user_id: number, limit: number): Promise<CouponRow[]> {
  return findCouponsOf(ctx.db, user_id, limit);
}

const DAY_MS = 86_400_000;
/** A coupon's owner is notified on the third day before its end, once. */
const TOLD_DAYS = 3;
/** From when a day's notices are sent; of what ends, each has its day, whenever its notice is sent. */
const TOLD_AT = '10:20';
const BATCH = 500;

/** Notifies everybody whose unused coupons end in three days, once a day however often it is called. Returns to how many it was new. */
export async function tellEnding(ctx: Ctx, stopping?: AbortSignal): Promise<number> {
  const now = ctx.app.clock.now();
  const to = new Date(shanghaiAt(now, TOLD_AT).getTime() + TOLD_DAYS * DAY_MS);
  const from = new Date(to.getTime() - DAY_MS);
  let told = 0;
  for (let after = 0; ; ) {
    stopping?.throwIfAborted();
    const some = await findEnding(ctx.db, { from, to, after, limit: BATCH });
    const by_number = Map.groupBy(some, ({ n }) => n);
    for (const [n, people] of by_number) {
      told += await sendNotices(
        ctx,
        people.map(({ user_id }) => user_id),
        {
          topic: 'coupon',
          key: `coupon_ends:${shanghaiDay(now)}`,
          title: `${n} 张优惠券即将过期`,
          content: `您有 ${n} 张优惠券将在 ${TOLD_DAYS} 天内过期，请及时使用。`,
          href: '/personalCenter/myCoupon',
        },
      );
    }
    if (some.length < BATCH) return told;
    after = some.at(-1)?.user_id ?? after;
  }
}

export const voucherJobs = (app: App): JobDefinition[] => [timedJob(app, 'vouchers.ending', '20 10-20 * * *', tellEnding)];

/** Vouchers that would open an item of this kind now. */
export async function voucherCount(ctx: Ctx, of: { user_id: number; kind: number }): Promise<number> {
  return countVouchers(ctx.db, of.user_id, of.kind, ctx.app.clock.now());
}

/**
 * Uses the voucher that ends first; one conditional statement. Returns its id, or null when none is left. The caller grants.
 * @throws AppError 409 for a gift that another account of theirs used
 */
export async function redeemVoucher(tx: TxCtx, use: { user_id: number; kind: number; item_id: number }): Promise<number | null> {
  const taken = await takeVoucher(tx.db, use.user_id, use.kind, use.item_id, tx.app.clock.now());
  if (taken) await markGift(tx, { definition_id: taken.definition_id, user_id: use.user_id, coupon_id: null });
  return taken?.id ?? null;
}

/** Gives somebody a voucher for one item of a kind; returns its id. Who may do so is the caller's to decide. */
export async function issueVoucher(ctx: Ctx, voucher: { user_id: number; kind: number; use_end_time: Date }): Promise<number> {
  return inTransaction(ctx, (tx) => insertVoucher(tx.db, { ...voucher, created_at: tx.app.clock.now() }));
}

/** Vouchers of any state, the newest first. */
export function vouchersOf(ctx: Ctx, user_id: number, limit: number): Promise<VoucherRow[]> {
  return findVouchersOf(ctx.db, user_id, limit);
}

/** Coupons and vouchers of a person in one status (0 unused, 1 used, 2 ended), with how many there are of each. */
export async function ownedCoupons(
  ctx: Ctx,
  want: { user_id: number; status: CouponStatus; page: number; limit: number },
): Promise<{ rows: OwnedRow[]; counts: Record<CouponStatus, number> }> {
  const now = ctx.app.clock.now();
  const { user_id, status, page, limit } = want;
  const rows = await findOwned(ctx.db, { user_id, status, now, offset: (page - 1) * limit, limit });
  const counts: Record<CouponStatus, number> = { 0: 0, 1: 0, 2: 0 };
  for (const { status, n } of await countOwned(ctx.db, user_id, now)) counts[status] = n;
  return { rows, counts };
}
