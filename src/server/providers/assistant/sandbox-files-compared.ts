import { table } from '#contract/assistant-text.ts';
import { wholeSaid } from '#contract/number-words.ts';
import { costsIn, type SaidCost } from '#contract/said-costs.ts';
import { linesOfFile, type Source } from './sandbox-lines.ts';
import { namedBy } from './sandbox-names.ts';

/** Files side by side: what they cost item by item, and what else they say differently. */

const DIFFERENCE = /区别|不同|不一样|差别|差异|对比|比较|比一比|相比|差多少|差在/;
const WHICH = /哪一?[家份个边版].{0,6}(?:便宜|贵|低|高|划算|省|好|多|少|早|晚|大)|(?:便宜|贵|低|高|划算|省钱)的?是?哪一?[家份个边版]/;
const OF_ONE = /哪一?项|哪个(?:项目|环节)/;
const OF_MONEY = /便宜|贵|划算|省|报价|价格|价钱|费用|预算|多少钱/;
const FILE_NAME = /^(.{1,120}?\.(?:txt|md|docx|xlsx|pptx|pdf))(?= |$)/i;
const TOTAL = /(?:总计|合计|总价|总报价|总费用|总预算|总额|总共|一共|预算总额)[^\d，。；]{0,8}(\d[\d,]*(?:\.\d+)?\s?万?)/;
const FIELDS: ReadonlyArray<readonly [name: string, label: RegExp, value: RegExp]> = [
  ['日期', /日期|时间/, /\d{4} ?[年/.-] ?\d{1,2} ?[月/.-] ?\d{1,2} ?[日号]?|\d{1,2} ?月 ?\d{1,2} ?[日号]?/],
  ['人数', /人数|规模|宾客|嘉宾|来宾/, /\d{1,6} ?(?:余|多)?(?:人|位|名|桌)/],
  ['总额', /预算|总价|合计|总计|总额|总报价/, /\d[\d,.]{0,14} ?(?:万元|万|元)/],
  ['地点', /地[点址]|场[地馆]|会场|酒店/, /[^，。；\d]{2,30}/],
];
const LABELLED = /^([\p{Script=Han}]{2,10})[:：] ?(.{1,40}?)[。；]?$/u;
const ROWS_MOST = 24;

interface File {
  name: string;
  n: number;
  costs: SaidCost[];
  total_fen: number | null;
  said: ReadonlyMap<string, string>;
}

const yuan = (fen: number): string => `${(fen / 100).toLocaleString('en')} 元`;
const shown = ({ fen, per }: SaidCost): string => `${yuan(fen)}${per === '' ? '' : `/${per}`}`;

function fileOf(name: string, sources: readonly Source[]): File {
  const text = sources.map((one) => one.text).join('\n');
  const { costs, total_fen } = costsIn(text);
  const lines = sources.flatMap((source) => linesOfFile(source).map((line) => line.text));
  const said = new Map<string, string>();
  for (const line of lines) {
    const [, label = '', value = ''] = LABELLED.exec(line) ?? [];
    if (label !== '' && !said.has(label) && costsIn(line).costs.length === 0) said.set(label, value);
  }
  for (const [field, label, pattern] of FIELDS) {
    const labelled = [...said].filter(([key]) => label.test(key)).flatMap(([, value]) => pattern.exec(value)?.[0] ?? [])[0];
    const loose = labelled ?? (/日期|人数/.test(field) ? lines.flatMap((line) => pattern.exec(line)?.[0] ?? [])[0] : undefined);
    for (const [key] of said) if (label.test(key)) said.delete(key);
    if (loose !== undefined) said.set(field, loose.trim());
  }
  return { name, n: sources[0]?.n ?? 0, costs, total_fen: total_fen ?? totalSaid(lines), said };
}

/** Fen of the whole that lines say. */
export function totalSaid(lines: readonly string[]): number | null {
  const total = lines.map((line) => wholeSaid(TOTAL.exec(line)?.[1] ?? '')).find((one) => one !== null);
  return total === undefined || total === null ? null : total * 100;
}

const sumOf = ({ costs }: File): number => costs.reduce((sum, { fen, per }) => sum + (per === '' ? fen : 0), 0);
const cited = ({ name, n }: File): string => `《${name}》[${n}]`;

