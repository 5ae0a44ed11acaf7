import { useStore } from '@nanostores/react';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { followAddress } from '#client/address.ts';
import { toastError } from '#client/toast.ts';
import { useOwnSession } from '#client/use-session.ts';
import { boardCards, type PlannerEntry, WORKBENCH_GROUPS, type WorkbenchGroup } from '#contract/workbench.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { Board } from './Board.tsx';
import { Calendar } from './Calendar.tsx';
import { EntryDialog } from './EntryDialog.tsx';
import { FeedPanel } from './FeedPanel.tsx';
import { createWorkbench, type WorkbenchTab } from './workbench.store.ts';

/** 我的工作台: a board of what goes on, a calendar, and its address for other programs. */
export default function WorkbenchIsland() {
  const [bench] = useState(() => createWorkbench());
  const { data, failure, tab, group, month, now_s } = useStore(bench.$state);
  /** What the dialog is open for: an entry, a new one on a day (unix seconds), or nothing. */
  const [edited, setEdited] = useState<PlannerEntry | { day: number } | null>(null);
  const signed_in = useOwnSession() !== null;
  useEffect(() => {
    if (!signed_in) return;
    void bench.actions.load();
    return followAddress(bench.actions.place);
  }, [signed_in, bench]);
  if (failure) return <ErrorState {...failure} onRetry={() => void bench.actions.load()} />;
  if (!data) return <Skeleton rows={4} row_class="h-24" />;
  const cards = boardCards(data, group, now_s);
  const groups = Object.entries(WORKBENCH_GROUPS) as Array<[WorkbenchGroup, string]>;
  const markDone = async (id: number, done: boolean) => {
    const faults = await bench.actions.done(id, done);
    if (faults) toastError(Object.values(faults)[0] ?? '没有保存成功，请稍后再试');
  };
  const count = (key: WorkbenchGroup | '') => boardCards(data, key, now_s).filter(({ over }) => !over).length;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="panel flex flex-wrap items-center gap-2 p-4">
        <fieldset className="scroll-row flex min-w-0 flex-1 gap-2 max-sm:basis-full">
          <legend className="sr-only">显示</legend>
          {[['', '全部'] as const, ...groups].map(([key, title]) => (
            <button
              key={key}
              type="button"
              className="chip shrink-0"
              aria-pressed={group === key}
              onClick={() => bench.actions.choose({ group: key })}
            >
              {title} <span className="num">{count(key)}</span>
            </button>
          ))}
        </fieldset>
        <Button look="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setEdited({ day: 0 })}>
          新建待办
        </Button>
      </div>
      <Tabs
        label="工作台"
        tabs={[
          { key: 'board', title: '看板' },
          { key: 'calendar', title: '日历' },
          { key: 'feed', title: '日历订阅' },
        ]}
        current={tab}
        onChange={(to) => bench.actions.choose({ tab: to as WorkbenchTab })}
      >
        {tab === 'board' && <Board cards={cards} onEdit={setEdited} onDone={(id, done) => void markDone(id, done)} />}
        {tab === 'calendar' && (
          <Calendar
            cards={cards}
            month={month}
            now_s={now_s}
            onTurn={bench.actions.turnMonth}
            onAdd={(day) => setEdited({ day })}
            onEdit={setEdited}
          />
        )}
        {tab === 'feed' && <FeedPanel />}
      </Tabs>
      {edited && (
        <EntryDialog
          entry={'id' in edited ? edited : null}
          day={'day' in edited ? edited.day : 0}
          bench={bench}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  );
}
