import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { MyPublish, type PublishKind } from './MyPublish.tsx';
import { createMyPublish } from './my-publish.store.ts';

/** 我的发布, bound to its store. */
export default function MyPublishIsland({ kinds }: { kinds: PublishKind[] }) {
  const [{ $state, actions }] = useState(() => createMyPublish({ kinds: kinds.map(({ key }) => key) }));
  const state = useStore($state);
  useEffect(() => actions.open(), [actions]);
  return <MyPublish kinds={kinds} state={state} actions={actions} />;
}
