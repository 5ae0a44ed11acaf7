import type { Cell } from '#contract/admin.ts';

/** What a spreadsheet would take for a formula; those of East Asia also the full-width signs. */
const FORMULA = /^[=+\-@＝＋－＠\t\r]/;

/** What a spreadsheet would take for a number and change: 12 digits and more lose digits or become 1.23E+23, leading zeros vanish. */
const LONG_NUMBER = /^(?:\d{12,}|0\d+|\d+[eE]\d+)$/;

/**
 * One field of a CSV: quoted where it must be; text that a spreadsheet would run gets an apostrophe in front, and a text of digits stands as
 * a formula of a text, which keeps every digit (`cellText` reads it back). Numbers stay numbers.
 */
export function csvField(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (LONG_NUMBER.test(cell)) return `"=""${cell}"""`;
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A time as people write it, Shanghai time; 0: none. */
export function csvTime(at_s: number): string {
  return at_s === 0 ? '' : new Date((at_s + 8 * 3_600) * 1_000).toISOString().slice(0, 19).replace('T', ' ');
}

export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvField).join(',')}\r\n`;
}

/** Spreadsheets read UTF-8 only behind it. */
export const CSV_START = '\ufeff';

/** Lines that are there already, for `csvPieces`. */
export async function* eachOf<T>(rows: Iterable<T>): AsyncGenerator<T> {
  yield* rows;
}

const PIECE_LINES = 500;

/** The lines of `rows` in pieces for an answer that is sent while it is made: a long file is never whole in memory. */
export async function* csvPieces(rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<string> {
  let lines: string[] = [CSV_START];
  for await (const row of rows) {
    lines.push(csvLine(row));
    if (lines.length < PIECE_LINES) continue;
    yield lines.join('');
    lines = [];
  }
  yield lines.join('');
}
