import type { OrderPartState } from '#contract/order.ts';
import type { Fen } from '../../kernel/money.ts';

/** Part of a bundle: a membership of ours for some days, or a partner's product for some months. `share`: its part of the price in basis points. */
export type UnionPart =
  | { sort: 'plan'; title: string; share: number; vip_type: number; days: number; max_download_pre_day: number }
  | { sort: 'partner'; title: string; share: number; partner: string; product: string; months: number };

/** The bundled video membership of one phone reaches no further than five years (spec 5). */
export const PARTNER_MONTHS_MOST = 60;

/** The price cut into the parts' shares; what rounding leaves goes to the last, so that they sum to the price. */
export function priceParts(price_fen: Fen, parts: ReadonlyArray<Pick<UnionPart, 'share'>>): Fen[] {
  const cut = parts.map(({ share }) => Math.floor((price_fen * share) / 10_000));
  const last = cut.length - 1;
  return cut.map((part, at) => (at === last ? price_fen - cut.slice(0, last).reduce((sum, one) => sum + one, 0) : part));
}

/** As much of a right as its refund needs. */
export interface UsedRight {
  price_fen: Fen;
  /** Null: it has not been given. */
  starts_at: Date | null;
  ends_at: Date | null;
}

/** What is unused of a right at this moment, fen, rounded down: all before it starts, nothing after its end. */
export function unusedPart({ price_fen, starts_at, ends_at }: UsedRight, now: Date): Fen {
  if (starts_at === null || ends_at === null || now <= starts_at) return price_fen;
  if (now >= ends_at) return 0;
  return Math.floor((price_fen * (ends_at.getTime() - now.getTime())) / (ends_at.getTime() - starts_at.getTime()));
}

/** Months later by the calendar in Shanghai; a day that the month lacks becomes its last. */
export function addMonths(from: Date, months: number): Date {
  const local = new Date(from.getTime() + 8 * 3_600_000);
  const day = local.getUTCDate();
  local.setUTCDate(1);
  local.setUTCMonth(local.getUTCMonth() + months);
  const last = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 0)).getUTCDate();
  local.setUTCDate(Math.min(day, last));
  return new Date(local.getTime() - 8 * 3_600_000);
}

/** Minutes before the next attempt after so many: 1, 2, 4 ... up to a day. */
export function retryAfterMin(attempts: number): number {
  return Math.min(24 * 60, 2 ** Math.min(attempts, 11));
}

/** 138****0000, as screens show the phone of a right. */
export const maskedPhone = (phone: string): string => (phone === '' ? '' : `${phone.slice(0, 3)}****${phone.slice(-4)}`);

/** A right as its buyer sees it: whatever a partner answered, it is given or it is not yet. */
export function partState(right: { state: string; starts_at: Date | null; ends_at: Date | null }, now: Date): OrderPartState {
  const { state, starts_at, ends_at } = right;
  if (state === 'held') return 'unpaid';
  if (state === 'ending' || state === 'ended') return state;
  if (state !== 'active') return 'working';
  if (starts_at !== null && starts_at > now) return 'later';
  return ends_at !== null && ends_at <= now ? 'over' : 'active';
}
