/** Numbers as people write them: 五十, 三百二, 12.5万, 十二万五. */

const DIGITS = '零一二三四五六七八九';
const UNITS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1_000, 万: 10_000, w: 10_000, k: 1_000 };
/** What an unnamed digit (几十人) is taken for. */
const SOME = 5;

/** How many a sign of a unit (万, 千元, k) stands for; without one 1. */
export const scaleOf = (unit: string | undefined): number => (unit === undefined ? 1 : (UNITS[unit[0] ?? ''] ?? 1));

/** 五十, 三百二, 一千零五十, 8, 1.5, 几百; null: no number. */
export function numberOf(text: string): number | null {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  let sum = 0;
  let digit: number | null = null;
  let unit = 10;
  for (const sign of text.replaceAll('两', '二').replaceAll('俩', '二')) {
    const value = '几数'.includes(sign) ? SOME : DIGITS.indexOf(sign);
    if (value >= 0) {
      digit = value;
      continue;
    }
    const of = UNITS[sign];
    if (of === undefined) return null;
    sum = of === 10_000 ? (sum + (digit ?? (sum === 0 ? 1 : 0))) * of : sum + (digit ?? 1) * of;
    digit = null;
    unit = of;
  }
  // 三百二 is 320, 五 is 5, 一千零五 is 1,005
  const rest = digit === null ? 0 : digit * (sum > 0 && unit > 10 && !/零.$/.test(text) ? unit / 10 : 1);
  return text === '' ? null : sum + rest;
}

const BEFORE = /^(?:大约|大概|预计|约|共|[¥￥])/;
const BEHIND = /(?:元|元整|块|块钱|分钟|个人|[人位名天条])?(?:左右|上下|以内|之内)?$/;

/** How it came about, in brackets behind it: 约200人（20桌×10）. */
const BRACKETS = /\([^()]*\)$/;

/** A whole number as it is typed into a field: 200, 约200人, 12.5万, 12万5, 十二万五, 3,000 元; null: none. */
export function wholeSaid(text: string): number | null {
  const plain = text
    .slice(0, 24)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s,]/g, '')
    .replace(BRACKETS, '')
    .replace(BEFORE, '')
    .replace(BEHIND, '');
  const [, wan, rest = '', thousands = ''] = /^(\d{1,5}(?:\.\d{1,4})?)[万w](?:(\d|\d{4})(千?))?$/.exec(plain) ?? [];
  if (wan !== undefined) {
    if (rest.length === 4 && thousands !== '') return null;
    const whole = Math.round(Number(wan) * 10_000) + Number(rest) * (rest.length === 4 ? 1 : 1_000);
    return wan.includes('.') && rest !== '' ? null : whole;
  }
  const is_words = /^[零一二两三四五六七八九十百千万]{1,9}$/.test(plain) && !/[一二两三四五六七八九]{2}/.test(plain);
  const number = is_words || /^\d{1,9}$/.test(plain) ? numberOf(plain) : null;
  return number !== null && number > 0 ? number : null;
}
