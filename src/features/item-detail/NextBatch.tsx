import { RefreshCw } from 'lucide-react';
import { createPortal } from 'react-dom';
import type { RelatedItem } from '#contract/item.ts';
import type { Routed } from '#contract/paths.ts';
import { Button } from '#ui/Button.tsx';
import { ItemTile } from './ItemTile.tsx';

export interface NextBatchProps {
  /** Null: still the server's batch, which this does not touch. */
  batch: { cards: RelatedItem[]; place: Element | null; kind: Routed; gives?: boolean } | null;
  busy: boolean;
  onNext(): void;
}

/** 换一批 of a rail of related items, and the batches that it brings. */
export function NextBatch({ batch, busy, onNext }: NextBatchProps) {
  return (
    <>
      <Button look="ghost" size="sm" busy={busy} icon={<RefreshCw size={16} aria-hidden="true" />} onClick={onNext}>
        换一批
      </Button>
      {batch?.place
        ? createPortal(
            <ul className="grid grid-cols-2 gap-4 md:grid-cols-3">
              {batch.cards.map((card) => (
                <li key={card.id}>
                  <ItemTile card={card} kind={batch.kind} gives={batch.gives ?? true} />
                </li>
              ))}
            </ul>,
            batch.place,
          )
        : null}
    </>
  );
}
