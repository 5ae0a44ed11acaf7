import { useStore } from '@nanostores/react';
import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '#ui/Button.tsx';
import { ItemTile } from './ItemTile.tsx';
import { besidePlace, createBatches, FIRST_BATCH, type Rail } from './related.store.ts';

/** 换一批 of the rail or chosen tab beside the page's item, of which the server drew the first batch. Place it with `client:intent`. */
export default function NextBatchIsland({ rails }: { rails: readonly Rail[] }) {
  const [{ $state, actions }] = useState(() => createBatches(rails));
  const { cards, busy } = useStore($state, { ssr: () => FIRST_BATCH });
  useEffect(() => {
    for (const key of Object.keys(cards)) {
      const first = document.getElementById(besidePlace(key))?.querySelector('ul');
      if (first) first.hidden = true;
    }
  }, [cards]);
  return (
    <>
      <Button look="ghost" size="sm" busy={busy} icon={<RefreshCw size={16} aria-hidden="true" />} onClick={() => void actions.next()}>
        换一批
      </Button>
      {rails.map((rail) => {
        const batch = cards[rail.key];
        const place = batch && document.getElementById(besidePlace(rail.key));
        if (!place) return null;
        return createPortal(
          <ul className="grid grid-cols-2 gap-4 md:grid-cols-3">
            {batch.map((card) => (
              <li key={card.id}>
                <ItemTile card={card} kind={rail} of={rail.key} gives={rail.gives} />
              </li>
            ))}
          </ul>,
          place,
          rail.key,
        );
      })}
    </>
  );
}
