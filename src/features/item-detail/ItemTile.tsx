import type { ItemCard } from '#contract/item.ts';
import { priceLabel } from '#ui/price-text.ts';

/** A small card of a scheme for rails that change in the browser. */
export function ItemTile({ card }: { card: ItemCard }) {
  return (
    <a className="panel lift flex h-full flex-col overflow-hidden" href={`/programme/detail?id=${card.id}`}>
      <span className="block aspect-[16/10] overflow-hidden bg-base-300">
        {card.cover ? (
          <img
            className="fit"
            src={card.cover.src}
            srcSet={card.cover.srcset}
            sizes="(min-width: 1024px) 270px, 46vw"
            width={card.cover.width}
            height={card.cover.height}
            alt=""
            loading="lazy"
            decoding="async"
          />
        ) : (
          <span className="tile-letter" aria-hidden="true">
            {[...card.title][0]}
          </span>
        )}
      </span>
      <span className="flex grow flex-col gap-1 p-3">
        <span className="line-clamp-2 font-semibold">{card.title}</span>
        <span className="mt-auto flex items-center justify-between gap-2 text-xs text-muted">
          <span className="truncate">{card.user.nickname}</span>
          <span className="num font-semibold text-base-content">{priceLabel(card)}</span>
        </span>
      </span>
    </a>
  );
}
