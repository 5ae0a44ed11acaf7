import { Plus } from 'lucide-react';
import { useState } from 'react';
import { PUBLISH_TABS, type PublishedList, type PublishedRow, type PublishTab } from '#contract/publish.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { MyPublishRow, type RowAction } from './MyPublishRow.tsx';

export interface MyPublishProps {
  tab: PublishTab;
  list: PublishedList | null;
  failure: { msg: string; request_id: string } | null;
  busy: boolean;
  acting: number | null;
  onTab: (tab: PublishTab) => void;
  onPage: (page: number) => void;
  onRetry: () => void;
  onTakeDown: (id: number) => Promise<void>;
  onWithdraw: (id: number) => Promise<void>;
  onRestore: (id: number) => Promise<void>;
  onDelete: (id: number) => Promise<void>;
}

const QUESTIONS: Record<Exclude<RowAction, 'restore'>, { title: string; text: string; yes: string }> = {
  down: { title: '下架这份方案？', text: '下架后读者无法看到和购买它；已购买的用户仍可下载。您可以随时恢复上架。', yes: '下架' },
  withdraw: { title: '撤回这次提交？', text: '方案会回到草稿，内容不会丢失，修改后可以再次提交。', yes: '撤回' },
  delete: { title: '删除这份草稿？', text: '草稿和已上传的文件会一起删除，无法恢复。', yes: '删除' },
};

/** Own schemes by tab; what cannot be undone asks first. */
export function MyPublish(props: MyPublishProps) {
  const { tab, list, failure, busy, acting, onTab, onPage, onRetry } = props;
  const [asked, setAsked] = useState<{ row: PublishedRow; action: Exclude<RowAction, 'restore'> } | null>(null);
  const run = { down: props.onTakeDown, withdraw: props.onWithdraw, delete: props.onDelete };
  const tabs = (Object.keys(PUBLISH_TABS) as PublishTab[]).map((key) => ({
    key,
    title: list ? `${PUBLISH_TABS[key].title} ${list.counts[key]}` : PUBLISH_TABS[key].title,
  }));
  const answer = async () => {
    if (!asked) return;
    setAsked(null);
    await run[asked.action](asked.row.id);
  };
  return (
    <div className="panel p-4 md:p-6">
      <div className="mb-2 flex justify-end">
        <a className="btn btn-primary" href="/programme/add">
          <Plus size={16} aria-hidden="true" />
          发布方案
        </a>
      </div>
      <div>
        <Tabs label="方案状态" tabs={tabs} current={tab} onChange={onTab}>
          <Rows
            list={list}
            tab={tab}
            failure={failure}
            busy={busy}
            acting={acting}
            onRetry={onRetry}
            onAction={(row, action) => (action === 'restore' ? void props.onRestore(row.id) : setAsked({ row, action }))}
          />
        </Tabs>
      </div>
      {list && <Pager page={list.page} last={Math.ceil(list.total / list.limit)} busy={busy} onPage={onPage} />}
      <Dialog open={asked !== null} title={asked ? QUESTIONS[asked.action].title : ''} width={400} onClose={() => setAsked(null)}>
        {asked && (
          <>
            <p className="font-semibold">{asked.row.title || '未命名方案'}</p>
            <p className="mt-2 text-muted">{QUESTIONS[asked.action].text}</p>
            <div className="mt-6 flex justify-end gap-2">
              <Button onClick={() => setAsked(null)}>取消</Button>
              <Button look="primary" onClick={() => void answer()}>
                {QUESTIONS[asked.action].yes}
              </Button>
            </div>
          </>
        )}
      </Dialog>
    </div>
  );
}

interface RowsProps {
  list: PublishedList | null;
  tab: PublishTab;
  failure: { msg: string; request_id: string } | null;
  busy: boolean;
  acting: number | null;
  onRetry: () => void;
  onAction: (row: PublishedRow, action: RowAction) => void;
}

function Rows({ list, tab, failure, busy, acting, onRetry, onAction }: RowsProps) {
  if (failure && !list) return <ErrorState message={failure.msg} request_id={failure.request_id} onRetry={onRetry} />;
  if (!list) return <Skeleton rows={4} row_class="h-28" />;
  if (list.list.length === 0) {
    return (
      <Empty
        title={tab === 'all' ? '还没有发布过方案' : `没有${PUBLISH_TABS[tab].title}的方案`}
        hint={tab === 'all' ? '上传一份 PDF 或 PPTX，几分钟后就能开始售卖。' : '换个分组看看，或发布一份新的。'}
      >
        <a className="btn btn-primary" href="/programme/add">
          发布方案
        </a>
      </Empty>
    );
  }
  return (
    <ul className="grid grid-cols-1 divide-y divide-line" aria-busy={busy}>
      {list.list.map((row) => (
        <MyPublishRow key={row.id} row={row} busy={acting === row.id} onAction={(action) => onAction(row, action)} />
      ))}
    </ul>
  );
}
