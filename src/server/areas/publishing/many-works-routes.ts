import { FIGURE_TABLES } from '#contract/figures.ts';
import { z } from 'zod';
import { BULK_CALL, BULK_LIST_CALL, BULK_REPORT_CALL, BULK_ROW_TEXT, BULK_TEMPLATE_CALL } from '#contract/bulk.ts';
import { FIGURE_MEASURES, FIGURE_RANGES, FIGURES_CALL, FIGURES_CSV_CALL, type FigureMeasure } from '#contract/figures.ts';
import { PUBLISHED_KINDS } from '#contract/kinds.ts';
import { PREVIEW_CALL, RETRY_FILE_CALL, SCHEDULE_CALL } from '#contract/publish.ts';
import { SERIES_CALL, SERIES_INTRODUCTION_MAX, SERIES_ITEMS_MAX, SERIES_TITLE_MAX } from '#contract/series.ts';
import { csvAnswer } from '../../http/csv-answer.ts';
import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import { choiceField, idField, noInput, textField, wholeNumber } from '../../http/fields.ts';
import { bulkImportOutput, bulkReportOutput } from '../../http/outputs/bulk.ts';
import { figuresOutput } from '../../http/outputs/figures.ts';
import { fileStateOutput, itemStatusOutput } from '../../http/outputs/publish.ts';
import { ownSeriesOutput } from '../../http/outputs/series.ts';
import { invalid } from '../../kernel/errors.ts';
import { dropSeries, ownSeries, saveSeries } from '../../modules/catalog/index.ts';
import { CSV_START, csvLine } from '../../modules/console/index.ts';
import { bulkReport, columnsOf, listBulk, previewAddress, retryFile, scheduleItem, startBulk } from '../../modules/publishing/index.ts';
import { figures } from '../../views/figures/figures.ts';
import { figuresCsv } from '../../views/figures/figures-csv.ts';

const often = { points: 120, window_s: 60 };

function publishedKind(key: string) {
  const kind = PUBLISHED_KINDS.find((one) => one.key === key);
  if (!kind) throw invalid({ kind: '没有这类作品' });
  return kind;
}

const kindField = textField('类型', 40, 1);
const rangeField = choiceField('天数应为 7、30 或 90', FIGURE_RANGES).default(30);
const measureField = z.enum(Object.keys(FIGURE_MEASURES) as [FigureMeasure, ...FigureMeasure[]], { error: '指标无效' }).default('views');
const idsField = z.array(idField, { error: '作品无效' }).max(SERIES_ITEMS_MAX, `一个系列最多 ${SERIES_ITEMS_MAX} 件作品`);
const seriesFields = {
  title: textField('系列名称', SERIES_TITLE_MAX),
  introduction: textField('系列简介', SERIES_INTRODUCTION_MAX).default(''),
  item_ids: idsField,
};
const savedSeries = z.strictObject({ id: z.int() });

