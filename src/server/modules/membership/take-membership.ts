import { VIP_TYPES } from '#contract/membership.ts';
import type { Ctx } from '../../app/ctx.ts';
import { traceUse, type UseWay } from '../orders/index.ts';
import { findRunning } from './repo.ts';

/** Ways in which a membership is used. */
export type MemberWay = Extract<UseWay, 'member_content' | 'member_price' | 'member_quota'>;

/** Sources of terms whose ids are orders. */
const SOLD: ReadonlySet<string> = new Set(['order', 'union']);

/**
 * A right of a membership of one of these types is about to be taken: leaves its trace with the orders that gave what runs now.
 * @returns false when none runs, or its money is going back at this moment
 */
export async function takeMembership(
  ctx: Ctx,
  { user_id, way, vip_types = VIP_TYPES }: { user_id: number; way: MemberWay; vip_types?: readonly number[] },
): Promise<boolean> {
  const terms = await findRunning(ctx.db, user_id, vip_types, ctx.app.clock.now());
  let runs = false;
  for (const { source, source_id } of terms) runs = !SOLD.has(source) || (await traceUse(ctx, source_id, way)) || runs;
  return runs;
}
