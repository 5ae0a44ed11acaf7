import { ANSWER_TEXT_MAX, type AnswerState } from '#contract/assistant.ts';
import { AI_MARK, citedNumbers } from '#contract/assistant-text.ts';
import type { Passage } from '../../providers/document/port.ts';
import type { AnswerRow } from './repo.ts';

/** Tokens of a text, where the server did not count: about 0.7 a Chinese character, four other characters to one. */
export function tokensOf(text: string): number {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  return Math.ceil(han * 0.7 + ([...text].length - han) / 4);
}

/** Cat coins for so many output tokens, rounded up. */
export const coinsFor = (tokens: number, per_thousand: number): number => Math.ceil((tokens * per_thousand) / 1_000);

/** What an answer costs in the end: nothing unless it was delivered, at most what was reserved. */
export function settledCoins(of: { state: AnswerState; output_tokens: number; per_thousand: number; coins_max: number }): number {
  if (of.state !== 'done' && of.state !== 'stopped') return 0;
  return Math.min(of.coins_max, coinsFor(of.output_tokens, of.per_thousand));
}

/**
 * Tokens that were delivered: what the server counted, but never more than the text can hold (a server that counts wrongly cannot overbill), and
 * the text alone where it did not count.
 */
export function deliveredTokens(counted: number | null, delivered: string): number {
  const of_text = tokensOf(delivered);
  return counted === null ? of_text : Math.min(counted, of_text * 2 + 16);
}

/** More of it may be written: words that were stopped, cut off or reached their bound, which is their reason. What its asker edited is theirs. */
export const isUnfinished = ({ tool, state, reason, text, edited, sources, removed }: AnswerRow): boolean =>
  (state === 'stopped' || state === 'cut' || state === 'failed' || (state === 'done' && reason !== '')) &&
  ![tool !== '', removed, edited !== null, text === '', text.length >= ANSWER_TEXT_MAX, sources.length === 0].includes(true);

/** Name of what answers without a model, which no model may have. */
export const SANDBOX_MODEL = 'sandbox';

/** What stands on an answer: the mark of the law, unless the sandbox wrote all of it. A lost name is a model's. */
export function markOf({ model, tool, text }: Pick<AnswerRow, 'model' | 'tool' | 'text'>): string {
  if (model !== SANDBOX_MODEL) return AI_MARK;
  if (tool !== '') return '按模板生成';
  return text === '' || citedNumbers(text).size > 0 ? '原文摘录' : '演示助手';
}

type Shown = AnswerRow['sources'];
const same = (a: Shown[0] | undefined) => (b: Shown[0]) => a?.path === b.path && a.title === b.title && a.kind === b.kind;

/** What a text names by number keeps it when it is found again; what is new stands behind. `given`: what `shown` shows. */
export function renumbered<G extends { n: number }>(before: Shown, shown: Shown, given: readonly G[]): { shown: Shown; given: G[] } {
  const all = [...before, ...shown.filter((one) => !before.some(same(one)))].map((one, at) => ({ ...one, n: at + 1 }));
  return { shown: all, given: given.map((one, at) => ({ ...one, n: all.findIndex(same(shown[at])) + 1 })) };
}

const LINK = /(?:https?|ftp|data|javascript):[^\s\u3000-\u303f\uff00-\uffef]*|\bwww\.[^\s\u3000-\u303f\uff00-\uffef]+/giu;

export interface Remembered {
  question: string;
  answer: string;
}

const LEFT_OUT = '（这个回答太长，没有带上）';

/**
 * The last turns of a branch that fit into so many tokens, oldest first: whole ones, the oldest left out first. A last answer that does not fit alone
 * leaves its question.
 */
export function rememberedTurns(turns: readonly Remembered[], tokens: number): Remembered[] {
  const fitting: Remembered[] = [];
  let left = tokens;
  for (const turn of turns.toReversed()) {
    const asked = tokensOf(turn.question);
    const all = asked + tokensOf(turn.answer);
    if (all > left) {
      if (fitting.length === 0 && asked <= left) fitting.push({ question: turn.question, answer: LEFT_OUT });
      break;
    }
    left -= all;
    fitting.push(turn);
  }
  return fitting.reverse();
}

const THANKS = /^(?:好的?)?(?:非常|多|太)?(?:谢谢|感谢|谢|辛苦)(?:你|您|大家)?们?[了啦哈]?$/u;
const GREETING = /^(?:(?:你|您|大家|早上|上午|下午|晚上)好|嗨|hi|hello|在吗|在不在)[啊呀]?$/iu;
const AGREED = /^(?:好[的吧啊呀嘞]*|嗯+|ok|行|可以|没问题|再见|拜拜|(?:明白|知道|收到|懂|了解)了?)$/iu;
/** Asked of the assistant itself, or of today's world. */
const OF_IT =
  /^(?:请问)?(?:你|助手)(?:是谁|是什么|叫什么|是不是人|(?:会|能)(?:做|干|帮我做?)?(?:什么|啥))|(?:什么|哪个|哪种)大?(?:语言)?模型$|你是(?:谁|哪|什么).{0,8}(?:模型|ai|做|开发|训练)|^那?你(?:会|能)(?:讲|唱|说)/iu;
