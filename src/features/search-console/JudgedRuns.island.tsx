import type { JudgedRun } from '#contract/search-console.ts';
import { Panel } from '#kit/console/Panel.tsx';
import { LoadedScreen } from '#kit/console/ScreenFrame.tsx';
import { Button } from '#ui/Button.tsx';
import { timeText } from '#ui/time-text.ts';
import { createRuns } from './desk.store.ts';

/** When the judged queries were asked, how many stood right, and what got worse. */
export default function JudgedRunsIsland() {
  return (
    <LoadedScreen of={createRuns}>
      {(runs, actions) => (
        <div className="mb-4">
          <Panel
            title="检查结果"
            side={
              <span className="flex flex-wrap gap-2">
                <Button size="sm" look="ghost" onClick={() => void actions.load()}>
                  刷新
                </Button>
                <Button size="sm" onClick={() => void actions.run()}>
                  马上检查
                </Button>
              </span>
            }
          >
            {runs.length === 0 ? (
              <p className="text-muted">还没有检查过。每次改词、置顶或改考题后，以及每天晚上都会检查。</p>
            ) : (
              <ul className="grid max-h-80 grid-cols-[minmax(0,1fr)] gap-2 overflow-y-auto" aria-label="检查记录">
                {runs.map((one) => (
                  <Run key={one.id} run={one} />
                ))}
              </ul>
            )}
          </Panel>
        </div>
      )}
    </LoadedScreen>
  );
}

const placeText = (place: number | null): string => (place === null ? '前十以外' : `第 ${place} 名`);

function Run({ run: { why, begun_at, ended_at, asked, hit, worse } }: { run: JudgedRun }) {
  return (
    <li className="rounded-box bg-ground p-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>
          {ended_at === 0 ? '正在检查' : <strong className="num">{`${hit} / ${asked} 道在前三`}</strong>}
          <span className="ml-2 text-muted">{why}</span>
        </span>
        <span className="num text-xs text-muted">{timeText(begun_at)}</span>
      </p>
      {worse.length > 0 && (
        <details className="mt-1">
          <summary className="cursor-pointer text-error">{worse.length} 道比上一次靠后</summary>
          <ul className="mt-1 grid gap-1">
            {worse.map(({ keyword, from, to }) => (
              <li key={keyword}>
                <a className="link" href={`/admin/searchDesk?${new URLSearchParams({ keyword })}`}>
                  {keyword}
                </a>
                ：{placeText(from)} → {placeText(to)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}
