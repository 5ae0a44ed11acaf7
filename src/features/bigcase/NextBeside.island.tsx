import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { NextBatch } from '../item-detail/NextBatch.tsx';
import { readPageState } from '../item-detail/page-state.ts';
import { createBeside } from './beside.store.ts';
import { besidePlace } from './beside-places.ts';

export interface NextBesideProps {
  type: number;
  /** Detail page of the tab's kind. */
  detail: string;
}

/** 换一批 of a tab beside a case, of which the server drew the first batch. Place it with `client:intent`. */
export default function NextBeside({ type, detail }: NextBesideProps) {
  const [store] = useState(() => createBeside(type));
  const { cards, busy } = useStore(store.$state);
  useEffect(() => {
    const first = document.getElementById(besidePlace(type))?.querySelector('ul');
    if (cards && first) first.hidden = true;
  }, [cards, type]);
  const batch = cards && { cards, place: document.getElementById(besidePlace(type)), kind: { paths: { list: '', detail } }, gives: true };
  return <NextBatch batch={batch} busy={busy} onNext={() => void store.actions.next(readPageState().id)} />;
}
