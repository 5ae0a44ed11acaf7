import { BULK_ROW_TEXT } from '#contract/bulk.ts';
import { PUBLISHED_KINDS } from '#contract/kinds.ts';
import { publishingManyWorksCalls } from '#contract/publishing/many-works-calls.ts';
import { csvAnswer } from '../../http/csv-answer.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { invalid } from '../../kernel/errors.ts';
import { dropSeries, ownSeries, saveSeries } from '../../modules/catalog/index.ts';
import { CSV_START, csvLine } from '../../modules/console/index.ts';
import { bulkReport, columnsOf, listBulk, previewAddress, retryFile, scheduleItem, startBulk } from '../../modules/publishing/index.ts';
import { figures, figuresCsv } from '../../views/figures/figures.ts';

function publishedKind(key: string) {
  const kind = PUBLISHED_KINDS.find((one) => one.key === key);
  if (!kind) throw invalid({ kind: '没有这类作品' });
  return kind;
}

/** What publishers with many works need: a time to appear, a preview, series, figures, many works at once. */
export const manyWorksEndpoints: Endpoint[] = [
  serve(publishingManyWorksCalls.schedule, (ctx, { id, publish_at }) => scheduleItem(ctx, id, publish_at === 0 ? null : publish_at)),
  serve(publishingManyWorksCalls.preview, (ctx, { id }) => previewAddress(ctx, id)),
  serve(publishingManyWorksCalls.retry, (ctx, { file_id, id }) => {
    if (file_id !== undefined) return retryFile(ctx, { file_id });
    if (id === undefined) throw invalid({ file_id: '请选择文件' });
    return retryFile(ctx, { id });
  }),
  serve(publishingManyWorksCalls.get_series, async (ctx) => ({ list: await ownSeries(ctx) })),
  serve(publishingManyWorksCalls.post_series, (ctx, input) => saveSeries(ctx, input)),
  serve(publishingManyWorksCalls.put_series, (ctx, input) => saveSeries(ctx, input)),
  serve(publishingManyWorksCalls.delete_series, async (ctx, { id }) => {
    await dropSeries(ctx, id);
    return { id };
  }),
  serve(publishingManyWorksCalls.figures, (ctx, { days, measure, id }) =>
    figures(ctx, { range: days, measure, ...(id === undefined ? {} : { id }) }),
  ),
  serve(publishingManyWorksCalls.csv, async (ctx, { days, table, id }) => {
    const { name, text } = figuresCsv(await figures(ctx, { range: days, measure: 'views', ...(id === undefined ? {} : { id }) }), table);
    return csvAnswer(name, text);
  }),
  serve(publishingManyWorksCalls.template, async (_ctx, { kind: key }) => {
    const kind = publishedKind(key);
    const columns = columnsOf(kind);
    const heading = columns.map(({ title, required }) => (required ? `${title}*` : title));
    return csvAnswer(`批量导入${kind.noun}.csv`, CSV_START + csvLine(heading) + csvLine(columns.map(({ example }) => example)));
  }),
  serve(publishingManyWorksCalls.post_bulk, (ctx, { kind, ...input }) => startBulk(ctx, { ...input, kind: publishedKind(kind) })),
  serve(publishingManyWorksCalls.list, async (ctx) => ({ list: await listBulk(ctx) })),
  serve(publishingManyWorksCalls.get_bulk, (ctx, { id }) => bulkReport(ctx, id)),
  serve(publishingManyWorksCalls.report, async (ctx, { id }) => {
    const { name, rows } = await bulkReport(ctx, id);
    const lines = rows.map((row) => csvLine([row.row_no, row.key, row.title, BULK_ROW_TEXT[row.status], row.message]));
    return csvAnswer(
      `导入结果-${name.replace(/\.zip$/i, '')}.csv`,
      CSV_START + csvLine(['行', '编号', '标题', '结果', '原因']) + lines.join(''),
    );
  }),
];
