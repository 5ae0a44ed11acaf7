import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { MyPublish, type PublishKind } from './MyPublish.tsx';
import { createMyPublish } from './my-publish.store.ts';

/** 我的发布, bound to its store. `whole`: the kinds are all that there are, and may be looked at together. */
export default function MyPublishIsland({ kinds, whole = true }: { kinds: PublishKind[]; whole?: boolean }) {
  const [{ $state, actions }] = useState(() => createMyPublish({ kinds: kinds.map(({ key }) => key), whole }));
  const state = useStore($state);
  useEffect(() => actions.open(), [actions]);
  return <MyPublish kinds={kinds} whole={whole} state={state} actions={actions} />;
}
