import { useStore } from '@nanostores/react';
import { Check, Send } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toastError, toastSuccess } from '#client/toast.ts';
import { PersonLine } from '#kit/PersonLine.tsx';
import { Button } from '#ui/Button.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { createFitting } from './fitting.store.ts';

/** People whose works are about an own demand, each with the way to ask them for an offer. Nothing where none fits. */
export function FittingPeople({ demand_id, noun }: { demand_id: number; noun: string }) {
  const [store] = useState(() => createFitting(demand_id));
  const { data, failure } = useStore(store.$state);
  const [busy, setBusy] = useState(0);
  useEffect(() => void store.actions.load(), [store]);
  if (failure && !data) return <ErrorState {...failure} onRetry={() => void store.actions.load()} />;
  if (!data) return <Skeleton rows={3} row_class="h-14" label="正在找合适的人" />;
  if (data.list.length === 0) return null;
  const ask = async (user_id: number, nickname: string) => {
    setBusy(user_id);
    const wrong = await store.actions.invite(user_id);
    setBusy(0);
    if (wrong === null) toastSuccess(`已邀请 ${nickname}`);
    else toastError(wrong);
  };
  return (
    <section className="w-full text-left" aria-labelledby="fitting-title">
      <h3 id="fitting-title" className="font-semibold">
        这些人做过类似的活动
      </h3>
      <p className="num mt-1 text-xs text-muted">
        邀请后，对方会收到消息，工作台里也会出现这条需求。{data.left > 0 ? `还可以邀请 ${data.left} 位。` : '这条需求的邀请已用完。'}
      </p>
      <ul className="mt-2 divide-y divide-line">
        {data.list.map(({ person, work, invited }) => (
          <li key={person.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-48">
              <PersonLine person={person} />
              <a className="quiet-link mt-1 block truncate text-xs text-muted" href={work.path}>
                作品：{work.title}
              </a>
            </div>
            {invited ? (
              <span className="inline-flex items-center gap-1 px-3 text-muted" role="status">
                <Check size={16} aria-hidden="true" />
                已邀请
              </span>
            ) : (
              <Button
                size="sm"
                icon={<Send size={14} aria-hidden="true" />}
                busy={busy === person.id}
                disabled={data.left === 0}
                aria-label={`邀请${noun}：${person.nickname}`}
                onClick={() => void ask(person.id, person.nickname)}
              >
                邀请{noun}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
