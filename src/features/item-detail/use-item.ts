import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $scheme, type DetailState, watchItem } from './item.store.ts';
import { pageItem } from './page-item.ts';

const SERVER: DetailState = { status: 'visitor', detail: null, message: '', request_id: '' };

/** The page's scheme inside a component, bound to the session. The first render is the visitor's, as the server drew it. */
export function useItem(): DetailState {
  useEffect(() => watchItem(pageItem().id), []);
  return useStore($scheme, { ssr: () => SERVER });
}
