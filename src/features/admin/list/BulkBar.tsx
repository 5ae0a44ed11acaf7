import { useState } from 'react';
import { toastError } from '#client/toast.ts';
import { COUNT_MOST, countText, type ListAction, type ListFacts, type ListPage } from '#contract/admin.ts';
import { Ask } from '#kit/console/Ask.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import type { ListState, StaffListStore } from './list.store.ts';

interface Props {
  facts: ListFacts;
  page: ListPage;
  state: ListState;
  store: StaffListStore;
}

/** How much there is; what can be done to the selected rows, or to all that match: counted before, followed while it runs, with a result a row. */
export function BulkBar({ facts, page, state, store }: Props) {
  const [asked, setAsked] = useState<{ action: ListAction; count: number } | null>(null);
  const count = state.all ? page.total : state.selected.length;
  const ask = async (action: ListAction) => {
    const answer = await store.actions.preview(action);
    if (typeof answer === 'string') toastError(answer);
    else setAsked({ action, count: answer });
  };
  const whole = page.rows.every(({ id }) => state.selected.includes(id));
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-2" role="toolbar" aria-label="批量操作">
      {count === 0 ? (
        <p className="num flex grow flex-wrap items-baseline gap-x-4 text-muted">
          <span role="status">共 {countText(page.total)} 项</span>
          {page.sums.map(({ title, value }) => (
            <span key={title}>
              {title} <span className="font-semibold text-base-content">{value}</span>
            </span>
          ))}
          {page.rows.length > 0 && (
            <span className="ml-auto text-xs max-sm:hidden">{facts.actions.length > 0 && '勾选后批量处理，'}按 ? 显示快捷键</span>
          )}
        </p>
      ) : (
        <>
          <p className="num text-muted">已选 {state.all && page.total > COUNT_MOST ? `${COUNT_MOST}+` : count} 项</p>
          {!state.all && whole && page.total > page.rows.length && (
            <Button size="sm" look="ghost" onClick={() => store.actions.selectAll(true)}>
              选择符合条件的全部
            </Button>
          )}
          {facts.actions.map((action) => (
            <Button key={action.name} size="sm" onClick={() => void ask(action)}>
              {action.title}
            </Button>
          ))}
          <Button size="sm" look="ghost" onClick={() => store.actions.select(state.selected, false)}>
            取消选择
          </Button>
        </>
      )}
      {asked && (
        <Ask
          title={`${asked.action.title}：${asked.count} 项`}
          verb={`确认${asked.action.title}`}
          about={asked.action.about}
          needs_reason={asked.action.needs_reason}
          countersigned={asked.action.countersigned}
          onClose={() => setAsked(null)}
          onDo={(reason) => store.actions.start(asked.action, reason, asked.count)}
        />
      )}
      <Dialog open={state.run !== null} title={state.run?.action_title ?? ''} width={544} onClose={store.actions.closeRun}>
        {state.run && (
          <>
            <p className="num mb-2" role="status">
              {state.run.status === 'done' ? '已完成：' : '进行中：'}成功 {state.run.done} 项，失败 {state.run.failed} 项，共{' '}
              {state.run.total} 项
            </p>
            <progress className="progress progress-primary mb-3 w-full" value={state.run.done + state.run.failed} max={state.run.total} />
            <ul className="grid max-h-80 gap-1 overflow-y-auto" aria-label="逐项结果">
              {state.run.results.map((row) => (
                <li key={row.target} className="num flex justify-between gap-3">
                  <span>{row.target}</span>
                  <span className={row.ok ? 'text-success' : 'text-error'}>{row.message || '成功'}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Dialog>
    </div>
  );
}
