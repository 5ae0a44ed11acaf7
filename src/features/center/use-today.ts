import { useCallback, useEffect, useState } from 'react';
import { type Failure, failureOf } from '#client/api-error.ts';
import type { TodayCard } from '#contract/account.ts';
import { fetchToday } from './center.api.ts';

/** What waits for the reader, loaded once they are known. */
export function useToday(signed_in: boolean) {
  const [cards, setCards] = useState<TodayCard[] | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const load = useCallback(async () => {
    try {
      setCards((await fetchToday()).list);
      setFailure(null);
    } catch (error) {
      setFailure(failureOf(error));
    }
  }, []);
  useEffect(() => {
    if (signed_in) void load();
  }, [signed_in, load]);
  return { cards, failure, load };
}
