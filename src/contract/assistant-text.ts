import type { ToolResult } from './assistant-results.ts';

/** The small part of Markdown that answers are written in: headings, lists, tables, bold, and the numbers of sources. Nothing else means anything. */

export type TextBlock =
  | { is: 'heading'; text: string }
  | { is: 'text'; text: string }
  | { is: 'list'; ordered: boolean; items: string[] }
  | { is: 'table'; head: string[]; rows: string[][] };

const ROW = /^\|(.*)\|$/;
const RULE = /^\|[\s:|-]+\|$/;
const cellsOf = (line: string): string[] => (ROW.exec(line.trim())?.[1] ?? '').split('|').map((cell) => cell.trim());

/** A line of a quoted file without its Markdown: a heading is words, a row of a table its cells. */
const quotedLine = (line: string): string =>
  line.replace(/^#{1,6}\s+/, '').replace(/^\|(.*)\|(?=[\s\d[\]]*$)/, (_row, cells: string) =>
    cells
      .split('|')
      .map((one) => one.trim())
      .join(' · '),
  );

/** Several lines of a file as they stand on a card. */
export const quotedText = (text: string): string => text.split('\n').map(quotedLine).join('\n');

/** The blocks of an answer, in their order. Any text has some reading; none is an error. */
export function textBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  const last = () => blocks.at(-1);
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    const heading = /^#{1,4}\s+(\S.*)$/.exec(line);
    const item = /^(?:[-*•]|(\d{1,3})[.、])\s+(\S.*)$/.exec(line);
    if (line === '') blocks.push({ is: 'text', text: '' });
    else if (heading) blocks.push({ is: 'heading', text: heading[1] as string });
    else if (ROW.test(line)) {
      const table = last();
      if (RULE.test(line)) continue;
      if (table?.is === 'table') table.rows.push(cellsOf(line));
      else blocks.push({ is: 'table', head: cellsOf(line), rows: [] });
    } else if (item) {
      const list = last();
      const words = quotedLine(item[2] as string);
      const ordered = item[1] !== undefined;
      if (list?.is === 'list' && list.ordered === ordered) list.items.push(words);
      else blocks.push({ is: 'list', ordered, items: [words] });
    } else {
      const before = last();
      if (before?.is === 'text' && before.text !== '') before.text += `\n${line}`;
      else blocks.push({ is: 'text', text: line });
    }
  }
  return blocks.filter((block) => block.is !== 'text' || block.text !== '');
}

export interface TextPart {
  text: string;
  bold: boolean;
  /** Number of a source; 0: plain words. */
  source: number;
  /** In files alone: no answer holds an address. */
  href?: string;
}

/** A line as plain words, bold words and numbers of sources. */
export function textParts(line: string): TextPart[] {
  return line
    .split(/(\*\*[^*]+\*\*|\[[^[\]]*\]\(https?:[^()\s]*\)|\[\d{1,2}\])/)
    .filter((part) => part !== '')
    .map((part) => {
      const link = /^\[([^[\]]*)\]\((.*)\)$/.exec(part);
      if (link) return { text: link[1] as string, bold: false, source: 0, href: link[2] as string };
      const source = /^\[(\d{1,2})\]$/.exec(part);
      if (source) return { text: part, bold: false, source: Number(source[1]) };
      const bold = /^\*\*([^*]+)\*\*$/.exec(part);
      return { text: bold ? (bold[1] as string) : part, bold: bold !== null, source: 0 };
    });
}

/** Numbers of the sources that a text names: [1], and [1, 3] as some models write it. */
export const citedNumbers = (text: string): ReadonlySet<number> =>
  new Set([...text.matchAll(/\[(\d{1,2}(?:\s*[,，、]\s*\d{1,2})*)\]/g)].flatMap(([, all = '']) => all.split(/[,，、]/).map(Number)));

/** Without marks, for files that have their own. */
export const plainLine = (line: string): string => line.replace(/\*\*([^*]+)\*\*/g, '$1');

