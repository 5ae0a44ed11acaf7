import { wholeSaid } from '#contract/number-words.ts';
import type { Figures, FileLine } from './sandbox-file-figures.ts';
import { sameWords } from './sandbox-names.ts';
import { type Sought, TOTAL } from './sandbox-sought.ts';

/** How many people a file says there are, its parts added. */

const NUMBER = '(?<n>\\d{1,6}|[一二两三四五六七八九十百千]{1,7})';
const PART = new RegExp(
  `^(?:(?<label>[^：:]{1,10})[：:])? ?(?<kind>[\\p{Script=Han}A-Z]{0,10}?) ?(?:约|大约|预计|共|有){0,2} ?${NUMBER} ?[余多]?个?[人位名](?<behind>\\p{Script=Han}{0,6})`,
  'u',
);
const KIND =
  /(?:成年?人|大人|家长|员工|同事|职工|家属|嘉宾|客户|媒体|记者|观众|领导|代表|男宾|女宾|伴[郎娘]|孩子|儿童|小孩|小朋友|学生|[老教]师|会员|经销商|亲友|来宾|宾客|客人|贵宾|选手|评委|居民|校友|业主|供应商|工作人员|志愿者|演职人员)$/u;
const NO_PART = /每|容纳|可坐|至少|不超过|以上|以内|过敏|的/;
const WHOLE = new RegExp(
  `(?:^|[，,；;。（(])(?:\\p{Script=Han}{0,4}人数|规模|人员|合计|总计|总共|一共|共计|共)[：: ]?(?:约|大约|预计|共|为|是){0,2} ?${NUMBER} ?[余多]?[人位名](?!\\p{Script=Han})`,
  'u',
);
const LABELLED = /^\p{Script=Han}{0,4}(?:人员|人数|规模|来宾|嘉宾|宾客)[：:]/u;

interface Part {
  kind: string;
  n: number;
  line: FileLine;
}

function partsOf(line: FileLine): Part[] {
  const [all = ''] = line.text.split(/其中|[（(]/);
  return all.split(/[，,；;、。和及与]/).flatMap((clause) => {
    const { label = '', kind = '', n: said = '', behind = '' } = PART.exec(clause.trim())?.groups ?? {};
    const n = wholeSaid(said);
    const of = [behind, kind, label].find((one) => one !== '') ?? '';
    return n === null || NO_PART.test(clause.split(said)[0] ?? '') || !KIND.test(of) ? [] : [{ kind: of, n, line }];
  });
}

/** People of all parts, or of those that are named, without those left out. None: the file does not say it so. */
export function peopleAsked(
  { question, without }: Figures,
  lines: readonly FileLine[],
  things: readonly Sought[],
): Array<Pick<FileLine, 'source' | 'text'>> {
  if (things.length > 0 && !TOTAL.test(question)) return [];
  const whole = lines.filter(({ text }) => WHOLE.test(text));
  if (whole.length > 0 && things.length === 0 && without.length === 0) return whole.slice(0, 2);
  const found = lines.filter(({ cells }) => cells === undefined).map((line) => ({ line, parts: partsOf(line) }));
  const labelled = found.filter(({ line, parts }) => parts.length > 1 && LABELLED.test(line.text));
  const kinds = new Map<string, Part>();
  for (const part of (labelled.length > 0 ? labelled : found).flatMap(({ parts }) => parts))
    if (!kinds.has(part.kind)) kinds.set(part.kind, part);
  const all = [...kinds.values()];
  const isNamed = ({ kind }: Part, name: string) =>
    [name, ...sameWords(name)].some((one) => kind.includes(one) || (kind.length > 1 && one.includes(kind)));
  const gone = all.filter((part) => without.some((name) => isNamed(part, name)));
  const left = all.filter((part) => !gone.includes(part) && (things.length === 0 || things.some(({ word }) => isNamed(part, word))));
  const [first] = left;
  if (first === undefined || left.length + gone.length < 2 || (without.length > 0 && gone.length === 0)) return [];
  const lead = gone.length > 0 ? `除“${gone.map(({ kind }) => kind).join('、')}”外，` : '';
  const sum = left.reduce((total, { n }) => total + n, 0);
  const text = `${lead}${left.map(({ kind, n }) => `${kind} ${n} 人`).join(' + ')} = ${sum.toLocaleString('en')} 人（按文件里的人数相加）`;
  return [{ source: first.line.source, text }, ...new Set(left.map(({ line }) => line))];
}
