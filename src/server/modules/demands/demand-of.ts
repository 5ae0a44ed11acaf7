import type { DemandState, LabelType, WhoMay } from '#contract/demand.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { type DemandRow, findDemand, lockDemandRow } from './repo.ts';

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
  /** The day of the event, YYYY-MM-DD. */
  event_at: string | null;
  /** Fen; null: to be agreed. */
  budget: Budget | null;
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

/** The same with its row held until the transaction ends: state and times stand still while an offer is made or agreed. */
export async function lockDemand(db: Tx, id: number): Promise<DemandFacts | undefined> {
  const row = await lockDemandRow(db, id);
  return row ? factsOf(row) : undefined;
}

function factsOf(row: DemandRow): DemandFacts {
  const { owner_id, title, state, label_type, who_may, closes_at, event_on } = row;
  return { id: row.item_id, owner_id, title, state, label_type, who_may, closes_at, event_at: event_on, budget: budgetOf(row) };
}

/** Fen; null: to be agreed. */
export function budgetOf({ budget_min_fen, budget_max_fen }: Pick<DemandRow, 'budget_min_fen' | 'budget_max_fen'>): Budget | null {
  if (budget_max_fen === null) return null;
  return { min_fen: budget_min_fen ?? budget_max_fen, max_fen: budget_max_fen };
}
