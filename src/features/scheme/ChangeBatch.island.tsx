import { useStore } from '@nanostores/react';
import type { PropsWithChildren } from 'react';
import { ChangeBatch } from './ChangeBatch.tsx';
import { $batch, type BatchState, nextBatch } from './recommended.store.ts';

const FIRST: BatchState = { page: 1, cards: null, busy: false };

export interface ChangeBatchIslandProps {
  id: number;
  cid: number | null;
}

/** Wraps the server's first batch of recommended schemes. Place it with `client:intent`. */
export default function ChangeBatchIsland({ id, cid, children }: PropsWithChildren<ChangeBatchIslandProps>) {
  const { cards, busy } = useStore($batch, { ssr: () => FIRST });
  return (
    <ChangeBatch cards={cards} busy={busy} onNext={() => void nextBatch(id, cid)}>
      {children}
    </ChangeBatch>
  );
}
