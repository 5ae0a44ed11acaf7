import type { ItemStatus } from '#contract/publish.ts';
import type { SalonAct, SalonState } from '#contract/salon.ts';
import type { KindRow, SalonRow } from './repo.ts';

/** Where a salon may go from each state. */
const MOVES: Record<SalonState, readonly SalonState[]> = {
  draft: ['review', 'open'],
  review: ['open', 'draft'],
  open: ['over', 'cancelled'],
  over: [],
  cancelled: [],
};

export const mayMove = (from: SalonState, to: SalonState): boolean => MOVES[from].includes(to);

/** The status of its item: lists, searches and sitemaps show what is published; past ones stay. */
export function itemStatusOf(state: SalonState): ItemStatus {
  if (state === 'draft') return 'draft';
  if (state === 'review') return 'reviewing';
  return state === 'cancelled' ? 'taken_down' : 'published';
}

/** The term by which lists filter; null: lists do not show it. */
export function stateTerm(state: SalonState): string | null {
  if (state === 'open') return '即将开始';
  return state === 'over' ? '往期' : null;
}

/** Classes of prices that lists filter by, of the cheapest kind of ticket. */
export function priceTerm(lowest_fen: number): string {
  if (lowest_fen === 0) return '免费';
  if (lowest_fen < 10_000) return '100 元以下';
  return lowest_fen <= 50_000 ? '100 至 500 元' : '500 元以上';
}

/** Whether tickets of a kind are sold at this moment: the organiser may have stopped it. */
export function isOnSale(kind: Pick<KindRow, 'is_on' | 'sale_from' | 'sale_until'>, now: Date): boolean {
  return kind.is_on && (kind.sale_from === null || kind.sale_from <= now) && (kind.sale_until === null || kind.sale_until > now);
}

/** Its organiser may change what it says. */
export const MAY_EDIT: readonly SalonState[] = ['draft', 'review', 'open'];

/** What its organiser may do with it now. */
export function actsOf({ state, submitted }: { state: SalonState; submitted: object | null }): SalonAct[] {
  const acts: SalonAct[] = [];
  if (state === 'open') acts.push('cancel');
  if (state === 'review' || submitted !== null) acts.push('withdraw');
  return acts;
}

const MINUTE_MS = 60_000;
/** Who lost the line at the end may come back, ms. */
const LINK_AFTER_MS = 60 * MINUTE_MS;

/** When holders may use the link of a salon. */
export function linkHours({ starts_at, ends_at, link_before_min }: Pick<SalonRow, 'starts_at' | 'ends_at' | 'link_before_min'>): {
  opens_ms: number;
  closes_ms: number;
} {
  const [from, to] = [starts_at?.getTime() ?? 0, ends_at?.getTime() ?? 0];
  return { opens_ms: from - link_before_min * MINUTE_MS, closes_ms: to + LINK_AFTER_MS };
}
