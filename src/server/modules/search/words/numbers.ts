/** Numbers of people and sums of money as people write them: 300人, 五十多人, 十来万, 3w, 5k. */

import { numberOf, scaleOf } from '#contract/number-words.ts';
import { normalise } from '../normalise.ts';

export interface Range {
  least: number;
  most: number;
}

export interface FoundNumber {
  from: number;
  to: number;
  /** The number that was written; of two the first. */
  said: Range;
  /** What is like it. */
  range: Range;
}

const NUMBER = '(?:\\d{1,7}(?:\\.\\d{1,2})?|[一二两三四五六七八九十百千几数][一二两三四五六七八九十百千零几]{0,7})';
const VAGUE = '(?:多|余|来|几)?';
const BETWEEN = '\\s?(?:-|~|—|–|到|至)\\s?';
const ABOUT = '(?<about>以上|以下|以内|之内|左右|上下|起|规模)?';
/** Signs after 人 that make another word of it: 人民币, 人工, 人才. */
const PEOPLE = new RegExp(
  `(?:(?<low>${NUMBER})${BETWEEN})?(?<n>${NUMBER}|(?=万人))${VAGUE}\\s?(?<unit>万多?人|[kw]人|个人|人|位|名|桌|座(?![谈城标右山落位椅])|席(?![位卡]))(?![民工才事生气文机物形品造])(?:嘉宾|来宾|宾客|客人|员工|同事|同学)?\\s?${ABOUT}`,
  'gu',
);
/** 12万5, 三万五千: thousands behind 万. */
const REST =
  '(?:(?<=万)(?<rest>[1-9一二三四五六七八九])(?:千元?|元)?(?![\\d.%零一二三四五六七八九十百千万人位名桌天个月号日年场次晚点家条份]))?';
const MONEY = new RegExp(
  `(?<before>(?:预算|费用|经费|花费|总价|报价|控制在|不超过)[是为约大概在]*\\s?)?(?:(?<low>${NUMBER})(?<low_unit>[万千wk])?${BETWEEN})?(?<n>${NUMBER})${VAGUE}\\s?(?<unit>万元|万块|万|w|千元|千块|千|k|块钱|块|元)?${REST}(?<after>\\s?(?:的?预算|经费))?\\s?${ABOUT}`,
  'gu',
);

/** Numbers of people that a normalised text names. */
export function peopleIn(text: string): FoundNumber[] {
  return [...text.matchAll(PEOPLE)].flatMap((match) => {
    const { low, n = '', unit = '', about } = match.groups ?? {};
    const written = n === '' ? 1 : numberOf(n);
    if (written === null) return [];
    const times = scaleOf(unit) * (unit === '桌' ? 10 : 1);
    const size = written * times;
    // 三人 is a play for three, 12 人 is a team
    if (size < (/^\d/.test(n) ? 5 : 10) || size > 10_000_000) return [];
    return [found(match, low === undefined ? null : numberOf(low), written, times, about)];
  });
}

/** Sums of money that a normalised text names, in fen. A bare number is none, 4k is a screen. */
export function moneyIn(text: string): FoundNumber[] {
  return [...text.matchAll(MONEY)].flatMap((match) => {
    const { before, low, low_unit, n = '', unit, rest, after, about } = match.groups ?? {};
    const whole = numberOf(n);
    const written = whole === null || rest === undefined ? whole : whole + (numberOf(rest) ?? 0) / 10;
    const named = before !== undefined || after !== undefined;
    if (written === null || (unit === undefined && !named)) return [];

    const end = text[match.index + match[0].length] ?? '';
    if (named ? unit === undefined && /[人位名桌]/.test(end) : isOther(n, unit ?? '', end)) return [];
    const times = scaleOf(unit) * 100;
    const lowest = low === undefined ? null : (numberOf(low) ?? 0) * (low_unit ? scaleOf(low_unit) / scaleOf(unit) : 1);
    const size = Math.round(written * times);
    if (size < 1_000 || size > 1e12) return [];
    return [found(match, lowest, written, times, about)];
  });
}

const AREA = new RegExp(`(?<n>${NUMBER})\\s?(?:多|来)?\\s?(?:平方米|平米|平方|㎡|m2|平(?![台面板安时价]))`, 'gu');

/** Square metres that a normalised text names. */
export function areasIn(text: string): Array<{ from: number; to: number; n: number }> {
  return [...text.matchAll(AREA)].flatMap((match) => {
    const n = numberOf(match.groups?.['n'] ?? '');
    return n === null ? [] : [{ from: match.index, to: match.index + match[0].trimEnd().length, n }];
  });
}

/** 4k is a screen, 3w的 a lamp's power, 万人 people, 千年 time. */
function isOther(n: string, unit: string, end: string): boolean {
  if (unit === 'k') return n === '4' || n === '8' || n === '2' || /[a-z0-9人]/.test(end);
  if (unit === 'w') return /[a-z0-9人]/.test(end);
  return /[人年米里份家名圣达个次场平]/.test(end);
}

/** @param low the first of two numbers, in the unit of the second */
function found(match: RegExpExecArray, low: number | null, n: number, times: number, about: string | undefined): FoundNumber {
  const [from, to] = [match.index, match.index + match[0].trimEnd().length];
  const size = n * times;
  const said = { least: (low ?? n) * times, most: size };
  const up = about === '以上' || about === '起';
  const down = about === '以下' || about === '以内' || about === '之内' || /不超过/.test(match[0]);
  return {
    ...{ from, to, said },
    range: {
      least: Math.round(down ? 0 : up ? size : said.least * (low === null ? 0.65 : 0.9)),
      most: Math.round(up ? size * 100 : down ? size : said.most * (low === null ? 1.5 : 1.1)),
    },
  };
}

/** 1 where one of the numbers lies in the range, less the further the nearest is away, 0 where none is named. */
export function nearness(range: Range, named: readonly FoundNumber[]): number {
  let best = 0;
  for (const { said } of named) {
    if (said.most >= range.least && said.least <= range.most) return 1;
    const times = said.most < range.least ? range.least / Math.max(1, said.most) : said.least / Math.max(1, range.most);
    best = Math.max(best, 1 / times / 2);
  }
  return best;
}

/** The first number of people and the first sum that a text names, as they are said; of two the larger. */
export function numbersIn(text: string): { people: number | null; money_fen: number | null } {
  const normalised = normalise(text.slice(0, NUMBERS_READ));
  return { people: peopleIn(normalised)[0]?.said.most ?? null, money_fen: moneyIn(normalised)[0]?.said.most ?? null };
}

/** Of a text that people write. */
const NUMBERS_READ = 500;
