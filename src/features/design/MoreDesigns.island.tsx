import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RelatedItem } from '#contract/item.ts';
import type { Routed } from '#contract/paths.ts';
import { Button } from '#ui/Button.tsx';
import { ItemTile } from '../item-detail/ItemTile.tsx';
import { readPageState } from '../item-detail/page-state.ts';
import { createMoreDesigns, type MoreDesigns as Store } from './more-designs.store.ts';

export interface MoreDesignsProps {
  /** Cards of the page that the server drew; fewer than a page: there are no more. */
  drawn: number;
}

/** Loads on below the server's designs of the same type, as the end comes into sight. Place it with `client:intent="around"`. */
export default function MoreDesigns({ drawn }: MoreDesignsProps) {
  const [store, setStore] = useState<Store | null>(null);
  useEffect(() => {
    const { calls, id } = readPageState();
    if (drawn >= calls.related.limit) setStore(createMoreDesigns({ calls, id }));
  }, [drawn]);
  return store ? <Loading store={store} /> : null;
}

function Loading({ store }: { store: Store }) {
  const { batches, busy, ended, failed } = useStore(store.$state);
  const { kind } = readPageState();
  return (
    <div aria-live="polite">
      {batches.map((cards) => (
        <WaterfallBatch key={cards[0]?.id} cards={cards} kind={kind} />
      ))}
      {/* each batch moves the end: it is looked for again */}
      {ended ? (
        <p className="py-4 text-center text-xs text-muted">没有更多了</p>
      ) : (
        <End key={batches.length} busy={busy} failed={failed} onMore={() => void store.actions.more()} />
      )}
    </div>
  );
}

function End({ busy, failed, onMore }: { busy: boolean; failed: boolean; onMore(): void }) {
  const place = useRef<HTMLDivElement>(null);
  const reached = useEffectEvent(onMore);
  useEffect(() => {
    if (!place.current || failed) return;
    const watch = new IntersectionObserver(([seen]) => seen?.isIntersecting && reached(), { rootMargin: '400px' });
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [failed]);
  return (
    <div ref={place} className="grid justify-items-center py-4">
      <Button look="ghost" size="sm" busy={busy} onClick={onMore}>
        {failed ? '加载失败，重试' : '加载更多'}
      </Button>
    </div>
  );
}

/** One page of a waterfall: cards in columns, each as high as its picture. */
function WaterfallBatch({ cards, kind }: { cards: readonly RelatedItem[]; kind: Routed }) {
  return (
    <ul className="waterfall">
      {cards.map((card) => (
        <li key={card.id}>
          <ItemTile card={card} kind={kind} of="design" gives />
        </li>
      ))}
    </ul>
  );
}
