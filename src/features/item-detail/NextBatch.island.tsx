import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { NextBatch } from './NextBatch.tsx';
import { findPlace, readPageState } from './page-state.ts';
import { createBatches, FIRST_BATCH } from './related.store.ts';

/** Goes through batches of related items where the server drew the first. Place it with `client:intent`. */
export default function NextBatchIsland() {
  const [{ $state, actions }] = useState(createBatches);
  const { cards, busy } = useStore($state, { ssr: () => FIRST_BATCH });
  useEffect(() => {
    const first = findPlace('first_batch');
    if (cards && first) first.hidden = true;
  }, [cards]);
  const batch = cards && { cards, place: findPlace('batch'), kind: readPageState().kind, gives: readPageState().offer.gives };
  return <NextBatch batch={batch} busy={busy} onNext={() => void actions.next()} />;
}
