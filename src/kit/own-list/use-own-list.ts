import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { followAddress } from '#client/address.ts';
import { useOwnSession } from '#client/use-session.ts';
import type { OwnPage } from '#contract/center.ts';
import { createOwnList, type OwnList, type OwnListInput, type OwnListQuery, type OwnListState } from './own-list.store.ts';

/** A list of the reader's own, loaded once they are known; a visitor is sent to sign in and comes back. */
export function useOwnList<P extends OwnPage<unknown>>(
  tabs: readonly string[],
  fetch: (query: OwnListQuery) => Promise<P>,
  also: Pick<OwnListInput<P>, 'filters' | 'moves' | 'is_private'> = {},
): { list: OwnList<P>; state: OwnListState<P>; signed_in: boolean } {
  const [list] = useState(() => createOwnList({ tabs, fetch, ...also }));
  const state = useStore(list.$state);
  const signed_in = useOwnSession() !== null;
  useEffect(() => {
    if (!signed_in) return;
    list.actions.open();
    const unfollow = followAddress(list.actions.open);
    return () => {
      unfollow();
      list.actions.close();
    };
  }, [signed_in, list]);
  return { list, state, signed_in };
}
