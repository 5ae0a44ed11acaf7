import type { BulkRow } from './outputs/bulk.ts';

/** Many works at once: a ZIP with their files and a CSV that lists them. */
export type { BulkImport, BulkReport } from './outputs/bulk.ts';

/** POST begins one, GET returns one or the last ones. */
export const BULK_CALL = '/user/publish/bulk';
export const BULK_LIST_CALL = '/user/publish/bulk/list';
/** GET: the empty list of a kind, as CSV. */
export const BULK_TEMPLATE_CALL = '/user/publish/bulk/template';
/** GET: what became of each line, as CSV. */
export const BULK_REPORT_CALL = '/user/publish/bulk/report';

export const BULK_ROWS_MAX = 500;
export const BULK_ENTRIES_MAX = 5_000;
/** All files of a ZIP, unpacked. */
export const BULK_UNPACKED_MAX_BYTES = 4 * 1024 ** 3;
export const BULK_ZIP_MAX_BYTES = 1024 ** 3;
export const BULK_CSV_MAX_BYTES = 2 * 1024 ** 2;
export const BULK_KEY_MAX = 60;

export type BulkState = 'waiting' | 'running' | 'done' | 'failed';

export const BULK_STATE_TEXT: Record<BulkState, string> = {
  waiting: '等待处理',
  running: '正在处理',
  done: '已完成',
  failed: '未能处理',
};

export const BULK_ROW_TEXT: Record<BulkRow['status'], string> = {
  waiting: '等待',
  done: '已导入',
  unchanged: '没有变化',
  failed: '失败',
};
