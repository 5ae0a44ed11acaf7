import { costsIn, type SaidCost } from '#contract/said-costs.ts';
import { peopleAsked } from './sandbox-file-people.ts';
import { totalSaid } from './sandbox-files-compared.ts';
import type { Line, Source } from './sandbox-lines.ts';
import { namedBy } from './sandbox-names.ts';
import { type Sought, TOTAL } from './sandbox-sought.ts';

/** Sums, averages, counts and extremes of what a file says, without what the question leaves out. */

export type FileLine = Line & { source: Source };
type FileAnswerLine = Pick<FileLine, 'source' | 'text'>;
export interface Figures {
  /** Without what it leaves out. */
  question: string;
  /** Names of what is left out. */
  without: readonly string[];
}

const BEFORE =
  /(?:除了|除去|除开|除掉|不[含算计][上入]?|不包[括含]|扣除|扣掉|去掉|去除|刨去|刨除|抛开|剔除)(?<names>[^，,。？?]{1,20}?)(?:[之以]?外)?(?=[，,。？?]|的?(?:费用|钱|其[他余它]|剩|还|一共|总共|合计|总计|总价|总额|加起来|共|都|最|平均|哪|谁|有|多少|几|要|来|参加)|$)/u;
const BEHIND = /(?<names>[^，,。？?]{1,12}?)(?:除外|[以之]外|不算[上在]?内?|不计)/u;

/** A question and what it leaves out: 除了舞台一共多少, 舞台以外哪项最贵. */
export function withoutNamed(question: string): Figures {
  const found = BEFORE.exec(question) ?? BEHIND.exec(question);
  const without = (found?.groups?.['names'] ?? '')
    .split(/[和与跟及、]|以及/)
    .map((name) => name.replace(/[这那]一?[项行个]$|的$/u, '').trim());
  const named = without.filter((name) => name !== '' && !/税/.test(name));
  return found && named.length > 0 ? { question: question.replace(found[0], ''), without: named } : { question, without: [] };
}

const COUNTED_IN = /金额|小计|总价|费用|价格|预算|人数|数量|合计/;
const LARGEST = /最[贵高多大]/;
const SMALLEST = /最(?:便宜|[低少小])/;
const AVERAGE = /平均|均价/;
const OF_PEOPLE = /多少个?[人位名]|几个?[人位名]|人数|人最[多少]/;
const OF_MONEY = /钱|费|金额|价|贵|便宜/;
const OTHERS = /(?:还有|其[他余它]|剩下?|别的).{0,6}(?:什么|哪些|哪几|啥)|(?:什么|哪些)(?:其[他余它]|别的)/;
const COUNT = /(?:几|多少)个?(?<of>[项行条笔样]目?|\p{Script=Han}{2})/u;
const SUM_ROW = /合计|总计|小计|总价/;
const LINES_MOST = 8;

const numberIn = (cell = ''): number => {
  const [found = ''] = /\d[\d,]*(?:\.\d+)?/.exec(cell) ?? [];
  return found === '' ? Number.NaN : Number(found.replaceAll(',', ''));
};
const shown = (number: number): string => (Math.round(number * 100) / 100).toLocaleString('en');
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);
const quoted = (names: readonly string[]): string => `“${names.join('、')}”`;

/** Rows that a name means: by a cell of this name, else by one that holds it, else by one that means the same. */
function rowsNamed(rows: readonly FileLine[], name: string): FileLine[] {
  const cellsOf = ({ cells }: FileLine) => [...(cells?.values() ?? [])];
  // a note that mentions it names no row
  const [label = ''] = rows
    .flatMap(({ cells }) => [...(cells?.keys() ?? [])])
    .filter((one) => /^(?:项目|名称|品名|内容|姓名|部门)/.test(one));
  const labelled = ({ cells }: FileLine) => cells?.get(label) ?? cells?.values().next().value ?? '';
  const same = rows.filter((row) => cellsOf(row).includes(name));
  const by_label = same.length > 0 ? same : namedBy(rows, name, labelled);
  return by_label.length > 0 ? by_label : rows.filter((row) => cellsOf(row).some((cell) => cell.includes(name)));
}

