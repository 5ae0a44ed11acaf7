import type { Cell } from '#contract/admin.ts';

/** What a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** One field of a CSV: quoted where it must be; text that a spreadsheet would run gets an apostrophe in front. Numbers stay numbers. */
export function csvField(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvField).join(',')}\r\n`;
}

/** Spreadsheets read UTF-8 only behind it. */
export const CSV_START = '\ufeff';
