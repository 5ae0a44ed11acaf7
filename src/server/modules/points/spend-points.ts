import type { PointSums } from '#contract/outputs/points.ts';
import type { PointReason } from '#contract/points.ts';
import { type Ctx, requireUser, type TxCtx } from '../../app/ctx.ts';
import { assert } from '../../kernel/assert.ts';
import { shanghaiDayEnd, unixSeconds } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { getSetting } from '../settings/index.ts';
import { balances, postTransfer } from '../wallet/index.ts';
import { endLotsOf } from './expire-points.ts';
import { findEndingOf, findUses, giveBack, hasLot, insertLot, insertUses, isSpent, lockOpenLots, lockPoints, takeFrom } from './repo.ts';
import { spread, spreadBack } from './rules.ts';
import { pointsValidDays } from './settings.ts';

const SOON_MS = 30 * 86_400_000;

/** What the signed-in user has, and what of it ends within 30 days. */
export async function pointSums(ctx: Ctx): Promise<Omit<PointSums, 'cards'>> {
  const user_id = requireUser(ctx);
  const now = ctx.app.clock.now();
  const { point } = await balances(ctx, user_id);
  const { points, first } = await findEndingOf(ctx.db, user_id, now, new Date(now.getTime() + SOON_MS));
  return { points: point, ending_points: points, ending_at: first ? unixSeconds(first) : 0 };
}

const DAY_MS = 86_400_000;

export interface PointGrant {
  user_id: number;
  points: number;
  reason: PointReason;
  /** Idempotency: the same key grants once, for any caller. */
  key: string;
  /** Absent: as the setting says, at the end of a Shanghai day. Null: never. */
  expires_at?: Date | null;
}

/**
 * Gives points as a lot of their own, and posts them in the ledger, in the caller's transaction. Locks the person's points until it ends.
 * @returns granted: false when this key was granted before; then nothing changed
 */
export async function grantPoints(tx: TxCtx, grant: PointGrant): Promise<{ granted: boolean }> {
  const { user_id, points, reason, key } = grant;
  assert(Number.isInteger(points) && points > 0, 'a grant has points');
  await lockPoints(tx.db, user_id);
  const now = tx.app.clock.now();
  const expires_at = grant.expires_at === undefined ? await usualEnd(tx, now) : grant.expires_at;
  if (!(await insertLot(tx.db, { user_id, points, reason, key, expires_at, created_at: now }))) return { granted: false };
  const posted = await postTransfer(tx, {
    ...{ key: `points:${key}`, reason, reference: '', unit: 'point' },
    entries: [
      { owner_id: null, purpose: 'point_source', amount: -points },
      { owner_id: user_id, purpose: 'point', amount: points },
    ],
  });
  assert(posted, `points ${key} are in the ledger and in no lot`);
  return { granted: true };
}

async function usualEnd(tx: TxCtx, now: Date): Promise<Date | null> {
  const days = await getSetting(tx, pointsValidDays);
  return days === 0 ? null : shanghaiDayEnd(new Date(now.getTime() + days * DAY_MS));
}

/** Whether points were granted by this key. */
export function isGranted(ctx: Ctx, key: string): Promise<boolean> {
  return hasLot(ctx.db, key);
}

/** What comes back to a lot that ended meanwhile can be spent this long. */
const AGAIN_MS = 30 * 86_400_000;

export interface PointSpending {
  user_id: number;
  points: number;
  reason: PointReason;
  /** Idempotency, and what `refundPoints` names. */
  key: string;
  /** For the reader of the statement: a redemption's number. */
  reference?: string;
}

/**
 * Takes points from the lots that end first, the oldest of them first, and posts it in the ledger. Lots that ended are ended before.
 * Locks the person's points until the transaction ends. The same key again takes nothing.
 * @returns spent: false when this key was spent before
 * @throws AppError 积分不足
 */
export async function spendPoints(tx: TxCtx, spending: PointSpending): Promise<{ spent: boolean }> {
  const { user_id, points, reason, key, reference = '' } = spending;
  assert(Number.isInteger(points) && points > 0, 'a spending has points');
  await lockPoints(tx.db, user_id);
  if (await isSpent(tx.db, key)) return { spent: false };
  await endLotsOf(tx, user_id);
  const now = tx.app.clock.now();
  const uses = spread(await lockOpenLots(tx.db, user_id, now), points);
  if (!uses) throw new AppError('积分不足');
  await takeFrom(tx.db, uses);
  await insertUses(
    tx.db,
    uses.map((use) => ({ ...use, user_id, key, created_at: now })),
  );
  await postTransfer(tx, {
    ...{ key: `points:spent:${key}`, reason, reference, unit: 'point' },
    entries: [
      { owner_id: user_id, purpose: 'point', amount: -points },
      { owner_id: null, purpose: 'point_source', amount: points },
    ],
  });
  return { spent: true };
}

export interface PointRefund {
  user_id: number;
  /** Of the spending. */
  spent_key: string;
  points: number;
  /** Idempotency of this refund. */
  key: string;
  reference?: string;
}

/**
 * Gives points of one spending back to the lots they came from. What belongs to a lot that ended meanwhile can be spent for 30 days more.
 * @returns refunded: false when this key was refunded before
 * @throws Error when it is more than was spent and not given back yet
 */
export async function refundPoints(tx: TxCtx, refund: PointRefund): Promise<{ refunded: boolean }> {
  const { user_id, spent_key, points, key, reference = '' } = refund;
  await lockPoints(tx.db, user_id);
  const posted = await postTransfer(tx, {
    ...{ key: `points:back:${key}`, reason: 'redeem_back', reference, unit: 'point' },
    entries: [
      { owner_id: null, purpose: 'point_source', amount: -points },
      { owner_id: user_id, purpose: 'point', amount: points },
    ],
  });
  if (!posted) return { refunded: false };
  const back = spreadBack(await findUses(tx.db, user_id, spent_key), points);
  assert(back, `more points than ${spent_key} spent cannot go back`);
  const now = tx.app.clock.now();
  await giveBack(tx.db, back, { now, again: shanghaiDayEnd(new Date(now.getTime() + AGAIN_MS)) });
  return { refunded: true };
}
