import type { ItemCard, RelatedItem } from '#contract/item.ts';
import { KINDS } from '#contract/kinds.ts';

/** Cards as the calls for rails beside an item name them. Prices of resources are told to nobody here. */
export function relatedItems(cards: readonly ItemCard[]): RelatedItem[] {
  return cards.map((card) => ({
    ...card,
    relate_id: card.id,
    img: card.cover?.src ?? '',
    show_price: card.kind === KINDS.resource.key ? 0 : 1,
    vip_only: card.vip_only ? 1 : 0,
  }));
}
