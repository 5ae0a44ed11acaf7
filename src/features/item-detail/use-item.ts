import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { type DetailState, item, VISITOR } from './item.store.ts';

/** The page's item inside a component, bound to the session. The first render is the visitor's, as the server drew it. */
export function useItem(): DetailState {
  useEffect(item.actions.watch, []);
  return useStore(item.$state, { ssr: () => VISITOR });
}
