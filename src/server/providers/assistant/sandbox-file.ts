import { costsIn, type SaidCost } from '#contract/said-costs.ts';
import type { AnswerWish } from './port.ts';
import { type Line, linesOfFile, type Source } from './sandbox-lines.ts';
import { namedBy, sameWords } from './sandbox-names.ts';
import { FILE_FORMS, type Sought, scoreOf, soughtOf, TOTAL } from './sandbox-sought.ts';

/** Asks for what there is in a file, not for one line of it. */
const ASKS_ALL = /总结|概括|归纳|提炼|梳理|大意|要点|主要内容|[讲说写]了?些?什么/;
/** Asks for another text than the file's. */
const ASKS_TEXT = /整理成|改写|改成|翻译|生成|写[成一]|润色/;
/** What a file, or what it is about, is called when it is asked about. */
const FILE_NAMED = /^(?:活动|文件|文档|附件|简报|资料|内容|主要|总结|概括|归纳|提炼|梳理|大意|要点)$/;
/** Asked of whatever the question names, and never what it names. */
const ASKED_OF_ALL =
  /^(?:时间|日期|地点|地址|人数|价格|费用|合计|总共|一共|加起来|总计|总额|电话|尺寸|大小|什么|[在是]?哪里?|在哪里|哪[天儿年月]|多少\S?|举[办行]|[几多谁]\S?)$/u;
/** Asked in other words than files say it; looked for where a line says it. */
const SAID_AS: ReadonlyArray<readonly [asked: RegExp, words: readonly string[]]> = [
  [/不能|不可以|不许|不准/, ['禁止', '严禁', '谢绝', '不得']],
  [/怎么[去到走]|路线/, ['交通', '地铁', '公交', '路线', '接送']],
  [/什么颜色|主色|色调/, ['主色', '色调', '颜色']],
];
/** Who does it, or how large it is, is said of what is named alone. */
const OF_NAMED = /谁|哪位|什么人|多大|尺寸/;
/** Between them stand the words of a question that ask for something. */
const FUNCTION =
  /怎么[办样]?|如何|如果|多少|什么|[有是要能]没?不?[有是要能]|哪[里些个]|这个|那个|我们|[那呢谁吗吧几的了和与是在有要请]|[^\p{Script=Han}]/u;
const PAIR_LINES = 3;
/** Of a question, which may be long. */
const PAIRS_MOST = 24;
const [OUTLINE_MOST, OPENING, LINES_MOST] = [14, 3, 8];
/** So much of what the best line says of the question. */
const NEAR_BEST = 0.6;

/** What a file answers: lines of it under `found`; `open`: words that it says nothing of. */
export interface FileAnswer {
  found: string;
  lines: ReadonlyArray<{ source: Source; text: string }>;
  /** Nothing of what was asked is in it. */
  is_nothing: boolean;
  open: NonNullable<AnswerWish['about']>;
}

const likeWords = (word: string): string[] => sameWords(word.toUpperCase()).flatMap((one) => (one.length > 1 ? one.toLowerCase() : []));

