import type { FigureTable } from '#contract/figures.ts';
import { conversionText, type Figures } from '#contract/figures.ts';
import { allKinds } from '../../modules/catalog/index.ts';
import { CSV_START, csvLine } from '../../modules/console/index.ts';

const NAMES: Record<FigureTable, string> = { days: '按日', works: '按作品', sources: '按来源' };

/** One of the tables as a file for spreadsheets. */
export function figuresCsv(shown: Figures, table: FigureTable): { name: string; text: string } {
  const sums = ['浏览', '收藏', '成交', '转化率', '收益（元）'];
  const values = (row: Figures['totals']) => [row.views, row.collects, row.sales, conversionText(row), row.income];
  const noun = (key: string) => allKinds().find((kind) => kind.key === key)?.noun ?? key;
  const lines = {
    days: () => [['日期', ...sums], ...shown.days.map((day) => [day.day, ...values(day)])],
    works: () => [['编号', '标题', '类型', ...sums], ...shown.works.map((work) => [work.id, work.title, noun(work.kind), ...values(work)])],
    sources: () => [['来源', '浏览'], ...shown.sources.map((source) => [source.title, source.views])],
  }[table]();
  return { name: `数据-${NAMES[table]}-近${shown.range}天.csv`, text: CSV_START + lines.map(csvLine).join('') };
}
