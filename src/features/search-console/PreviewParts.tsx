import type { FirstWork, SearchPreview } from '#contract/outputs/search-console.ts';
import { FailureText } from '#ui/FailureText.tsx';
import type { PreviewState } from './preview.store.ts';

/** First works of each query, as they are and as they would be. */
export function PreviewParts({ state: { busy, previews, failure } }: { state: PreviewState }) {
  return (
    <div aria-live="polite" className="mt-3">
      {failure && <FailureText failure={failure} />}
      {busy === 'preview' && <p className="text-muted">正在比较…</p>}
      {previews?.map((preview) => (
        <One key={preview.keyword} preview={preview} />
      ))}
    </div>
  );
}

function One({ preview: { keyword, before, after } }: { preview: SearchPreview }) {
  const same = before.length === after.length && before.every(({ id }, at) => after[at]?.id === id);
  const gone = before.filter(({ id }) => !after.some((one) => one.id === id));
  return (
    <section className="mt-3 rounded-box bg-ground p-3" aria-label={`“${keyword}”的前十个结果`}>
      <h3 className="font-semibold">
        “{keyword}”{same && <span className="ml-2 font-normal text-muted">前十个结果不变</span>}
      </h3>
      {!same && (
        <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2">
          <Works title="现在" works={before} />
          <Works title="改动后" works={after} moves />
        </div>
      )}
      {gone.length > 0 && <p className="mt-2 text-muted">不再进入前十：{gone.map(({ title }) => title).join('、')}</p>}
    </section>
  );
}

function Works({ title, works, moves = false }: { title: string; works: FirstWork[]; moves?: boolean }) {
  return (
    <div className="min-w-0">
      <h4 className="text-xs text-muted">{title}</h4>
      {works.length === 0 && <p className="text-muted">没有结果</p>}
      <ol className="mt-1 grid grid-cols-[minmax(0,1fr)] gap-1">
        {works.map((work, at) => (
          <li key={work.id} className="flex gap-2">
            <span className="num w-6 shrink-0 text-right text-muted">{at + 1}</span>
            <span className="min-w-0 flex-1">{work.title}</span>
            {moves && <Move before={work.before} now={at + 1} />}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** From where a work came to its place. */
export function Move({ before, now, of = '新进前十' }: { before: number; now: number; of?: string }) {
  if (before === now) return null;
  if (before === 0) return <span className="shrink-0 text-xs text-success">{of}</span>;
  const up = before > now;
  return (
    <span className={`num shrink-0 text-xs ${up ? 'text-success' : 'text-error'}`}>
      <span aria-hidden="true">
        {up ? '↑' : '↓'}
        {Math.abs(before - now)}
      </span>
      <span className="sr-only">
        {up ? '上升' : '下降'} {Math.abs(before - now)} 位
      </span>
    </span>
  );
}
