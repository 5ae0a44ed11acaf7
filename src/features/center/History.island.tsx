import { FileText, X } from 'lucide-react';
import { useSession } from '#client/use-session.ts';
import type { Footprint } from '#contract/center.ts';
import { paths } from '#contract/paths.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { timeText } from '#ui/time-text.ts';
import { historyDays } from './history-days.ts';
import { useHistory } from './use-history.ts';

/** 历史足迹: what the reader saw, by day and in steps of time, more on demand. */
export default function HistoryIsland() {
  const signed_in = useSession() !== null;
  const { groups, failure, loading, whole, more, forget, retry } = useHistory(signed_in);
  if (!signed_in)
    return (
      <>
        <div className="for-visitors">
          <Empty title="您还没有足迹，请登录后记录足迹" hint="登录之后看过的内容会按时间记在这里。">
            <a className="btn btn-primary" href={paths.login('/history')}>
              登录
            </a>
          </Empty>
        </div>
        <div className="for-members">
          <Skeleton rows={4} row_class="h-24" />
        </div>
      </>
    );
  if (failure) return <ErrorState {...failure} onRetry={retry} />;
  if (!groups) return <Skeleton rows={4} row_class="h-24" />;
  if (groups.length === 0)
    return (
      <div className="panel">
        <Empty title="暂无足迹" hint="看过的方案、资源与模板会按时间记在这里。">
          <a className="btn btn-primary" href="/programme">
            去看看方案
          </a>
        </Empty>
      </div>
    );
  return (
    <div className="panel p-4 sm:p-6">
      <div className="mb-2 flex justify-end">
        <Button size="sm" look="ghost" onClick={() => void forget()}>
          清空足迹
        </Button>
      </div>
      {historyDays(groups, new Date()).map(({ day, title, groups }) => (
        <section key={day} className="mb-6" aria-label={title}>
          <h2 className="num mb-3 text-base font-semibold">{title}</h2>
          <ol className="grid gap-6 border-l-2 border-line pl-4">
            {groups.map((group) => (
              <li key={`${group.update_time}-${group.list[0]?.rid}`}>
                <h3 className="num mb-2 text-muted">{timeText(group.update_time)}</h3>
                <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2">
                  {group.list.map((one) => (
                    <li key={`${one.type}-${one.rid}`} className="flex items-center gap-3">
                      <Seen one={one} />
                      <button
                        type="button"
                        className="btn btn-ghost btn-sm shrink-0 px-2"
                        aria-label={`删除《${one.title}》的足迹`}
                        onClick={() => void forget({ type: one.type, rid: one.rid })}
                      >
                        <X size={16} aria-hidden="true" />
                      </button>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ol>
        </section>
      ))}
      {!whole && (
        <div className="mt-6 text-center">
          <Button busy={loading} onClick={more}>
            查看更多
          </Button>
        </div>
      )}
    </div>
  );
}

function Seen({ one }: { one: Footprint }) {
  const inside = (
    <>
      <span className="grid aspect-16/10 w-24 shrink-0 place-items-center overflow-hidden rounded-field border border-line bg-ground text-muted">
        {one.img ? (
          <img src={one.img} alt="" loading="lazy" className="size-full object-cover" />
        ) : (
          <FileText size={20} aria-hidden="true" />
        )}
      </span>
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2">{one.title}</span>
        <span className="text-xs text-muted">{one.url ? `#${one.type_name}` : '内容已下架'}</span>
      </span>
    </>
  );
  const look = 'flex min-w-0 flex-1 items-center gap-3';
  return one.url ? (
    <a href={one.url} className={`${look} hover:text-primary`} data-overlay="">
      {inside}
    </a>
  ) : (
    <span className={look}>{inside}</span>
  );
}
