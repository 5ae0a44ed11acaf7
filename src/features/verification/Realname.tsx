import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { useOwnLoad } from '#kit/own-list/use-own-load.ts';
import { RealnamePanel } from './RealnamePanel.tsx';
import { createRealname } from './realname.store.ts';

/** 实名认证 of a signed-in reader, as a page and as a tab of the settings. */
export default function Realname() {
  const [{ $state, actions }] = useState(createRealname);
  const state = useStore($state);
  useOwnLoad(actions.load, state.own !== null);
  return <RealnamePanel state={state} actions={actions} />;
}
