import { Crown } from 'lucide-react';
import type { RelatedItem } from '#contract/item.ts';
import { paths, type Routed } from '#contract/paths.ts';
import { countText, priceText } from '#ui/price-text.ts';

/** The card of features/item-list/ItemCard.astro for rails that change in the browser. */
export function ItemTile({ card, kind }: { card: RelatedItem; kind: Routed }) {
  const format = card.format.toUpperCase();
  return (
    <article className="h-full">
      <a className="tile group" href={paths.detail(kind, card.id)}>
        <span className="tile-picture">
          {card.cover ? (
            <img
              className="fit"
              src={card.cover.src}
              srcSet={card.cover.srcset}
              sizes="(min-width: 1440px) 270px, (min-width: 1024px) 24vw, (min-width: 768px) 31vw, 46vw"
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
          {card.pages > 0 ? (
            <span className="tile-pages">
              {format && `${format} · `}
              {card.pages} 页
            </span>
          ) : null}
        </span>
        <span className="tile-text">
          <h3 className="tile-title">{card.title}</h3>
          <span className="tile-by">
            {card.user.nickname}
            {card.category_name && ` · ${card.category_name}`}
          </span>
          <span className="tile-foot">
            {card.vip_only === 1 ? (
              <span className="tile-member">
                <Crown size={13} aria-hidden="true" />
                会员
              </span>
            ) : card.price === 0 ? (
              <span className="font-semibold text-success">免费</span>
            ) : (
              <span className="tile-price">
                <span className="text-xs">¥</span>
                {priceText(card.price)}
              </span>
            )}
            <span className="tile-counts">
              <span className="tile-views">
                <span className="sr-only">浏览</span>
                {countText(card.view_num)}
              </span>
              <span className="tile-downloads">
                <span className="sr-only">下载</span>
                {countText(card.download_num)}
              </span>
            </span>
          </span>
        </span>
      </a>
    </article>
  );
}
