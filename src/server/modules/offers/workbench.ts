import { DEMAND_STATE_TEXT, demandPath, OPEN_STATES } from '#contract/demand.ts';
import { OFFER_STATES, OWN_OFFERS_PATH } from '#contract/offer.ts';
import type { WorkbenchEntry } from '#contract/workbench.ts';
import type { Ctx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { demandOf } from '../demands/index.ts';
import { findRunning } from './agreements.repo.ts';
import { findMine } from './repo.ts';
import { asksOf } from './rules.ts';
import { showAgreements } from './show-offers.ts';

/** More than anybody works on at once. */
const MOST = 50;

/** Own offers that wait, and agreements on either side, for the user's board. */
export async function offerWorkbench(ctx: Ctx, user_id: number): Promise<WorkbenchEntry[]> {
  return [...(await waitingOffers(ctx, user_id)), ...(await deals(ctx, user_id, 'user')), ...(await deals(ctx, user_id, 'owner'))];
}

async function waitingOffers(ctx: Ctx, user_id: number): Promise<WorkbenchEntry[]> {
  const entries: WorkbenchEntry[] = [];
  for (const { offer } of await findMine(ctx.db, user_id, 'open', { offset: 0, limit: MOST })) {
    const demand = await demandOf(ctx.db, offer.demand_id);
    if (!demand) continue;
    const open = OPEN_STATES.includes(demand.state);
    entries.push({
      ...{ key: `offer:${offer.id}`, group: 'offer', title: demand.title, path: `${demandPath(demand.id)}#offers` },
      ...{ state: open ? OFFER_STATES[offer.state] : `需求${DEMAND_STATE_TEXT[demand.state]}`, asks_for_answer: false },
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
