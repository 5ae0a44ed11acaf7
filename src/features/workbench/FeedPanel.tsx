import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { toastSuccess } from '#client/toast.ts';
import { copy } from '#kit/copy.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { createFeed } from './feed.store.ts';

/** The secret address by which calendar programs read one's dates: made, copied, renewed, ended. */
export function FeedPanel() {
  const [feed] = useState(createFeed);
  const { url, busy, failure } = useStore(feed.$state);
  useEffect(() => void feed.actions.load(), [feed]);
  const renew = async (on: boolean, said: string) => {
    if (await feed.actions.renew(on)) toastSuccess(said);
  };
  if (failure) return <ErrorState {...failure} onRetry={() => void feed.actions.load()} />;
  return (
    <section className="panel mt-4 grid gap-3 p-4 sm:p-6" aria-labelledby="feed-title" aria-busy={busy || undefined}>
      <h2 id="feed-title" className="text-base font-semibold">
        订阅到手机或电脑的日历
      </h2>
      <p className="text-muted">
        把地址添加到日历程序的“订阅日历”，日程与截止时间会自动出现在那里。知道地址的人都能看到您的日程，请不要公开；泄露时换一个新地址，旧地址随即失效。
      </p>
      {url ? (
        <>
          <label className="grid gap-1">
            <span className="text-sm font-semibold">订阅地址</span>
            <input className="input w-full" readOnly value={url} onFocus={(event) => event.target.select()} />
          </label>
          <p className="flex flex-wrap gap-2">
            <Button look="primary" onClick={() => void copy(url, '地址已复制')}>
              复制地址
            </Button>
            <Button busy={busy} onClick={() => void renew(true, '已换成新地址，旧地址已失效')}>
              换一个新地址
            </Button>
            <Button look="ghost" busy={busy} onClick={() => void renew(false, '已停用，地址已失效')}>
              停用
            </Button>
          </p>
        </>
      ) : (
        <p>
          <Button look="primary" busy={busy || url === null} onClick={() => void renew(true, '已生成订阅地址')}>
            生成订阅地址
          </Button>
        </p>
      )}
    </section>
  );
}
