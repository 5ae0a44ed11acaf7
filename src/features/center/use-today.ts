import { useCallback, useEffect, useState } from 'react';
import { type Failure, failureOf } from '#client/api-error.ts';
import { gateway } from '#client/gateway.ts';
import type { TodayCard } from '#contract/account.ts';

/** What waits for the reader, loaded once they are known. */
export function useToday(signed_in: boolean) {
  const [cards, setCards] = useState<TodayCard[] | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const load = useCallback(async () => {
    try {
      setCards((await gateway('GET /user/user/today', {}, { silent: true })).list);
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
