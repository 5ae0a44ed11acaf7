import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { createLoad, type Load, type Loaded } from '#client/load.store.ts';

/** What a part of an own page loads when it is opened; its reader is signed in already. */
export function useLoad<T extends object>(fetch: () => Promise<T>): Loaded<T> & { actions: Load<T>['actions'] } {
  const [own] = useState(() => createLoad(fetch));
  const state = useStore(own.$state);
  useEffect(() => void own.actions.load(), [own]);
  return { ...state, actions: own.actions };
}
