import { HUB_TYPES, type HubType } from '#contract/hub.ts';
import type { ItemCard } from '#contract/item.ts';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import { BANNER_HUB, type Banner } from '#contract/promotion.ts';
import type { Ctx } from '../app/ctx.ts';
import { topItems } from '../modules/catalog/index.ts';
import { placedBanners } from '../modules/promotion/index.ts';

/** Two rows of five. */
const CARDS = 10;

export interface HubView {
  type: HubType;
  /** The best-liked of each kind; kinds without any stand there empty. */
  sections: Array<{ kind: KindFacts; cards: ItemCard[] }>;
  /** What the operator recommends here, and to whom. */
  banners: Banner[];
}

/** What /hmh offers instead of the page that is not there. */
export async function hubView(ctx: Ctx, type: HubType): Promise<HubView> {
  const kinds: KindFacts[] = HUB_TYPES[type].kinds.map((key) => KINDS[key]);
  const each = Math.ceil(CARDS / kinds.length);
  const [banners, ...cards] = await Promise.all([
    placedBanners(ctx, BANNER_HUB, type),
    ...kinds.map((kind) => topItems(ctx, kind, { sort: 'recommend' }, each)),
  ]);
  return { type, banners, sections: kinds.map((kind, at) => ({ kind, cards: cards[at] ?? [] })) };
}
