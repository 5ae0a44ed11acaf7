import { type Dictionary, LONGEST_WORD } from './dictionary.ts';

/** What a text says it does not want: 不要婚礼, 除了团建以外, 非婚礼类的, PPT的不要. */
export interface Unwanted {
  from: number;
  to: number;
  words: string[];
}

/** 要不要报批 asks. */
const AHEAD = /(?<![要含带包])(?:不要|不想要|不含|不带|不包括|不包含|排除|除了|除去|别要|别整|别搞|别弄|别做)(?:那种|什么|任何)?\s?/gu;
const BEHIND = /(?:类的?|的)?(?:都|也)?不要(?=$|[,;。、])|的不要(?=\s)/gu;
const NOT_OF_KIND = /非/gu;
const AND = /^(?:类的?|的)?\s?(?:和|或|跟|与|及|、)\s?/u;
const AFTER = /^(?:类的?)?(?:以外|之外|外)?(?:的(?!话))?/u;
const OF_KIND = /^(?:类的?|的)/u;
/** What says nothing of works is not what somebody does without. */
const OF_NO_WORK = new Set(['quiet', 'weak', 'sort', 'people-unit']);

/** Only known words are meant: 不要太贵, 没有地图的徒步 and 非遗 leave nothing out. Pure. */
export function unwantedIn(text: string, dictionary: Dictionary): Unwanted[] {
  const found: Unwanted[] = [];
  const take = (of: Unwanted) => {
    if (of.words.length > 0 && found.every(({ from, to }) => of.to <= from || of.from >= to)) found.push(of);
  };
  for (const { index, 0: said } of text.matchAll(BEHIND)) {
    const word = wordBefore(text, index, dictionary);
    if (word !== null) take({ from: index - word.length, to: index + said.length, words: [word] });
  }
  for (const { index, 0: said } of text.matchAll(AHEAD)) {
    const words: string[] = [];
    let to = index + said.length;
    for (let start = to; ; ) {
      const word = wordAt(text, start, dictionary);
      if (word === null) break;
      words.push(word);
      to = start + word.length;
      const and = AND.exec(text.slice(to))?.[0];
      if (and === undefined) break;
      start = to + and.length;
    }
    take({ from: index, to: to + (AFTER.exec(text.slice(to))?.[0].length ?? 0), words });
  }
  for (const { index } of text.matchAll(NOT_OF_KIND)) {
    const word = wordAt(text, index, dictionary) === null ? wordAt(text, index + 1, dictionary) : null;
    const kind = word === null ? undefined : OF_KIND.exec(text.slice(index + 1 + word.length))?.[0];
    if (word !== null && kind !== undefined) take({ from: index, to: index + 1 + word.length + kind.length, words: [word] });
  }
  return found;
}

const LETTERS = /^[a-z0-9]+/;

/** The longest known word that begins there. */
function wordAt(text: string, from: number, dictionary: Dictionary): string | null {
  const letters = LETTERS.exec(text.slice(from))?.[0];
  if (letters !== undefined) return isMeant(letters, dictionary) ? letters : null;
  for (let to = Math.min(text.length, from + LONGEST_WORD); to > from + 1; to--)
    if (isMeant(text.slice(from, to), dictionary)) return text.slice(from, to);
  return null;
}

/** The longest known word that ends there. */
function wordBefore(text: string, to: number, dictionary: Dictionary): string | null {
  for (let from = Math.max(0, to - LONGEST_WORD); from < to - 1; from++)
    if (isMeant(text.slice(from, to), dictionary)) return text.slice(from, to);
  return null;
}

function isMeant(word: string, { classOf }: Dictionary): boolean {
  const of = classOf(word);
  return of !== undefined && !OF_NO_WORK.has(of);
}
