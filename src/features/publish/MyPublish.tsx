import { Plus } from 'lucide-react';
import { useState } from 'react';
import { inName } from '#client/in-name-of.ts';
import { PUBLISH_TABS, type PublishedList, type PublishedRow, type PublishTab } from '#contract/publish.ts';
import { OwnListFrame } from '#kit/own-list/OwnListFrame.tsx';
import type { OwnList, OwnListState } from '#kit/own-list/own-list.store.ts';
import { Button } from '#ui/Button.tsx';
import { Chips } from '#ui/Chips.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { MyPublishRow, type RowAction } from './MyPublishRow.tsx';
import { publishActs } from './own-works.ts';
import type { PublishKind } from './publish-kind.ts';
import { ScheduleDialog } from './ScheduleDialog.tsx';

export interface MyPublishProps {
  kinds: PublishKind[];
  /** The kinds may be looked at together. */
  whole: boolean;
  state: OwnListState<PublishedList>;
  list: OwnList<PublishedList>;
}

type Asked = Exclude<RowAction, 'restore' | 'schedule' | 'retry'>;

/** What is asked before something is done that others notice. */
export function question(action: Asked, { noun, measure, sold, taking }: PublishKind): { title: string; text: string; yes: string } {
  switch (action) {
    case 'down':
      return {
        title: `下架这${measure}${noun}？`,
        text: `下架后读者无法看到${sold ? `和购买它；已购买的用户仍可${taking}` : '它'}。您可以随时恢复上架。`,
        yes: '下架',
      };
    case 'withdraw':
      return { title: '撤回这次提交？', text: `${noun}会回到草稿，内容不会丢失，修改后可以再次提交。`, yes: '撤回' };
    case 'delete':
      return { title: `删除这${measure}草稿？`, text: '草稿和已上传的文件会一起删除，无法恢复。', yes: '删除' };
  }
}

/** Own works of every kind by tab; what cannot be undone asks first. */
export function MyPublish({ kinds, whole, state, list }: MyPublishProps) {
  const tab = state.tab as PublishTab;
  const chosen = state.filters['kind'] ?? '';
  const counts = state.data?.counts;
  const [asked, setAsked] = useState<{ row: PublishedRow; action: Asked } | null>(null);
  const [choosing, setChoosing] = useState(false);
  const [timed, setTimed] = useState<PublishedRow | null>(null);
  const acts = publishActs(list);
  const run = { down: acts.takeDown, withdraw: acts.withdraw, delete: acts.removeDraft };
  const tabs = (Object.keys(PUBLISH_TABS) as PublishTab[]).map((key) => ({
    key,
    title: `${PUBLISH_TABS[key].title}${counts?.[key] ? ` ${counts[key]}` : ''}`,
  }));
  // one kind is looked at: it is the one to publish; of several one is chosen first
  const looked_at = kinds.length === 1 ? kinds[0] : kinds.find(({ key }) => key === chosen);
  const kind = asked ? kinds.find(({ key }) => key === asked.row.kind) : undefined;
  const words = asked && kind ? question(asked.action, kind) : null;
  const answer = async () => {
    if (!asked) return;
    setAsked(null);
    await run[asked.action](asked.row);
  };
  const add = looked_at ? (
    <a className="btn btn-primary" href={inName(looked_at.add)}>
      <Plus size={16} aria-hidden="true" />
      发布{looked_at.noun}
    </a>
  ) : (
    <Button look="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setChoosing(true)}>
      发布作品
    </Button>
  );
  const none = tab === 'all' && state.data?.total === 0;
  const noun = looked_at?.noun ?? '作品';
  return (
    <div className="panel p-4 sm:p-6">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <Chips
          label="作品类型"
          chips={[...(whole ? [{ key: '', title: '全部类型' }] : []), ...kinds.map(({ key, noun: title }) => ({ key, title }))]}
          current={chosen}
          onChoose={(kind) => list.actions.choose({ filters: { kind } })}
        />
        {!none && add}
      </div>
      <Tabs label="作品状态" tabs={tabs} current={tab} onChange={(next) => list.actions.choose({ tab: next })}>
        <OwnListFrame
          state={state}
          list={list}
          keyOf={(row: PublishedRow) => row.id}
          empty={
            tab === 'all'
              ? { title: `还没有发布过${noun}`, hint: '发布第一份作品，几分钟后就能被大家看到。', children: add }
              : {
                  title: `没有${PUBLISH_TABS[tab].title}的${noun}`,
                  hint: '换个分组看看，或发布一份新的。',
                  children: <Button onClick={() => list.actions.choose({ tab: 'all' })}>查看全部</Button>,
                }
          }
        >
          {(row) => {
            const of = kinds.find(({ key }) => key === row.kind);
            return (
              of && (
                <MyPublishRow
                  kind={of}
                  row={row}
                  busy={state.acting === row.id}
                  onAction={(action) => {
                    if (action === 'restore') void acts.restore(row);
                    else if (action === 'retry') void acts.retry(row);
                    else if (action === 'schedule') setTimed(row);
                    else setAsked({ row, action });
                  }}
                />
              )
            );
          }}
        </OwnListFrame>
      </Tabs>
      {timed && (
        <ScheduleDialog
          row={timed}
          onClose={() => setTimed(null)}
          onChoose={(publish_at) => {
            setTimed(null);
            void acts.schedule(timed, publish_at);
          }}
        />
      )}
      <Dialog open={choosing} title="发布什么？" width={480} onClose={() => setChoosing(false)}>
        <ul className="grid gap-2 sm:grid-cols-2">
          {kinds.map(({ key, noun, add }) => (
            <li key={key}>
              <a className="btn btn-outline w-full justify-start border-line" href={inName(add)}>
                <Plus size={16} aria-hidden="true" />
                {noun}
              </a>
            </li>
          ))}
        </ul>
      </Dialog>
      <Dialog open={words !== null} title={words?.title ?? ''} width={400} onClose={() => setAsked(null)}>
        {asked && words && (
          <>
            <p className="font-semibold">{asked.row.title || `未命名${kind?.noun ?? ''}`}</p>
            <p className="mt-2 text-muted">{words.text}</p>
            <div className="mt-6 flex justify-end gap-2">
              <Button onClick={() => setAsked(null)}>取消</Button>
              <Button look="primary" onClick={() => void answer()}>
                {words.yes}
              </Button>
            </div>
          </>
        )}
      </Dialog>
    </div>
  );
}
