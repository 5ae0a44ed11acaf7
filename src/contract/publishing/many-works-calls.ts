import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { FIGURE_MEASURES, FIGURE_RANGES, FIGURE_TABLES, type FigureMeasure } from '#contract/figures.ts';
import { choiceField, idField, textField, wholeNumber, yuanField } from '#contract/input-fields.ts';
import { bulkImportOutput, bulkReportOutput } from '#contract/outputs/bulk.ts';
import { figuresOutput } from '#contract/outputs/figures.ts';
import { fileStateOutput, itemStatusOutput } from '#contract/outputs/publish.ts';
import { boundCoursesOutput, ownSeriesOutput } from '#contract/outputs/series.ts';
import { SERIES_INTRODUCTION_MAX, SERIES_ITEMS_MAX, SERIES_TITLE_MAX } from '#contract/series.ts';

const call = callsOf('publishing');

const often = { points: 120, window_s: 60 };
const kindField = textField('类型', 40, 1);
const rangeField = choiceField('天数应为 7、30 或 90', FIGURE_RANGES).default(30);
const measureField = z.enum(Object.keys(FIGURE_MEASURES) as [FigureMeasure, ...FigureMeasure[]], { error: '指标无效' }).default('views');
const idsField = z.array(idField, { error: '作品无效' }).max(SERIES_ITEMS_MAX, `一个系列最多 ${SERIES_ITEMS_MAX} 件作品`);
const seriesFields = {
  title: textField('系列名称', SERIES_TITLE_MAX),
  introduction: textField('系列简介', SERIES_INTRODUCTION_MAX).default(''),
  item_ids: idsField,
  price: yuanField('整套价格应为 0 到 100000 元', 0, 100_000).default(0),
  releases: z
    .array(z.strictObject({ item_id: idField, opens_at: wholeNumber('开放时间无效', 0, 1e11) }), { error: '开放时间无效' })
    .max(SERIES_ITEMS_MAX, `一个系列最多 ${SERIES_ITEMS_MAX} 件作品`)
    .default([]),
};
const savedSeries = z.strictObject({ id: z.int() });

export const publishingManyWorksCalls = {
  schedule: call('PUT', '/user/publish/schedule', {
    summary: '设定、更改或取消（publish_at 为 0）未发布作品的发布时间',
    limit: often,
    owned: { id: 'work' },
    input: z.object({ id: idField, publish_at: wholeNumber('发布时间无效', 0, 1e11) }),
    output: z.strictObject({ id: z.int(), status: itemStatusOutput }),
  }),
  preview: call('POST', '/user/publish/preview', {
    summary: '按草稿预览作品页的地址，半小时内有效',
    limit: often,
    owned: { id: 'work' },
    input: z.object({ id: idField }),
    output: z.strictObject({ url: z.string(), expires_at: z.int() }),
  }),
  retry: call('POST', '/user/publish/retry', {
    summary: '重新处理没有生成页面的文件：按 file_id；按作品的 id 时，因此没有发布的作品随之再次提交',
    limit: { points: 20, window_s: 600 },
    owned: { file_id: 'file', id: 'work' },
    input: z.object({ file_id: idField.optional(), id: idField.optional() }),
    output: fileStateOutput,
  }),
  get_series: call('GET', '/user/series', {
    summary: '我的系列与其中的作品；bound 为不能随意设定开放时间的课程：free 课时全部免费，bought 已有人购买',
    output: z.strictObject({ list: z.array(ownSeriesOutput), bound: boundCoursesOutput }),
  }),
  post_series: call('POST', '/user/series', {
    summary:
      '新建系列：自己的作品按 item_ids 的顺序，一件作品只在一个系列中；price 为整套价格，0 不整套出售；课程的系列是学习路径，releases 为其中各课的开放时间，0 为学完上一门后',
    limit: often,
    owned: { item_ids: 'work' },
    input: z.object(seriesFields),
    output: savedSeries,
  }),
  put_series: call('PUT', '/user/series', {
    summary: '修改自己的系列：名称、简介、作品与顺序',
    limit: often,
    owned: { id: 'series', item_ids: 'work' },
    input: z.object({ ...seriesFields, id: idField }),
    output: savedSeries,
  }),
  delete_series: call('DELETE', '/user/series', {
    summary: '删除自己的系列，其中的作品保留',
    owned: { id: 'series' },
    input: z.object({ id: idField }),
    output: savedSeries,
  }),
  figures: call('GET', '/user/figures', {
    summary: '我的数据：浏览、收藏、成交与收益，按日、按作品、按来源；id 只看一件作品',
    limit: often,
    owned: { id: 'work' },
    input: z.object({ days: rangeField, measure: measureField, id: idField.optional() }),
    output: figuresOutput,
  }),
  csv: call('GET', '/user/figures/csv', {
    summary: '我的数据导出为 CSV：table 为 days、works 或 sources',
    limit: often,
    owned: { id: 'work' },
    input: z.object({ days: rangeField, table: z.enum(FIGURE_TABLES, { error: '表格无效' }).default('days'), id: idField.optional() }),
    answers: 'text/csv',
  }),
  template: call('GET', '/user/publish/bulk/template', {
    summary: '批量导入的清单模板（CSV）',
    input: z.object({ kind: kindField }),
    answers: 'text/csv',
  }),
  post_bulk: call('POST', '/user/publish/bulk', {
    summary: '按已上传的压缩包批量导入作品：action=draft 存为草稿，action=submit 直接提交；同一编号再次导入不会重复',
    limit: { points: 20, window_s: 60 },
    timeout_ms: 120_000,
    owned: { file_id: 'file' },
    input: z.object({ kind: kindField, file_id: idField, action: z.enum(['draft', 'submit'], { error: '操作无效' }) }),
    output: z.strictObject({ id: z.int() }),
  }),
  list: call('GET', '/user/publish/bulk/list', {
    summary: '我最近的批量导入',
    output: z.strictObject({ list: z.array(bulkImportOutput) }),
  }),
  get_bulk: call('GET', '/user/publish/bulk', {
    summary: '一次批量导入的进度与每一行的结果，失败的在前',
    owned: { id: 'bulk_import' },
    input: z.object({ id: idField }),
    output: bulkReportOutput,
  }),
  report: call('GET', '/user/publish/bulk/report', {
    summary: '一次批量导入的结果（CSV）',
    owned: { id: 'bulk_import' },
    input: z.object({ id: idField }),
    answers: 'text/csv',
  }),
};
