import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { useOwnSession } from '#client/use-session.ts';
import { useOwnLoad } from '#kit/own-list/use-own-load.ts';
import { createOwnShop } from './shop.store.ts';

/** The reader's own shop, loaded once somebody is signed in; a visitor is sent to sign in and comes back. */
export function useOwnShop() {
  const [{ $state, actions }] = useState(createOwnShop);
  const state = useStore($state);
  useOwnSession();
  useOwnLoad(actions.load, state.known);
  return { state, actions };
}
