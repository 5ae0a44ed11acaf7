import { VIP_ALL } from '#contract/kinds.ts';
import type { Fen } from '../../kernel/money.ts';

/** Where a lifetime ends; the screens say lifetime of every year above 2124 (spec 9). */
export const LIFETIME_END = new Date('9999-01-01T00:00:00Z');
export const DAY_MS = 86_400_000;

/** Days of membership, or without end. */
export type TermLength = number | 'lifetime';

/** A stretch of membership: [from, to). */
export interface Stretch {
  from: Date;
  to: Date;
}

/** What runs, or will, of one type. */
export interface TermOfType extends Stretch {
  vip_type: number;
  /** Unlocks a day; 0 unlimited. */
  max_download_pre_day: number;
}

/** The end of a term of this length that begins then. A lifetime has one end, whenever it begins. */
export function endOf(from: Date, length: TermLength): Date {
  if (length === 'lifetime') return LIFETIME_END;
  return new Date(Math.min(from.getTime() + length * DAY_MS, LIFETIME_END.getTime()));
}

/** Whether a daily limit gives at least what another does; 0 is unlimited. */
export function reaches(limit: number, other: number): boolean {
  return limit === 0 || (other !== 0 && limit >= other);
}

/**
 * When a term that is added to these begins: after the last of its type, and not while an all-site membership that gives as much
 * runs anyway.
 */
export function beginAfter(terms: readonly TermOfType[], added: { vip_type: number; max_download_pre_day: number }, now: Date): Date {
  const ofType = terms.filter(({ vip_type }) => vip_type === added.vip_type).map(({ to }) => to.getTime());
  return new Date(Math.max(now.getTime(), ...ofType, coveredUntil(terms, added, now).getTime()));
}

/** Until when an all-site membership gives what a term of a kind would; now when none does. */
export function coveredUntil(terms: readonly TermOfType[], added: { vip_type: number; max_download_pre_day: number }, now: Date): Date {
  const all_site = runningAt(terms, now).get(VIP_ALL);
  const covers = added.vip_type !== VIP_ALL && all_site && reaches(all_site.max_download_pre_day, added.max_download_pre_day);
  return covers ? all_site.end_time : now;
}

/** What runs at a moment, by type: the best limit of those that run, the end of the last that follows without a gap. A seat runs beside what one has oneself. */
export function runningAt(terms: readonly TermOfType[], now: Date): Map<number, { end_time: Date; max_download_pre_day: number }> {
  const running = new Map<number, { end_time: Date; max_download_pre_day: number }>();
  for (const term of [...terms].sort((a, b) => a.from.getTime() - b.from.getTime())) {
    const known = running.get(term.vip_type);
    const runs = term.from <= now && term.to > now;
    if (!known) {
      if (runs) running.set(term.vip_type, { end_time: term.to, max_download_pre_day: term.max_download_pre_day });
      continue;
    }
    if (term.to > known.end_time && term.from <= known.end_time) known.end_time = term.to;
    if (runs && reaches(term.max_download_pre_day, known.max_download_pre_day)) known.max_download_pre_day = term.max_download_pre_day;
  }
  return running;
}

/**
 * Terms one after the other without a gap, the first from `from` on, each with its own length and in the order given. What is lifelong
 * stays it. `notBefore`: a term may have to wait for something else.
 */
export function layOut<T extends Stretch>(from: Date, terms: readonly T[], notBefore: (term: T) => Date): T[] {
  let next = from;
  return terms.map((term) => {
    const begin = new Date(Math.max(next.getTime(), notBefore(term).getTime()));
    const length_ms = term.to.getTime() - term.from.getTime();
    const to = term.to >= LIFETIME_END ? LIFETIME_END : new Date(Math.min(begin.getTime() + length_ms, LIFETIME_END.getTime()));
    next = to;
    return { ...term, from: begin, to };
  });
}

/** A term by what it was bought with. */
export interface BoughtBy {
  spec_id: number | null;
  unit_fen: Fen | null;
  max_download_pre_day: number;
}

/** Whether a term goes on by this spec: with another limit than it was sold with, the spec is an upgrade. */
export const isOfSpec = (term: BoughtBy, spec: { id: number; max_download_pre_day: number }): boolean =>
  term.spec_id === spec.id && term.max_download_pre_day === spec.max_download_pre_day;

/** What a spec costs who has a term of it that runs or will: no more than they paid a piece (T9). */
export function keptPrice(rest: readonly BoughtBy[], spec: { id: number; max_download_pre_day: number; price_fen: Fen }): Fen {
  const paid = rest.flatMap((term) => (isOfSpec(term, spec) && term.unit_fen !== null ? [term.unit_fen] : []));
  return Math.min(spec.price_fen, ...paid);
}

/** Days before the end at which a member is reminded (T9). */
export const REMIND_DAYS = [1, 3, 7] as const;

/** For how many days before its end a membership that ends so soon is spoken of now; null: not yet, or it is so short that it would be from its beginning on. */
export function reminderOf({ from, to }: Stretch, now: Date): number | null {
  const days = REMIND_DAYS.find((n) => to.getTime() - now.getTime() <= n * DAY_MS);
  return days !== undefined && to > now && to.getTime() - from.getTime() >= 2 * days * DAY_MS ? days : null;
}

/** What a lifetime loses its worth over, for credits: after five years an upgrade credits nothing of it. */
const LIFETIME_WORTH_MS = 5 * 365 * DAY_MS;

/** A term as it was sold and what was paid for it. */
export interface PaidStretch {
  sold_from: Date;
  sold_to: Date;
  paid_fen: Fen;
}

/** What is left of what was paid: floor(paid x rest / whole), never more than was paid. */
export function restOfPaid({ sold_from, sold_to, paid_fen }: PaidStretch, now: Date): Fen {
  const whole_ms = sold_to >= LIFETIME_END ? LIFETIME_WORTH_MS : sold_to.getTime() - sold_from.getTime();
  const rest_ms = Math.min(whole_ms, Math.max(0, sold_from.getTime() + whole_ms - now.getTime()));
  return whole_ms <= 0 ? 0 : Number((BigInt(paid_fen) * BigInt(rest_ms)) / BigInt(whole_ms));
}
