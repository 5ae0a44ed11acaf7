import { SALON_STATE_TEXT, salonPath } from '#contract/salon.ts';
import type { WorkbenchEntry } from '#contract/workbench.ts';
import type { Ctx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { findOwned } from './repo.ts';

/** More than anybody looks after at once. */
const MOST = 50;

/** Own salons for the board: what came back from the desk asks for an answer. */
export async function salonWorkbench(ctx: Ctx, owner_id: number): Promise<WorkbenchEntry[]> {
  const rows = await findOwned(ctx.db, { owner_id, states: ['draft', 'review', 'open'], offset: 0, limit: MOST });
  return rows.map(({ item_id, title, state, reject_reason, starts_at }) => ({
    ...{ key: `salon:${item_id}`, group: 'salon', title, path: state === 'open' ? salonPath(item_id) : `/salon/establish?id=${item_id}` },
    state: reject_reason === '' ? SALON_STATE_TEXT[state] : `${SALON_STATE_TEXT[state]}：${reject_reason}`,
    asks_for_answer: state === 'draft' && reject_reason !== '',
    ...(starts_at ? { at: unixSeconds(starts_at) } : {}),
  }));
}