/** What publishers with many works need: a time to appear, a preview, series, figures, many works at once. */
export const manyWorksEndpoints: Endpoint[] = [
  endpoint({
    method: 'PUT',
    path: SCHEDULE_CALL,
    summary: '设定、更改或取消（publish_at 为 0）未发布作品的发布时间',
    tag: 'publishing',
    auth: 'user',
    limit: often,
    input: z.object({ id: idField, publish_at: wholeNumber('发布时间无效', 0, 1e11) }),
    owned_ids: ['id'],
    output: z.strictObject({ id: z.int(), status: itemStatusOutput }),
    handle: (ctx, { id, publish_at }) => scheduleItem(ctx, id, publish_at === 0 ? null : publish_at),
  }),
  endpoint({
    method: 'POST',
    path: PREVIEW_CALL,
    summary: '按草稿预览作品页的地址，半小时内有效',
    tag: 'publishing',
    auth: 'user',
    limit: often,
    input: z.object({ id: idField }),
    owned_ids: ['id'],
    output: z.strictObject({ url: z.string(), expires_at: z.int() }),
    handle: (ctx, { id }) => previewAddress(ctx, id),
  }),
  endpoint({
    method: 'POST',
    path: RETRY_FILE_CALL,
    summary: '重新处理没有生成页面的文件：按 file_id；按作品的 id 时，因此没有发布的作品随之再次提交',
    tag: 'publishing',
    auth: 'user',
    limit: { points: 20, window_s: 600 },
    input: z.object({ file_id: idField.optional(), id: idField.optional() }),
    owned_ids: ['file_id', 'id'],
    output: fileStateOutput,
    handle: (ctx, { file_id, id }) => {
      if (file_id !== undefined) return retryFile(ctx, { file_id });
      if (id === undefined) throw invalid({ file_id: '请选择文件' });
      return retryFile(ctx, { id });
    },
  }),
  endpoint({
    method: 'GET',
    path: SERIES_CALL,
    summary: '我的系列与其中的作品',
    tag: 'publishing',
    auth: 'user',
    input: noInput,
    output: z.strictObject({ list: z.array(ownSeriesOutput) }),
    handle: async (ctx) => ({ list: await ownSeries(ctx) }),
  }),
  endpoint({
    method: 'POST',
    path: SERIES_CALL,
    summary: '新建系列：自己的作品按 item_ids 的顺序，一件作品只在一个系列中',
    tag: 'publishing',
    auth: 'user',
    limit: often,
    input: z.object(seriesFields),
    output: savedSeries,
    handle: (ctx, input) => saveSeries(ctx, input),
  }),
  endpoint({
    method: 'PUT',
    path: SERIES_CALL,
    summary: '修改自己的系列：名称、简介、作品与顺序',
    tag: 'publishing',
    auth: 'user',
    limit: often,
    input: z.object({ ...seriesFields, id: idField }),
    owned_ids: ['id'],
    output: savedSeries,
    handle: (ctx, input) => saveSeries(ctx, input),
  }),
  endpoint({
    method: 'DELETE',
    path: SERIES_CALL,
    summary: '删除自己的系列，其中的作品保留',
    tag: 'publishing',
    auth: 'user',
    input: z.object({ id: idField }),
    owned_ids: ['id'],
    output: savedSeries,
    handle: async (ctx, { id }) => {
      await dropSeries(ctx, id);
      return { id };
    },
  }),
  endpoint({
    method: 'GET',
    path: FIGURES_CALL,
    summary: '我的数据：浏览、收藏、成交与收益，按日、按作品、按来源；id 只看一件作品',
    tag: 'publishing',
    auth: 'user',
    limit: often,
    input: z.object({ days: rangeField, measure: measureField, id: idField.optional() }),
    owned_ids: ['id'],
    output: figuresOutput,
    handle: (ctx, { days, measure, id }) => figures(ctx, { range: days, measure, ...(id === undefined ? {} : { id }) }),
  }),
  endpoint({
    method: 'GET',
    path: FIGURES_CSV_CALL,
    summary: '我的数据导出为 CSV：table 为 days、works 或 sources',
    tag: 'publishing',
    auth: 'user',
    limit: often,
    input: z.object({ days: rangeField, table: z.enum(FIGURE_TABLES, { error: '表格无效' }).default('days'), id: idField.optional() }),
    owned_ids: ['id'],
    answers: 'text/csv',
    handle: async (ctx, { days, table, id }) => {
      const { name, text } = figuresCsv(await figures(ctx, { range: days, measure: 'views', ...(id === undefined ? {} : { id }) }), table);
      return csvAnswer(name, text);
    },
  }),
  endpoint({
    method: 'GET',
    path: BULK_TEMPLATE_CALL,
    summary: '批量导入的清单模板（CSV）',
    tag: 'publishing',
    auth: 'user',
    input: z.object({ kind: kindField }),
    answers: 'text/csv',
    handle: async (_ctx, { kind: key }) => {
      const kind = publishedKind(key);
      const columns = columnsOf(kind);
      const heading = columns.map(({ title, required }) => (required ? `${title}*` : title));
      return csvAnswer(`批量导入${kind.noun}.csv`, CSV_START + csvLine(heading) + csvLine(columns.map(({ example }) => example)));
    },
  }),
  endpoint({
    method: 'POST',
    path: BULK_CALL,
    summary: '按已上传的压缩包批量导入作品：action=draft 存为草稿，action=submit 直接提交；同一编号再次导入不会重复',
    tag: 'publishing',
    auth: 'user',
    limit: { points: 20, window_s: 60 },
    timeout_ms: 120_000,
    input: z.object({ kind: kindField, file_id: idField, action: z.enum(['draft', 'submit'], { error: '操作无效' }) }),
    owned_ids: ['file_id'],
    output: z.strictObject({ id: z.int() }),
    handle: (ctx, { kind, ...input }) => startBulk(ctx, { ...input, kind: publishedKind(kind) }),
  }),
  endpoint({
    method: 'GET',
    path: BULK_LIST_CALL,
    summary: '我最近的批量导入',
    tag: 'publishing',
    auth: 'user',
    input: noInput,
    output: z.strictObject({ list: z.array(bulkImportOutput) }),
    handle: async (ctx) => ({ list: await listBulk(ctx) }),
  }),
  endpoint({
    method: 'GET',
    path: BULK_CALL,
    summary: '一次批量导入的进度与每一行的结果，失败的在前',
    tag: 'publishing',
    auth: 'user',
    input: z.object({ id: idField }),
    owned_ids: ['id'],
    output: bulkReportOutput,
    handle: (ctx, { id }) => bulkReport(ctx, id),
  }),
  endpoint({
    method: 'GET',
    path: BULK_REPORT_CALL,
    summary: '一次批量导入的结果（CSV）',
    tag: 'publishing',
    auth: 'user',
    input: z.object({ id: idField }),
    owned_ids: ['id'],
    answers: 'text/csv',
    handle: async (ctx, { id }) => {
      const { name, rows } = await bulkReport(ctx, id);
      const lines = rows.map((row) => csvLine([row.row_no, row.key, row.title, BULK_ROW_TEXT[row.status], row.message]));
      return csvAnswer(
        `导入结果-${name.replace(/\.zip$/i, '')}.csv`,
        CSV_START + csvLine(['行', '编号', '标题', '结果', '原因']) + lines.join(''),
      );
    },
  }),
];