const OF_TODAY = /(?:今天|明天|后天|现在|最近|本周|这周).{0,8}(?:天气|气温|下不下雨|下雨吗|几点|星期几)/u;
/** Asked of a calculator, a poet or a ticker. */
const OF_NO_EVENT =
  /^[\s\d.]+(?:[+\-*/×÷xX]|乘以?|加上?|减去?|除以)[\s\d.]+(?:等于|是|=|得).{0,4}[\p{P}\s]*$|(?:写|作|来)一?首.{0,10}(?:诗|词|歌)[\p{P}\s]*$|(?:汇率|股价|股票|彩票|油价|金价|高铁票|机票).{0,8}(?:多少|怎么|几点|开奖|代码)?[\p{P}\s]*$/u;
const NEXT = '有要问的，直接说活动和想知道的事就行，例如“年会抽奖怎么安排”。这一句不计次数。';

/** What is said to thanks, a greeting, a nod or no words, which ask for nothing, and to what is no question of the trade. Null: it is a question. */
export function politeLine(question: string): string | null {
  const said = question.split(/[\p{P}\s~]+/u).filter(Boolean);
  if (said.length === 0) return `没有读到问题，${NEXT}`;
  if (said.some((part) => OF_IT.test(part))) return `这里是策猫助手，用站内公开的作品和您给的文件回答活动策划的问题，并注明出处。${NEXT}`;
  if (OF_NO_EVENT.test(question)) return `助手只从站内公开的作品和您给的文件里找活动策划的内容，不算数、不写诗、不查行情。${NEXT}`;
  if (OF_TODAY.test(question)) return `助手只读站内公开的作品和您给的文件，不知道实时的信息。${NEXT}`;
  if (!said.every((part) => [THANKS, GREETING, AGREED].some((one) => one.test(part)))) return null;
  return `${said.some((part) => THANKS.test(part)) ? '不客气' : said.some((part) => GREETING.test(part)) ? '您好' : '好的'}，${NEXT}`;
}

/** Of all files of a question, for the model. */
const PASSAGES_MOST = 12;
const PASSAGE_CHARS = 9_000;
const PASSAGE_MOST = 1_500;
/** Pairs of characters of a question that passages are rated by. */
const PAIRS_MOST = 60;

/**
 * Of files, each in its passages, those that a question is about, in their order; all of them where they fit. The first of a file says what it is, and
 * is always among them.
 */
export function choosePassages(files: ReadonlyArray<readonly Passage[]>, question: string): Array<Passage & { file: number }> {
  const pairs = [...new Set([...question].map((_sign, at) => question.slice(at, at + 2)))].filter((pair) =>
    /^[\p{L}\p{N}]{2}$/u.test(pair),
  );
  const asked = pairs.slice(0, PAIRS_MOST);
  const all = files.flatMap((passages, file) =>
    passages.map(({ at, text }, place) => ({
      ...{ file, place, at, text: text.slice(0, PASSAGE_MOST) },
      score: (place === 0 ? PAIRS_MOST : 0) + asked.filter((pair) => text.includes(pair)).length,
    })),
  );
  const chosen: typeof all = [];
  let left = PASSAGE_CHARS;
  for (const one of all.toSorted((a, b) => b.score - a.score || a.file - b.file || a.place - b.place)) {
    if (chosen.length === PASSAGES_MOST || left <= 0) break;
    chosen.push({ ...one, text: one.text.slice(0, left) });
    left -= one.text.length;
  }
  return chosen.toSorted((a, b) => a.file - b.file || a.place - b.place).map(({ file, at, text }) => ({ file, at, text }));
}

/** A model's words as plain text with our few marks: no HTML, no pictures, no addresses. Rendering is up to the component. */
export function cleanText(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/!\[[^[\]]*\]\([^()]*\)/g, '')
      .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
      // what is inside names none of the three: each beginning is looked at up to the next
      .replace(/<(script|style|iframe)\b[^<>]*>[^<]*(?:<(?!\/?(?:script|style|iframe)\b)[^<]*)*<\/\1\s*>/gi, '')
      .replace(/<\/?[a-zA-Z!][^<>]*>/g, '')
      .replace(LINK, '（链接已移除）')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point
      .replace(/[\u0000-\u0009\u000b-\u001f\u007f\u200b\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
  );
}

/** The same for every text within a result. */
export function cleanDeep<T>(value: T): T {
  if (typeof value === 'string') return cleanText(value) as T;
  if (Array.isArray(value)) return value.map(cleanDeep) as T;
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cleanDeep(one)])) as T;
  return value;
}

const ENDS = /[。！？!?\n]/;
/** A sentence without an end is given out after so much. */
const SENTENCE_MOST = 400;

/** Collects pieces until a sentence is whole: only whole ones can be cleaned and checked. */
export function createSentences(): { push(piece: string): string[]; rest(): string } {
  let held = '';
  return {
    push(piece) {
      held += piece;
      const whole: string[] = [];
      for (;;) {
        const end = held.search(ENDS);
        const at = end >= 0 ? end + 1 : held.length > SENTENCE_MOST ? SENTENCE_MOST : 0;
        if (at === 0) return whole;
        whole.push(held.slice(0, at));
        held = held.slice(at);
      }
    },
    rest() {
      const last = held;
      held = '';
      return last;
    },
  };
}

/** The JSON of a tool's answer, also where a model wrapped it in words or a code block. Null: there is none. */
export function readJson(text: string): unknown {
  const from = text.indexOf('{');
  const to = text.lastIndexOf('}');
  if (from < 0 || to <= from) return null;
  try {
    return JSON.parse(text.slice(from, to + 1));
  } catch {
    return null;
  }
}
