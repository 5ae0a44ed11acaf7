import { hasHeads, newRow, PAPER_ROWS_MAX, type PaperCell, type PaperKind, type PaperRow } from '#contract/paper.ts';

/** What is done to the rows of a document. Each gives new rows, or the same where there is nothing to do. */

type Rows = PaperRow[];

export const withCell = (rows: Rows, key: string, at: number, value: PaperCell): Rows =>
  rows.map((row) => (row.key === key ? { ...row, cells: row.cells.map((cell, nth) => (nth === at ? value : cell)) } : row));

/** A new row behind another, or at the end; of a budget it goes on with the same group. */
export function withRow(kind: PaperKind, rows: Rows, after: string | null, head: 0 | 1): { rows: Rows; key: string | null } {
  if (rows.length >= PAPER_ROWS_MAX) return { rows, key: null };
  const found = rows.findIndex(({ key }) => key === after);
  const at = found < 0 ? rows.length - 1 : found;
  const row = newRow(kind, head, kind === 'budget' ? [rows[at]?.cells[0] ?? ''] : []);
  return { rows: rows.toSpliced(at + 1, 0, row), key: row.key };
}

/** Without a row; the key of the one that stands there then. */
export function withoutRow(rows: Rows, key: string): { rows: Rows; key: string | null } {
  const at = rows.findIndex((row) => row.key === key);
  if (at < 0) return { rows, key: null };
  const left = rows.toSpliced(at, 1);
  return { rows: left, key: (left[Math.max(0, at - 1)] ?? left[0])?.key ?? null };
}

/** From a heading to the next one. */
function blockAt(rows: Rows, at: number): [from: number, to: number] {
  if (rows[at]?.head !== 1) return [at, at + 1];
  const next = rows.findIndex(({ head }, nth) => nth > at && head === 1);
  return [at, next < 0 ? rows.length : next];
}

/** One up or down; a heading takes its rows along, over the whole section beside it. */
export function moved(rows: Rows, key: string, by: -1 | 1): Rows {
  const at = rows.findIndex((row) => row.key === key);
  if (at < 0) return rows;
  const [from, to] = blockAt(rows, at);
  const is_head = rows[at]?.head === 1;
  const beside = by === 1 ? to : from - 1;
  if (beside < 0 || beside >= rows.length) return rows;
  let place = by === 1 ? to + 1 : beside;
  if (is_head && by === 1) place = blockAt(rows, to)[1];
  if (is_head && by === -1) while (place > 0 && rows[place]?.head !== 1) place--;
  const block = rows.slice(from, to);
  const left = rows.toSpliced(from, to - from);
  return left.toSpliced(by === 1 ? place - block.length : place, 0, ...block);
}

/** A row becomes a heading, a heading a row; its words stay. */
export const turned = (kind: PaperKind, rows: Rows, key: string): Rows =>
  hasHeads(kind) ? rows.map((row) => (row.key === key ? { ...row, head: row.head === 1 ? 0 : 1 } : row)) : rows;
