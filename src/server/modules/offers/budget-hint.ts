import type { BudgetHint } from '#contract/offer.ts';
import type { Ctx } from '../../app/ctx.ts';
import { findDealtLike } from '../demands/index.ts';
import { findAgreedPrices } from './agreements.repo.ts';
import { budgetHint } from './rules.ts';

const YEARS_MS = 2 * 365 * 86_400_000;
const MOST = 300;

/** What demands of this event and type were agreed on for in two years; `count` 0: too few to say. */
export async function agreedBudgets(ctx: Ctx, { event, type }: { event: string; type: number }): Promise<BudgetHint> {
  const ids = await findDealtLike(ctx.db, event, type, new Date(ctx.app.clock.now().getTime() - YEARS_MS), MOST);
  const hint = budgetHint(await findAgreedPrices(ctx.db, ids));
  return hint ? { count: hint.count, low: hint.low_fen / 100, high: hint.high_fen / 100 } : { count: 0, low: 0, high: 0 };
}
