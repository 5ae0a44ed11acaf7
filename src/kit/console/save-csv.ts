import { ApiError } from '#client/api-error.ts';
import { saveBlob } from '#client/fetch-csv.ts';
import { toastError } from '#client/toast.ts';

/** Hands a CSV to the browser, or says why there is none. */
export async function saveCsv(name: string, work: () => Promise<Blob>): Promise<void> {
  try {
    saveBlob(await work(), `${name}.csv`);
  } catch (error) {
    toastError(error instanceof ApiError ? error.msg : '导出失败，请稍后再试');
  }
}
