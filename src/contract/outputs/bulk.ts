import { z } from 'zod';

const counts = z.strictObject({ waiting: z.int(), done: z.int(), unchanged: z.int(), failed: z.int() });

export const bulkImportOutput = z.strictObject({
  id: z.int(),
  /** Key of a kind. */
  kind: z.string(),
  name: z.string(),
  action: z.enum(['draft', 'submit']),
  status: z.enum(['waiting', 'running', 'done', 'failed']),
  failure: z.string(),
  counts,
  total: z.int(),
  /** Unix seconds. */
  created_at: z.int(),
});
export type BulkImport = z.infer<typeof bulkImportOutput>;

const bulkRowOutput = z.strictObject({
  row_no: z.int(),
  key: z.string(),
  title: z.string(),
  status: z.enum(['waiting', 'done', 'unchanged', 'failed']),
  /** Why it failed, for people; empty otherwise. */
  message: z.string(),
  item_id: z.int().nullable(),
});
/** A line of the list and what became of it. `unchanged`: the same line was taken before. */
export type BulkRow = z.infer<typeof bulkRowOutput>;

export const bulkReportOutput = bulkImportOutput.extend({
  rows: z.array(bulkRowOutput),
});
/** GET of one: what failed stands first. */
export type BulkReport = z.infer<typeof bulkReportOutput>;
