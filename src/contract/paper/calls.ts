import { z } from 'zod';
import { callsOf, DRAWING_TIMEOUT_MS } from '#contract/call.ts';
import { flagField, idField, keyField, limitField, pageField, savingFields, textField, wholeNumber } from '#contract/input-fields.ts';
import { turnOutput } from '#contract/outputs/assistant.ts';
import { ownPageOutput } from '#contract/outputs/center.ts';
import { ownPaperOutput, paperBodyOutput, paperLineOutput, paperTemplateOutput, paperVersionOutput } from '#contract/outputs/paper.ts';
import {
  PAPER_CELLS_MAX,
  PAPER_KINDS,
  PAPER_NOTE_MAX,
  PAPER_ROWS_MAX,
  PAPER_SENTENCE_MAX,
  PAPER_TITLE_MAX,
  PRICE_FEN_MAX,
  RATE_MAX,
} from '#contract/paper.ts';

import { PAPER_EXPORT, TEMPLATE_COLOUR, TEMPLATE_FOOTER_MAX, TEMPLATE_NAME_MAX } from '#contract/paper-template.ts';

const call = callsOf('paper');
const often = { points: 120, window_s: 60 };
const owned = { id: 'paper' };
const one = z.object({ id: idField });
const nothing = z.null();
const rate = wholeNumber(`费率应在 0 至 ${RATE_MAX / 10}% 之间`, 0, RATE_MAX);
const number = z.number({ error: '应为文字或数' }).int('应为整数').min(0, '不能小于 0').max(PRICE_FEN_MAX, `最多 ${PRICE_FEN_MAX}`);

export const paperBodyField = z.strictObject(
  {
    note: textField('说明', PAPER_NOTE_MAX).default(''),
    start: z.string({ error: '开始时间应形如 14:00' }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, '开始时间应形如 14:00'),
    limit_fen: number.optional(),
    service_permille: rate,
    tax_permille: rate,
    rows: z
      .array(
        z.strictObject({
          key: z.string({ error: '行号无效' }).regex(/^[\w-]{1,16}$/, '行号无效'),
          head: z.literal([0, 1], { error: '行的类型无效' }),
          cells: z
            .array(z.union([textField('内容', 300), number], { error: '内容应为不超过 300 字的文字或数' }))
            .max(PAPER_CELLS_MAX, '格数无效'),
        }),
        { error: '内容无效' },
      )
      .max(PAPER_ROWS_MAX, `一份文档最多 ${PAPER_ROWS_MAX} 行`),
  },
  { error: '文档内容无效' },
);

export const paperCalls = {
  mine: call('GET', '/paper/mine', {
    summary: '我的文档；gone 为 1 时为七天内删除的',
    input: z.object({
      gone: flagField.default(false),
      q: textField('关键词', 60).default(''),
      kind: z.enum(['', ...PAPER_KINDS], { error: '类型无效' }).default(''),
      order: z.enum(['saved', 'made', 'title'], { error: '排序无效' }).default('saved'),
      page: pageField,
      limit: limitField(20),
    }),
    output: ownPageOutput(paperLineOutput),
  }),
  make: call('POST', '/paper/make', {
    summary: '把助手的一个结果存为文档（answer_id），或新建空白文档（kind）。同一个结果再存一次仍是同一份',
    limit: { points: 30, window_s: 60 },
    owned: { answer_id: 'assistant_answer' },
    input: z.object({ answer_id: idField.optional(), kind: z.enum(PAPER_KINDS, { error: '类型无效' }).optional() }),
    output: ownPaperOutput,
  }),
  one: call('GET', '/paper/one', { summary: '我的一份文档', ...{ owned, input: one, output: ownPaperOutput } }),
  save: call('PUT', '/paper/save', {
    summary: '保存文档；合计与时间由系统计算。别的窗口在 edition 之后改过则返回 409',
    limit: often,
    owned: { ...owned, answer_id: 'assistant_answer' },
    input: z.object({
      ...{ id: idField, title: textField('名称', PAPER_TITLE_MAX), body: paperBodyField, edition: savingFields.edition },
      /** What was taken over was written by the assistant. */
      answer_id: idField.optional(),
    }),
    output: ownPaperOutput,
  }),
  ask: call('POST', '/paper/ask', {
    summary:
      '请助手按一句话修改文档，回答的 result 为修改后的全文，保存之前文档不变。次数与猫币同向助手提问（POST /assistant/index/ask）；没有接入模型时只懂简单的修改，其余返回 409 并举例',
    limit: { points: 30, window_s: 60 },
    owned,
    input: z.object({ id: idField, key: keyField, sentence: textField('怎样修改', PAPER_SENTENCE_MAX, 1), pay: flagField.default(false) }),
    output: turnOutput,
  }),
  rename: call('PUT', '/paper/rename', {
    summary: '给文档改名',
    ...{ limit: often, owned, input: z.object({ id: idField, title: textField('名称', PAPER_TITLE_MAX, 1) }), output: nothing },
  }),
  remove: call('DELETE', '/paper/remove', { summary: '删除文档，七天内可以恢复', ...{ owned, input: one, output: nothing } }),
  restore: call('POST', '/paper/restore', { summary: '恢复删除的文档', ...{ owned, input: one, output: nothing } }),
  versions: call('GET', '/paper/versions', {
    summary: '文档的历史版本，最新的在前',
    ...{ owned, input: one, output: z.strictObject({ list: z.array(paperVersionOutput) }) },
  }),
  version: call('GET', '/paper/version', {
    summary: '文档的一个历史版本',
    owned,
    input: z.object({ id: idField, no: wholeNumber('版本无效', 1, Number.MAX_SAFE_INTEGER) }),
    output: z.strictObject({ title: z.string(), body: paperBodyOutput }),
  }),
  back: call('PUT', '/paper/back', {
    summary: '把文档恢复为一个历史版本，恢复前的内容仍在历史里',
    limit: often,
    owned,
    input: z.object({ id: idField, no: wholeNumber('版本无效', 1, Number.MAX_SAFE_INTEGER) }),
    output: ownPaperOutput,
  }),
  template: call('GET', '/paper/template', { summary: '导出文档用的模板：自己的，或所在企业的', output: paperTemplateOutput }),
  set_template: call('PUT', '/paper/template', {
    summary: '设置自己的导出模板；全部留空恢复为默认。没有提交的 logo_id 保持不变，0 为移除',
    limit: { points: 30, window_s: 60 },
    owned: { logo_id: 'picture' },
    input: z.object({
      name: textField('名称', TEMPLATE_NAME_MAX).default(''),
      colour: z
        .string({ error: '颜色无效' })
        .regex(/^#[0-9a-fA-F]{6}$/, '颜色应为六位色值')
        .default(TEMPLATE_COLOUR),
      footer: textField('页脚', TEMPLATE_FOOTER_MAX).default(''),
      logo_id: wholeNumber('图片无效', 0, Number.MAX_SAFE_INTEGER).optional(),
    }),
    output: paperTemplateOutput,
  }),
  export: call('GET', PAPER_EXPORT, {
    summary: '把文档导出为 Word、PowerPoint 或 Excel 文件，用自己的模板；模型写过的带有 AI 生成标识',
    limit: { points: 20, window_s: 60 },
    owned,
    input: z.object({ id: idField, format: z.enum(['docx', 'pptx', 'xlsx'], { error: '格式无效' }).default('docx') }),
    answers: 'application/vnd.openxmlformats-officedocument',
    timeout_ms: DRAWING_TIMEOUT_MS,
  }),
};
