import type { ItemCard, RelatedItem } from '#contract/item.ts';

/** Cards as the calls for rails beside an item name them. */
export function relatedItems(cards: readonly ItemCard[]): RelatedItem[] {
  return cards.map((card) => ({
    ...card,
    relate_id: card.id,
    img: card.cover?.src ?? '',
    show_price: 1,
    vip_only: card.vip_only ? 1 : 0,
  }));
}
