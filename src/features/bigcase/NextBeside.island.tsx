import { useEffect, useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import type { RelatedItem } from '#contract/item.ts';
import { NextBatch } from '../item-detail/NextBatch.tsx';
import { readPageState } from '../item-detail/page-state.ts';
import { besidePlace } from './beside-places.ts';
import { fetchBeside } from './bigcase.api.ts';

export interface NextBesideProps {
  type: number;
  /** Detail page of the tab's kind. */
  detail: string;
}

/** 换一批 of a tab beside a case, of which the server drew the first batch. Place it with `client:intent`. */
export default function NextBeside({ type, detail }: NextBesideProps) {
  const [page, setPage] = useState(1);
  const [cards, setCards] = useState<RelatedItem[] | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const first = document.getElementById(besidePlace(type))?.querySelector('ul');
    if (cards && first) first.hidden = true;
  }, [cards, type]);
  const next = async () => {
    setBusy(true);
    try {
      const { list } = await fetchBeside(readPageState().id, type, page + 1);
      if (list.length > 0) {
        setCards(list);
        setPage(page + 1);
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  };
  const batch = cards && { cards, place: document.getElementById(besidePlace(type)), kind: { paths: { list: '', detail } } };
  return <NextBatch batch={batch} busy={busy} onNext={() => void next()} />;
}
