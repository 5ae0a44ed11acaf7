import type { DemandCard, ShownDemand } from '#contract/demand.ts';
import { LISTED_STATES } from '#contract/demand.ts';
import { detailPath, KINDS, type KindFacts } from '#contract/kinds.ts';
import type { OfferBoard } from '#contract/offer.ts';
import type { Ctx } from '../app/ctx.ts';
import { getSaleItem, itemsById, recommendItems } from '../modules/catalog/index.ts';
import { publicDemand, startOfDemand } from '../modules/demands/index.ts';
import { publicUsers } from '../modules/identity/index.ts';
import { offerBoard } from '../modules/offers/index.ts';
import { cardsOf } from './demand-list.ts';
import { releaserOf } from './item-public.ts';
import { type ItemScreen, itemScreen } from './item-screen.ts';

const SIMILAR = 6;

export interface DemandScreen {
  demand: ShownDemand;
  /** Its page by the engine; null: it ended and no list shows it. */
  screen: ItemScreen | null;
  /** Off the site while an agreement on it goes on: its page says nothing of what it was, and keeps the way to the agreement. */
  hidden: boolean;
  similar: DemandCard[];
  /** The published work that its owner started from. */
  source: { noun: string; title: string; path: string } | null;
  /** How many offers there are, and what of a tender is public. */
  board: OfferBoard;
}

/** The page of a demand that was published once, by the `id` of an address; null: there is none, or staff took it down. */
export async function demandScreenAt(ctx: Ctx, url: URL): Promise<DemandScreen | null> {
  const asked = url.searchParams.get('id') ?? '';
  if (!/^[1-9]\d{0,14}$/.test(asked)) return null;
  const id = Number(asked);
  const [found, item] = await Promise.all([publicDemand(ctx, id), getSaleItem(ctx, id)]);
  if (!found || !item) return null;
  const { reject_reason, ...shown } = found;
  const listed = LISTED_STATES.includes(shown.state);
  if (!listed && reject_reason !== '') return null;
  const [users, screen, near] = await Promise.all([
    publicUsers(ctx, [item.publisher_id]),
    listed ? itemScreen(ctx, KINDS.demand, id) : null,
    listed ? [] : recommendItems(ctx, KINDS.demand, { id, limit: SIMILAR }),
  ]);
  const hidden = listed && !screen;
  // the item leaves before its demand is told: a report took it down a moment ago
  if (hidden && shown.state !== 'agreed' && shown.state !== 'done') return null;
  const similar = await cardsOf(ctx, screen?.recommended ?? near);
  const board = await offerBoard(ctx, id);
  const source = await sourceOf(ctx, id);
  return {
    demand: { ...shown, owner: releaserOf(item.publisher_id, users.get(item.publisher_id)) },
    screen,
    hidden,
    similar,
    source,
    board,
  };
}

async function sourceOf(ctx: Ctx, demand_id: number): Promise<DemandScreen['source']> {
  const from = await startOfDemand(ctx, demand_id);
  const item = from && (await itemsById(ctx, [from.id])).get(from.id);
  const kind = item && Object.values<KindFacts>(KINDS).find(({ code }) => code === item.kind);
  if (!item || !kind || item.status !== 'published' || kind.key !== from.kind) return null;
  return { noun: kind.noun, title: item.title, path: detailPath(kind, item.id) };
}
