import { RefreshCw } from 'lucide-react';
import { createPortal } from 'react-dom';
import type { ItemCard } from '#contract/item.ts';
import { Button } from '#ui/Button.tsx';
import { ItemTile } from './ItemTile.tsx';

export interface ChangeBatchProps {
  /** Null: still the server's batch, which this does not touch. */
  cards: ItemCard[] | null;
  busy: boolean;
  /** Where a batch that was asked for is shown. */
  place: Element | null;
  onNext(): void;
}

/** 换一批 of a rail of recommended schemes, and the batches that it brings. */
export function ChangeBatch({ cards, busy, place, onNext }: ChangeBatchProps) {
  return (
    <>
      <Button look="ghost" size="sm" busy={busy} icon={<RefreshCw size={16} aria-hidden="true" />} onClick={onNext}>
        换一批
      </Button>
      {cards && place
        ? createPortal(
            <ul className="grid grid-cols-2 gap-4 md:grid-cols-3">
              {cards.map((card) => (
                <li key={card.id}>
                  <ItemTile card={card} />
                </li>
              ))}
            </ul>,
            place,
          )
        : null}
    </>
  );
}
