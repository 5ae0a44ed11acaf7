import type { ToolResult } from '#contract/assistant-results.ts';
import type { TextBlock } from '#contract/assistant-text.ts';
import type { ExportFormat } from '#contract/assistant-tools.ts';
import type { FileMark } from './mark.ts';

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
