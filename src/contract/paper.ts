import type { ResultOf, ToolResult } from './assistant-results.ts';
import { yuanText } from './assistant-text.ts';
import { type Rates, ratesIn, USUAL_RATES, USUAL_START, withSums, withTimes } from './result-sums.ts';

/** Documents of one's own: results of the assistant's tools, or begun empty, edited by hand from there on. Amounts are fen, times unix seconds. */

export type { OwnPaper, PaperLine, PaperVersion } from './outputs/paper.ts';

export const PAPER_KINDS = ['outline', 'budget', 'rundown', 'checklist', 'risks'] as const;
export type PaperKind = (typeof PAPER_KINDS)[number];
export const PAPER_NAMES: Readonly<Record<PaperKind, string>> = {
  outline: '大纲',
  budget: '预算',
  rundown: '流程',
  checklist: '清单',
  risks: '预案',
};

export const PAPERS_PATH = '/personalCenter/myPapers';
export const paperPath = (id: number): string => `${PAPERS_PATH}/paper?id=${id}`;

export const PAPER_TITLE_MAX = 60;
export const PAPER_SENTENCE_MAX = 200;
export const PAPER_NOTE_MAX = 1_000;
export const PAPER_ROWS_MAX = 200;
export const PAPER_CELLS_MAX = 6;
/** Of all words of one: it is saved by one call that outlives its page. */
export const PAPER_CHARS_MAX = 12_000;
/** Of one person, those thrown away not counted. */
export const PAPERS_MOST = 200;
export const PAPER_VERSIONS_MOST = 50;
/** One that was thrown away comes back for so long. */
export const PAPER_DAYS = 7;
export const PRICE_FEN_MAX = 10_000_000_000;
/** Above it sums in fen would not be exact. */
export const TOTAL_FEN_MAX = 1_000_000_000_000;
export const RATE_MAX = 500;

/** Sentences that change a document without a model. */
export const ORDER_EXAMPLES: Readonly<Record<PaperKind, readonly string[]>> = {
  outline: ['删掉第三章', '加一章 应急预案', '第二章加一条 主画面用蓝色', '第四章移到第二章前'],
  budget: ['餐饮改成200人', '总价压到10万', '摄影打八折', '删掉摄影', '加一行 茶艺师 2人每人1500元', '服务费改成5%'],
  rundown: ['推迟半小时', '19:00 开始', '抽奖提前到晚宴前', '删掉年度表彰', '抽奖延长10分钟', '签到由小王负责'],
  checklist: ['删掉车辆', '在冲刺里加一条 打印座位卡', '节目单提前3天'],
  risks: ['删掉停电', '停电可能性改成高', '停电应对加上备两台发电机'],
};

export interface PaperColumn {
  label: string;
  is: 'text' | 'count' | 'fen' | 'minutes' | 'choice';
  /** Longest text, or largest number. */
  max: number;
  options?: readonly string[];
}

const text = (label: string, max: number): PaperColumn => ({ label, is: 'text', max });
export const PAPER_COLUMNS: Readonly<Record<PaperKind, readonly PaperColumn[]>> = {
  outline: [text('要点', 300)],
  budget: [
    ...[text('类别', 120), text('项目', 300), text('说明', 120)],
    { label: '数量', is: 'count', max: 1_000_000 },
    text('单位', 120),
    { label: '单价', is: 'fen', max: PRICE_FEN_MAX },
  ],
  rundown: [{ label: '分钟', is: 'minutes', max: 1_440 }, text('环节', 300), text('负责', 120), text('提示', 300)],
  checklist: [text('事项', 300), text('负责', 120), text('最晚', 120)],
  risks: [
    text('风险', 300),
    { label: '可能', is: 'choice', max: 1, options: ['低', '中', '高'] },
    ...[text('影响', 300), text('应对', 300), text('决定人', 120)],
  ],
};

/** Kinds whose rows stand below headings. */
export const hasHeads = (kind: PaperKind): boolean => kind === 'outline' || kind === 'checklist';

export type PaperCell = string | number;
export interface PaperRow {
  /** The same row of another version has the same. */
  key: string;
  /** A heading: its words are the first cell. */
  head: 0 | 1;
  cells: PaperCell[];
}
export interface PaperBody extends Rates {
  note: string;
  /** HH:MM, of a run-down. */
  start: string;
  /** Of a budget: what its total is to be within; 0: it was not said. */
  limit_fen?: number | undefined;
  rows: PaperRow[];
}

const blankCell = ({ is }: PaperColumn): PaperCell =>
  is === 'text' ? '' : is === 'choice' ? '中' : is === 'fen' ? 0 : is === 'count' ? 1 : 10;
const randomKey = (): string => Math.random().toString(36).slice(2, 10).padEnd(8, '0');

/** A new row; `cells`: its first ones. */
export function newRow(kind: PaperKind, head: 0 | 1 = 0, cells: readonly PaperCell[] = []): PaperRow {
  return { key: randomKey(), head, cells: PAPER_COLUMNS[kind].map((column, at) => cells[at] ?? blankCell(column)) };
}

