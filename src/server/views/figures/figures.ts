import {
  conversionText,
  FIGURE_WORKS_MAX,
  type FigureDay,
  type FigureMeasure,
  type FigureRange,
  type FigureSums,
  type Figures,
  type FigureTable,
  type FigureWork,
  REST_TITLE,
  restOf,
  VIEW_SOURCES,
} from '#contract/figures.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { shanghaiDay, shanghaiDayEnd } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { allKinds, coversOf, kindOf, namedItemsOf, viewsOf } from '../../modules/catalog/index.ts';
import { CSV_START, csvLine } from '../../modules/console/index.ts';
import { collectsSince } from '../../modules/engagement/index.ts';
import { salesSince } from '../../modules/sales/index.ts';
import { drawFigures } from './draw-figures.ts';

const DAY_MS = 86_400_000;

/**
 * What became of the caller's works in the last days, today among them: by day, by work and by source; of all works or of one. Sales and income of
 * all are of everything that is sold, as on every other page (decision 0338).
 * @throws AppError 404 for a work that is not the caller's
 */
export async function figures(ctx: Ctx, want: { range: FigureRange; measure: FigureMeasure; id?: number }): Promise<Figures> {
  const publisher_id = requireUser(ctx);
  const now = ctx.app.clock.now();
  const since = new Date(shanghaiDayEnd(now).getTime() - want.range * DAY_MS);
  const works = await namedItemsOf(ctx, publisher_id, want.id);
  if (want.id !== undefined && works.length === 0) throw notFound('作品不存在');
  const one = want.id === undefined ? {} : { item_id: want.id };
  const marked = works.flatMap(({ id, kind }) => {
    const type = kindOf(kind).types.collect;
    return type === undefined ? [] : [{ type, rid: id }];
  });
  const [views, collects, sales] = await Promise.all([
    viewsOf(ctx, { publisher_id, since_day: shanghaiDay(since), ...one }),
    collectsSince(ctx, marked, since),
    salesSince(ctx, { publisher_id, since, ...one }),
  ]);
  const sumsOf = (seen = 0, kept = 0, sold = { n: 0, publisher_fen: 0 }): FigureSums => ({
    ...{ views: seen, collects: kept, sales: sold.n, income: sold.publisher_fen / 100 },
  });
  const days = Array.from({ length: want.range }, (_day, at): FigureDay => {
    const day = shanghaiDay(new Date(since.getTime() + at * DAY_MS));
    return { day, ...sumsOf(views.by_day.get(day), collects.by_day.get(day), sales.by_day.get(day)) };
  });
  const rows = works
    .map(({ id, title, kind }) => ({
      ...{ id, title, kind: kindOf(kind).key },
      ...sumsOf(views.by_item.get(id), collects.by_item.get(id), sales.by_subject.get(id)),
    }))
    .filter((row) => row.views + row.collects + row.sales > 0)
    .sort((a, b) => b.views - a.views || b.income - a.income || b.id - a.id)
    .slice(0, FIGURE_WORKS_MAX);
  const covers = await coversOf(
    ctx.db,
    rows.map(({ id }) => id),
  );
  const sum = (name: keyof FigureSums) => Math.round(days.reduce((all, day) => all + day[name], 0) * 100) / 100;
  const named = works[0];
  return {
    range: want.range,
    work: want.id === undefined || !named ? null : { id: named.id, title: named.title },
    totals: { views: sum('views'), collects: sum('collects'), sales: sum('sales'), income: sum('income') },
    days,
    works: rows.map((row): FigureWork => ({ ...row, cover: covers.get(row.id) ?? '' })),
    sources: VIEW_SOURCES.map(({ key, title }, at) => ({ key, title, views: views.by_source.get(at) ?? 0 })),
    chart: drawFigures(days, want.measure),
  };
}

const NAMES: Record<FigureTable, string> = { days: '按日', works: '按作品', sources: '按来源' };

/** One of the tables as a file for spreadsheets. */
export function figuresCsv(shown: Figures, table: FigureTable): { name: string; text: string } {
  const sums = ['浏览', '收藏', '成交', '转化率', '收益（元）'];
  const values = (row: Figures['totals']) => [row.views, row.collects, row.sales, conversionText(row), row.income.toFixed(2)];
  const noun = (key: string) => allKinds().find((kind) => kind.key === key)?.noun ?? key;
  const rest = restOf(shown);
  const lines = {
    days: () => [['日期', ...sums], ...shown.days.map((day) => [day.day, ...values(day)])],
    works: () => [
      ['编号', '标题', '类型', ...sums],
      ...shown.works.map((work) => [work.id, work.title, noun(work.kind), ...values(work)]),
      ...(rest.sales > 0 ? [['', REST_TITLE, '', '', '', rest.sales, '', rest.income.toFixed(2)]] : []),
    ],
    sources: () => [['来源', '浏览'], ...shown.sources.map((source) => [source.title, source.views])],
  }[table]();
  return { name: `数据-${NAMES[table]}-近${shown.range}天.csv`, text: CSV_START + lines.map(csvLine).join('') };
}
