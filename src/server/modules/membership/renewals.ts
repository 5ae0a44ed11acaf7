import type { Ctx } from '../../app/ctx.ts';
import type { Fen } from '../../kernel/money.ts';
import { findSoldSpec, type TermRow } from './repo.ts';
import { isOfSpec, keptPrice, LIFETIME_END } from './rules.ts';

/** The shortest period that providers take consent for. */
const PERIOD_LEAST = 7;

/** What goes on after a term, one press away; null where it is no longer sold, or for life. */
export interface Renewal {
  vip_id: number;
  price_fen: Fen;
  /** What others pay for it now. */
  list_fen: Fen;
  /** Long enough a period for consent to pay by itself. */
  may_be_auto: boolean;
}

/** How these terms can be renewed at the price that their members keep; in the order given. Of a stretch only its last term is. */
export async function renewalsOf(ctx: Ctx, terms: readonly TermRow[]): Promise<Array<Renewal | null>> {
  const last = terms.map((term) => term.spec_id !== null && !isFollowed(terms, term));
  const specs = await Promise.all(terms.map((term, at) => (last[at] && term.spec_id !== null ? findSoldSpec(ctx.db, term.spec_id) : null)));
  return specs.map((spec, at) => {
    const term = terms[at];
    if (!spec || !term || !isOfSpec(term, spec) || spec.status !== 1 || spec.plan_status !== 1 || term.to >= LIFETIME_END) return null;
    const may_be_auto = (spec.days ?? 0) >= PERIOD_LEAST;
    return { vip_id: spec.id, price_fen: keptPrice([term], spec), list_fen: spec.price_fen, may_be_auto };
  });
}

/** Whether another of its member and type ends later. */
export const isFollowed = (terms: readonly TermRow[], term: TermRow): boolean =>
  terms.some((next) => next.user_id === term.user_id && next.vip_type === term.vip_type && next.to > term.to);
