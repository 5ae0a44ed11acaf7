import { type CsvError, parse } from 'csv-parse/sync';
import { BULK_CSV_MAX_BYTES, BULK_KEY_MAX, BULK_ROWS_MAX } from '#contract/bulk.ts';
import { cellText } from '#contract/csv-cell.ts';
import type { KindFacts } from '#contract/kinds.ts';
import { AppError } from '../../../kernel/errors.ts';
import { chosenFacets } from '../../catalog/index.ts';

/** A column of the list of works: its heading, an example, and the file that its cell may name. */
export interface BulkColumn {
  title: string;
  required: boolean;
  example: string;
}

export const COLUMN = {
  key: '编号',
  title: '标题',
  introduction: '简介',
  category: '分类',
  category_sub: '二级分类',
  tags: '标签',
  price_type: '收费方式',
  price: '价格',
  free_pages: '免费页数',
  file: '文件',
  pictures: '图片',
  video: '视频',
  cover: '封面',
  change_note: '更新说明',
  publish_at: '定时发布',
} as const;

export const PRICE_TYPES = { 免费: 'free', 付费: 'paid', 会员: 'vip' } as const;

/** The columns of a kind, in the order of its template. */
export function columnsOf(kind: KindFacts): BulkColumn[] {
  const { media, formats, fields = [] } = kind;
  const column = (title: string, example: string, required = false): BulkColumn => ({ title, required, example });
  return [
    column(COLUMN.key, 'A-001', true),
    column(COLUMN.title, `示例${kind.noun}，导入前请删除本行`, true),
    column(COLUMN.introduction, '一两句话介绍'),
    column(COLUMN.category, '', true),
    column(COLUMN.category_sub, ''),
    column(COLUMN.tags, '年会、科技'),
    ...chosenFacets(kind).map(({ label }) => column(label, '')),
    ...(kind.sale ? [column(COLUMN.price_type, '付费'), column(COLUMN.price, '19.9')] : []),
    ...(formats.length > 0 && !media ? [column(COLUMN.free_pages, '5')] : []),
    ...(formats.length > 0 ? [column(COLUMN.file, `A-001.${formats[0]}`, true)] : []),
    ...(media ? [column(COLUMN.pictures, 'A-001/', media.pictures.min > 0)] : []),
    ...(media?.locked ? [column(COLUMN.free_pages, '1')] : []),
    ...(media?.video ? [column(COLUMN.video, '', media.video_required === true)] : []),
    column(COLUMN.cover, ''),
    ...(kind.gives === 'file' || kind.gives === 'pictures' ? [column(COLUMN.change_note, '')] : []),
    ...fields.map((field) => column(field.label, exampleOf(field), field.required === true)),
    column(COLUMN.publish_at, ''),
  ];
}

function exampleOf(field: NonNullable<KindFacts['fields']>[number]): string {
  if (field.type === 'date') return '2026-03-01';
  if (field.type === 'choice') return field.options[0]?.label ?? '';
  if (field.type === 'pairs') return '名称：内容；名称：内容';
  return '';
}

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
