import { useStore } from '@nanostores/react';
import { Download } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { followAddress } from '#client/address.ts';
import {
  conversionText,
  FIGURE_MEASURES,
  FIGURE_RANGES,
  type FigureMeasure,
  type FigureSums,
  type Figures,
  REST_TITLE,
  restOf,
} from '#contract/figures.ts';
import { Button } from '#ui/Button.tsx';
import { Chart } from '#ui/Chart.tsx';
import { classNames } from '#ui/class-names.ts';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { amountText, countText } from '#ui/price-text.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { createFigures } from './figures.store.ts';

const MEASURES = Object.keys(FIGURE_MEASURES) as FigureMeasure[];
function sumText(measure: FigureMeasure, sums: FigureSums): string {
  if (measure === 'conversion') return conversionText(sums);
  return measure === 'income' ? `¥${amountText(sums.income)}` : countText(sums[measure]);
}

/** 我的数据: sums, a chart of one of them, and the tables behind it. */
export default function FiguresIsland({ nouns }: { nouns: Readonly<Record<string, string>> }) {
  const [{ $state, actions }] = useState(createFigures);
  const { range, measure, data, failure, busy } = useStore($state);
  useEffect(() => {
    actions.open();
    return followAddress(actions.open);
  }, [actions]);
  // a chart of nothing is left out
  const shown = data ? MEASURES.filter((key) => data.totals[key === 'conversion' ? 'sales' : key] > 0) : [];
  if (failure && !data) return <ErrorState {...failure} onRetry={() => void actions.load()} />;
  return (
    <div className="grid grid-cols-1 gap-4" aria-busy={busy || undefined}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <fieldset className="flex gap-1" aria-label="时间范围">
          {FIGURE_RANGES.map((days) => (
            <Choice key={days} chosen={days === range} onChoose={() => actions.choose({ range: days })}>
              近 {days} 天
            </Choice>
          ))}
        </fieldset>
        {data?.work && (
          <p className="flex min-w-0 items-center gap-2">
            <span className="truncate">
              只看：<strong>{data.work.title}</strong>
            </span>
            <Button size="sm" onClick={() => actions.choose({ id: null })}>
              查看全部作品
            </Button>
          </p>
        )}
      </div>
      {data ? (
        <>
          <div className="panel grid gap-4 p-4 sm:p-6">
            <dl className="grid grid-cols-2 gap-4 sm:grid-cols-5">
              {MEASURES.map((key) => (
                <Sum key={key} title={FIGURE_MEASURES[key].title} value={sumText(key, data.totals)} />
              ))}
            </dl>
            <p className="text-xs text-muted">
              成交与收益含作品、门票与合作款，按付款日计，已扣退款，与“我的销售”一致；会员分成另见钱包的“收益明细”。
            </p>
          </div>
          {shown.length > 0 && (
            <section className="panel p-4 sm:p-6" aria-labelledby="chart-title">
              <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
                <h2 id="chart-title" className="text-base font-semibold">
                  每日{FIGURE_MEASURES[measure].title}
                </h2>
                {shown.length > 1 && (
                  <fieldset className="flex flex-wrap gap-1" aria-label="图表指标">
                    {shown.map((key) => (
                      <Choice key={key} chosen={key === measure} onChoose={() => actions.choose({ measure: key })}>
                        {FIGURE_MEASURES[key].title}
                      </Choice>
                    ))}
                  </fieldset>
                )}
              </div>
              <Chart
                chart={data.chart}
                height={260}
                alt={`近 ${range} 天每日${FIGURE_MEASURES[measure].title}的柱状图，数字见下表`}
                none={!shown.includes(measure) && `近 ${range} 天还没有${FIGURE_MEASURES[measure].title}。`}
              />
            </section>
          )}
          <Tables data={data} nouns={nouns} onWork={(id) => actions.choose({ id })} onSave={(table) => void actions.save(table)} />
        </>
      ) : (
        <Skeleton rows={3} row_class="h-40" />
      )}
    </div>
  );
}

function Choice({ chosen, onChoose, children }: { chosen: boolean; onChoose(): void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      className={classNames('num rounded-full px-3 py-1', chosen ? 'bg-tint font-semibold text-primary' : 'text-muted hover:bg-ground')}
      onClick={onChoose}
    >
      {children}
    </button>
  );
}

function Sum({ title, value }: { title: string; value: string }) {
  return (
    <div>
      <dt className="text-xs text-muted">{title}</dt>
      <dd className="num text-xl font-semibold">{value}</dd>
    </div>
  );
}

interface TablesProps {
  data: Figures;
  nouns: Readonly<Record<string, string>>;
  onWork(id: number): void;
  onSave(table: 'days' | 'works' | 'sources'): void;
}

const HEADS = ['浏览', '收藏', '成交', '转化率', '收益'];
const NOTHING = ['0', '0%', '-', '¥0'];
const isQuiet = ({ views, collects, sales }: FigureSums) => views + collects + sales === 0;

/** Works of the table at first, the most read before the others; and days, the last before the others. */
const WORKS_FIRST = 20;
const DAYS_FIRST = 7;

