/** What was typed under 补充要求, one wish each, and what it asks to leave out. */

const WISHES_MOST = 8;
const WISH_LENGTH = 60;
const REFUSES = /^(?:不要|不想要?|不能|不可以?|不需要|不用|不设|不做|不安排|没有|无需|避免|取消|去掉|禁止|谢绝)(?:安排|喝|吃|有|用|设|放)?/;
const SORT = /(?:环节|部分|流程|活动)$/;

const STEPS = /^(?:环节|流程|议程)[:：]/;

export interface Wish {
  text: string;
  /** What is to be left out; '': nothing. */
  unwanted: string;
  /** What may be asked for. */
  asks: string;
}

export interface Step {
  /** Minutes after midnight; null: it was not said. */
  at: number | null;
  what: string;
}

/** Parts of the event in their order, as a line says them: 环节：18:00 签到、18:30 致辞. */
export function stepsOf(more = ''): Step[] {
  const line = more.split('\n').find((one) => STEPS.test(one.trim())) ?? '';
  return line
    .trim()
    .replace(STEPS, '')
    .split(/[、；;，,。]/)
    .flatMap((part) => {
      const [, hour, minute, what = ''] = /^(?:(\d{1,2})[:：](\d{2}) ?)?(.{0,60})/u.exec(part.trim()) ?? [];
      return what === '' ? [] : [{ at: hour === undefined ? null : Number(hour) * 60 + Number(minute), what }];
    });
}

/** What was typed but for the line of steps. */
const withoutSteps = (more: string): string =>
  more
    .split('\n')
    .filter((line) => !STEPS.test(line.trim()))
    .join('\n');

/** `steps`: what is made has them in another way; else their line is a wish. */
export function wishesOf(more = '', steps = false): Wish[] {
  // what follows 、 after a refusal may be refused as well: it is not parted from it
  const line = steps ? '' : (more.split('\n').find((one) => STEPS.test(one.trim())) ?? '').trim();
  const all = withoutSteps(more)
    .split(/[\n。；;，,]/)
    .map((sentence) => sentence.trim())
    .flatMap((sentence) => (REFUSES.test(sentence) ? [sentence] : sentence.split('、')))
    .flatMap((part) => part.trim() || [])
    .concat(line || []);
  const shown =
    all.length > WISHES_MOST ? [...all.slice(0, WISHES_MOST - 1), `另有 ${all.length - WISHES_MOST + 1} 项，见所填的原文`] : all;
  return shown.map((whole) => {
    const text = whole.length > WISH_LENGTH ? `${whole.slice(0, WISH_LENGTH - 1)}…` : whole;
    if (!REFUSES.test(text)) return { text, unwanted: '', asks: text };
    const [first = '', ...others] = text.replace(REFUSES, '').split('、');
    return { text, unwanted: first.replace(SORT, ''), asks: others.join('、') };
  });
}

/** `text` without those of its parts that a wish wants left out. */
export function sparing(text: string, wishes: readonly Wish[]): string {
  const words = wishes.flatMap(({ unwanted }) => unwanted || []);
  return text
    .split(/(?=[与、，])/)
    .filter((part) => !words.some((word) => part.includes(word)))
    .join('')
    .replace(/^[与、，]/, '');
}