/** Lines that hold what is asked; sums and extremes of its tables; the whole in short where that is asked. */
export function readFile(
  { question, about: all = [], ordered = [] }: Pick<AnswerWish, 'question' | 'about' | 'ordered'>,
  files: readonly Source[],
): FileAnswer {
  const lines = files.flatMap((source) => linesOfFile(source).map((line) => ({ source, ...line })));
  const about = all
    .filter(({ is, words: [word = ''] }) => is !== 'beside' && !FILE_NAMED.test(word))
    .map((one) => ({ ...one, words: [...one.words, ...likeWords(one.words[0] ?? '')] }))
    .concat(
      SAID_AS.filter(([asks, words]) => asks.test(question) && lines.some(({ text }) => words.some((word) => text.includes(word)))).map(
        ([, words]) => ({ words: [...words], parts: [], is: 'own' as const }),
      ),
    );
  const texts = lines.map(({ text }) => [text, text, text]);
  const named = soughtOf({ about, question }, texts, FILE_FORMS);
  const core = named.filter(({ is }) => is === 'own');
  // a line on 彩排 answers 彩排时间, not any time
  const things = core.filter(({ word }) => word !== '' && !ASKED_OF_ALL.test(word));
  const is_held = [things, core, named].find((some) => some.length > 0)?.some(({ weight }) => weight > 0) ?? false;
  const near_by = things.length > 0 && OF_NAMED.test(question) ? named.filter(({ word, is }) => word !== '' && is === 'own') : named;
  const asked = is_held ? named : [...near_by, ...pairsOf(question, texts)];
  const rated = lines.map((one) => ({ ...one, score: scoreOf(one.text, asked) }));
  const best = Math.max(0, ...rated.map(({ score }) => score));
  const open = about.filter(({ words }) => !lines.some(({ text }) => words.some((word) => text.toLowerCase().includes(word))));
  const answer = (found: string, some: FileAnswer['lines'], is_nothing = false): FileAnswer => ({ found, lines: some, is_nothing, open });

  if (ordered.length > 0) {
    const found = `不另写${ordered.map((title) => `“${title}”`).join('和')}：请用它的工具按模板生成，文件里写明的已经填好。下面是文件的开头`;
    return { ...answer(found, lines.slice(0, OPENING), true), open: [] };
  }
  const figures = costsAsked(question, files, lines) ?? figuresOf(question, lines, things);
  if (figures.length > 0) return answer('从您的文件里找到了这些内容', figures);
  if (ASKS_TEXT.test(question)) return answer('没有接入模型，不能改写或生成文字。下面按顺序摘录了您的文件', outlineOf(files, lines), true);
  if (best === 0 && (named.length === 0 || ASKS_ALL.test(question))) return answer('按顺序摘录了您的文件', outlineOf(files, lines));
  const of_named = OF_NAMED.test(question) && things.length > 0;
  const near = rated.filter(
    ({ score, text }) => score > 0 && score >= best * NEAR_BEST && (!of_named || !is_held || things.some(({ heldBy }) => heldBy(text))),
  );
  // each question has its line: 什么时候、在哪里
  const others = (of_named ? [] : core)
    .filter(({ word, heldBy }) => word === '' && !near.some(({ text }) => heldBy(text)))
    .flatMap(({ heldBy }) => rated.filter(({ text }) => heldBy(text)).toSorted((a, b) => b.score - a.score)[0] ?? []);
  const telling = rated.filter((one) => near.includes(one) || others.includes(one)).slice(0, LINES_MOST);
  if (telling.length === 0)
    return answer('没有找到含有这些字的内容（换个说法可能有，这次不计次数），下面是文件的开头', lines.slice(0, OPENING), true);
  const wordsOf = (some: readonly Sought[]) => some.flatMap(({ word }) => (ASKED_OF_ALL.test(word) ? [] : word || [])).join('、');
  const [missing, held] = [wordsOf(core), wordsOf(named.filter(({ weight }) => weight > 0))];
  if (is_held || missing === '') return answer('从您的文件里找到了这些内容', telling);
  return answer(`没有找到直接写“${missing}”的文字，只找到${held === '' ? '接近的' : `提到“${held}”的`}`, telling);
}

function outlineOf(files: readonly Source[], lines: ReadonlyArray<{ source: Source; text: string }>) {
  const each = Math.ceil(OUTLINE_MOST / files.length);
  return files.flatMap((source) => lines.filter((one) => one.source === source).slice(0, each));
}

const COUNTED_IN = /金额|小计|总价|费用|价格|预算|人数|数量|合计/;
const LARGEST = /最[贵高多大]/;
const SMALLEST = /最(?:便宜|[低少小])/;
const SUM_ROW = /合计|总计|小计|总价/;
const numberIn = (cell = ''): number => {
  const [found = ''] = /\d[\d,]*(?:\.\d+)?/.exec(cell) ?? [];
  return found === '' ? Number.NaN : Number(found.replaceAll(',', ''));
};

