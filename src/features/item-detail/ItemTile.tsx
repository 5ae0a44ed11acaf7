import { Crown } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { RelatedItem } from '#contract/item.ts';
import { paths, type Routed } from '#contract/paths.ts';
import { classNames } from '#ui/class-names.ts';
import { CARD_SIZES, cardFace, focusClass } from '../item-list/card-face.ts';

/** The card of features/item-list/ItemCard.astro for rails that change in the browser. */
export function ItemTile({ card, kind, of, gives = true }: { card: RelatedItem; kind: Routed; of: string; gives?: boolean }) {
  const face = cardFace(card, gives);
  const { price } = face;
  return (
    <article className="h-full">
      <a className="tile group" href={paths.detail(kind, card.id)} data-overlay="">
        <span className="tile-picture">
          {card.cover ? (
            <img
              className={classNames('fit', focusClass(card.cover.focus))}
              src={card.cover.src}
              srcSet={card.cover.srcset}
              sizes={CARD_SIZES}
              width={card.cover.width}
              height={card.cover.height}
              alt=""
              loading="lazy"
              decoding="async"
            />
          ) : (
            <DrawnTile card={card} kind={of} />
          )}
          {face.pages ? <span className="tile-pages">{face.pages}</span> : null}
        </span>
        <span className="tile-text">
          <h3 className="tile-title">{card.title}</h3>
          <span className="tile-by">{face.by}</span>
          {face.facts ? <span className="tile-by">{face.facts}</span> : null}
          <span className="tile-foot">
            {price.kind === 'none' ? null : price.kind === 'member' ? (
              <span className="flex items-center gap-2">
                <span className="tile-member">
                  <Crown size={13} aria-hidden="true" />
                  会员
                </span>
                {price.single ? <span className="num text-xs text-muted">¥{price.single}</span> : null}
              </span>
            ) : price.kind === 'free' ? (
              <span className="font-semibold text-success">免费</span>
            ) : (
              <span className="tile-price">
                <span className="text-xs">¥</span>
                {price.amount}
              </span>
            )}
            <span className="tile-counts">
              <span className="tile-views">
                <span className="sr-only">浏览</span>
                {face.views}
              </span>
              {gives ? (
                <span className="tile-downloads">
                  <span className="sr-only">下载</span>
                  {face.downloads}
                </span>
              ) : null}
            </span>
          </span>
        </span>
      </a>
    </article>
  );
}

/** As DrawnCover.astro. The drawings come when the first card without a picture does: most pages have none. */
function DrawnTile({ card, kind }: { card: RelatedItem; kind: string }) {
  const ref = useRef<SVGSVGElement>(null);
  useEffect(() => {
    void import('../item-list/poster.ts').then(({ drawnCover }) => {
      if (ref.current) ref.current.innerHTML = drawnCover(card, kind);
    });
  }, [card, kind]);
  return <svg ref={ref} className="fit" viewBox="0 0 200 120" preserveAspectRatio="xMaxYMid slice" aria-hidden="true" />;
}
