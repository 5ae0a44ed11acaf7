import type { Ctx } from '../../app/ctx.ts';
import type { Fen } from '../../kernel/money.ts';
import { openTargets } from '../review/index.ts';
import { getSetting } from '../settings/index.ts';
import { sumPendingEarnings } from './pending-earnings.repo.ts';
import { REFUND } from './refunds/give-back.ts';
import { ownRefundDays } from './settings.ts';
import { returnableSubjects } from './subjects.ts';

const DAY_MS = 86_400_000;

/**
 * What of a publisher's earnings buyers may still take back: of sales within `own_refund_days`, of those whose refund waits for a decision,
 * and of what its subject calls returnable. Paid out before that, a refund would be the platform's loss.
 */
export async function pendingEarnings(ctx: Ctx, publisher_id: number): Promise<Fen> {
  const days = await getSetting(ctx, ownRefundDays);
  const since = new Date(ctx.app.clock.now().getTime() - days * DAY_MS);
  const returnable = await returnableSubjects(ctx, publisher_id);
  return sumPendingEarnings(ctx.db, { publisher_id, since, returnable, asked_ids: await openTargets(ctx, REFUND) });
}