/** A sum, or the row with the most or least, of a table's column of numbers: of the rows that hold what is named, else of all. */
function figuresOf(question: string, lines: ReadonlyArray<Line & { source: Source }>, things: readonly Sought[]) {
  const [sums, largest, smallest] = [TOTAL.test(question), LARGEST.test(question), SMALLEST.test(question)];
  if (!sums && !largest && !smallest) return [];
  const rows = lines.filter(({ cells, text }) => cells !== undefined && !SUM_ROW.test(text.split('；')[0] ?? ''));
  const headings = [...new Set(rows.flatMap(({ cells }) => [...(cells?.keys() ?? [])]))];
  const wanted = (/人/.test(question) ? [/人数/] : [/金额|小计|总价/, COUNTED_IN]).flatMap((of) => headings.filter((one) => of.test(one)));
  const column = wanted.find((one) => rows.some(({ cells }) => !Number.isNaN(numberIn(cells?.get(one)))));
  if (column === undefined) return [];
  const told = things.filter(({ heldBy }) => rows.some(({ text }) => heldBy(text)));
  const counted = rows
    .filter(({ text }) => told.every(({ heldBy }) => heldBy(text)))
    .map((row) => ({ ...row, number: numberIn(row.cells?.get(column)) }))
    .filter(({ number }) => !Number.isNaN(number));
  const [first] = counted;
  if (first === undefined) return [];
  if (!sums) return [counted.reduce((most, row) => ((largest ? row.number > most.number : row.number < most.number) ? row : most), first)];
  const sum = Math.round(counted.reduce((all, { number }) => all + number, 0) * 100) / 100;
  const of = told.map(({ word }) => word).filter(Boolean);
  const total = {
    source: first.source,
    text: `${of.length > 0 ? `含“${of.join('、')}”的 ` : ''}${counted.length} 行“${column}”相加：${sum.toLocaleString('en')}`,
  };
  return [total, ...counted.slice(0, LINES_MOST)];
}

const yuan = (fen: number): string => `${(fen / 100).toLocaleString('en')} 元`;
const ASKING_END = /(?:费用?|的?预算|[的要花]|多少钱?|是|呢|吗|[？?]){1,6}$/;
const DIFFERENCE = /(?:贵|便宜|多|少|差|高|低)(?:了|出)?多少/;

/** What parts cost together, or the dearest and cheapest where no table says it; with the lines that say so. Null: that is not asked. */
function costsAsked(question: string, files: readonly Source[], lines: ReadonlyArray<Line & { source: Source }>) {
  const costs = costsIn(files.map(({ text }) => text).join('\n')).costs.filter(({ per }) => per === '');
  const named = question
    .split(/[和与跟、，加比]|一共|总共|合计|加起来/)
    .map((part) => part.replace(ASKING_END, '').trim())
    .flatMap((name) => (name === '' ? [] : (namedBy(costs, name, (cost) => cost.name)[0] ?? [])));
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
  const [one, two] = asked;
  if (one && two && DIFFERENCE.test(question))
    return told(`${one.name} ${yuan(one.fen)}，${two.name} ${yuan(two.fen)}，相差 ${yuan(Math.abs(one.fen - two.fen))}`, [one, two]);
  if (asked.length > 1 && (TOTAL.test(question) || /多少/.test(question))) {
    const sum = asked.reduce((all, { fen }) => all + fen, 0);
    return told(`${asked.map(({ name, fen }) => `${name} ${yuan(fen)}`).join(' + ')} = ${yuan(sum)}（按文件里的金额相加）`, asked);
  }
  const [largest, smallest] = [LARGEST, SMALLEST].map((way) => way.test(question) && /贵|便宜|钱|费|花/.test(question));
  if ((!largest && !smallest) || lines.some(({ cells }) => cells !== undefined) || costs.length < 2) return null;
  const most = costs.toSorted((a, b) => (largest ? b.fen - a.fen : a.fen - b.fen))[0];
  return most ? told(`${largest ? '金额最高' : '金额最低'}的是${most.name}，${yuan(most.fen)}`, [most]) : null;
}
const isSame = (cost: SaidCost) => (other: SaidCost) => other.name === cost.name;
const holds = (text: string, { name, fen }: SaidCost): boolean =>
  text.includes(name) && [fen / 100, fen / 1e6].some((amount) => text.replaceAll(',', '').includes(String(amount)));

/** Neighbouring characters of a question that few lines hold, where none of its words is found. */
function pairsOf(question: string, lines: ReadonlyArray<readonly string[]>): Sought[] {
  const said = question.split(FUNCTION).flatMap((part) => [...part].map((_sign, at) => part.slice(at, at + 2)));
  const about = [...new Set(said)]
    .filter((pair) => pair.length === 2 && !FILE_NAMED.test(pair))
    .slice(0, PAIRS_MOST)
    .map((pair) => ({ words: [pair], parts: [], is: 'weak' as const }));
  const few = about.filter(({ words: [pair = ''] }) => lines.filter(([line = '']) => line.includes(pair)).length <= PAIR_LINES);
  return soughtOf({ about: few, question: '' }, lines, []).map((one) => ({ ...one, word: '' }));
}
