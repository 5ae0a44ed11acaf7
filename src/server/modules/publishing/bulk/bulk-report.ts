import type { BulkImport, BulkReport } from '#contract/bulk.ts';
import { type Ctx, requireUser } from '../../../app/ctx.ts';
import { unixSeconds } from '../../../kernel/clock.ts';
import { notFound } from '../../../kernel/errors.ts';
import { kindOf } from '../../catalog/index.ts';
import { COLUMN } from './columns.ts';
import { countRows, findImport, findImportsOf, findRows, type ImportRow } from './repo.ts';

const LISTED = 10;

type Counts = BulkImport['counts'];

/** The caller's last imports, the newest first. */
export async function listBulk(ctx: Ctx): Promise<BulkImport[]> {
  const rows = await findImportsOf(ctx.db, requireUser(ctx), LISTED);
  const counts = await countRows(
    ctx.db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => importOf(row, counts.get(row.id) as Counts));
}

/** What became of each line of an own import, those that failed first. @throws AppError 404 */
export async function bulkReport(ctx: Ctx, id: number): Promise<BulkReport> {
  const found = await findImport(ctx.db, id);
  if (found?.owner_id !== requireUser(ctx)) throw notFound('没有这次导入');
  const [rows, counts] = await Promise.all([findRows(ctx.db, id), countRows(ctx.db, [id])]);
  const shown = rows.map(({ row_no, key, cells, status, message, item_id }) => ({
    ...{ row_no, key, title: cells[COLUMN.title] ?? '', status, message, item_id },
  }));
  const failed = shown.filter(({ status }) => status === 'failed');
  return { ...importOf(found, counts.get(id) as Counts), rows: [...failed, ...shown.filter(({ status }) => status !== 'failed')] };
}

function importOf({ id, kind, name, action, status, failure, created_at }: ImportRow, counts: Counts): BulkImport {
  const total = Object.values(counts).reduce((sum, n) => sum + n, 0);
  return { id, kind: kindOf(kind).key, name, action, status, failure, counts, total, created_at: unixSeconds(created_at) };
}
