import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $session, loginUrl } from '#client/session.ts';
import { useSession } from '#client/use-session.ts';
import type { OwnPage } from '#contract/center.ts';
import { createOwnList, type OwnList, type OwnListQuery, type OwnListState } from './own-list.store.ts';

/** A list of the reader's own, loaded once they are known; a visitor is sent to sign in and comes back. */
export function useOwnList<P extends OwnPage<unknown>>(
  tabs: readonly string[],
  fetch: (query: OwnListQuery) => Promise<P>,
): { list: OwnList<P>; state: OwnListState<P>; signed_in: boolean } {
  const [list] = useState(() => createOwnList({ tabs, fetch }));
  const state = useStore(list.$state);
  const signed_in = useSession() !== null;
  useEffect(() => {
    if (!$session.get()) location.replace(loginUrl());
  }, []);
  useEffect(() => {
    if (signed_in) list.actions.open();
  }, [signed_in, list]);
  return { list, state, signed_in };
}
