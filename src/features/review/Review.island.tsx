import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '#client/use-session.ts';
import { countText } from '#contract/admin.ts';
import { rolesMay } from '#contract/staff.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { SelectBox } from '#ui/Select.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { ReviewDesk } from './ReviewDesk.tsx';
import { createReviewDesk } from './review.store.ts';

/** The review desk, bound to its store. */
export default function ReviewIsland() {
  const [{ $state, actions }] = useState(createReviewDesk);
  const state = useStore($state);
  const first = useRef<string[]>(undefined);
  const { load, failure, queue } = state;
  const roles = useSession()?.user.roles ?? [];
  useEffect(() => void actions.open(), [actions]);
  if (load === 'loading') return <Skeleton rows={3} row_class="h-28" />;
  if (load === 'forbidden') {
    return (
      <div className="panel">
        {rolesMay(roles, 'review.see') ? (
          <Empty title="无权限" hint="这一类由其他岗位的同事审核。">
            <a className="btn" href="/admin/review">
              查看我的审核
            </a>
          </Empty>
        ) : (
          <Empty title="无权限" hint="审核台只对审核员开放。">
            <a className="btn" href="/">
              返回首页
            </a>
          </Empty>
        )}
      </div>
    );
  }
  if (!queue || load === 'failed') {
    return <ErrorState message="" {...failure} onRetry={() => void actions.load()} />;
  }
  // what waits has its tab, and keeps it while it is decided; the rest is a choice at the end of the row
  first.current ??= queue.types.filter(({ open }) => open > 0).map(({ type }) => type);
  const has_tab = (type: string) => type === queue.type || first.current?.includes(type);
  const tabs = queue.types
    .filter(({ type, open }) => open > 0 || has_tab(type))
    .map(({ type, title, open }) => ({ key: type, title: open > 0 ? `${title} ${countText(open)}` : title }));
  const rest = queue.types.filter(({ type }) => !tabs.some(({ key }) => key === type));
  const others = rest.length > 0 && (
    <SelectBox
      className="select select-sm w-auto shrink-0"
      aria-label="没有待办的类型"
      none={`没有待办的 ${rest.length} 类`}
      value=""
      options={rest.map(({ type, title }) => [type, title] as const)}
      onValue={actions.chooseType}
    />
  );
  return (
    <>
      <Tabs label="审核类型" tabs={tabs} current={queue.type} onChange={actions.chooseType} aside={others}>
        <ReviewDesk queue={queue} state={state} actions={actions} may_export={rolesMay(roles, 'list.export')} />
      </Tabs>
      <div role="status">
        {state.undo !== null && (
          <div className="desk-undo panel flex items-center justify-between gap-3 p-3">
            <span className="min-w-0 truncate">{state.undo}</span>
            <Button size="sm" aria-keyshortcuts="z" onClick={actions.undo}>
              撤销
            </Button>
          </div>
        )}
      </div>
    </>
  );
}
