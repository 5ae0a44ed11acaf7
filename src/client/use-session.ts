import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { $session, loginUrl, type Session } from './session.ts';

/** The session inside a component. The first render is always the visitor's, as the server drew it, so that hydration agrees. */
export function useSession(): Session | null {
  return useStore($session, { ssr: () => null });
}

/** The same on a page of one's own: a visitor signs in first and comes back. A session that ends later leaves the page under the dialog. */
export function useOwnSession(): Session | null {
  useEffect(() => {
    if (!$session.get()) location.replace(loginUrl());
  }, []);
  return useSession();
}

/** A key that changes when another person signs in, and stays when a visitor does: what they have typed goes on. */
export function useReaderKey(): string {
  const id = useSession()?.user.id;
  const first = useRef(id);
  first.current ??= id;
  return id === undefined || id === first.current ? 'first' : String(id);
}
