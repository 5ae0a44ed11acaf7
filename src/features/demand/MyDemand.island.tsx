import { useStore } from '@nanostores/react';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import {
  DEMAND_ACT_TEXT,
  DEMAND_STATE_TEXT,
  DEMAND_TABS,
  type DemandAct,
  type DemandTab,
  demandPath,
  type OwnDemandState,
  timeLeft,
} from '#contract/demand.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Pager } from '#ui/Pager.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { timeText } from '#ui/time-text.ts';
import { askClose } from './AskClose.tsx';
import { askDrop } from './AskDrop.tsx';
import { createMyDemand, type MyDemandState } from './my-demand.store.ts';

/** 我的需求, bound to its store. */
export default function MyDemandIsland() {
  const [{ $state, actions }] = useState(createMyDemand);
  const state = useStore($state);
  useEffect(() => actions.open(), [actions]);
  const tabs = (Object.keys(DEMAND_TABS) as DemandTab[]).map((key) => ({
    key,
    title: state.list ? `${DEMAND_TABS[key].title} ${state.list.counts[key]}` : DEMAND_TABS[key].title,
  }));
  const press = async (row: OwnDemandState, act: DemandAct | 'drop') => {
    if (act === 'drop') return (await askDrop(row.title)) ? actions.drop(row.id) : undefined;
    const why = act === 'close' ? await askClose(row.title) : '';
    return why === null ? undefined : actions.act(row.id, act, why);
  };
  return (
    <div className="panel p-4 md:p-6">
      <p className="mb-3 flex justify-end">
        <a className="btn btn-primary" href="/demand/add">
          <Plus size={16} aria-hidden="true" />
          发布需求
        </a>
      </p>
      <Tabs label="需求状态" tabs={tabs} current={state.tab} onChange={actions.chooseTab}>
        <Rows state={state} onRetry={() => void actions.load()} onPress={(row, act) => void press(row, act)} />
      </Tabs>
      {state.list && (
        <Pager
          page={state.list.page}
          last={Math.ceil(state.list.total / state.list.limit)}
          busy={state.busy}
          onPage={(page) => void actions.goToPage(page)}
        />
      )}
    </div>
  );
}

interface RowsProps {
  state: MyDemandState;
  onRetry(): void;
  onPress(row: OwnDemandState, act: DemandAct | 'drop'): void;
}

function Rows({ state: { list, failure, busy, acting, tab }, onRetry, onPress }: RowsProps) {
  if (failure && !list) return <ErrorState message={failure.message} request_id={failure.request_id} onRetry={onRetry} />;
  if (!list) return <Skeleton rows={4} row_class="h-20" />;
  if (list.list.length === 0) {
    return (
      <Empty
        title={tab === 'all' ? '还没有发布过需求' : `没有${DEMAND_TABS[tab].title}的需求`}
        hint="写清活动、时间和预算，策划人会来报价。"
      />
    );
  }
  return (
    <ul className="grid grid-cols-1 divide-y divide-line" aria-busy={busy}>
      {list.list.map((row) => (
        <Row key={row.id} row={row} busy={acting === row.id} onPress={(act) => onPress(row, act)} />
      ))}
    </ul>
  );
}

function Row({ row, busy, onPress }: { row: OwnDemandState; busy: boolean; onPress(act: DemandAct | 'drop'): void }) {
  const { id, title, state, acts, may_edit, reject_reason, waiting, closes_at } = row;
  const seen = state !== 'draft' && state !== 'review';
  const open = state === 'open' || state === 'choosing';
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="num flex flex-wrap gap-2 text-xs text-muted">
          <span className="rounded-field bg-ground px-2 py-0.5">{DEMAND_STATE_TEXT[state]}</span>
          {waiting && seen && <span className="rounded-field bg-gold-tint px-2 py-0.5 text-gold-ink">修改审核中</span>}
          {open && closes_at > 0 && <span>{timeLeft(closes_at, Math.floor(Date.now() / 1000))}</span>}
          <span>{timeText(row.saved_at)} 保存</span>
        </p>
        <p className="mt-1 font-semibold">
          {seen ? (
            <a className="hover:text-primary" href={demandPath(id)}>
              {title}
            </a>
          ) : (
            title || '未命名需求'
          )}
        </p>
        {reject_reason && <p className="mt-1 text-error">{reject_reason}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        {may_edit && (
          <a className="btn btn-sm" href={`/demand/add?id=${id}`} aria-label={`${seen ? '修改' : '继续填写'} ${title}`}>
            {seen ? '修改' : '继续填写'}
          </a>
        )}
        {acts.map((act) => (
          <Button key={act} size="sm" look="ghost" busy={busy} aria-label={`${DEMAND_ACT_TEXT[act]} ${title}`} onClick={() => onPress(act)}>
            {DEMAND_ACT_TEXT[act]}
          </Button>
        ))}
        {state === 'draft' && (
          <Button size="sm" look="ghost" busy={busy} aria-label={`删除 ${title}`} onClick={() => onPress('drop')}>
            删除
          </Button>
        )}
      </div>
    </li>
  );
}
