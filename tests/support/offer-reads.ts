import { OFFER_CALLS } from '#contract/offer.ts';
import { RATING_CALLS } from '#contract/rating.ts';
import { makeOffer, offerPanel } from '#server/modules/offers/index.ts';
import { storeOriginal } from '#server/modules/publishing/index.ts';
import type { TestApp } from './app.ts';
import { makeDemand } from './demands.ts';
import { OFFER } from './offers.ts';
import type { Person } from './people.ts';

/** What the reading calls of offers need to be answered for `owner`, by path: an offer of `maker` with a file. */
export async function offerReads(t: TestApp, owner: Person, maker: Person): Promise<Record<string, Record<string, string | number>>> {
  const demand_id = await makeDemand(t, { owner_id: owner.id });
  const mine = t.ctx(maker.actor);
  const data = Buffer.from('%PDF-1.7 quote'.padEnd(64));
  const file = await storeOriginal(mine, { purpose: 'attachment', name: '报价单.pdf', data });
  const id = await makeOffer(mine, { ...OFFER, files: [file], demand_id });
  const [shown] = (await offerPanel(t.ctx(owner.actor), demand_id)).offers;
  const signed = new URL(shown?.now.files[0]?.url ?? '', 'http://x').searchParams;
  return {
    [OFFER_CALLS.board]: { id: demand_id },
    [OFFER_CALLS.budgets]: { event: '年会庆典', type: 1 },
    [OFFER_CALLS.fitting]: { id: demand_id },
    [OFFER_CALLS.panel]: { id: demand_id },
    [OFFER_CALLS.versions]: { id },
    [OFFER_CALLS.file]: Object.fromEntries(signed),
    [RATING_CALLS.list]: { id: maker.id },
  };
}
