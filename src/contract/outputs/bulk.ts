import { z } from 'zod';
import type * as contract from '#contract/bulk.ts';

const counts = z.strictObject({ waiting: z.int(), done: z.int(), unchanged: z.int(), failed: z.int() });

export const bulkImportOutput = z.strictObject({
  id: z.int(),
  kind: z.string(),
  name: z.string(),
  action: z.enum(['draft', 'submit']),
  status: z.enum(['waiting', 'running', 'done', 'failed']),
  failure: z.string(),
  counts,
  total: z.int(),
  created_at: z.int(),
}) satisfies z.ZodType<contract.BulkImport>;

export const bulkReportOutput = bulkImportOutput.extend({
  rows: z.array(
    z.strictObject({
      row_no: z.int(),
      key: z.string(),
      title: z.string(),
      status: z.enum(['waiting', 'done', 'unchanged', 'failed']),
      message: z.string(),
      item_id: z.int().nullable(),
    }),
  ),
}) satisfies z.ZodType<contract.BulkReport>;
