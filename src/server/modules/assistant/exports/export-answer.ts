import { type AssistantTurn, isOpen } from '#contract/assistant.ts';
import type { ToolResult } from '#contract/assistant-results.ts';
import { AI_MARK, plainLine, type TextBlock, textBlocks } from '#contract/assistant-text.ts';
import { type ExportFormat, findTool } from '#contract/assistant-tools.ts';
import type { Ctx } from '../../../app/ctx.ts';
import { drawnFile } from '../../../app/in-worker.ts';
import { AppError, conflict } from '../../../kernel/errors.ts';
import { workerTask } from '../../../kernel/workers.ts';
import { requireOwn } from '../act-on-answer.ts';
import { findBranch } from '../repo.ts';
import { markOf } from '../rules.ts';
import { turnsOf } from '../show-answers.ts';
import type { drawExport } from './draw-export.ts';
import { type FileBrand, fileMark } from './mark.ts';

export interface AnswerFile {
  name: string;
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

const OFFICE = 'application/vnd.openxmlformats-officedocument.';
const TYPES: Readonly<Record<ExportFormat, string>> = {
  docx: `${OFFICE}wordprocessingml.document`,
  pptx: `${OFFICE}presentationml.presentation`,
  xlsx: `${OFFICE}spreadsheetml.sheet`,
};
/** Of a conversation, which a worker draws within its time. */
const TALK_CHARS = 500_000;
const EXPORT = workerTask<typeof drawExport>(new URL('./draw-export.ts', import.meta.url), 'drawExport');
/** What a question in words may become. */
const OF_WORDS: readonly ExportFormat[] = ['docx', 'pptx'];

/**
 * An answer as a file, as its asker edited it; a workbook shows the table as it was computed. What a model wrote carries the visible and
 * the embedded mark. @throws AppError 404; 409 while it is written; code 1 for a format that its tool does not give
 */
export async function exportAnswer(ctx: Ctx, id: number, format: ExportFormat): Promise<AnswerFile> {
  const row = await requireOwn(ctx, id);
  if (isOpen(row.state)) throw conflict('还在生成，完成后再导出');
  const text = row.removed ? '' : (row.edited ?? row.text);
  if (text === '') throw new AppError('这条回答没有可以导出的内容');
  const formats = row.tool === '' ? OF_WORDS : (findTool(row.tool)?.exports ?? []);
  if (!formats.includes(format)) throw new AppError('这条回答不能导出为这种格式');
  const blocks = textBlocks(text);
  const first = blocks[0];
  const title = plainLine(first?.is === 'heading' && row.tool !== '' ? first.text : row.question)
    .replace(/\s+/g, ' ')
    .slice(0, 60);
  return drawFile(ctx, { format, title, blocks, result: row.result, made_by: `assistant-${id}`, mark: markOf(row) });
}

/** The branch that ends with an answer, from its first question on, for Word; its sources lead to the site. @throws AppError 404; 409 while one is written */
export async function exportTalk(ctx: Ctx, id: number): Promise<AnswerFile> {
  await requireOwn(ctx, id);
  const turns = await turnsOf(ctx, await findBranch(ctx.db, id));
  if (turns.some(({ state }) => isOpen(state))) throw conflict('还在生成，完成后再导出');
  const title = (turns[0]?.question ?? '').replace(/\s+/g, ' ').slice(0, 60);
  const chars = turns.reduce((sum, { question, text }) => sum + question.length + text.length, 0);
  if (chars > TALK_CHARS) throw new AppError(`对话超过 ${TALK_CHARS / 10_000} 万字，放不进一个文件，请逐条导出`);
  // one answer of a model is enough
  const mark = (turns.find((turn) => turn.mark === AI_MARK) ?? turns[0])?.mark;
  const blocks = turns.flatMap((turn, at) => partOf(turn, at + 1, ctx.app.config.site_url));
  return drawFile(ctx, { format: 'docx', title, blocks, result: null, made_by: `assistant-talk-${id}`, mark });
}

function partOf({ question, text, reason, edited, mark, sources }: AssistantTurn, no: number, site: string): TextBlock[] {
  const from = sources.map(({ n, kind, title, path }) => {
    const name = `《${title.replace(/[[\]]/g, ' ')}》`;
    return `- [${n}] ${path === '' ? name : `[${name}](${site}${path})`} ${kind}`;
  });
  const answer = `### 回答（${mark}${edited === 1 ? '，已由提问者编辑' : ''}）\n\n${text.trim() || reason}`;
  return [
    { is: 'heading', text: `问题 ${no}` },
    // its asker's words, and no marks of ours
    { is: 'text', text: question.replaceAll('](', '] (') },
    ...textBlocks([answer, ...(from.length > 0 ? [`### 出处\n${from.join('\n')}`] : [])].join('\n\n')),
  ];
}

interface FileWish {
  format: ExportFormat;
  title: string;
  blocks: readonly TextBlock[];
  result: ToolResult | null;
  /** Names what the assistant wrote in it; null: it did not. */
  made_by: string | null;
  /** What stands on it there; the mark of the law where nothing else is said. */
  mark?: string | undefined;
  brand?: FileBrand | null;
}

/** A text with its table as a file. @throws AppError code 1 for a workbook of what has no table */
export async function drawFile(ctx: Ctx, { format, title, blocks, result, made_by, mark, brand = null }: FileWish): Promise<AnswerFile> {
  const bytes = await drawnFile(ctx, EXPORT, { format, blocks, result, mark: fileMark(title, made_by, brand, mark) });
  if (!bytes) throw new AppError('这里没有可以导出的表格');
  return { name: `${title.replace(/[\\/:*?"<>|]/g, ' ').trim() || '策猫助手'}.${format}`, type: TYPES[format], bytes };
}
