import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { AskedNote } from './AskedNote.tsx';
import type { Screen, ScreenState } from './screen.store.ts';

export interface ScreenFrameProps<T> {
  state: ScreenState<T>;
  onRetry(): void;
  children: (data: T) => ReactNode;
}

/** A screen's data, or why it is not there. */
export function ScreenFrame<T>({ state, onRetry, children }: ScreenFrameProps<T>) {
  const { load, data, failure } = state;
  if (load === 'loading') return <Skeleton rows={4} row_class="h-16" />;
  if (load === 'forbidden' || load === 'missing') {
    // who may not see the first screen of the console has no place in it
    const outside = location.pathname === '/admin';
    return (
      <div className="panel">
        <Empty title={load === 'forbidden' ? '无权限' : '没有找到'} hint={failure?.message ?? ''}>
          <a className="btn" href={outside ? '/' : '/admin'}>
            {outside ? '返回首页' : '返回后台首页'}
          </a>
        </Empty>
      </div>
    );
  }
  if (!data || load === 'failed') return <ErrorState message="" {...failure} onRetry={onRetry} />;
  return (
    <>
      <AskedNote />
      {children(data)}
    </>
  );
}

interface LoadedScreenProps<T, A> {
  of: () => Pick<Screen<T>, '$state'> & { actions: A };
  children: (data: T, actions: A) => ReactNode;
}

/** A screen by what makes its store: opened once, loaded again where that failed. */
export function LoadedScreen<T, A extends Screen<T>['actions']>({ of, children }: LoadedScreenProps<T, A>) {
  const [{ $state, actions }] = useState(of);
  const state = useStore($state);
  useEffect(() => void actions.open(), [actions]);
  return (
    <ScreenFrame state={state} onRetry={() => void actions.load()}>
      {(data) => children(data, actions)}
    </ScreenFrame>
  );
}
