import { FUNNEL_STAGES, RETENTION_WEEKS, VISIT_SOURCES, type VisitFigures, type VisitRange, type VisitTable } from '#contract/visits.ts';
import { type Ctx, requireVerb } from '../../app/ctx.ts';
import { shanghaiDay, shanghaiDayEnd } from '../../kernel/clock.ts';
import { allKinds } from '../../modules/catalog/index.ts';
import { CSV_START, csvLine } from '../../modules/console/index.ts';
import { droppedSince, readDays, type TrackDay, type TrackWhat } from '../../modules/tracking/index.ts';
import { drawBars } from '../figures/draw-figures.ts';

const DAY_MS = 86_400_000;
const NAMES_SHOWN = 20;
const CHANNELS_SHOWN = 50;
const ALL = '*';

export interface VisitWish {
  range: VisitRange;
  /** Key of a kind; '': all. */
  kind: string;
  /** '*': all. */
  channel: string;
}

/** Visits of the last days, of a kind and a channel or of all, from the figures of the days. @throws AppError 403 */
export async function visits(ctx: Ctx, { range, kind, channel }: VisitWish): Promise<VisitFigures> {
  requireVerb(ctx, 'visit.see');
  const since = new Date(shanghaiDayEnd(ctx.app.clock.now()).getTime() - range * DAY_MS);
  const since_day = shanghaiDay(since);
  const code = allKinds().find(({ key }) => key === kind)?.code ?? 0;
  const [rows, every_channel, whole, retained, dropped] = await Promise.all([
    readDays(ctx, { since_day, kind: code, channel }),
    readDays(ctx, { since_day, kind: code, channel: null }),
    readDays(ctx, { since_day, kind: 0, channel: ALL }),
    readDays(ctx, { since_day: shanghaiDay(new Date(since.getTime() - RETENTION_WEEKS * 7 * DAY_MS)), kind: 0, channel: ALL }),
    droppedSince(ctx, since_day),
  ]);
  const arrivals = code === 0 ? every_channel : await readDays(ctx, { since_day, kind: 0, channel: null });
  const days = Array.from({ length: range }, (_day, at) => {
    const day = shanghaiDay(new Date(since.getTime() + at * DAY_MS));
    const of = rows.filter((row) => row.day === day);
    return { day, views: sumOf(of, 'views'), visitors: sumOf(of, 'visitors') };
  });
  const filtered = code !== 0 || channel !== ALL;
  return {
    range,
    kind: code === 0 ? '' : kind,
    channel,
    totals: { views: sumOf(rows, 'views'), visitors: sumOf(rows, 'visitors') },
    buyers: buyersOf(rows),
    days,
    sources: VISIT_SOURCES.map(({ key, title }, at) => ({ key, title, num: sumOf(rows, 'source', String(at)) })).filter(
      ({ key, num }) => key !== 'site' && num > 0,
    ),
    channels: channelLines(every_channel, arrivals),
    funnel: FUNNEL_STAGES.map(({ key, title }) => ({ key, title, num: sumOf(rows, 'stage', key) })),
    retention: retentionOf(retained),
    // pages and clicks are not split by kind and channel
    pages: filtered ? [] : commonest(whole, 'page').map(([page, views]) => ({ page, views })),
    clicks: filtered ? [] : commonest(whole, 'click').map(([name, num]) => ({ name, num })),
    dropped,
    chart: drawBars(
      days.map(({ day, visitors }) => ({ day, value: visitors })),
      { title: '访客', unit: '人' },
    ),
  };
}

function sumOf(rows: readonly TrackDay[], what: TrackWhat, key = ''): number {
  return rows.reduce((sum, row) => (row.what === what && row.key === key ? sum + row.num : sum), 0);
}

/** Who paid, by day. Days of an older release know no buyers: their payments were of everything. */
function buyersOf(rows: readonly TrackDay[]): number {
  const most = new Map<string, number>();
  for (const { day, what, key, num } of rows) {
    if (what === 'stage' && (key === 'buyer' || key === 'paid')) most.set(day, Math.max(num, most.get(day) ?? 0));
  }
  return [...most.values()].reduce((sum, num) => sum + num, 0);
}

function channelLines(rows: readonly TrackDay[], arrivals: readonly TrackDay[]): VisitFigures['channels'] {
  const names = new Set([...rows, ...arrivals].map(({ channel }) => channel).filter((channel) => channel !== '' && channel !== ALL));
  return [...names]
    .map((channel) => {
      const of = rows.filter((row) => row.channel === channel);
      const came = arrivals.filter((row) => row.channel === channel);
      return { channel, arrivals: sumOf(came, 'arrivals'), visitors: sumOf(of, 'visitors'), paid: buyersOf(of) };
    })
    .sort((a, b) => b.visitors - a.visitors || b.arrivals - a.arrivals || a.channel.localeCompare(b.channel))
    .slice(0, CHANNELS_SHOWN);
}

function commonest(rows: readonly TrackDay[], what: TrackWhat): Array<[name: string, num: number]> {
  const sums = new Map<string, number>();
  for (const row of rows) if (row.what === what) sums.set(row.key, (sums.get(row.key) ?? 0) + row.num);
  return [...sums].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).slice(0, NAMES_SHOWN);
}

/** The last weeks with who came first in each; back[0] is the week after. */
function retentionOf(rows: readonly TrackDay[]): VisitFigures['retention'] {
  const weeks = [...new Set(rows.filter(({ what }) => what === 'retention').map(({ day }) => day))].sort().slice(-RETENTION_WEEKS);
  return weeks.map((week) => {
    const of = rows.filter((row) => row.what === 'retention' && row.day === week);
    const num = (after: number) => of.find(({ key }) => key === String(after))?.num ?? 0;
    const last = Math.max(0, ...of.map(({ key }) => Number(key)));
    return { week, visitors: num(0), back: Array.from({ length: last }, (_week, at) => num(at + 1)) };
  });
}

/** One of the tables as a file for spreadsheets. @throws AppError 403 */
export async function visitsCsv(ctx: Ctx, wish: VisitWish, table: VisitTable): Promise<string> {
  const shown = await visits(ctx, wish);
  const lines: Record<VisitTable, () => Array<Array<string | number>>> = {
    days: () => [['日期', '浏览', '访客'], ...shown.days.map((row) => [row.day, row.views, row.visitors])],
    sources: () => [['来源', '到访次数'], ...shown.sources.map((row) => [row.title, row.num])],
    channels: () => [
      ['渠道', '到访次数', '访客', '支付人数'],
      ...shown.channels.map((row) => [row.channel, row.arrivals, row.visitors, row.paid]),
    ],
    funnel: () => [['步骤', '人数'], ...shown.funnel.map((row) => [row.title, row.num])],
    retention: () => [
      ['首次到访的周', '访客', ...Array.from({ length: RETENTION_WEEKS }, (_week, at) => `第 ${at + 1} 周`)],
      ...shown.retention.map((row) => [row.week, row.visitors, ...row.back]),
    ],
    pages: () => [['页面', '浏览'], ...shown.pages.map((row) => [row.page, row.views])],
    clicks: () => [['点击', '次数'], ...shown.clicks.map((row) => [row.name, row.num])],
  };
  return CSV_START + lines[table]().map(csvLine).join('');
}
