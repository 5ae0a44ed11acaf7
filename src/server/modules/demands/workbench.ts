import { DEMAND_STATE_TEXT, type DemandState, demandPath } from '#contract/demand.ts';
import type { WorkbenchEntry } from '#contract/workbench.ts';
import type { Ctx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { type DemandRow, findOwned } from './repo.ts';

/** More than anybody looks after at once. */
const MOST = 50;
/** What ended lately stays in sight. */
const ENDED = 10;
const RUNNING: readonly DemandState[] = ['draft', 'review', 'open', 'choosing'];

/** Own demands for the board: what came back from the desk and what is to be chosen from asks for an answer. Agreed ones stand there by their agreement. */
export async function demandWorkbench(ctx: Ctx, owner_id: number): Promise<WorkbenchEntry[]> {
  const running = await findOwned(ctx.db, { owner_id, states: RUNNING, offset: 0, limit: MOST });
  const ended = await findOwned(ctx.db, { owner_id, states: ['closed', 'expired'], offset: 0, limit: ENDED });
  return [...running.map((row) => entryOf(row, false)), ...ended.map((row) => entryOf(row, true))];
}

function entryOf(row: DemandRow, over: boolean): WorkbenchEntry {
  const { item_id, title, state, reject_reason, event_on, closes_at } = row;
  // nobody has seen it yet, or the platform closed it: it has no page
  const unseen = state === 'draft' || state === 'review' || (state === 'closed' && reject_reason !== '');
  const open = state === 'open' || state === 'choosing';
  return {
    ...{ key: `demand:${item_id}`, group: 'demand', title, path: unseen ? `/demand/add?id=${item_id}` : demandPath(item_id) },
    state: reject_reason === '' ? DEMAND_STATE_TEXT[state] : `${DEMAND_STATE_TEXT[state]}：${reject_reason}`,
    asks_for_answer: state === 'choosing' || (state === 'draft' && reject_reason !== ''),
    ...(over ? { over: true } : {}),
    ...(event_on ? { all_day: true, at: unixSeconds(new Date(`${event_on}T00:00:00+08:00`)) } : {}),
    ...(open && closes_at ? { ends_at: unixSeconds(closes_at) } : {}),
  };
}
