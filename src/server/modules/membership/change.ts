import { VIP_ALL } from '#contract/kinds.ts';
import type { VipChange } from '#contract/membership.ts';
import type { Fen } from '../../kernel/money.ts';
import {
  beginAfter,
  coveredUntil,
  DAY_MS,
  endOf,
  LIFETIME_END,
  type PaidStretch,
  reaches,
  restOfPaid,
  type TermLength,
  type TermOfType,
} from './rules.ts';

/** A term that runs or will, with what an upgrade credits of it. */
export interface HeldTerm extends TermOfType, PaidStretch {
  id: number;
}

/** What is bought. Amounts of the whole purchase. */
export interface Buying {
  vip_type: number;
  length: TermLength;
  price_fen: Fen;
  /** Without the reduction of the moment: what credits above the price are turned into time at. */
  org_price_fen: Fen;
  max_download_pre_day: number;
  spec_id: number;
  /** Of one piece. */
  unit_fen: Fen;
}

/** What a purchase does, quoted and carried out by the same rule. */
export interface Change {
  kind: VipChange;
  from: Date;
  to: Date;
  /** Sum of what is credited for the terms that are closed. */
  credit_fen: Fen;
  /** To be paid before coupon and balance. */
  price_fen: Fen;
  /** Terms that end at `at` and are credited. */
  closes: Array<{ id: number; credit_fen: Fen }>;
  /** Terms that were not paid for and give way: their rest follows the new term. */
  postponed: number[];
}

/**
 * What buying a membership changes for these terms (decision 0140); null: they have as much for life. Renewals follow the last end; upgrades (better
 * limit, lifetime, all-site) close paid terms and credit their rest, as time where it exceeds the price; never as money.
 */
export function changeFor(terms: readonly HeldTerm[], buying: Buying, at: Date): Change | null {
  if (hasForLife(terms, buying)) return null;
  const alone = { credit_fen: 0, price_fen: buying.price_fen, closes: [], postponed: [] };
  if (coveredUntil(terms, buying, at) > at) {
    const from = beginAfter(terms, buying, at);
    return { ...alone, kind: 'wait', from, to: endOf(from, buying.length) };
  }
  const closing = terms.filter((term) => isReplaced(term, buying));
  const stays = terms.filter((term) => term.vip_type === buying.vip_type && !closing.includes(term));
  const from = endOfAsGood(stays, buying, at);
  const behind = stays.filter((term) => term.to > from);
  if (closing.length === 0 && (behind.length === 0 || buying.length !== 'lifetime') && !improves(behind, buying)) {
    const begin = beginAfter(terms, buying, at);
    return { ...alone, kind: begin > at ? 'renew' : 'open', from: begin, to: endOf(begin, buying.length) };
  }
  const closes = closing.map((term) => ({ id: term.id, credit_fen: restOfPaid(term, at) }));
  const credit_fen = closes.reduce((sum, close) => sum + close.credit_fen, 0);
  return {
    kind: 'upgrade',
    from,
    to: upgradedEnd(from, buying, credit_fen),
    credit_fen,
    price_fen: Math.max(0, buying.price_fen - credit_fen),
    closes,
    postponed: behind.map(({ id }) => id),
  };
}

/** As much for life already, by this type or all-site. */
function hasForLife(terms: readonly HeldTerm[], buying: Buying): boolean {
  return terms.some((term) => {
    if (term.to < LIFETIME_END || (term.vip_type !== buying.vip_type && term.vip_type !== VIP_ALL)) return false;
    // a lifetime of the same type gives way to nothing but a better lifetime
    const same = term.vip_type === buying.vip_type && buying.length !== 'lifetime';
    return same || reaches(term.max_download_pre_day, buying.max_download_pre_day);
  });
}

/** Paid for, worth no more a day than what is bought, and of its type or covered by it. */
function isReplaced(term: HeldTerm, buying: Buying): boolean {
  const { length, max_download_pre_day: limit } = buying;
  if (term.paid_fen === 0 || !reaches(limit, term.max_download_pre_day)) return false;
  if (term.to >= LIFETIME_END && length !== 'lifetime') return false;
  if (term.vip_type !== buying.vip_type) return buying.vip_type === VIP_ALL;
  return length === 'lifetime' || !reaches(term.max_download_pre_day, limit);
}

/** Until when terms of the type that are as good follow each other from now on: the new one begins behind them. */
function endOfAsGood(stays: readonly HeldTerm[], buying: Buying, at: Date): Date {
  let end = at;
  for (const term of [...stays].sort((a, b) => a.from.getTime() - b.from.getTime())) {
    if (term.from > end || term.to <= end) continue;
    if (!reaches(term.max_download_pre_day, buying.max_download_pre_day)) break;
    end = term.to;
  }
  return end;
}

/** Some of what would come first is worse than what is bought. */
function improves(behind: readonly HeldTerm[], buying: Buying): boolean {
  return behind.some((term) => !reaches(term.max_download_pre_day, buying.max_download_pre_day));
}

/** A credit above the price lengthens the term; a lifetime has no end to lengthen. */
function upgradedEnd(from: Date, { length, price_fen, org_price_fen }: Buying, credit_fen: Fen): Date {
  if (length === 'lifetime') return LIFETIME_END;
  const over_fen = Math.max(0, credit_fen - price_fen);
  const over_ms = Number((BigInt(over_fen) * BigInt(length * DAY_MS)) / BigInt(Math.max(1, org_price_fen)));
  return new Date(Math.min(from.getTime() + length * DAY_MS + over_ms, LIFETIME_END.getTime()));
}