export const emptyBody = (kind: PaperKind): PaperBody => ({
  ...{ note: '', start: USUAL_START, ...USUAL_RATES },
  rows: hasHeads(kind) ? [newRow(kind, 1), newRow(kind)] : [newRow(kind)],
});

const isPaperKind = (tool: string): tool is PaperKind => (PAPER_KINDS as readonly string[]).includes(tool);
/** Whether a result can become a document. */
export const isPaperResult = (result: ToolResult | null): boolean => result !== null && isPaperKind(result.tool);

/** A tool's result as a document, or null: it has no rows. */
export function paperOfResult(result: ToolResult): { kind: PaperKind; title: string; body: PaperBody } | null {
  if (!isPaperKind(result.tool)) return null;
  const kind = result.tool;
  const rates = result.tool === 'budget' ? ratesIn(result) : USUAL_RATES;
  const made = (note: string, rows: PaperRow[], start = USUAL_START, limit_fen = 0) => ({
    ...{ kind, title: 'title' in result ? result.title.slice(0, PAPER_TITLE_MAX) : PAPER_NAMES[kind] },
    body: { note: note.slice(0, PAPER_NOTE_MAX), start, ...rates, rows, ...(limit_fen > 0 ? { limit_fen } : {}) },
  });
  switch (result.tool) {
    case 'outline':
      return made(
        result.lead,
        result.sections.flatMap(({ heading, points }) => [newRow(kind, 1, [heading]), ...points.map((point) => newRow(kind, 0, [point]))]),
      );
    case 'budget':
      return made(
        result.note,
        result.rows.map((row) => newRow(kind, 0, [row.group, row.item, row.spec, row.quantity, row.unit, row.price_fen])),
        USUAL_START,
        result.limit_fen,
      );
    case 'rundown':
      return made(
        '',
        result.rows.map((row) => newRow(kind, 0, [row.minutes, row.what, row.who, row.note])),
        result.rows[0]?.start || USUAL_START,
      );
    case 'checklist':
      return made(
        '',
        result.groups.flatMap(({ title, items }) => [
          newRow(kind, 1, [title]),
          ...items.map((one) => newRow(kind, 0, [one.text, one.owner, one.due])),
        ]),
      );
    case 'risks':
      return made(
        '',
        result.rows.map((row) => newRow(kind, 0, [row.risk, row.chance, row.effect, row.measure, row.owner])),
      );
    default:
      return null;
  }
}

const words = (cell: PaperCell | undefined): string => String(cell ?? '');
const count = (cell: PaperCell | undefined): number => Number(cell ?? 0);

/** Rows below the headings that they follow; rows before the first stand below an empty one. */
function sections(rows: readonly PaperRow[]): Array<{ title: string; rows: PaperRow[] }> {
  const made: Array<{ title: string; rows: PaperRow[] }> = [];
  for (const row of rows) {
    if (row.head === 1) made.push({ title: words(row.cells[0]) || '未命名', rows: [] });
    else {
      if (made.length === 0) made.push({ title: '其他', rows: [] });
      made.at(-1)?.rows.push(row);
    }
  }
  return made;
}

/** A row in which nothing was written yet. */
export const isBlank = (kind: PaperKind, { head, cells }: PaperRow): boolean =>
  head === 1
    ? cells[0] === ''
    : PAPER_COLUMNS[kind].every(({ is }, at) => is !== 'text' || cells[at] === '') && (kind !== 'budget' || cells[5] === 0);

/** A document as the result that it would be, with sums and times: shown, copied, exported. Rows without a word are left out, but not their minutes. */
export function resultOfPaper(kind: PaperKind, title: string, body: PaperBody): ToolResult {
  const rows = body.rows.filter((row) => kind === 'rundown' || !isBlank(kind, row));
  switch (kind) {
    case 'outline':
      return {
        ...{ tool: kind, title, lead: body.note },
        sections: sections(rows).map((one) => ({ heading: one.title, points: one.rows.map(({ cells }) => words(cells[0])) })),
      };
    case 'budget':
      return { ...withSums(budgetOf(title, body.note, rows), body), ...ownRates(body) };
    case 'rundown': {
      const lines = rows.map(({ cells }) => ({
        ...{ start: '', end: '', minutes: count(cells[0]), what: words(cells[1]), who: words(cells[2]), note: words(cells[3]) },
      }));
      return withTimes({ tool: kind, title, rows: lines }, body.start);
    }
    case 'checklist': {
      const items = (list: readonly PaperRow[]) =>
        list.map(({ cells }) => ({ text: words(cells[0]), owner: words(cells[1]), due: words(cells[2]) }));
      return { tool: kind, title, groups: sections(rows).map((one) => ({ title: one.title, items: items(one.rows) })) };
    }
    case 'risks':
      return {
        ...{ tool: kind, title },
        rows: rows.map(({ cells }) => ({
          ...{ risk: words(cells[0]), chance: words(cells[1]) as '低' | '中' | '高', effect: words(cells[2]) },
          ...{ measure: words(cells[3]), owner: words(cells[4]) },
        })),
      };
  }
}

