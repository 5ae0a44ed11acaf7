import type { Ctx } from '../../app/ctx.ts';
import { findPaidSince } from './paid.repo.ts';

const MOST = 20;

/** A buyer's paid orders of a subject since then, the newest first; the 20 newest at most. */
export function paidSince(ctx: Ctx, of: { buyer_id: number; subject: string; since: Date }) {
  return findPaidSince(ctx.db, of, MOST);
}
