import type { Cell, CellKind } from '#contract/admin.ts';
import { amountText } from '#ui/price-text.ts';
import { timeText } from '#ui/time-text.ts';

/** A cell for people. Nothing is a dash, so that an empty field is not taken for one that did not load. */
export function cellText(cell: Cell | undefined, kind: CellKind): string {
  if (cell === null || cell === undefined || cell === '' || (kind === 'data' && cell === '{}')) return '—';
  if (kind === 'time') return typeof cell === 'number' && cell > 0 ? timeText(cell) : '—';
  if (kind === 'money' && typeof cell === 'number') return `¥${amountText(cell)}`;
  return String(cell);
}

const LONG = /^([A-Z]{0,4}\d{8,})(\d{8})$/;

/** Where a number that fills a phone's screen is cut; null: it is short. */
export function longNumber(text: string): { head: string; tail: string } | null {
  const [, head, tail] = LONG.exec(text) ?? [];
  return head && tail ? { head, tail } : null;
}

/** The JSON of a cell as names and values in one line. */
export function dataText(json: string): string {
  const written = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  const data: unknown = JSON.parse(json);
  if (typeof data !== 'object' || data === null) return written(data);
  return Object.entries(data)
    .map(([name, value]) => `${name} ${written(value)}`)
    .join('，');
}
