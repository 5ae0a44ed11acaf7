import type { RelatedItem } from '#contract/item.ts';
import type { Routed } from '#contract/paths.ts';
import { ItemTile } from '../item-detail/ItemTile.tsx';

/** One page of a waterfall: cards in columns, each as high as its picture. */
export function WaterfallBatch({ cards, kind }: { cards: readonly RelatedItem[]; kind: Routed }) {
  return (
    <ul className="waterfall">
      {cards.map((card) => (
        <li key={card.id}>
          <ItemTile card={card} kind={kind} gives />
        </li>
      ))}
    </ul>
  );
}
