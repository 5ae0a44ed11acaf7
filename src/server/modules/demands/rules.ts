import { type DemandAct, type DemandState, OPEN_STATES, stateText } from '#contract/demand.ts';
import type { ItemStatus } from '#contract/publish.ts';
import { unixSeconds } from '../../kernel/clock.ts';

/** Where a demand may go from each state. */
const MOVES: Record<DemandState, readonly DemandState[]> = {
  draft: ['review', 'open'],
  review: ['open', 'draft', 'closed'],
  open: ['choosing', 'agreed', 'closed', 'expired'],
  choosing: ['open', 'agreed', 'closed', 'expired'],
  agreed: ['choosing', 'done', 'closed'],
  done: [],
  // what the desk refused, and what is changed while the desk looks first, comes back through the desk; what reports hid as it was
  closed: ['open', 'choosing', 'review'],
  expired: ['open', 'review', 'closed'],
};

export function mayMove(from: DemandState, to: DemandState): boolean {
  return MOVES[from].includes(to);
}

/** Where the demand may go from here. */
export function movesFrom(from: DemandState): readonly DemandState[] {
  return MOVES[from];
}

/** The status of its item: lists, searches and sitemaps show what is published. */
export function itemStatusOf(state: DemandState): ItemStatus {
  if (state === 'draft') return 'draft';
  if (state === 'review') return 'reviewing';
  return state === 'closed' || state === 'expired' ? 'taken_down' : 'published';
}

/** The term by which lists filter; null: lists do not show it. Who has offers takes more of them until the end (`runs`). */
export function stateTerm(state: DemandState, runs: boolean): string | null {
  if (state === 'open' || (state === 'choosing' && runs)) return '招募中';
  if (state === 'choosing') return '选择中';
  return state === 'agreed' || state === 'done' ? '已成交' : null;
}

/** How the state of a row reads for everybody. */
export const rowStateText = ({ state, closes_at }: Pick<Standing, 'state' | 'closes_at'>, now: Date): string =>
  stateText({ state, closes_at: closes_at ? unixSeconds(closes_at) : 0 }, unixSeconds(now));

/** Classes of budgets that lists filter by, up to and with so many fen: ranges end on round numbers. */
export const BUDGET_CLASSES: ReadonlyArray<{ name: string; upto_fen: number }> = [
  { name: '1 万以下', upto_fen: 1_000_000 },
  { name: '1 至 5 万', upto_fen: 5_000_000 },
  { name: '5 至 20 万', upto_fen: 20_000_000 },
  { name: '20 至 50 万', upto_fen: 50_000_000 },
  { name: '50 万以上', upto_fen: Number.POSITIVE_INFINITY },
];
export const BUDGET_OPEN = '面议';

/** A range counts by its upper end: a search for work of that size finds it. */
export function budgetTerm(budget: { min_fen: number; max_fen: number } | null): string {
  if (budget === null) return BUDGET_OPEN;
  return (BUDGET_CLASSES.find(({ upto_fen }) => budget.max_fen <= upto_fen) ?? (BUDGET_CLASSES.at(-1) as { name: string })).name;
}

/** It takes no offers, and its owner may take it up again. */
export const isOver = (state: DemandState): boolean => state === 'closed' || state === 'expired';

/** Its owner may change what it says, where that does not open an opened tender again. */
export const mayEdit = ({ state, opened }: Pick<Standing, 'state' | 'opened'>): boolean =>
  MAY_EDIT.includes(state) && !(opened && isOver(state));

const MAY_EDIT: readonly DemandState[] = ['draft', 'review', 'open', 'choosing', 'closed', 'expired'];

interface Standing {
  state: DemandState;
  extended: boolean;
  submitted: object | null;
  reject_reason: string;
  closes_at: Date | null;
  /** A tender whose offers were opened: it takes no second round. */
  opened: boolean;
}

/** What its owner may do with it now. */
export function actsOf({ state, extended, submitted, reject_reason, closes_at, opened }: Standing, now: Date): DemandAct[] {
  const acts: DemandAct[] = [];
  // what two agreed on ends by their agreement: cancelled by one of them, or disputed
  if (mayMove(state, 'closed') && state !== 'review' && state !== 'agreed') acts.push('close');
  // what has ended is chosen from, and a tender is about to be opened: neither takes offers again
  const runs = OPEN_STATES.includes(state) && closes_at !== null && closes_at > now;
  if (runs && !extended && !opened) acts.push('extend');
  // what the desk closed is opened by submitting it again
  if (isOver(state) && reject_reason === '' && !opened) acts.push('reopen');
  if (state === 'review' || submitted !== null) acts.push('withdraw');
  return acts;
}
