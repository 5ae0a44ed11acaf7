import { DEMAND_STATE_TEXT, demandPath } from '#contract/demand.ts';
import { type Agreement, OFFER_STATES, type OfferTab, type OwnOfferRow, type OwnOffers } from '#contract/offer.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { yuan } from '../../kernel/money.ts';
import { type DemandFacts, demandOf } from '../demands/index.ts';
import { agreementsOfOffers, findAllOf } from './agreements.repo.ts';
import { countMine, findMine, type OfferNow } from './repo.ts';
import { asksOf } from './rules.ts';
import { showAgreements } from './show-offers.ts';

/** The signed-in user's offers of one group, those first that wait for them. @throws AppError code 2 */
export async function ownOffers(ctx: Ctx, { tab, page, limit }: { tab: OfferTab; page: number; limit: number }): Promise<OwnOffers> {
  const user_id = requireUser(ctx);
  const counts = await countMine(ctx.db, user_id);
  const rows = await findMine(ctx.db, user_id, tab, { offset: (page - 1) * limit, limit });
  const list = await rowsOf(ctx, rows, user_id);
  return {
    // within a page: a person has a handful of agreements, and they stand together by their last change
    list: list.toSorted((a, b) => Number(b.asks !== '') - Number(a.asks !== '')),
    ...{ total: counts[tab], page, limit, counts },
  };
}

async function rowsOf(ctx: Ctx, rows: readonly OfferNow[], user_id: number): Promise<OwnOfferRow[]> {
  const agreed = await agreementsOfOffers(
    ctx.db,
    rows.map(({ offer }) => offer.id),
  );
  const shown = await showAgreements(ctx, [...agreed.values()], user_id);
  const list: OwnOfferRow[] = [];
  for (const { offer, now } of rows) {
    const demand = await demandOf(ctx.db, offer.demand_id);
    const agreement = shown.get(agreed.get(offer.id)?.id ?? 0) ?? null;
    list.push({
      ...{ id: offer.id, state: offer.state, state_text: OFFER_STATES[offer.state], sealed: now.price_fen === null },
      ...{ price: yuan(now.price_fen), price_max: yuan(now.price_max_fen), short_listed: false, reason: offer.reason },
      ...{ updated_at: unixSeconds(offer.updated_at), asks: asksOf(agreement), agreement, can_withdraw: offer.state === 'made' },
      demand: demandOfRow(offer.demand_id, demand),
    });
  }
  return list;
}

function demandOfRow(id: number, demand: DemandFacts | undefined): OwnOfferRow['demand'] {
  return {
    ...{ id, title: demand?.title ?? '已删除的需求', path: demand ? demandPath(id) : '' },
    ...{ state_text: demand ? DEMAND_STATE_TEXT[demand.state] : '', closes_at: demand?.closes_at ? unixSeconds(demand.closes_at) : 0 },
  };
}

/** Offers that the signed-in user made, of one group, for the package of their data. */
export async function exportedOffers(ctx: Ctx, tab: OfferTab, { page, limit }: { page: number; limit: number }) {
  const user_id = requireUser(ctx);
  return rowsOf(ctx, await findMine(ctx.db, user_id, tab, { offset: (page - 1) * limit, limit }), user_id);
}

/** Agreements of a person on either side, for the package of their data. */
export async function exportedAgreements(ctx: Ctx, { page, limit }: { page: number; limit: number }): Promise<Agreement[]> {
  const user_id = requireUser(ctx);
  const rows = await findAllOf(ctx.db, user_id, { offset: (page - 1) * limit, limit });
  return [...(await showAgreements(ctx, rows, user_id)).values()];
}
