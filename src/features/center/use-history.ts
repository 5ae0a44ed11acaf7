import { useCallback, useEffect, useState } from 'react';
import { ApiError, type Failure, failureOf } from '#client/api-error.ts';
import type { FootprintGroup } from '#contract/center.ts';
import { appendGroups } from './history-days.ts';
import { forgetFootprints, HISTORY_SIZE, loadFootprints } from './own-lists.ts';

const seenIn = (groups: readonly FootprintGroup[]): number => groups.reduce((sum, { list }) => sum + list.length, 0);

/** The reader's footprints, page after page. */
export function useHistory(signed_in: boolean) {
  const [groups, setGroups] = useState<FootprintGroup[] | null>(null);
  const [page, setPage] = useState(1);
  const [whole, setWhole] = useState(true);
  const [loading, setLoading] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  const load = useCallback(async (wanted: number) => {
    setLoading(true);
    try {
      const found = await loadFootprints(wanted);
      setFailure(null);
      setPage(wanted);
      setWhole(seenIn(found) < HISTORY_SIZE);
      setGroups((before) => (wanted === 1 ? found : appendGroups(before ?? [], found)));
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      setLoading(false);
    }
  }, []);

  useEffect(() => {
    if (signed_in) void load(1);
  }, [signed_in, load]);

  return {
    groups,
    failure,
    loading,
    whole,
    more: () => void load(page + 1),
    retry: () => void load(1),
    /** One footprint, or all of them; the list begins again. */
    async forget(of?: { type: number; rid: number }): Promise<void> {
      try {
        await forgetFootprints(of);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
      }
      await load(1);
    },
  };
}
