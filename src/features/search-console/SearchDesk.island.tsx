import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { KEYWORD_MAX, type QueryDesk } from '#contract/search-console.ts';
import { Facts, Panel } from '#kit/console/Panel.tsx';
import { ScreenFrame } from '#kit/console/ScreenFrame.tsx';
import { Empty } from '#ui/Empty.tsx';
import { countText } from '#ui/price-text.ts';
import { createDesk } from './desk.store.ts';
import { FirstHits } from './FirstHits.tsx';
import { WordAdd } from './WordAdd.tsx';

const ANSWERS: Readonly<Record<string, string>> = {
  ...{
    all: '全部词都找到了',
    few: '少数有全部词，其余少用几个',
    fewer: '少用了几个词',
    meant: '按可能的意思找',
    near: '按相近的词找',
    category: '给出同类作品',
    none: '没有结果',
  },
};

/** 搜索结果: one query, how it is read, what stands first and why, and what staff do about it. */
export default function SearchDeskIsland() {
  const [desk] = useState(createDesk);
  const state = useStore(desk.$state);
  useEffect(() => void desk.actions.open(), [desk]);
  const reload = () => void desk.actions.load();
  return (
    <ScreenFrame state={state} onRetry={reload}>
      {({ keyword, kind, found }) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <form className="panel flex flex-wrap gap-2 p-4" aria-label="查看一个搜索词" action="/admin/searchDesk">
            {kind !== '' && <input type="hidden" name="kind" value={kind} />}
            <input
              type="search"
              name="keyword"
              className="input min-w-0 flex-1"
              aria-label="搜索词"
              placeholder="像读者那样输入，例如：300人年会方案"
              maxLength={KEYWORD_MAX}
              defaultValue={keyword}
              required
            />
            <button type="submit" className="btn btn-primary">
              查看
            </button>
          </form>
          {found ? (
            <Shown key={`${found.keyword} ${kind}`} desk={found} asked_kind={kind} onSaved={reload} />
          ) : (
            <div className="panel">
              <Empty title="输入一个搜索词" hint="看看它怎样被理解、哪些作品排在前面和为什么，再决定要不要加词或置顶。" />
            </div>
          )}
        </div>
      )}
    </ScreenFrame>
  );
}

function Shown({ desk, asked_kind, onSaved }: { desk: QueryDesk; asked_kind: string; onSaved(): void }) {
  const { keyword, key, kinds, kind, parts, answer, left_out } = desk;
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-2">
        <Panel title="怎样理解">
          <Facts
            facts={[
              ['决定结果的词', key === '' ? '没有' : key],
              ['读出的条件', parts.length === 0 ? '没有' : parts.join(' · ')],
              ['结果', ANSWERS[answer] ?? answer],
              ...(left_out.length > 0 ? ([['没用上的词', left_out.join('、')]] as const) : []),
            ]}
          />
          <nav className="mt-3 flex flex-wrap gap-2" aria-label="类型">
            {kinds.map((one) => (
              <a
                key={one.kind}
                className="chip"
                aria-current={one.kind === kind ? 'true' : undefined}
                href={`/admin/searchDesk?${new URLSearchParams({ keyword, kind: one.kind })}`}
              >
                {one.noun} {countText(one.total)}
              </a>
            ))}
          </nav>
        </Panel>
        <Readers desk={desk} />
      </div>
      <FirstHits desk={desk} asked_kind={asked_kind} onSaved={onSaved} />
      <WordAdd keyword={keyword} kind={asked_kind} onSaved={onSaved} />
    </>
  );
}

/** What readers of the query do. */
function Readers({ desk: { figures, days, learning } }: { desk: QueryDesk }) {
  const most = Math.max(1, ...days.map(({ asks }) => asks));
  return (
    <Panel title="近 30 天的读者">
      {figures ? (
        <>
          <Facts
            facts={[
              ['搜索人次', countText(figures.asks)],
              ['打开作品', countText(figures.presses)],
              ['其中第六名以后', countText(figures.late)],
            ]}
          />
          <ul className="mt-3 grid max-h-48 gap-1 overflow-y-auto text-xs" aria-label="每天">
            {days.map(({ day, asks, presses }) => (
              <li key={day} className="flex items-center gap-2">
                <span className="num w-20 shrink-0 text-muted">{day.slice(5)}</span>
                <span className="h-2 rounded-full bg-primary" style={{ width: `${(asks / most) * 40}%` }} aria-hidden="true" />
                <span className="num">
                  搜索 {asks}，打开 {presses}
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className="text-muted">搜过的读者还不到三位，不显示。</p>
      )}
      <p className="mt-3 text-muted">
        {learning ? '正在按读者的点击、收藏和购买调整顺序。' : '点击学习已关闭，顺序不受点击影响。'}
        <a className="link ml-1" href="/admin/searchWords#learning">
          去设置
        </a>
      </p>
    </Panel>
  );
}