/** Of a table's column of numbers, of the rows that hold what is named, else of all. */
function ofRows({ question, without }: Figures, lines: readonly FileLine[], things: readonly Sought[]): FileAnswerLine[] {
  const [largest, smallest, averages] = [LARGEST, SMALLEST, AVERAGE].map((one) => one.test(question));
  const all = lines.filter(({ cells, text }) => cells !== undefined && !SUM_ROW.test(text.split('；')[0] ?? ''));
  const headings = [...new Set(all.flatMap(({ cells }) => [...(cells?.keys() ?? [])]))];
  const of_people = OF_PEOPLE.test(question) && !OF_MONEY.test(question);
  const wanted = (/人/.test(question) && !OF_MONEY.test(question) ? [/人数/] : [/金额|小计|总价/, COUNTED_IN]).flatMap((of) =>
    headings.filter((one) => of.test(one)),
  );
  const column = wanted.find((one) => all.some(({ cells }) => !Number.isNaN(numberIn(cells?.get(one)))));
  const sums =
    TOTAL.test(question) || (of_people && things.length === 0 && column !== undefined) || (without.length > 0 && /多少/.test(question));
  const counted_of = COUNT.exec(question)?.groups?.['of'] ?? '';
  const counts = /^[项行条笔样]/.test(counted_of) || headings.includes(counted_of);
  const lists = without.length > 0 && OTHERS.test(question);
  if (![sums, largest, smallest, averages, counts, lists].includes(true)) return [];

  const left_out = without.map((name) => ({ name, rows: rowsNamed(all, name) }));
  const [gone, unknown] = [left_out.filter(({ rows }) => rows.length > 0), left_out.filter(({ rows }) => rows.length === 0)];
  const told = things.filter(({ word, heldBy }) => !headings.includes(word) && all.some(({ text }) => heldBy(text)));
  const rows = all.filter((row) => !gone.some((one) => one.rows.includes(row)) && told.every(({ heldBy }) => heldBy(row.text)));
  const [first] = rows;
  if (first === undefined) return [];
  const names = told.map(({ word }) => word).filter(Boolean);
  const lead = [
    unknown.length > 0 ? `文件的表里没有${quoted(unknown.map(({ name }) => name))}，` : '',
    gone.length > 0 ? `除${quoted(gone.map(({ name }) => name))}外，` : '',
    names.length > 0 ? `含${quoted(names)}的 ` : '',
  ].join('');
  const said = (text: string, some: readonly FileLine[]) => [
    { source: first.source, text: `${lead}${text}` },
    ...some.slice(0, LINES_MOST),
  ];
  if (counts && !headings.includes(counted_of)) return said(`${names.length > 0 ? '' : '一共 '}${rows.length} 行`, rows);
  if (counts) {
    const values = [...new Set(rows.flatMap(({ cells }) => cells?.get(counted_of) ?? []))];
    return said(`“${counted_of}”有 ${values.length} 个：${values.slice(0, 20).join('、')}`, []);
  }
  if (lists) return said(`有 ${rows.length} 行`, rows);
  const counted = rows
    .map((row) => ({ ...row, number: numberIn(row.cells?.get(column ?? '')) }))
    .filter(({ number }) => !Number.isNaN(number));
  const [one] = counted;
  if (column === undefined || one === undefined) return [];
  const total = sumOf(counted.map(({ number }) => number));
  if (averages) return said(`${counted.length} 行“${column}”平均：${shown(total / counted.length)}`, counted);
  if (largest || smallest) {
    const most = counted.reduce((best, row) => ((largest ? row.number > best.number : row.number < best.number) ? row : best), one);
    return lead === '' || names.length > 0 ? [most] : said(`“${column}”最${largest ? '高' : '低'}的是 ${shown(most.number)}`, [most]);
  }
  return said(`${counted.length} 行“${column}”相加：${shown(total)}`, counted);
}
const yuan = (fen: number): string => `${(fen / 100).toLocaleString('en')} 元`;
const ASKING_END = /(?:费用?|的?预算|[的要花]|多少钱?|是|呢|吗|[？?]){1,6}$/;
const DIFFERENCE = /(?:贵|便宜|多|少|差|高|低)(?:了|出)?多少/;

