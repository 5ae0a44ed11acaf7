import { demandPath, OPEN_STATES } from '#contract/demand.ts';
import { type OfferTab, OWN_OFFERS_PATH, type OwnOffers } from '#contract/offer.ts';
import type { Agreement, OwnOfferRow } from '#contract/outputs/offer.ts';
import type { WorkbenchEntry } from '#contract/outputs/workbench.ts';
import { actingAs, type Ctx, requireUser, type TxCtx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { yuan } from '../../kernel/money.ts';
import { type DemandFacts, demandOf, rowStateText } from '../demands/index.ts';
import { agreementsOfOffers, countRunning, findAllOf, findRunning } from './agreements.repo.ts';
import { forgetAsker } from './clarify.repo.ts';
import { deleteInvitationsOf } from './invitations.repo.ts';
import { invitations } from './invite.ts';
import { withdrawOffer } from './make-offer.ts';
import { offerFiles } from './offer-files.ts';
import { blankOffers, countMine, findMine, findWaitingOf, type OfferNow } from './repo.ts';
import { asksOf, offerStateText, TENDER } from './rules.ts';
import { judgingWorkbench, leaveJudging } from './scoring.ts';
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
      ...{ id: offer.id, state: offer.state, state_text: offerStateText(offer, demand), sealed: now.price_fen === null },
      is_tender: demand?.label_type === TENDER,
      ...{ price: yuan(now.price_fen), price_max: yuan(now.price_max_fen), short_listed: false, reason: offer.reason },
      ...{ updated_at: unixSeconds(offer.updated_at), asks: asksOf(agreement), agreement, can_withdraw: offer.state === 'made' },
      demand: demandOfRow(offer.demand_id, demand, ctx.app.clock.now()),
    });
  }
  return list;
}

function demandOfRow(id: number, demand: DemandFacts | undefined, now: Date): OwnOfferRow['demand'] {
  return {
    ...{ id, title: demand?.title ?? '已删除的需求', path: demand ? demandPath(id) : '' },
    ...{ state_text: demand ? rowStateText(demand, now) : '', closes_at: demand?.closes_at ? unixSeconds(demand.closes_at) : 0 },
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

/** How many agreements of a person are still to be ended. */
export function runningAgreements(ctx: Ctx, user_id: number): Promise<number> {
  return countRunning(ctx.db, user_id);
}

/**
 * Takes a person's waiting offers back when their account ends, and empties what they wrote in those that came to nothing. What was agreed
 * stays for the other side. Idempotent.
 */
export async function forgetOffers(tx: TxCtx, user_id: number): Promise<void> {
  const mine = actingAs(tx, { kind: 'user', user_id, token_id: 0, roles: [], address: '' });
  for (const id of await findWaitingOf(tx.db, user_id)) await withdrawOffer(mine, id);
  await leaveJudging(mine, user_id);
  await deleteInvitationsOf(tx.db, user_id);
  await forgetAsker(tx.db, user_id);
  await offerFiles.sweepLater(tx, await blankOffers(tx.db, user_id));
}

/** More than anybody works on at once. */
const MOST = 50;

/** Invitations, own offers that wait, and agreements on either side, for the user's board. */
export async function offerWorkbench(ctx: Ctx, user_id: number): Promise<WorkbenchEntry[]> {
  return [
    ...(await invitations(ctx, user_id)),
    ...(await judgingWorkbench(ctx, user_id)),
    ...(await waitingOffers(ctx, user_id)),
    ...(await deals(ctx, user_id, 'user')),
    ...(await deals(ctx, user_id, 'owner')),
  ];
}

async function waitingOffers(ctx: Ctx, user_id: number): Promise<WorkbenchEntry[]> {
  const entries: WorkbenchEntry[] = [];
  for (const { offer } of await findMine(ctx.db, user_id, 'open', { offset: 0, limit: MOST })) {
    const demand = await demandOf(ctx.db, offer.demand_id);
    if (!demand) continue;
    const open = OPEN_STATES.includes(demand.state);
    entries.push({
      ...{ key: `offer:${offer.id}`, group: 'offer', title: demand.title, path: `${demandPath(demand.id)}#offers` },
      ...{ state: open ? offerStateText(offer, demand) : `需求${rowStateText(demand, ctx.app.clock.now())}`, asks_for_answer: false },
      ...(open ? {} : { over: true }),
      ...(open && demand.closes_at ? { ends_at: unixSeconds(demand.closes_at) } : {}),
    });
  }
  return entries;
}

async function deals(ctx: Ctx, user_id: number, side: 'owner' | 'user'): Promise<WorkbenchEntry[]> {
  const rows = await findRunning(ctx.db, user_id, side, MOST);
  const shown = await showAgreements(ctx, rows, user_id);
  const entries: WorkbenchEntry[] = [];
  for (const { id, demand_id } of rows) {
    const [demand, agreement] = [await demandOf(ctx.db, demand_id), shown.get(id)];
    if (!demand || !agreement) continue;
    const asks = asksOf(agreement);
    const over = agreement.state === 'done' && asks === '';
    entries.push({
      ...{ key: `agreement:${id}`, group: side === 'user' ? 'offer' : 'demand', title: `${demand.title}（合作）` },
      ...{ path: side === 'user' ? `${OWN_OFFERS_PATH}?tab=agreed` : `${demandPath(demand_id)}#offers` },
      ...{ state: asks === '' ? agreement.state_text : asks, asks_for_answer: asks !== '' },
      ...(over ? { over: true } : {}),
      ...(demand.event_at ? { all_day: true, at: unixSeconds(new Date(`${demand.event_at}T00:00:00+08:00`)) } : {}),
    });
  }
  return entries;
}
