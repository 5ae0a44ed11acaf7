import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { RealnamePanel } from './RealnamePanel.tsx';
import { createRealname } from './realname.store.ts';

/** 实名认证 of a signed-in reader, as a page and as a tab of the settings. */
export default function Realname() {
  const [{ $state, actions }] = useState(createRealname);
  const state = useStore($state);
  useEffect(() => void actions.load(), [actions]);
  return <RealnamePanel state={state} actions={actions} />;
}