/** What parts cost together or apart, or the dearest and cheapest where no table says it; with the lines that say so. Null: that is not asked. */
function ofCosts({ question, without }: Figures, files: readonly Source[], lines: readonly FileLine[]): FileAnswerLine[] | null {
  const all = costsIn(files.map(({ text }) => text).join('\n')).costs;
  const costs = all.filter(({ per }) => per === '');
  const namedOf = (name: string) => namedBy(costs, name, (cost) => cost.name)[0] ?? [];
  const named = question
    .split(/[和与跟、，加比]|一共|总共|合计|加起来/)
    .map((part) => part.replace(ASKING_END, '').trim())
    .flatMap((part) => {
      // 摄影摄像 are two
      const within = costs.filter(({ name }) => name.length > 1 && part.includes(name));
      return part === '' ? [] : within.length > 1 ? within : namedOf(part);
    });
  const asked = [...new Set(named)];
  const saying = (some: readonly SaidCost[]) =>
    some.flatMap(
      (cost) => lines.find(({ text }) => costsIn(text.replaceAll('；', '\t')).costs.some(isSame(cost)) || holds(text, cost)) ?? [],
    );
  const told = (text: string, some: readonly SaidCost[]) => {
    const found = [...new Set(saying(some))];
    const [first] = found;
    return first === undefined ? null : [{ source: first.source, text }, ...found.slice(0, LINES_MOST)];
  };
  const summed = (some: readonly SaidCost[]) =>
    `${some.map(({ name, fen }) => `${name} ${yuan(fen)}`).join(' + ')} = ${yuan(sumOf(some.map(({ fen }) => fen)))}`;
  const has_rows = lines.some(({ cells }) => cells !== undefined);
  const [one, two] = asked;
  if (without.length === 0 && one && two && DIFFERENCE.test(question))
    return told(`${one.name} ${yuan(one.fen)}，${two.name} ${yuan(two.fen)}，相差 ${yuan(Math.abs(one.fen - two.fen))}`, [one, two]);
  if (without.length === 0 && asked.length > 1 && (TOTAL.test(question) || /多少|加/.test(question)))
    return told(`${summed(asked)}（按文件里的金额相加）`, asked);
  const gone = without.flatMap(namedOf);
  if (has_rows || costs.length < 2 || gone.length < without.length) return null;
  const left = costs.filter((cost) => !gone.includes(cost));
  const lead = gone.length > 0 ? `除${quoted(gone.map(({ name }) => name))}外，` : '';
  const [largest, smallest] = [LARGEST, SMALLEST].map((way) => way.test(question) && OF_MONEY_ASKED.test(question));
  if (largest || smallest) {
    const most = left.toSorted((a, b) => (largest ? b.fen - a.fen : a.fen - b.fen))[0];
    const apart = all.length > costs.length ? '（按人或按桌的单价没有一起比）' : '';
    return most ? told(`${lead}${largest ? '金额最高' : '金额最低'}的是${most.name}，${yuan(most.fen)}${apart}`, [most]) : null;
  }
  if (left.length === 0 || OF_PEOPLE.test(question)) return null;
  if (COUNT_COSTS.test(question)) return told(`${lead}写明金额的有 ${left.length} 项：${left.map(({ name }) => name).join('、')}`, left);
  if (AVERAGE.test(question) && OF_MONEY_ASKED.test(question))
    return told(`${lead}${left.length} 项平均 ${yuan(Math.round(sumOf(left.map(({ fen }) => fen)) / left.length))}：${summed(left)}`, left);
  const total = totalSaid(lines.map(({ text }) => text));
  // 一共花多少钱: of all amounts, where the file says no total itself
  const of_all =
    asked.length === 0 && total === null && question.length <= ASKS_ALL_MOST && TOTAL.test(question) && OF_MONEY_ASKED.test(question);
  if (gone.length === 0 ? !of_all : !(TOTAL.test(question) || /多少/.test(question))) return null;
  const rest =
    total === null || total <= sumOf(costs.map(({ fen }) => fen))
      ? ''
      : `；写明的总额 ${yuan(total)}减去${gone.length > 1 ? '它们' : '它'}是 ${yuan(total - sumOf(gone.map(({ fen }) => fen)))}`;
  const each = all.length > costs.length ? '，按人或按桌的单价没有加进来' : '';
  return told(`${lead}${summed(left)}（按文件里写明的金额相加${each}）${rest}`, left);
}
const OF_MONEY_ASKED = /贵|便宜|钱|费|花|金额/;
const ASKS_ALL_MOST = 12;
const COUNT_COSTS = /(?:几|多少)[项笔条样].{0,4}(?:费用|支出|开销|金额)?/;
const isSame = (cost: SaidCost) => (other: SaidCost) => other.name === cost.name;
const holds = (text: string, { name, fen }: SaidCost): boolean =>
  text.includes(name) && [fen / 100, fen / 1e6].some((amount) => text.replaceAll(',', '').includes(String(amount)));

const LEAVES_OUT = /^(?:不[算含计]|除[了去外]|[以之]外|扣除|其[他余])/;

/** What is to be counted of files, and the lines that it is counted from; none: nothing is. */
export function figuresAsked(
  asked: Figures,
  files: readonly Source[],
  lines: readonly FileLine[],
  things: readonly Sought[],
): FileAnswerLine[] {
  const others = things.filter(
    ({ word }) => !LEAVES_OUT.test(word) && !asked.without.some((name) => name.includes(word) || word.includes(name)),
  );
  const found = ofCosts(asked, files, lines) ?? ofRows(asked, lines, others);
  return found.length > 0 ? found : OF_PEOPLE.test(asked.question) ? peopleAsked(asked, lines, others) : [];
}
