import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { ChangeBatch } from './ChangeBatch.tsx';
import { pageItem } from './page-item.ts';
import { $batch, type BatchState, nextBatch } from './recommended.store.ts';

const FIRST: BatchState = { page: 1, cards: null, busy: false };

/** Goes through batches of recommended schemes in `[data-batch]`, where the server drew the first. Place it with `client:intent`. */
export default function ChangeBatchIsland() {
  const { cards, busy } = useStore($batch, { ssr: () => FIRST });
  const place = cards ? document.querySelector('[data-batch]') : null;
  useEffect(() => {
    const first = document.querySelector<HTMLElement>('[data-first-batch]');
    if (cards && first) first.hidden = true;
  }, [cards]);
  return <ChangeBatch cards={cards} busy={busy} place={place} onNext={() => void nextBatch(pageItem().id, pageItem().category_id)} />;
}
