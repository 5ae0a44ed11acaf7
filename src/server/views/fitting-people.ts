import type { LabelType } from '#contract/demand.ts';
import { detailPath, isTaken, KINDS, type KindFacts } from '#contract/kinds.ts';
import type { FittingPeople } from '#contract/offer.ts';
import type { Ctx } from '../app/ctx.ts';
import { itemsById } from '../modules/catalog/index.ts';
import { demandSummaries } from '../modules/demands/index.ts';
import { type Candidate, fittingPeople } from '../modules/offers/index.ts';
import { worksAbout } from '../modules/search/index.ts';

const ALL = Object.values<KindFacts>(KINDS);
/** What shows that somebody does what is asked for: of planners what they sell and give, of suppliers what they offer and did. */
const PLANS = ALL.filter((kind) => isTaken(kind) && kind.gives !== 'lessons');
const SUPPLIES = ALL.filter(({ gives, shop }) => gives === 'contact' || shop === 'required');
const SUPPLIER: LabelType = 2;
const WORKS = 40;
/** People who are looked at, to have five who may be asked. */
const LOOKED_AT = 15;

/** Whom the signed-in owner may ask for an offer: publishers of works that the search finds for the demand, its title before its event. */
export async function fittingPeopleOf(ctx: Ctx, demand_id: number): Promise<FittingPeople> {
  const demand = (await demandSummaries(ctx, [demand_id])).get(demand_id);
  const wanted = demand?.type === SUPPLIER ? SUPPLIES : PLANS;
  const kinds = wanted.map(({ code }) => code);
  const ids: number[] = [];
  for (const text of demand ? [demand.title, demand.event] : []) {
    if (text !== '') ids.push(...(await worksAbout(ctx, text, { kinds, limit: WORKS })).ids);
  }
  const works = await itemsById(ctx, [...new Set(ids)]);
  const candidates = new Map<number, Candidate>();
  for (const id of ids) {
    const work = works.get(id);
    const kind = wanted.find(({ code }) => code === work?.kind);
    if (!work || !kind || work.status !== 'published' || candidates.has(work.publisher_id)) continue;
    candidates.set(work.publisher_id, { user_id: work.publisher_id, work: { title: work.title, path: detailPath(kind, id) } });
  }
  return fittingPeople(ctx, demand_id, [...candidates.values()].slice(0, LOOKED_AT));
}
