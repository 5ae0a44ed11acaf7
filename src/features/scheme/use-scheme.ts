import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { pageScheme } from './page-scheme.ts';
import { $scheme, type SchemeState, watchScheme } from './scheme.store.ts';

const SERVER: SchemeState = { status: 'visitor', detail: null, message: '', request_id: '' };

/** The page's scheme inside a component, bound to the session. The first render is the visitor's, as the server drew it. */
export function useScheme(): SchemeState {
  useEffect(() => watchScheme(pageScheme().id), []);
  return useStore($scheme, { ssr: () => SERVER });
}
