import { ApiError } from '#client/api-error.ts';
import { fetchFile, saveBlob } from '#client/fetch-csv.ts';
import { toastError } from '#client/toast.ts';
import type { ExportFormat } from '#contract/assistant-tools.ts';

const FAILED = '导出失败，请稍后再试';

/** Hands what a call of export draws to the browser's downloads, named after its title; a failure is said. */
export async function saveExport(call: string, of: { id: number; title: string }, format: ExportFormat, more = ''): Promise<void> {
  try {
    const name = of.title
      .replace(/[\\/:*?"<>|\s]+/g, ' ')
      .trim()
      .slice(0, 60);
    const file = await fetchFile(`${call}?id=${of.id}&format=${format}${more}`, 'application/vnd.openxmlformats-officedocument', FAILED);
    saveBlob(file, `${name || '策猫助手'}.${format}`);
  } catch (error) {
    toastError(error instanceof ApiError ? error.msg : FAILED);
  }
}
