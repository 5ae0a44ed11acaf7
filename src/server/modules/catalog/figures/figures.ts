import type { Ctx, TxCtx } from '../../../app/ctx.ts';
import { findNamedOf } from '../listing/repo.ts';
import { addEarlierViews, type DayViews, sumViews, type ViewSums } from './repo.ts';

/** Views of a publisher's items since a Shanghai day (YYYY-MM-DD), of all or of one: by day, by item and by place in `VIEW_SOURCES`. */
export function viewsOf(ctx: Ctx, of: { publisher_id: number; since_day: string; item_id?: number }): Promise<ViewSums> {
  return sumViews(ctx.db, of);
}

/** Adds reads of earlier days to an item of any status, to its counter and to its days: of a world that was not there then. */
export function countEarlierViews(tx: TxCtx, item_id: number, days: readonly DayViews[]): Promise<void> {
  return addEarlierViews(tx.db, item_id, days);
}

/** Figures look at this many of a publisher's newest works. */
const WORKS_MOST = 10_000;

/** A publisher's items of every status by name and kind's code, or the one of an id; the newest first. */
export function namedItemsOf(
  ctx: Ctx,
  publisher_id: number,
  item_id?: number,
): Promise<Array<{ id: number; kind: number; title: string }>> {
  return findNamedOf(ctx.db, publisher_id, item_id ?? null, WORKS_MOST);
}
