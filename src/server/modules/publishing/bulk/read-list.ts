import { type CsvError, parse } from 'csv-parse/sync';
import { BULK_CSV_MAX_BYTES, BULK_KEY_MAX, BULK_ROWS_MAX } from '#contract/bulk.ts';
import { cellText } from '#contract/csv-cell.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { BulkColumn } from './columns.ts';

/** A line of the list by its headings. */
export interface ListedWork {
  /** From 1, after the heading. */
  row_no: number;
  key: string;
  cells: Readonly<Record<string, string>>;
}

/** The text of a CSV: UTF-8, or as spreadsheets in China save it. */
function csvText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

interface ReadableList {
  bytes: Uint8Array;
  /** What the kind calls its works, and the columns that it has; `key`: the title of the one that identifies a work. */
  noun: string;
  columns: readonly BulkColumn[];
  key: string;
}

/** For a worker: two megabytes of commas or quotes take seconds. `refused` says to people why it is no list of the kind. */
export function readListedWorks(input: ReadableList): { works: ListedWork[] } | { refused: string } {
  try {
    return { works: readList(input) };
  } catch (error) {
    if (error instanceof AppError) return { refused: error.message };
    throw error;
  }
}

/**
 * The works that a CSV lists. Columns may stand in any order; those that the kind does not have are refused, so that nothing is lost in silence.
 * @throws AppError when it is no list of the kind: the sentence says what is wrong
 */
function readList({ bytes, noun, columns, key }: ReadableList): ListedWork[] {
  if (bytes.byteLength > BULK_CSV_MAX_BYTES) throw new AppError('清单太大，最多 2 MB');
  const [heading = [], ...rows] = parseCsv(csvText(bytes));
  const titles = heading.map((cell) => cell.replace(/[*＊]$/, '').trim());
  const missing = columns.find(({ title, required }) => required && !titles.includes(title));
  if (missing) throw new AppError(`清单缺少“${missing.title}”一列，请使用${noun}的模板`);
  const unknown = titles.find((title) => title !== '' && !columns.some((column) => column.title === title));
  if (unknown !== undefined) throw new AppError(`清单里的“${unknown}”不是${noun}的列，请使用${noun}的模板`);
  if (rows.length === 0) throw new AppError('清单里没有作品');
  if (rows.length > BULK_ROWS_MAX) throw new AppError(`一次最多导入 ${BULK_ROWS_MAX} 件作品，清单里有 ${rows.length} 件`);
  const works = rows.map((row, at): ListedWork => {
    const cells = Object.fromEntries(titles.flatMap((title, i) => (title === '' ? [] : [[title, cellText(row[i] ?? '')]])));
    return { row_no: at + 1, key: (cells[key] ?? '').normalize('NFKC'), cells };
  });
  refuseKeys(works);
  return works;
}

function parseCsv(text: string): string[][] {
  try {
    return parse(text, { bom: true, skip_empty_lines: true, skip_records_with_empty_values: true, relax_column_count: true, trim: true });
  } catch (cause) {
    const line = (cause as CsvError)['lines'];
    throw new AppError(`清单不是有效的 CSV${typeof line === 'number' ? `，请检查第 ${line} 行` : ''}`, { cause });
  }
}

function refuseKeys(works: readonly ListedWork[]): void {
  const seen = new Map<string, number>();
  for (const { row_no, key } of works) {
    if (key === '') throw new AppError(`第 ${row_no} 行没有编号：编号用来认出同一件作品，再次导入时不会重复`);
    if ([...key].length > BULK_KEY_MAX) throw new AppError(`第 ${row_no} 行的编号太长，最多 ${BULK_KEY_MAX} 个字`);
    const before = seen.get(key);
    if (before !== undefined) throw new AppError(`第 ${before} 行和第 ${row_no} 行的编号都是“${key}”`);
    seen.set(key, row_no);
  }
}
