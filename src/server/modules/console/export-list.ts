import type { Cell, CellKind } from '#contract/admin.ts';
import { type Ctx, inTransaction, requireVerb } from '../../app/ctx.ts';
import { type Cursor, selectKeyset } from '../../db/keyset.ts';
import { invalid } from '../../kernel/errors.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { csvTime } from './csv.ts';
import { queried, readQuery } from './read-list.ts';
import { listFor } from './staff-list.ts';

const BATCH = 500;

/**
 * All rows that match, in the chosen columns, head first: read page by page while they leave. An audit row says who took what before
 * the first one. Personal data is masked as on the screen. A time is a text, as people write it.
 * @throws AppError 403; 404; code 1 for a query or a column that the list does not know
 */
export async function exportList(
  ctx: Ctx,
  input: { list: string; query: string; columns: readonly string[] },
): Promise<{ title: string; rows: AsyncGenerator<readonly Cell[]> }> {
  requireVerb(ctx, 'list.export');
  const list = listFor(ctx, input.list);
  const query = await readQuery(ctx, list, input.query);
  const chosen = input.columns.length === 0 ? list.columns : list.columns.filter(({ key }) => input.columns.includes(key));
  if (input.columns.some((name) => !list.columns.some(({ key }) => key === name))) throw invalid({ columns: '列无效' });
  const read = (after?: Cursor) =>
    queried(() => selectKeyset(ctx.db, list.source, query, { ...(after ? { after } : {}), limit: BATCH }), list.filters);
  const first = await read();
  await noteExport(ctx, list.key, { query: input.query, columns: chosen.map(({ key }) => key) });
  async function* rows(): AsyncGenerator<readonly Cell[]> {
    yield chosen.map(({ title }) => title);
    for (let page = first; ; ) {
      const shown = await list.show(
        ctx,
        page.rows.map(({ row }) => row),
      );
      for (const { cells } of shown) yield chosen.map(({ key, kind }) => written(cells[key] ?? null, kind));
      const last = page.rows.at(-1);
      if (!page.more || !last) return;
      page = await read(last.cursor);
    }
  }
  return { title: list.title, rows: rows() };
}

/** Writes into the audit log that the caller takes a table along, before the first piece leaves. */
export async function noteExport(ctx: Ctx, table: string, detail: Record<string, unknown>): Promise<void> {
  await inTransaction(ctx, (tx) => recordAudit(tx, 'list.export', `list:${table}`, detail));
}

function written(cell: Cell, kind: CellKind = 'text'): Cell {
  return kind === 'time' && typeof cell === 'number' ? csvTime(cell) : cell;
}
