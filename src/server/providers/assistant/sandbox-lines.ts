import type { AnswerWish } from './port.ts';

export type Source = AnswerWish['sources'][number];

/** What may be quoted of a source; `cells` by their heading: a row of a table. */
export interface Line {
  text: string;
  cells?: ReadonlyMap<string, string>;
}

const CLOCK = /^(?:\S{1,4} )?\d{1,2}:\d\d$/;
const HEADING = /^[^\s\d，。：；、,.:|·]{2,10}$/;
/** Begins something else than what stands at a time. */
const SECTION = /^[^：]{5,20}：/;
const LONGEST = 160;
/** Characters of a cell of a page that says enough alone. */
const CELL_LEAST = 9;

/** Of a work: sentences of its public text. */
export const quotableOf = ({ text, title, told = text.length }: Pick<Source, 'text' | 'title' | 'told'>): string[] => [
  ...new Set(
    [
      ...sentencesOf(text.slice(0, told), { least: 1, shortest: 6, heading: LONGEST }),
      ...sentencesOf(text.slice(told), { least: CELL_LEAST, shortest: 6, heading: LONGEST }),
    ].filter((line) => !title.includes(line)),
  ),
];

/** Of a file: its sentences and the rows of its tables, each cell behind its heading. */
export function linesOfFile({ text }: Source): Line[] {
  const found: Line[] = [];
  let table: string[][] = [];
  let words: string[] = [];
  const end = () => {
    found.push(...sentencesOf(words.join('\n'), { least: 1, shortest: 3, heading: 3 }).map((line) => ({ text: line })), ...rowsOf(table));
    [table, words] = [[], []];
  };
  for (const line of text.split('\n')) {
    const cells = cellsOf(line);
    if (cells === null ? table.length > 0 : words.length > 0) end();
    if (cells === null) words.push(line.replace(/^\s*(?:#{1,6}|[-*]|\d+\.)\s+/, ''));
    else if (!cells.every((cell) => /^:?-*:?$/.test(cell))) table.push(cells);
  }
  end();
  return found;
}

function cellsOf(line: string): string[] | null {
  const said = line.trim();
  const cells = said.startsWith('|') ? said.replace(/^\||\|$/g, '').split('|') : said.replace(/ \|$/, '').split(/ \| |\t/);
  return cells.length < 2 ? null : cells.map((cell) => cell.trim());
}

/** The first row is the heading where it holds no number. */
function rowsOf(table: readonly string[][]): Line[] {
  const [head = [], ...rest] = table;
  const is_headed = rest.length > 0 && head.every((cell) => !/\d/.test(cell));
  return (is_headed ? rest : table).map((row) => {
    const cells = new Map(row.flatMap((cell, at) => (cell === '' ? [] : [[is_headed ? (head[at] ?? '') : '', cell] as const])));
    const said = row.flatMap((cell, at) => (cell === '' ? [] : is_headed && head[at] ? `${head[at]}：${cell}` : cell));
    return { text: said.join('；').slice(0, LONGEST), ...(is_headed ? { cells } : {}) };
  });
}

/** Each with the time and the heading that stand directly before it. `least`: Chinese characters of one; `shortest`: all characters; `heading`: those of a heading that says enough alone. */
function sentencesOf(text: string, { least, shortest, heading: alone }: { least: number; shortest: number; heading: number }): string[] {
  const found: string[] = [];
  let [time, heading] = ['', ''];
  /** A list of headings stands before no sentence. */
  let headings = 0;
  for (const line of [...text.split('\n').map((one) => one.replace(/\s+/g, ' ').trim()), '']) {
    const is_clock = CLOCK.test(line);
    if (is_clock || line === '' || HEADING.test(line)) {
      if (heading !== '' && (time !== '' || heading.length >= alone)) found.push(`${time}${heading}`);
      // what stood beside the time is over
      if (heading !== '') time = '';
      heading = is_clock ? '' : line;
      headings = is_clock || line === '' ? 0 : headings + 1;
      if (is_clock) time = `${line} `;
      continue;
    }
    for (const sentence of line.split(/[。！？]/).map((one) => one.trim())) {
      // who made it is no passage
      if (sentence.length < shortest || sentence.length > LONGEST) continue;
      if (/\s·\s|\s(出品|设计|编制)$/.test(sentence)) continue;
      if ((sentence.match(/\p{Script=Han}/gu) ?? []).length < least) continue;
      if (SECTION.test(sentence)) time = '';
      if (headings > 1 && heading.length >= alone) found.push(heading);
      found.push(`${time}${heading === '' || headings > 1 || sentence.includes('：') ? '' : `${heading}：`}${sentence}`);
      [time, heading, headings] = ['', '', 0];
    }
  }
  return found;
}
