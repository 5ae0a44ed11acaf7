import { Plus } from 'lucide-react';
import { useState } from 'react';
import { inName } from '#client/in-name-of.ts';
import { PUBLISH_TABS, type PublishedRow, type PublishTab } from '#contract/publish.ts';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Pager } from '#ui/Pager.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { MyPublishRow, type RowAction } from './MyPublishRow.tsx';
import type { createMyPublish, MyPublishState } from './my-publish.store.ts';
import { ScheduleDialog } from './ScheduleDialog.tsx';

/** What the list must know of a kind. */
export interface PublishKind {
  key: string;
  noun: string;
  measure: string;
  add: string;
  edit: string;
  detail: string;
}

export interface MyPublishProps {
  kinds: PublishKind[];
  /** The kinds may be looked at together. */
  whole: boolean;
  state: MyPublishState;
  actions: ReturnType<typeof createMyPublish>['actions'];
}

type Asked = Exclude<RowAction, 'restore' | 'schedule'>;

function question(action: Asked, { noun, measure }: PublishKind): { title: string; text: string; yes: string } {
  switch (action) {
    case 'down':
      return {
        title: `下架这${measure}${noun}？`,
        text: '下架后读者无法看到和购买它；已购买的用户仍可下载。您可以随时恢复上架。',
        yes: '下架',
      };
    case 'withdraw':
      return { title: '撤回这次提交？', text: `${noun}会回到草稿，内容不会丢失，修改后可以再次提交。`, yes: '撤回' };
    case 'delete':
      return { title: `删除这${measure}草稿？`, text: '草稿和已上传的文件会一起删除，无法恢复。', yes: '删除' };
  }
}

/** Own works of every kind by tab; what cannot be undone asks first. */
export function MyPublish({ kinds, whole, state, actions }: MyPublishProps) {
  const { tab, list, busy } = state;
  const [asked, setAsked] = useState<{ row: PublishedRow; action: Asked } | null>(null);
  const [choosing, setChoosing] = useState(false);
  const [timed, setTimed] = useState<PublishedRow | null>(null);
  const run = { down: actions.takeDown, withdraw: actions.withdraw, delete: actions.removeDraft };
  const tabs = (Object.keys(PUBLISH_TABS) as PublishTab[]).map((key) => ({
    key,
    title: list ? `${PUBLISH_TABS[key].title} ${list.counts[key]}` : PUBLISH_TABS[key].title,
  }));
  // one kind is looked at: it is the one to publish; of several one is chosen first
  const looked_at = kinds.length === 1 ? kinds[0] : kinds.find(({ key }) => key === state.kind);
  const kind = asked ? kinds.find(({ key }) => key === asked.row.kind) : undefined;
  const words = asked && kind ? question(asked.action, kind) : null;
  const answer = async () => {
    if (!asked) return;
    setAsked(null);
    await run[asked.action](asked.row);
  };
  return (
    <div className="panel p-4 md:p-6">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <KindFilter kinds={whole ? [{ key: '', noun: '全部类型' }, ...kinds] : kinds} current={state.kind} onKind={actions.chooseKind} />
        {looked_at ? (
          <a className="btn btn-primary" href={inName(looked_at.add)}>
            <Plus size={16} aria-hidden="true" />
            发布{looked_at.noun}
          </a>
        ) : (
          <Button look="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setChoosing(true)}>
            发布作品
          </Button>
        )}
      </div>
      <Tabs label="作品状态" tabs={tabs} current={tab} onChange={actions.chooseTab}>
        <Rows
          kinds={kinds}
          state={state}
          onRetry={() => void actions.load()}
          onAction={(row, action) => {
            if (action === 'restore') void actions.restore(row);
            else if (action === 'schedule') setTimed(row);
            else setAsked({ row, action });
          }}
        />
      </Tabs>
      {list && (
        <Pager page={list.page} last={Math.ceil(list.total / list.limit)} busy={busy} onPage={(page) => void actions.goToPage(page)} />
      )}
      {timed && (
        <ScheduleDialog
          row={timed}
          onClose={() => setTimed(null)}
          onChoose={(publish_at) => {
            setTimed(null);
            void actions.schedule(timed, publish_at);
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

function KindFilter({
  kinds,
  current,
  onKind,
}: {
  kinds: Array<Pick<PublishKind, 'key' | 'noun'>>;
  current: string;
  onKind(key: string): void;
}) {
  return (
    <fieldset className="flex flex-wrap gap-1" aria-label="作品类型">
      {kinds.map(({ key, noun }) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === current}
          className={classNames(
            'rounded-full px-3 py-1',
            key === current ? 'bg-tint font-semibold text-primary' : 'text-muted hover:bg-ground',
          )}
          onClick={() => onKind(key)}
        >
          {noun}
        </button>
      ))}
    </fieldset>
  );
}

interface RowsProps {
  kinds: PublishKind[];
  state: MyPublishState;
  onRetry(): void;
  onAction(row: PublishedRow, action: RowAction): void;
}

function Rows({ kinds, state: { kind, tab, list, failure, busy, acting }, onRetry, onAction }: RowsProps) {
  if (failure && !list) return <ErrorState message={failure.message} request_id={failure.request_id} onRetry={onRetry} />;
  if (!list) return <Skeleton rows={4} row_class="h-28" />;
  if (list.list.length === 0) {
    const noun = kinds.find(({ key }) => key === kind)?.noun ?? '作品';
    return (
      <Empty
        title={tab === 'all' ? `还没有发布过${noun}` : `没有${PUBLISH_TABS[tab].title}的${noun}`}
        hint={tab === 'all' ? '发布第一份作品，几分钟后就能被大家看到。' : '换个分组看看，或发布一份新的。'}
      />
    );
  }
  return (
    <ul className="grid grid-cols-1 divide-y divide-line" aria-busy={busy}>
      {list.list.map((row) => {
        const of = kinds.find(({ key }) => key === row.kind);
        return (
          of && <MyPublishRow key={row.id} kind={of} row={row} busy={acting === row.id} onAction={(action) => onAction(row, action)} />
        );
      })}
    </ul>
  );
}
