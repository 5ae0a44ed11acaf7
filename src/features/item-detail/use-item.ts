import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $item, type DetailState, VISITOR, watchItem } from './item.store.ts';

/** The page's item inside a component, bound to the session. The first render is the visitor's, as the server drew it. */
export function useItem(): DetailState {
  useEffect(watchItem, []);
  return useStore($item, { ssr: () => VISITOR });
}
