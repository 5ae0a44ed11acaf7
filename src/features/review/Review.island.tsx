import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Empty } from '../../ui/Empty.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ReviewDesk } from './ReviewDesk.tsx';
import { $current, $deciding, $pages, $queue, choose, decide, loadPages, openQueue } from './review.store.ts';

/** The reviewers' desk, bound to its store. */
export default function ReviewIsland() {
  const queue = useStore($queue);
  const current = useStore($current);
  const pages = useStore($pages);
  const deciding = useStore($deciding);
  useEffect(() => void openQueue(), []);
  if (queue.kind === 'loading') return <Skeleton rows={3} row_class="h-28" />;
  if (queue.kind === 'failed') return <ErrorState message={queue.msg} request_id={queue.request_id} onRetry={() => void openQueue()} />;
  if (queue.kind === 'forbidden') {
    return (
      <div className="panel">
        <Empty title="无权限" hint="审核台只对审核员开放。">
          <a className="btn" href="/">
            返回首页
          </a>
        </Empty>
      </div>
    );
  }
  if (queue.list.length === 0) {
    return (
      <div className="panel">
        <Empty title="没有待审核的方案" hint="新提交的方案会出现在这里。">
          <button type="button" className="btn" onClick={() => void openQueue()}>
            刷新
          </button>
        </Empty>
      </div>
    );
  }
  return (
    <ReviewDesk
      list={queue.list}
      total={queue.total}
      current={current}
      pages={pages}
      deciding={deciding}
      onChoose={choose}
      onRetry={() => current !== null && void loadPages(current)}
      onApprove={() => decide('approve')}
      onReject={(reason) => decide('reject', reason)}
    />
  );
}
