import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { NextBatch } from './NextBatch.tsx';
import { besidePlace, createBatches, FIRST_BATCH, type Rail } from './related.store.ts';

/** 换一批 of one rail beside the page's item, of which the server drew the first batch. Place it with `client:intent`. */
export default function NextBatchIsland({ rail }: { rail: Rail }) {
  const [{ $state, actions }] = useState(() => createBatches(rail.call));
  const { cards, busy } = useStore($state, { ssr: () => FIRST_BATCH });
  const place = () => document.getElementById(besidePlace(rail.key));
  useEffect(() => {
    const first = document.getElementById(besidePlace(rail.key))?.querySelector('ul');
    if (cards && first) first.hidden = true;
  }, [cards, rail]);
  return (
    <NextBatch batch={cards && { cards, place: place(), kind: rail, gives: rail.gives }} busy={busy} onNext={() => void actions.next()} />
  );
}
