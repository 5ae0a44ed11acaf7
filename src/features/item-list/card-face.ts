import type { ItemCard, RelatedItem } from '#contract/item.ts';
import { countText, priceText } from '#ui/price-text.ts';

/** What stands where the price stands: who is no member may still buy what members have for free. */
export type CardPrice = { kind: 'none' } | { kind: 'member'; single: string } | { kind: 'free' } | { kind: 'price'; amount: string };

/** What of a cut picture must be seen, as a class of components.css; empty: its middle. `focus` as in `Picture`. */
export function focusClass(focus = ''): string {
  const [x, y] = focus.split(' ');
  return y === undefined ? '' : `focus-x-${x} focus-y-${y}`;
}

/** Everything that a card says, drawn by ItemCard.astro on the server and by ItemTile.tsx in the browser. */
export interface CardFace {
  /** On the picture: PPTX · 12 页; empty: nothing. */
  pages: string;
  by: string;
  /** Where, how it is priced, for whom; empty: nothing. */
  facts: string;
  price: CardPrice;
  views: string;
  downloads: string;
}

/** Widths of the picture on the page, for the browser's choice among its sizes. */
export const CARD_SIZES = '(min-width: 1440px) 270px, (min-width: 1024px) 24vw, (min-width: 768px) 31vw, 46vw';

/** `gives`: false for kinds that are only looked at, which have no price. */
export function cardFace(card: ItemCard | RelatedItem, gives = true): CardFace {
  return {
    pages: card.pages > 0 ? [card.format.toUpperCase(), `${card.pages} ${card.unit}`].filter(Boolean).join(' · ') : '',
    by: [
      card.rating ? `${card.rating.toFixed(1)} 分` : '',
      card.shop?.name ?? card.user.nickname,
      card.shop?.gold ? '金牌认证' : '',
      card.category_name,
    ]
      .filter(Boolean)
      .join(' · '),
    facts: card.facts?.join(' · ') ?? '',
    price: gives ? priceOf(card) : { kind: 'none' },
    views: countText(card.view_num),
    downloads: countText(card.download_num),
  };
}

function priceOf({ vip_only, price }: ItemCard | RelatedItem): CardPrice {
  if (vip_only) return { kind: 'member', single: price > 0 ? priceText(price) : '' };
  return price === 0 ? { kind: 'free' } : { kind: 'price', amount: priceText(price) };
}