function Tables({ data, nouns, onWork, onSave }: TablesProps) {
  const [whole, setWhole] = useState(false);
  const [every_day, setEveryDay] = useState(false);
  const works = data.works.toSorted((a, b) => b.views - a.views);
  const sources = data.sources.filter(({ views }) => views > 0).toSorted((a, b) => b.views - a.views);
  const rest = restOf(data);
  const most = Math.max(...sources.map(({ views }) => views));
  const days = data.days.filter((day) => !isQuiet(day)).toReversed();
  return (
    <>
      <Panel title="按作品" onSave={() => onSave('works')}>
        {data.works.length === 0 && rest.sales === 0 ? (
          <Empty title="这段时间还没有数据" hint="作品发布后，浏览与成交会按天记在这里。">
            <a className="btn btn-primary" href="/personalCenter/myPublish">
              我的发布
            </a>
          </Empty>
        ) : (
          <Table label="按作品" first="作品" heads={HEADS}>
            {works.slice(0, whole ? works.length : WORKS_FIRST).map((work) => (
              <Line
                key={work.id}
                sums={work}
                name={
                  <button type="button" className="flex items-center gap-3 text-left hover:text-primary" onClick={() => onWork(work.id)}>
                    {work.cover && (
                      <img src={work.cover} alt="" loading="lazy" className="h-10 w-16 rounded-field object-cover max-sm:hidden" />
                    )}
                    <span>
                      <span className="line-clamp-2">{work.title || '未命名'}</span>
                      <span className="text-xs text-muted">{nouns[work.kind]}</span>
                    </span>
                  </button>
                }
              />
            ))}
            {rest.sales > 0 && <Line name={REST_TITLE} sums={{ views: 0, collects: 0, ...rest }} />}
          </Table>
        )}
        {!whole && works.length > WORKS_FIRST && <Whole onPress={() => setWhole(true)}>全部 {works.length} 件</Whole>}
      </Panel>
      {sources.length > 0 && (
        <Panel title="读者从哪里来" onSave={() => onSave('sources')}>
          <Table label="按来源" first="来源" heads={['浏览']}>
            {sources.map(({ key, title, views }) => (
              <tr key={key} className="border-t border-line">
                <th scope="row" className="w-40 py-2 text-left font-normal">
                  {title}
                </th>
                <td className="num py-2">
                  <span className="flex items-center gap-3">
                    <span className="h-2 rounded-full bg-primary" style={{ width: `${(views / most) * 60}%` }} aria-hidden="true" />
                    {countText(views)}
                  </span>
                </td>
              </tr>
            ))}
          </Table>
        </Panel>
      )}
      {days.length > 0 && (
        <Panel title="按日" onSave={() => onSave('days')}>
          <Table label="按日" first="日期" heads={HEADS}>
            {days.slice(0, every_day ? days.length : DAYS_FIRST).map((day) => (
              <Line key={day.day} sums={day} name={<span className="num">{day.day}</span>} />
            ))}
          </Table>
          {!every_day && days.length > DAYS_FIRST && <Whole onPress={() => setEveryDay(true)}>全部 {days.length} 天</Whole>}
          {days.length < data.days.length && (
            <p className="num mt-2 text-xs text-muted">没有动静的 {data.days.length - days.length} 天没有列出。</p>
          )}
        </Panel>
      )}
    </>
  );
}

function Whole({ onPress, children }: { onPress(): void; children: ReactNode }) {
  return (
    <p className="mt-3 text-center">
      <Button size="sm" onClick={onPress}>
        {children}
      </Button>
    </p>
  );
}

function Panel({ title, onSave, children }: { title: string; onSave(): void; children: ReactNode }) {
  return (
    <section className="panel p-4 sm:p-6" aria-label={title}>
      <div className="mb-2 flex items-center justify-between gap-3">
        <h2 className="text-base font-semibold">{title}</h2>
        <Button size="sm" icon={<Download size={16} aria-hidden="true" />} onClick={onSave} aria-label={`导出 CSV：${title}`}>
          导出 CSV
        </Button>
      </div>
      {children}
    </section>
  );
}

function Table({ label, first, heads, children }: { label: string; first: string; heads: readonly string[]; children: ReactNode }) {
  return (
    <table className="w-full max-sm:text-xs" aria-label={label}>
      <thead>
        <tr className="text-xs text-muted">
          <th scope="col" className="py-2 text-left font-normal">
            {first}
          </th>
          {heads.map((head) => (
            <th
              key={head}
              scope="col"
              className={classNames('py-2 pl-2 font-normal whitespace-nowrap', heads.length > 1 ? 'text-right' : 'text-left')}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function Line({ name, sums }: { name: ReactNode; sums: FigureSums }) {
  const values = [
    countText(sums.views),
    countText(sums.collects),
    countText(sums.sales),
    conversionText(sums),
    `¥${amountText(sums.income)}`,
  ];
  return (
    <tr className="border-t border-line">
      <th scope="row" className="max-w-72 py-2 text-left font-normal">
        {name}
      </th>
      {values.map((value, at) => (
        <td key={HEADS[at]} className={classNames('num py-2 pl-2 text-right whitespace-nowrap', NOTHING.includes(value) && 'text-muted')}>
          {value}
        </td>
      ))}
    </tr>
  );
}
