import { useEffect, useEffectEvent, useRef } from 'react';
import { useSession } from '#client/use-session.ts';

/** Loads for who is signed in, for another person again, and after a login where nothing was there: what is typed stays under the login dialog. */
export function useOwnLoad(load: () => unknown, loaded: boolean): void {
  const id = useSession()?.user.id;
  const of = useRef<number>(undefined);
  const run = useEffectEvent(() => {
    if (id === undefined || (loaded && of.current === id)) return;
    of.current = id;
    void load();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever who is signed in changes
  useEffect(() => run(), [id]);
}
