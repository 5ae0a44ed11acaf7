import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { createLoad, type Load, type Loaded } from '#client/load.store.ts';
import { useOwnSession } from '#client/use-session.ts';

/** What a page of one's own loads once its reader is known; a visitor is sent to sign in and comes back. */
export function useOwnPage<T extends object>(fetch: () => Promise<T>): Loaded<T> & { actions: Load<T>['actions'] } {
  const [own] = useState(() => createLoad(fetch));
  const state = useStore(own.$state);
  const signed_in = useOwnSession() !== null;
  useEffect(() => {
    if (signed_in) void own.actions.load();
  }, [signed_in, own]);
  return { ...state, actions: own.actions };
}
