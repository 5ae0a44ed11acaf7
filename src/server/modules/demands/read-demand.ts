import {
  budgetText,
  type DemandFile,
  type DemandLabel,
  type DemandPublic,
  type DemandState,
  type LabelType,
  type WhoMay,
} from '#contract/demand.ts';
import type { Ctx } from '../../app/ctx.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { shanghaiDay, unixSeconds } from '../../kernel/clock.ts';
import { labelsById } from './labels.ts';
import { type DemandRow, findDemand, findDemandFiles, findDemands, findHistory, findShownFiles, lockDemandRow } from './repo.ts';

export type DemandSummary = Omit<DemandPublic, 'files' | 'history'> & { title: string };

function summaryOf(row: DemandRow, labels: ReadonlyMap<number, DemandLabel>): DemandSummary {
  const budget = budgetOf(row);
  return {
    ...{ id: row.item_id, title: row.title, state: row.state, label: labels.get(row.label_id ?? 0) ?? null },
    ...{ type: (row.label_type || 1) as LabelType, event: row.event, people: row.people, event_date: row.event_on ?? '', city: row.city },
    ...{ venue: row.venue, budget_text: budgetText(row.budget_min_fen, budget?.max_fen ?? null), who_may: row.who_may },
    deposit: row.deposit_fen / 100,
    closes_at: row.closes_at ? unixSeconds(row.closes_at) : 0,
    opened_at: row.opened_at ? unixSeconds(row.opened_at) : 0,
  };
}

/** What other areas ask of a demand. */
export interface DemandFacts {
  id: number;
  owner_id: number;
  title: string;
  state: DemandState;
  /** 0: a draft without a label. */
  label_type: LabelType | 0;
  who_may: WhoMay;
  closes_at: Date | null;
  /** When it was published first; null: it was not. */
  opened_at: Date | null;
  /** The day of the event, YYYY-MM-DD. */
  event_at: string | null;
  /** Fen; null: to be agreed. */
  budget: Budget | null;
  /** Of a tender, what a bidder's purse has to cover; 0: nothing. */
  deposit_fen: number;
  /** Changes when it is taken up again after it was over. */
  round: number;
  paused: boolean;
}

export interface Budget {
  min_fen: number;
  max_fen: number;
}

/** The demand in any state; undefined: there is none. Who may see it is the caller's question. */
export async function demandOf(db: Queryable, id: number): Promise<DemandFacts | undefined> {
  const row = await findDemand(db, id);
  return row ? factsOf(row) : undefined;
}

/** The same of many, by id. */
export async function demandsById(db: Queryable, ids: readonly number[]): Promise<Map<number, DemandFacts>> {
  return new Map([...(await findDemands(db, ids))].map(([id, row]) => [id, factsOf(row)]));
}

/** The same with its row held until the transaction ends: state and times stand still while an offer is made or agreed. */
export async function lockDemand(db: Tx, id: number): Promise<DemandFacts | undefined> {
  const row = await lockDemandRow(db, id);
  return row ? factsOf(row) : undefined;
}

function factsOf(row: DemandRow): DemandFacts {
  const { item_id: id, owner_id, title, state, label_type, who_may, closes_at, opened_at, event_on, deposit_fen, round, paused } = row;
  return {
    ...{ id, owner_id, title, state, label_type, who_may, closes_at, opened_at, deposit_fen, round, paused },
    event_at: event_on,
    budget: budgetOf(row),
  };
}

/** Fen; null: to be agreed. */
function budgetOf({ budget_min_fen, budget_max_fen }: Pick<DemandRow, 'budget_min_fen' | 'budget_max_fen'>): Budget | null {
  if (budget_max_fen === null) return null;
  return { min_fen: budget_min_fen ?? budget_max_fen, max_fen: budget_max_fen };
}

/** Budgets as cards print them. */
export async function budgetsOfCards(ctx: Ctx, ids: readonly number[]): Promise<Map<number, { budget: string }>> {
  const rows = [...(await findDemands(ctx.db, ids))];
  return new Map(rows.map(([id, row]) => [id, { budget: budgetText(row.budget_min_fen, row.budget_max_fen) }]));
}

/** What everybody may know of a demand that was published once; null for drafts and what was never published. */
export async function publicDemand(ctx: Ctx, id: number): Promise<(DemandPublic & { title: string; reject_reason: string }) | null> {
  const row = await findDemand(ctx.db, id);
  if (!row || row.opened_at === null || row.state === 'draft' || row.state === 'review') return null;
  const [labels, files] = [await labelsById(ctx), await findDemandFiles(ctx.db, id)];
  return { ...summaryOf(row, labels), files, reject_reason: row.reject_reason, history: await historyText(ctx, row.owner_id) };
}

/** Counts alone, which are honest also where they are few. */
async function historyText(ctx: Ctx, owner_id: number): Promise<string> {
  const { posted, given, since } = (await findHistory(ctx.db, [owner_id]))[0] ?? { posted: 0, given: 0, since: new Date(0) };
  if (posted <= 1) return '第一次发布需求';
  const [year, month] = shanghaiDay(since).split('-').map(Number);
  return `${year} 年 ${month} 月起发布过 ${posted} 条需求，${given === 0 ? '还没有选定过合作方' : `其中 ${given} 条选定了合作方`}`;
}

/** The same in short for many, as cards show it; unknown ids are absent. */
export async function demandSummaries(ctx: Ctx, ids: readonly number[]): Promise<Map<number, DemandSummary>> {
  if (ids.length === 0) return new Map();
  const [rows, labels] = [await findDemands(ctx.db, ids), await labelsById(ctx)];
  return new Map([...rows].map(([id, row]) => [id, summaryOf(row, labels)]));
}

/** The item that a demand began with; null: none, or there is no such demand. Whether it is still published is the caller's question. */
export async function startOfDemand(ctx: Ctx, id: number): Promise<{ kind: string; id: number } | null> {
  const { from_kind = '', from_id = null } = (await findDemand(ctx.db, id))?.form ?? {};
  return from_kind === '' || from_id === null ? null : { kind: from_kind, id: from_id };
}

/** Attachments of what is published, in order. Who may open them is the caller's question. */
export async function demandFiles(ctx: Ctx, id: number): Promise<DemandFile[]> {
  return findDemandFiles(ctx.db, id);
}

/** Those of the stored files that a demand shows, or that what is typed or waits for the desk names. `item_ids`: demands they may be of. */
export async function namedFiles(ctx: Ctx, file_ids: readonly number[], item_ids: readonly number[]): Promise<Set<number>> {
  const named = new Set(await findShownFiles(ctx.db, file_ids));
  for (const { form, submitted } of (await findDemands(ctx.db, item_ids)).values()) {
    for (const id of [...form.files, ...(submitted?.files ?? [])]) if (file_ids.includes(id)) named.add(id);
  }
  return named;
}
