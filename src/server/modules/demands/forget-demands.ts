import { DEMAND_STATES, type DemandForm } from '#contract/demand.ts';
import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { countOwned, findMoves, findOwned } from './repo.ts';
import { rowStateText } from './rules.ts';
import { demandPosts } from './save-demand.ts';

/** How many demands of a user are under way: an account is not closed over the head of those who made an offer. */
export async function countOpenDemands(ctx: Ctx, owner_id: number): Promise<number> {
  const by_state = await countOwned(ctx.db, owner_id);
  return (['review', 'open', 'choosing', 'agreed'] as const).reduce((sum, state) => sum + (by_state.get(state) ?? 0), 0);
}

/** A page of all stored data of a user's demands, with their history, for the package of their data. */
export async function exportedDemands(ctx: Ctx, owner_id: number, { page, limit }: { page: number; limit: number }): Promise<object[]> {
  const rows = await findOwned(ctx.db, { owner_id, states: DEMAND_STATES, offset: (page - 1) * limit, limit });
  const found: object[] = [];
  for (const row of rows) {
    const { item_id, title, form, saved_at } = row;
    const moves = (await findMoves(ctx.db, item_id)).map(({ from_state, to_state, why, at }) => ({
      from: from_state,
      to: to_state,
      why,
      at,
    }));
    found.push({ id: item_id, title, state: rowStateText(row, ctx.app.clock.now()), form: form satisfies DemandForm, saved_at, moves });
  }
  return found;
}

/**
 * Forgets drafts of somebody who is gone, with their files. What was public stays, without its owner's name:
 * those who made an offer keep what they answered.
 */
export async function forgetDemands(tx: TxCtx, owner_id: number): Promise<void> {
  await demandPosts.dropUnseen(tx, owner_id, ['draft']);
}