/** A text without any marks, as one line. */
export const plainAnswer = (text: string): string =>
  textBlocks(text)
    .map((block) => {
      if (block.is === 'list') return block.items.join('；');
      return block.is === 'table' ? [block.head, ...block.rows].map((row) => row.join(' ')).join('；') : block.text;
    })
    .map((words) => plainLine(words).replaceAll('**', '').replace(/\s+/g, ' '))
    .join(' ');

export const yuanText = (fen: number): string => {
  const whole = Math.floor(fen / 100).toString();
  return `${whole.replace(/\B(?=(?:\d{3}){1,6}$)/g, ',')}.${String(fen % 100).padStart(2, '0')}`;
};

const cell = (value: string | number): string => String(value).replaceAll('|', '／').replaceAll('\n', ' ');
/** A table of our marks, whose cells no text breaks. */
export const table = (head: readonly string[], rows: ReadonlyArray<ReadonlyArray<string | number>>): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

export interface ResultTable {
  head: string[];
  rows: Array<Array<string | number>>;
}

/** What of a result is a table; null where it is text. Amounts as text in yuan. */
export function resultTable(result: ToolResult): ResultTable | null {
  switch (result.tool) {
    case 'budget':
      return {
        head: ['类别', '项目', '说明', '数量', '单位', '单价（元）', '小计（元）'],
        rows: [
          ...result.rows.map((row) => [
            row.group,
            row.item,
            row.spec,
            row.quantity,
            row.unit,
            yuanText(row.price_fen),
            yuanText(row.amount_fen),
          ]),
          ['', '小计', '', '', '', '', yuanText(result.subtotal_fen)],
          ['', '服务费', '', '', '', '', yuanText(result.service_fen)],
          ['', '税金', '', '', '', '', yuanText(result.tax_fen)],
          ['', '合计', '', '', '', '', yuanText(result.total_fen)],
        ],
      };
    case 'rundown':
      return {
        head: ['开始', '结束', '分钟', '环节', '负责', '提示'],
        rows: result.rows.map((row) => [row.start, row.end, row.minutes, row.what, row.who, row.note]),
      };
    case 'checklist':
      return {
        head: ['阶段', '事项', '负责', '最晚'],
        rows: result.groups.flatMap(({ title, items }) => items.map((item) => [title, item.text, item.owner, item.due])),
      };
    case 'risks':
      return {
        head: ['风险', '可能', '影响', '应对', '决定人'],
        rows: result.rows.map((row) => [row.risk, row.chance, row.effect, row.measure, row.owner]),
      };
    default:
      return null;
  }
}

/** A result in words: shown, copied, edited and exported. */
export function resultText(result: ToolResult): string {
  const shown = resultTable(result);
  switch (result.tool) {
    case 'outline':
      return [
        `## ${result.title}`,
        ...(result.lead ? [result.lead] : []),
        ...result.sections.map(({ heading, points }) => `### ${heading}\n${points.map((point) => `- ${point}`).join('\n')}`),
      ].join('\n\n');
    case 'slogans':
      return [
        `## ${result.title}`,
        result.lines.map(({ text, note }, at) => `${at + 1}. **${text}**${note ? `：${note}` : ''}`).join('\n'),
      ].join('\n\n');
    case 'email':
      return `## ${result.subject}\n\n${result.body}`;
    case 'poster':
      return [
        `## ${result.headline}`,
        ...(result.subline ? [result.subline] : []),
        ...(result.points.length > 0 ? [result.points.map((point) => `- ${point}`).join('\n')] : []),
        ...(result.facts.length > 0 ? [result.facts.join('\n')] : []),
        ...(result.action ? [`**${result.action}**`] : []),
      ].join('\n\n');
    default:
      return [
        `## ${result.title}`,
        ...(shown ? [table(shown.head, shown.rows)] : []),
        ...(result.tool === 'budget' && result.note ? [result.note] : []),
      ].join('\n\n');
  }
}

/** What somebody wants of every answer. */
export const INSTRUCTIONS_MAX = 1_500;

/** The mark that the law asks for. It stands on every answer that a model wrote, in what is copied of it and in its files. */
export const AI_MARK = 'AI 生成';
/** What goes into the clipboard. */
export const copyText = (text: string, mark: string): string => `${text.trim()}\n\n（${mark}，来自策猫助手，请核实后使用）`;
