import type { Ctx } from '../../app/ctx.ts';
import { findBuyers } from './income.repo.ts';

/** Who ordered between two instants, and whether they paid one then; `kind`: code of the item's kind, 0 for what is no item. */
export interface Buyer {
  user_id: number;
  kind: number;
  paid: boolean;
}

/** Each buyer once a kind. A payment counts in its own time, whenever it was ordered; orders that were closed again count as ordered. */
export function buyersBetween(ctx: Ctx, from: Date, to: Date): Promise<Buyer[]> {
  return findBuyers(ctx.db, from, to);
}
