import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { useOwnSession } from '#client/use-session.ts';
import { createOwnShop } from './shop.store.ts';

/** The reader's own shop, loaded once somebody is signed in; a visitor is sent to sign in and comes back. */
export function useOwnShop() {
  const [{ $state, actions }] = useState(createOwnShop);
  const state = useStore($state);
  const signed_in = useOwnSession() !== null;
  useEffect(() => {
    if (signed_in) void actions.load();
  }, [signed_in, actions]);
  return { state, actions };
}
