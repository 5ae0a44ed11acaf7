import { RefreshCw } from 'lucide-react';
import { CLICK_NAMES, RETENTION_WEEKS, VISIT_RANGES, type VisitFigures, type VisitTable } from '#contract/visits.ts';
import { CsvButton } from '#kit/console/CsvButton.tsx';
import { Panel } from '#kit/console/Panel.tsx';
import { LoadedScreen } from '#kit/console/ScreenFrame.tsx';
import { Ranges, StaffTable } from '#kit/console/StaffTable.tsx';
import { Button } from '#ui/Button.tsx';
import { Chart } from '#ui/Chart.tsx';
import { countText } from '#ui/price-text.ts';
import { SelectBox } from '#ui/Select.tsx';
import { createVisitsScreen } from './visits.store.ts';

type Actions = ReturnType<typeof createVisitsScreen>['actions'];
const NONE = '这段时间还没有数据。';

/** Who came, from where, and how far they went. The address keeps range, kind and channel. */
export default function VisitsIsland({ kinds }: { kinds: ReadonlyArray<{ key: string; noun: string }> }) {
  return (
    <LoadedScreen of={createVisitsScreen}>{(figures, actions) => <Shown figures={figures} kinds={kinds} actions={actions} />}</LoadedScreen>
  );
}

function Shown({
  figures,
  kinds,
  actions,
}: {
  figures: VisitFigures;
  kinds: ReadonlyArray<{ key: string; noun: string }>;
  actions: Actions;
}) {
  const { range, totals, buyers, chart, dropped, funnel, sources, channels } = figures;
  const side = (table: VisitTable, title: string) => <CsvButton of={title} onSave={() => actions.save(table, title)} />;
  const most = Math.max(1, ...funnel.map(({ num }) => num));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Filters figures={figures} kinds={kinds} actions={actions} />
      <dl className="panel grid grid-cols-2 gap-4 p-4 sm:grid-cols-4">
        <Sum title="浏览" value={countText(totals.views)} />
        <Sum title="访客（按日累计）" value={countText(totals.visitors)} />
        <Sum title="人均浏览" value={totals.visitors === 0 ? '—' : String(Math.round((totals.views / totals.visitors) * 10) / 10)} />
        <Sum title="支付人数" value={countText(buyers)} />
      </dl>
      {dropped > 0 && (
        <p role="status" className="rounded-box bg-gold-tint p-3 text-gold-ink">
          这段时间有 {countText(dropped)} 条访问记录因超过限制没有保存。
        </p>
      )}
      <Panel title="每日访客" side={side('days', '按日')}>
        <Chart
          chart={chart}
          height={260}
          alt={`近 ${range} 天每日访客的柱状图，数字见下表`}
          none={totals.visitors === 0 && '这段时间还没有访客。'}
        />
      </Panel>
      <Panel title="转化" side={side('funnel', '转化')}>
        <StaffTable figures label="转化" heads={['步骤', '人数', '占浏览', '占上一步']}>
          {funnel.map(({ key, title, num }, at) => (
            <tr key={key}>
              <th scope="row" className="font-normal">
                {title}
              </th>
              <td className="num">
                <Bar share={num / most} /> {countText(num)}
              </td>
              <td className="num">{shareText(num, funnel[0]?.num ?? 0)}</td>
              <td className="num">{at === 0 ? '—' : shareText(num, funnel[at - 1]?.num ?? 0)}</td>
            </tr>
          ))}
        </StaffTable>
        <p className="mt-2 text-xs text-muted">
          只统计作品：会员、门票和猫币没有看报价这一步。下单与支付以订单为准，不愿被统计的读者也在内；一步比前面的多时，比例显示为 —。
        </p>
      </Panel>
      <div className="grid gap-4 xl:grid-cols-2">
        <Panel title="来源" side={side('sources', '来源')}>
          <Lines label="来源" heads={['来源', '到访次数']} rows={sources.map(({ title, num }) => [title, countText(num)])} />
        </Panel>
        <Panel title="渠道" side={side('channels', '渠道')}>
          {channels.length === 0 ? (
            <p className="text-muted">链接里带上 utm_channel=名称，例如 /?utm_channel=expo，到访就会记在这里。</p>
          ) : (
            <StaffTable figures label="渠道" heads={['渠道', '到访次数', '访客', '支付人数']}>
              {channels.map((one) => (
                <tr key={one.channel}>
                  <th scope="row" className="font-normal">
                    <button
                      type="button"
                      className="link text-left"
                      aria-label={`只看渠道 ${one.channel}`}
                      onClick={() => void actions.choose({ channel: one.channel })}
                    >
                      {one.channel === '~' ? '其余渠道' : one.channel}
                    </button>
                  </th>
                  <td className="num">{countText(one.arrivals)}</td>
                  <td className="num">{countText(one.visitors)}</td>
                  <td className="num">{countText(one.paid)}</td>
                </tr>
              ))}
            </StaffTable>
          )}
        </Panel>
        {figures.kind === '' && figures.channel === '*' && (
          <>
            <Panel title="页面" side={side('pages', '页面')}>
              <Lines label="页面" heads={['页面', '浏览']} rows={figures.pages.map(({ page, views }) => [page, countText(views)])} />
            </Panel>
            <Panel title="点击" side={side('clicks', '点击')}>
              <Lines
                label="点击"
                heads={['名称', '次数']}
                rows={figures.clicks.map(({ name, num }) => [CLICK_NAMES[name] ?? name, countText(num)])}
              />
            </Panel>
          </>
        )}
      </div>
      <Panel title="留存（按首次到访的周）" side={side('retention', '留存')}>
        {figures.retention.length === 0 ? (
          <p className="text-muted">每天凌晨统计一次，{NONE}</p>
        ) : (
          <StaffTable
            figures
            label="留存"
            heads={['首次到访的周', '访客', ...Array.from({ length: RETENTION_WEEKS }, (_week, at) => `第 ${at + 1} 周`)]}
          >
            {figures.retention.map(({ week, visitors, back }) => (
              <tr key={week}>
                <th scope="row" className="num font-normal whitespace-nowrap">
                  {week}
                </th>
                <td className="num">{countText(visitors)}</td>
                {Array.from({ length: RETENTION_WEEKS }, (_week, at) => `${week}+${at + 1}`).map((key, at) => (
                  <td key={key} className="num">
                    {back[at] === undefined ? '' : shareText(back[at], visitors)}
                  </td>
                ))}
              </tr>
            ))}
          </StaffTable>
        )}
      </Panel>
      <Panel title="按日">
        <Lines
          label="按日"
          heads={['日期', '浏览', '访客']}
          rows={figures.days.toReversed().map(({ day, views, visitors }) => [day, countText(views), countText(visitors)])}
        />
      </Panel>
    </div>
  );
}

