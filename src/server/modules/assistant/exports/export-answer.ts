import { isOpen } from '#contract/assistant.ts';
import type { ToolResult } from '#contract/assistant-results.ts';
import { AI_MARK, plainLine, type TextBlock, textBlocks } from '#contract/assistant-text.ts';
import { type ExportFormat, findTool } from '#contract/assistant-tools.ts';
import type { Ctx } from '../../../app/ctx.ts';
import { drawnFile } from '../../../app/in-worker.ts';
import { AppError, conflict } from '../../../kernel/errors.ts';
import { workerTask } from '../../../kernel/workers.ts';
import { requireOwn } from '../act-on-answer.ts';

interface Exported {
  format: ExportFormat;
  blocks: readonly TextBlock[];
  result: ToolResult | null;
  mark: FileMark;
}

/** An answer as a file; null: it has no table. For a worker, which loads the writer of the format alone. */
export async function drawExport({ format, blocks, result, mark }: Exported): Promise<Uint8Array<ArrayBuffer> | null> {
  switch (format) {
    case 'docx':
      return (await import('./docx.ts')).toDocx(blocks, mark);
    case 'pptx':
      return (await import('./pptx.ts')).toPptx(blocks, mark);
    case 'xlsx':
      return result && (await import('./xlsx.ts')).toXlsx(result, mark);
  }
}

/** What files say of themselves, for people and, in their properties, for machines (GB 45438-2025). */
export interface FileMark {
  title: string;
  /** Stands at the foot of every page. */
  line: string;
  author: string;
  /** JSON of the embedded mark. */
  label: string;
}

export const MARK_NAME = 'AIGC';

export function fileMark(title: string, answer_id: number): FileMark {
  const label = JSON.stringify({ Label: '1', ContentProducer: '策猫', ProduceID: `assistant-${answer_id}` });
  return { title, line: `${AI_MARK} · 策猫助手 · 请核实后使用`, author: '策猫助手', label };
}

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
const EXPORT = workerTask<typeof drawExport>(new URL('./draw-export.ts', import.meta.url), 'drawExport');
/** What a question in words may become. */
const OF_WORDS: readonly ExportFormat[] = ['docx', 'pptx'];

/**
 * An answer as a file, as its asker edited it; a workbook shows the table as it was computed. Every file carries the visible and the
 * embedded mark. @throws AppError 404; 409 while it is written; code 1 for a format that its tool does not give
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
  const mark = fileMark(title, id);
  const bytes = await drawnFile(ctx, EXPORT, { format, blocks, result: row.result, mark });
  if (!bytes) throw new AppError('这条回答没有表格');
  return { name: `${title.replace(/[\\/:*?"<>|]/g, ' ').trim() || '策猫助手'}.${format}`, type: TYPES[format], bytes };
}