function ofCosts(files: readonly File[]): string[] {
  const priced = files.filter(({ costs, total_fen }) => costs.length > 0 || total_fen !== null);
  if (priced.length < 2) return [];
  const names: string[] = [];
  for (const { name } of priced.flatMap(({ costs }) => costs)) if (namedBy(names, name, String).length === 0) names.push(name);
  const costOf = ({ costs }: File, name: string) =>
    costs.find((one) => one.name === name) ??
    costs.find((one) => !names.includes(one.name) && namedBy([name], one.name, String).length > 0);
  const [a, b] = priced;
  const rowOf = (name: string): string[] => {
    const found = priced.map((file) => costOf(file, name));
    const [one, two] = found;
    const is_both = one !== undefined && two !== undefined && one.per === two.per;
    return [
      name,
      ...found.map((cost) => (cost ? shown(cost) : '没有')),
      ...(priced.length === 2 ? [is_both ? yuan(Math.abs(one.fen - two.fen)) : ''] : []),
    ];
  };
  const totals = priced.map((file) => file.total_fen ?? sumOf(file));
  const rows = names.slice(0, ROWS_MOST).map(rowOf);
  rows.push(['合计', ...totals.map(yuan), ...(priced.length === 2 ? [yuan(Math.abs((totals[0] ?? 0) - (totals[1] ?? 0)))] : [])]);
  const least = Math.min(...totals);
  const cheapest = priced.filter((_file, at) => totals[at] === least);
  const lead =
    cheapest.length === priced.length
      ? `合计都是 ${yuan(least)}。`
      : `按文件里的金额，${cheapest.map(cited).join('和')}合计低${a && b && priced.length === 2 ? ` ${yuan(Math.max(...totals) - least)}` : ''}：${priced.map((file, at) => `${cited(file)}合计 ${yuan(totals[at] ?? 0)}`).join('，')}。`;
  const alone = priced.flatMap((file) => {
    const own = names.filter((name) => priced.every((other) => (costOf(other, name) !== undefined) === (other === file)));
    return own.length > 0 ? [`只有${cited(file)}有：${own.join('、')}。`] : [];
  });
  const differs = priced.flatMap((file) => {
    const sum = sumOf(file);
    return file.total_fen === null || file.costs.length === 0 || file.total_fen === sum
      ? []
      : [`${cited(file)}写的合计是 ${yuan(file.total_fen)}，各项相加是 ${yuan(sum)}。`];
  });
  const each = priced.some(({ costs }) => costs.some(({ per }) => per !== '')) ? ['按人或按桌的单价没有加进合计。'] : [];
  const head = ['项目', ...priced.map(cited), ...(priced.length === 2 ? ['相差'] : [])];
  return [lead, table(head, rows), [...alone, ...differs, ...each].join('\n')].filter(Boolean);
}

function ofFields(files: readonly File[]): string[] {
  const labels = [...new Set(files.flatMap(({ said }) => [...said.keys()]))];
  const both = labels.filter(
    (label) => files.filter(({ said }) => said.has(label)).length > 1 || FIELDS.some(([field]) => field === label),
  );
  const differing = both.filter((label) => new Set(files.map(({ said }) => said.get(label) ?? '')).size > 1);
  const same = both.filter((label) => !differing.includes(label));
  if (differing.length === 0) return same.length === 0 ? [] : [`两边写的相同：${same.join('、')}。`];
  const rows = differing.slice(0, ROWS_MOST).map((label) => [label, ...files.map(({ said }) => said.get(label) ?? '没有写')]);
  return [table(['不同之处', ...files.map(cited)], rows), same.length === 0 ? '' : `写的相同：${same.join('、')}。`].filter(Boolean);
}

/** What is asked of files beside each other, answered in tables; null: nothing is compared, or there is nothing to. */
export function filesCompared(question: string, sources: readonly Source[]): string | null {
  const named = new Map<string, Source[]>();
  for (const source of sources.toSorted((a, b) => a.n - b.n)) {
    const name = FILE_NAME.exec(source.title)?.[1] ?? source.title;
    named.set(name, [...(named.get(name) ?? []), source]);
  }
  const compares = (DIFFERENCE.test(question) || WHICH.test(question)) && !OF_ONE.test(question);
  if (named.size < 2 || !compares) return null;
  const files = [...named].map(([name, of]) => fileOf(name, of));
  const costs = ofCosts(files);
  const parts =
    OF_MONEY.test(question) && costs.length > 0
      ? costs
      : [...ofFields(files), ...(files.some((file) => file.costs.length > 0) ? costs : [])];
  return parts.length === 0
    ? null
    : `演示助手把您的 ${files.length} 个文件放在一起对照，数字都来自文件，没有另外编写。\n\n${parts.join('\n\n')}`;
}