/** Where they are others than the usual ones. */
const ownRates = ({ service_permille, tax_permille }: Rates): Partial<Rates> =>
  service_permille === USUAL_RATES.service_permille && tax_permille === USUAL_RATES.tax_permille ? {} : { service_permille, tax_permille };

const budgetOf = (title: string, note: string, rows: readonly PaperRow[]): ResultOf<'budget'> => ({
  ...{ tool: 'budget', title, note, subtotal_fen: 0, service_fen: 0, tax_fen: 0, total_fen: 0 },
  rows: rows.map(({ cells }) => ({
    ...{ group: words(cells[0]), item: words(cells[1]), spec: words(cells[2]), quantity: count(cells[3]) },
    ...{ unit: words(cells[4]), price_fen: count(cells[5]), amount_fen: 0 },
  })),
});

/** One line about what it holds, for lists. */
export function paperAbout(kind: PaperKind, body: PaperBody): string {
  const result = resultOfPaper(kind, '', body);
  if (result.tool === 'budget') return `${result.rows.length} 项，合计 ¥${yuanText(result.total_fen)}`;
  if (result.tool === 'rundown') return `${result.rows.length} 个环节，${result.rows[0]?.start ?? ''} 至 ${result.rows.at(-1)?.end ?? ''}`;
  return `${body.rows.filter((row) => row.head === 0 && !isBlank(kind, row)).length} 条`;
}

/** What is wrong with the first wrong cell, or null. Texts are trimmed and bounded before. */
export function paperFault(kind: PaperKind, body: PaperBody): string | null {
  const columns = PAPER_COLUMNS[kind];
  if (body.rows.length > PAPER_ROWS_MAX) return `一份文档最多 ${PAPER_ROWS_MAX} 行`;
  let chars = body.note.length;
  for (const [nth, { head, cells }] of body.rows.entries()) {
    const where = `第 ${nth + 1} 行`;
    if (cells.length !== columns.length || (head === 1 && !hasHeads(kind))) return `${where}与文档的格式不符`;
    for (const [at, column] of columns.entries()) {
      const cell = cells[at];
      if (column.is === 'text' || column.is === 'choice') {
        if (typeof cell !== 'string') return `${where}“${column.label}”应为文字`;
        chars += cell.length;
        if (cell.length > column.max) return `${where}“${column.label}”最多 ${column.max} 个字`;
        if (column.options?.includes(cell) === false) return `${where}“${column.label}”应为${column.options.join('、')}之一`;
      } else {
        const least = column.is === 'fen' ? 0 : 1;
        if (typeof cell !== 'number' || cell < least || cell > column.max)
          return `${where}“${column.label}”应在 ${least} 至 ${column.max} 之间`;
      }
    }
  }
  if (new Set(body.rows.map(({ key }) => key)).size < body.rows.length) return '有两行编号相同';
  if (chars > PAPER_CHARS_MAX) return `一份文档最多 ${PAPER_CHARS_MAX} 个字，现在有 ${chars} 个`;
  const total = kind === 'budget' ? withSums(budgetOf('', '', body.rows), body).total_fen : 0;
  return total > TOTAL_FEN_MAX ? '合计超过 100 亿元，请检查数量和单价' : null;
}

/** What changed from one body to another, in one line; empty: nothing. Rows are the same by their keys. */
export function changeLine(before: { title: string; body: PaperBody }, after: { title: string; body: PaperBody }): string {
  const known = new Map(before.body.rows.map((row, at) => [row.key, { at, said: JSON.stringify([row.head, row.cells]) }]));
  const stayed = after.body.rows.filter(({ key }) => known.has(key));
  const added = after.body.rows.length - stayed.length;
  const changed = stayed.filter((row) => known.get(row.key)?.said !== JSON.stringify([row.head, row.cells])).length;
  const places = stayed.map(({ key }) => known.get(key)?.at ?? 0);
  const rates = before.body.service_permille !== after.body.service_permille || before.body.tax_permille !== after.body.tax_permille;
  return [
    ...(added > 0 ? [`增 ${added} 行`] : []),
    ...(before.body.rows.length > stayed.length ? [`删 ${before.body.rows.length - stayed.length} 行`] : []),
    ...(changed > 0 ? [`改 ${changed} 行`] : []),
    ...(places.some((at, nth) => nth > 0 && at < (places[nth - 1] ?? 0)) ? ['调整顺序'] : []),
    ...(before.title === after.title ? [] : ['改名']),
    ...(before.body.note === after.body.note ? [] : ['改说明']),
    ...(before.body.start === after.body.start ? [] : [`改为 ${after.body.start} 开始`]),
    ...(rates ? ['改费率'] : []),
    ...((before.body.limit_fen ?? 0) === (after.body.limit_fen ?? 0) ? [] : ['改总预算']),
  ].join('，');
}
