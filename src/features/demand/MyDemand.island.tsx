import { Plus } from 'lucide-react';
import {
  DEMAND_ACT_TEXT,
  DEMAND_TABS,
  type DemandAct,
  type DemandTab,
  demandPath,
  type OwnDemandList,
  type OwnDemandState,
  stateText,
  timeLeft,
} from '#contract/demand.ts';
import { askSure } from '#kit/ask-sure.tsx';
import { OwnListFrame } from '#kit/own-list/OwnListFrame.tsx';
import { useOwnList } from '#kit/own-list/use-own-list.ts';
import { Button } from '#ui/Button.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { timeText } from '#ui/time-text.ts';
import { askClose } from './ask-close.ts';
import { actOnOwn, DEMAND_TAB_KEYS, dropOwn, loadOwnDemands } from './own-demands.ts';

/** 我的需求, by state. */
export default function MyDemandIsland() {
  const { list, state } = useOwnList<OwnDemandList>(DEMAND_TAB_KEYS, loadOwnDemands);
  const current = state.tab as DemandTab;
  const counts = state.data?.counts;
  const tabs = DEMAND_TAB_KEYS.map((key) => ({ key, title: `${DEMAND_TABS[key].title}${counts?.[key] ? ` ${counts[key]}` : ''}` }));
  const press = async (row: OwnDemandState, act: DemandAct | 'drop') => {
    const { id, title } = row;
    if (act === 'drop') return (await askDrop(title)) ? list.actions.act(id, () => dropOwn(id), '删除成功') : undefined;
    const why = act === 'close' ? await askClose(row) : '';
    return why === null ? undefined : list.actions.act(id, () => actOnOwn(id, act, why), `已${DEMAND_ACT_TEXT[act]}`);
  };
  const add = (
    <a className="btn btn-primary" href="/demand/add">
      <Plus size={16} aria-hidden="true" />
      发布需求
    </a>
  );
  const none = current === 'all' && state.data?.total === 0;
  return (
    <div className="panel p-4 sm:p-6">
      {!none && <p className="mb-3 flex justify-end">{add}</p>}
      <Tabs label="需求状态" tabs={tabs} current={current} onChange={(tab) => list.actions.choose({ tab })}>
        <OwnListFrame
          state={state}
          list={list}
          keyOf={(row: OwnDemandState) => row.id}
          empty={{
            title: current === 'all' ? '还没有发布过需求' : `没有${DEMAND_TABS[current].title}的需求`,
            hint: '写清活动、时间和预算，策划人会来报价。',
            children: current === 'all' ? add : <Button onClick={() => list.actions.choose({ tab: 'all' })}>查看全部</Button>,
          }}
        >
          {(row) => <Row row={row} busy={state.acting === row.id} onPress={(act) => void press(row, act)} />}
        </OwnListFrame>
      </Tabs>
    </div>
  );
}

function Row({ row, busy, onPress }: { row: OwnDemandState; busy: boolean; onPress(act: DemandAct | 'drop'): void }) {
  const { id, title, state, acts, may_edit, reject_reason, waiting, closes_at } = row;
  const now_s = Math.floor(Date.now() / 1000);
  const seen = state !== 'draft' && state !== 'review';
  // what the platform closed has no page
  const has_page = seen && !(state === 'closed' && reject_reason);
  const open = state === 'open' || state === 'choosing';
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="num flex flex-wrap gap-2 text-xs text-muted">
          <span className="rounded-field bg-ground px-2 py-0.5">{stateText(row, now_s)}</span>
          {waiting && seen && <span className="rounded-field bg-gold-tint px-2 py-0.5 text-gold-ink">修改审核中</span>}
          {open && closes_at > 0 && <span>{timeLeft(closes_at, now_s)}</span>}
          <span>{timeText(row.saved_at)} 保存</span>
        </p>
        <p className="mt-1 font-semibold">
          {has_page ? (
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
        {state === 'agreed' && (
          <a className="btn btn-sm" href={`${demandPath(id)}#offers`} aria-label={`查看合作 ${title}`}>
            查看合作
          </a>
        )}
        {seen && !open && (
          <a className="btn btn-sm" href={`/demand/add?again=${id}`} aria-label={`再发一条 ${title}`}>
            再发一条
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
    </div>
  );
}

/** Whether a draft is thrown away. */
function askDrop(title: string): Promise<boolean> {
  return askSure({ title: '删除这条草稿？', subject: title, about: '填写的内容和附件会一起删除，无法恢复。', verb: '删除' });
}
