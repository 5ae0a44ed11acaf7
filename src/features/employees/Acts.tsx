import { useState } from 'react';
import { useOwnPage } from '#kit/own-list/use-own-page.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { timeText } from '#ui/time-text.ts';
import { fetchActs } from './staff-calls.ts';

/** What employees did in the enterprise's name, newest first, a page at a time. */
export function Acts() {
  const [before, setBefore] = useState<number | undefined>();
  return (
    <section className="panel grid gap-3 p-4 sm:p-6" aria-labelledby="acts-title">
      <h2 id="acts-title" className="text-base font-semibold">
        员工操作记录
      </h2>
      <ActPage key={before ?? 0} before={before} onBefore={setBefore} />
    </section>
  );
}

function ActPage({ before, onBefore }: { before: number | undefined; onBefore(id: number | undefined): void }) {
  const { data, failure, actions } = useOwnPage(() => fetchActs(before));
  if (failure && !data) return <ErrorState {...failure} onRetry={() => void actions.load()} />;
  if (!data) return <Skeleton rows={3} row_class="h-8" />;
  const last = data.list.at(-1);
  return (
    <>
      {data.list.length === 0 ? (
        <p className="text-muted">员工以企业名义做的每件事都会记在这里。</p>
      ) : (
        <ul className="grid grid-cols-1 divide-y divide-line">
          {data.list.map((act) => (
            <li key={act.id} className="flex flex-wrap justify-between gap-x-4 py-2">
              <span>
                {act.nickname}：{act.act}
                {act.target_id > 0 && <span className="num text-muted">（编号 {act.target_id}）</span>}
              </span>
              <span className="num text-xs text-muted">{timeText(act.create_time)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="flex gap-2">
        {before !== undefined && (
          <Button size="sm" onClick={() => onBefore(undefined)}>
            回到最新
          </Button>
        )}
        {data.list.length === 20 && last && (
          <Button size="sm" onClick={() => onBefore(last.id)}>
            更早的记录
          </Button>
        )}
      </p>
    </>
  );
}
