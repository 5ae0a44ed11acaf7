import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { ScreenFrame } from '#kit/console/ScreenFrame.tsx';
import { createStaffList } from './list.store.ts';
import { StaffList } from './StaffList.tsx';

/** A list of the console, bound to its store. */
export default function StaffListIsland({ list }: { list: string }) {
  const [store] = useState(() => createStaffList(list));
  const state = useStore(store.$state);
  useEffect(() => void store.actions.open(), [store]);
  const { load, facts, failure } = state;
  return (
    <ScreenFrame state={{ load, data: facts, failure }} onRetry={() => void store.actions.reload()}>
      {(data) => <StaffList facts={data} state={state} store={store} />}
    </ScreenFrame>
  );
}
