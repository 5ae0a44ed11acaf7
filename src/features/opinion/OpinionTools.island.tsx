import { useRef, useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { LoginDismissed, requireSession } from '#client/session.ts';
import { toastError } from '#client/toast.ts';
import type { OpinionRow } from '#contract/opinion.ts';
import { Button } from '#ui/Button.tsx';
import { OpinionList } from './OpinionList.tsx';
import { loadOpinions } from './opinion-calls.ts';

interface Props {
  /** Of the work. */
  id: number;
  title: string;
  /** How many gave one star, two ...; empty: there are none. */
  by_stars: readonly number[];
  /** Whether there are older ones than those of the page, and the last of those. */
  more: 0 | 1;
  last: number;
}

/** Writes a rating, and shows others than the first ones of the page. */
export default function OpinionTools({ id, title, by_stars, more: has_more, last }: Props) {
  /** Null: the page's own are shown. */
  const [list, setList] = useState<OpinionRow[] | null>(null);
  const [stars, setStars] = useState(0);
  const [more, setMore] = useState(has_more === 1);
  const [busy, setBusy] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const show = async (wanted: number, before: number) => {
    setBusy(true);
    try {
      const loaded = await loadOpinions(id, wanted, before);
      setStars(wanted);
      setList(before === 0 ? loaded.list : [...(list ?? []), ...loaded.list]);
      setMore(loaded.more === 1);
      // what goes on below the page's own leaves them there
      const first = box.current?.closest('section')?.querySelector<HTMLElement>('[data-first-opinions]');
      if (first && before === 0) first.hidden = true;
    } catch (error) {
      told(error);
    } finally {
      setBusy(false);
    }
  };
  const write = async () => {
    setBusy(true);
    try {
      await requireSession('登录后即可评价');
      const { openOpinion } = await import('./open-opinion.tsx');
      if (await openOpinion({ id, title })) await show(0, 0);
    } catch (error) {
      if (!(error instanceof LoginDismissed)) told(error);
    } finally {
      setBusy(false);
    }
  };
  const report = async (row: OpinionRow) => {
    try {
      await requireSession('登录后即可举报');
      const { reportOpinion } = await import('./open-opinion.tsx');
      await reportOpinion(row.id);
    } catch (error) {
      if (!(error instanceof LoginDismissed)) told(error);
    }
  };
  return (
    <div ref={box} className="grid gap-4">
      {by_stars.length > 0 && (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">按星级看</legend>
          {[0, 5, 4, 3, 2, 1].map((one) => (
            <button
              key={one}
              type="button"
              className={stars === one ? 'chip border-primary text-primary' : 'chip'}
              aria-pressed={stars === one}
              disabled={one > 0 && by_stars[one - 1] === 0}
              onClick={() => void show(one, 0)}
            >
              {one === 0 ? '全部' : `${one} 星 ${by_stars[one - 1]}`}
            </button>
          ))}
        </fieldset>
      )}
      <div aria-live="polite">
        {list?.length === 0 && <p className="text-muted">没有这样的评价。</p>}
        {list && <OpinionList rows={list} onReport={(row) => void report(row)} />}
      </div>
      <div className="flex flex-wrap gap-2">
        {more && (
          <Button size="sm" busy={busy} onClick={() => void show(stars, list?.at(-1)?.id ?? last)}>
            更多评价
          </Button>
        )}
        <Button size="sm" busy={busy} onClick={() => void write()}>
          写评价
        </Button>
      </div>
    </div>
  );
}

function told(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
  toastError(error.msg);
}
