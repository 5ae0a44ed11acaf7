import type { Cell, CellKind } from '#contract/admin.ts';
import { amountText } from '#ui/price-text.ts';
import { timeText } from '#ui/time-text.ts';

/** A cell for people. Nothing is a dash, so that an empty field is not taken for one that did not load. */
export function cellText(cell: Cell | undefined, kind: CellKind): string {
  if (cell === null || cell === undefined || cell === '') return '—';
  if (kind === 'time') return typeof cell === 'number' && cell > 0 ? timeText(cell) : '—';
  if (kind === 'money' && typeof cell === 'number') return `¥${amountText(cell)}`;
  return String(cell);
}
