import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SchemeCard } from '#contract/scheme.ts';
import { Button } from '#ui/Button.tsx';
import { SchemeTile } from './SchemeTile.tsx';

export interface ChangeBatchProps {
  /** The batch that the server drew; shown until another one was asked for. */
  children?: ReactNode;
  /** Null: still the server's batch. */
  cards: SchemeCard[] | null;
  busy: boolean;
  onNext(): void;
}

/** A rail of recommended schemes with 换一批. */
export function ChangeBatch({ children, cards, busy, onNext }: ChangeBatchProps) {
  return (
    <div>
      <div className="mb-4 flex justify-end">
        <Button look="ghost" size="sm" busy={busy} icon={<RefreshCw size={16} aria-hidden="true" />} onClick={onNext}>
          换一批
        </Button>
      </div>
      <div aria-live="polite">
        {cards ? (
          <ul className="grid grid-cols-2 gap-4 md:grid-cols-3">
            {cards.map((card) => (
              <li key={card.id}>
                <SchemeTile card={card} />
              </li>
            ))}
          </ul>
        ) : (
          children
        )}
      </div>
    </div>
  );
}
