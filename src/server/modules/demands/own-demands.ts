import {
  DEMAND_TABS,
  type DemandMove,
  type DemandState,
  type DemandTab,
  demandPath,
  EMPTY_DEMAND,
  type OwnDemand,
  type OwnDemandList,
  type OwnDemandState,
  stepOf,
  TENDER,
} from '#contract/demand.ts';
import { offerNoun } from '#contract/offer.ts';
import type { WorkbenchEntry } from '#contract/outputs/workbench.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { editionOf } from '../../kernel/edition.ts';
import { notFound } from '../../kernel/errors.ts';
import { attachmentsOf } from '../publishing/index.ts';
import { openedOf, wasOpened } from './opened-tenders.ts';
import { countOwned, type DemandRow, findDemand, findMoves, findOwned, type MoveRow } from './repo.ts';
import { actsOf, mayEdit, rowStateText } from './rules.ts';

/** Own demands of one tab, the newest first, with the number of each tab. */
export async function ownDemands(ctx: Ctx, { tab, page, limit }: { tab: DemandTab; page: number; limit: number }): Promise<OwnDemandList> {
  const owner_id = requireUser(ctx);
  const by_state = await countOwned(ctx.db, owner_id);
  const sum = (of: DemandTab) => DEMAND_TABS[of].states.reduce((total, state) => total + (by_state.get(state) ?? 0), 0);
  const rows = await findOwned(ctx.db, { owner_id, states: DEMAND_TABS[tab].states, offset: (page - 1) * limit, limit });
  const counts = Object.fromEntries(Object.keys(DEMAND_TABS).map((key) => [key, sum(key as DemandTab)])) as Record<DemandTab, number>;
  const opened = await openedOf(
    ctx.db,
    rows.map(({ item_id }) => item_id),
  );
  return { list: rows.map((row) => standing(ctx, row, opened.has(row.item_id), [])), total: sum(tab), page, limit, counts };
}

/** How an own demand stands, with its history. @throws AppError 404 for any other */
export async function ownDemandState(ctx: Ctx, id: number): Promise<OwnDemandState> {
  const row = await own(ctx, id);
  return standing(ctx, row, await wasOpened(ctx.db, id), await movesOf(ctx, row));
}

/** An own demand for editing. @throws AppError 404 for any other */
export async function ownDemand(ctx: Ctx, id: number): Promise<OwnDemand> {
  const row = await own(ctx, id);
  const form = { ...EMPTY_DEMAND, ...row.form };
  const files = (await attachmentsOf(ctx, form.files)).map(({ id, name, size_bytes }) => ({ id, name, size_bytes }));
  return { ...standing(ctx, row, await wasOpened(ctx.db, id), await movesOf(ctx, row)), form, step: stepOf(row.step), files };
}

async function own(ctx: Ctx, id: number): Promise<DemandRow> {
  const owner_id = requireUser(ctx);
  const row = await findDemand(ctx.db, id);
  if (row?.owner_id !== owner_id) throw notFound('需求不存在');
  return row;
}

function standing(ctx: Ctx, row: DemandRow, opened: boolean, moves: DemandMove[]): OwnDemandState {
  return {
    ...{ id: row.item_id, title: row.title, state: row.state, type: row.label_type, reject_reason: row.reject_reason },
    waiting: row.submitted !== null,
    closes_at: row.closes_at ? unixSeconds(row.closes_at) : 0,
    saved_at: unixSeconds(row.saved_at),
    edition: editionOf(row.saved_at),
    acts: actsOf({ ...row, opened }, ctx.app.clock.now()),
    may_edit: mayEdit({ ...row, opened }),
    moves,
  };
}

/** The history in words of the owner: others are named by what they are to the demand. */
async function movesOf(ctx: Ctx, row: DemandRow): Promise<DemandMove[]> {
  const moves = await findMoves(ctx.db, row.item_id);
  return movesShown(moves, row.owner_id);
}

export function movesShown(moves: readonly MoveRow[], owner_id: number): DemandMove[] {
  return moves.map(({ from_state, to_state, by_user_id, by_staff, why, at }) => ({
    ...{ from: from_state, to: to_state, why, at: unixSeconds(at) },
    by: by_user_id === null ? '系统' : by_staff ? '平台' : by_user_id === owner_id ? '发布者' : '接单方',
  }));
}

/** More than anybody looks after at once. */
const MOST = 50;
/** What ended lately stays in sight. */
const ENDED = 10;
const RUNNING: readonly DemandState[] = ['draft', 'review', 'open', 'choosing'];

/** Own demands for the board: what came back from the desk and what is to be chosen from asks for an answer. Agreed ones stand there by their agreement. */
export async function demandWorkbench(ctx: Ctx, owner_id: number): Promise<WorkbenchEntry[]> {
  const running = await findOwned(ctx.db, { owner_id, states: RUNNING, offset: 0, limit: MOST });
  const ended = await findOwned(ctx.db, { owner_id, states: ['closed', 'expired'], offset: 0, limit: ENDED });
  const now = ctx.app.clock.now();
  return [...running.map((row) => entryOf(row, now, false)), ...ended.map((row) => entryOf(row, now, true))];
}

function entryOf(row: DemandRow, now: Date, over: boolean): WorkbenchEntry {
  const { item_id, title, state, label_type, reject_reason, event_on, closes_at } = row;
  // it was never public, or the platform closed it: it has no page
  const unseen = state === 'draft' || state === 'review' || (state === 'closed' && reject_reason !== '');
  const open = state === 'open' || state === 'choosing';
  return {
    ...{ key: `demand:${item_id}`, group: 'demand', title, path: unseen ? `/demand/add?id=${item_id}` : demandPath(item_id) },
    state: `${rowStateText(row, now)}${state === 'choosing' ? `，有${offerNoun(label_type === TENDER)}` : ''}${reject_reason && `：${reject_reason}`}`,
    asks_for_answer: state === 'choosing' || (state === 'draft' && reject_reason !== ''),
    ...(over ? { over: true } : {}),
    ...(event_on ? { all_day: true, at: unixSeconds(new Date(`${event_on}T00:00:00+08:00`)) } : {}),
    ...(open && closes_at ? { ends_at: unixSeconds(closes_at) } : {}),
  };
}
