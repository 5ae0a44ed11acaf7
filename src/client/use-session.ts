import { useStore } from '@nanostores/react';
import { $session, type Session } from './session.ts';

/** The session inside a component. The first render is always the visitor's, as the server drew it, so that hydration agrees. */
export function useSession(): Session | null {
  return useStore($session, { ssr: () => null });
}