/** A part of a whole in percent. What is more than the whole is no part of it, and has no share. */
export function shareText(part: number, whole: number): string {
  return whole === 0 || part > whole ? '—' : `${Math.round((part / whole) * 1000) / 10}%`;
}

function Filters({
  figures,
  kinds,
  actions,
}: {
  figures: VisitFigures;
  kinds: ReadonlyArray<{ key: string; noun: string }>;
  actions: Actions;
}) {
  const { range, kind, channel } = figures;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <Ranges of={VISIT_RANGES} chosen={range} onChoose={(days) => void actions.choose({ range: days })} />
      <div className="flex flex-wrap items-center gap-2">
        <label className="flex items-center gap-2">
          <span className="text-muted">类型</span>
          <SelectBox
            className="select select-sm w-36"
            value={kind}
            onValue={(chosen) => void actions.choose({ kind: chosen })}
            none="全部"
            options={kinds.map(({ key, noun }) => [key, noun])}
          />
        </label>
        <label className="flex items-center gap-2">
          <span className="text-muted">渠道</span>
          <SelectBox
            className="select select-sm w-36"
            value={channel}
            onValue={(chosen) => void actions.choose({ channel: chosen })}
            none={['*', '全部']}
            options={[...new Set(['', ...figures.channels.map((one) => one.channel), ...(channel === '*' ? [] : [channel])])].map(
              (name) => [name, name === '~' ? '其余渠道' : name || '没有渠道'],
            )}
          />
        </label>
        <Button size="sm" icon={<RefreshCw size={16} aria-hidden="true" />} onClick={() => void actions.again()}>
          重新统计
        </Button>
      </div>
    </div>
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

function Bar({ share }: { share: number }) {
  return (
    <span className="mr-2 inline-block h-2 w-24 rounded-full bg-ground align-middle" aria-hidden="true">
      <span className="block h-2 rounded-full bg-primary" style={{ width: `${share * 100}%` }} />
    </span>
  );
}

function Lines({
  label,
  heads,
  rows,
}: {
  label: string;
  heads: readonly string[];
  rows: ReadonlyArray<readonly [name: string, ...values: string[]]>;
}) {
  if (rows.length === 0) return <p className="text-muted">{NONE}</p>;
  return (
    <StaffTable figures label={label} heads={heads}>
      {rows.map(([name, ...values]) => (
        <tr key={name}>
          <th scope="row" className="font-normal break-all">
            {name}
          </th>
          {values.map((value, at) => (
            <td key={heads[at + 1]} className="num">
              {value}
            </td>
          ))}
        </tr>
      ))}
    </StaffTable>
  );
}
