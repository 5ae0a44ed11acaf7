import type { PointReason } from '#contract/points.ts';
import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { assert } from '../../kernel/assert.ts';
import { shanghaiDayEnd } from '../../kernel/clock.ts';
import { getSetting } from '../settings/index.ts';
import { postTransfer } from '../wallet/index.ts';
import { hasLot, insertLot, lockPoints } from './repo.ts';
import { pointsValidDays } from './settings.ts';

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
