import { AppMemory } from '../../app/app-memory.ts';
import { type Ctx, isTx } from '../../app/ctx.ts';
import type { OrderRecord } from './repo.ts';
import { subjectOf } from './subjects.ts';
import { findUses, insertUse } from './uses.repo.ts';
import type { UseWay } from './uses.ts';

/** Traces that are written: they never go away, so a view that finds its own here asks nothing. */
const known = new AppMemory<string, true>({ max: 16_384, ttl_ms: 3_600_000 });

/**
 * What a paid order bought is about to be had in this way: leaves one trace of it, the first time. A refund and this wait for each other.
 * @returns false when the order is not paid any more: nothing may be given for it
 */
export async function traceUse(ctx: Ctx, order_id: number, way: UseWay): Promise<boolean> {
  const key = `${order_id}/${way}`;
  if (known.get(ctx.app, key)) return true;
  const found = await insertUse(ctx.db, { order_id, way, now: ctx.app.clock.now() });
  // a transaction may still be taken back, and its trace with it
  if (found && !isTx(ctx)) known.set(ctx.app, key, true);
  return found;
}

/** Every way in which what a paid order bought was had: by traces, and by what its subject knows. Inside a transaction using it waits. */
export async function usesOf(ctx: Ctx, order: OrderRecord): Promise<UseWay[]> {
  const subject = subjectOf(order);
  const [traces, own] = [await findUses(ctx.db, order.id), await subject.usedBy(ctx, order)];
  return subject.ways.filter((way) => traces.includes(way) || own.includes(way));
}
