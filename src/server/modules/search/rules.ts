/** Pure text rules of the search: what a document offers and what a query asks for. */

/** Longest text of one field that is indexed, characters. Beyond it nearly every pair has been seen. */
export const INDEXED_CHARS = 20_000;
const QUERY_TERMS = 24;
const QUERY_WORDS = 6;
/** Of synonyms of a word, and of words of a query that have any. */
const SYNONYMS_MOST = 6;
/** Words that say only that something is what is sold here: beside another word nobody means to narrow by them. */
const SAYS_NOTHING = new Set(['方案', '策划', '策划案', '策划书', '策划方案', '模板', '活动', '活动方案', '案例']);

/** One form for equal texts: full-width to half-width (NFKC), lower case, white space single. Traditional characters stay as they are. */
export function normalise(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

const RUNS = /(?<han>\p{Script=Han}+)|(?<word>[[\p{L}\p{N}]--\p{Script=Han}]+)/gv;

function runsOf(text: string): Array<{ han: boolean; text: string }> {
  return [...text.matchAll(RUNS)].map((match) => ({ han: match.groups?.['han'] !== undefined, text: match[0] }));
}

/** Single characters and neighbouring pairs of Chinese runs, whole words of every other script. No doubles. */
export function termsOf(text: string): string[] {
  const found = new Set<string>();
  for (const run of runsOf(normalise(text.slice(0, INDEXED_CHARS)))) {
    if (!run.han) {
      // a longer run is a code or a link; its beginning is enough to find it
      found.add(run.text.slice(0, 40));
      continue;
    }
    const characters = [...run.text];
    for (const [index, character] of characters.entries()) {
      found.add(character);
      const next = characters[index + 1];
      if (next !== undefined) found.add(character + next);
    }
  }
  return [...found];
}

export interface ParsedQuery {
  /** The whole keyword, normalised: found in one piece it counts most. */
  phrase: string;
  /** Words for ranking. */
  words: string[];
  /** What recall asks the index for: all of them. `prefix` matches longer words too. */
  terms: QueryTerm[];
  /** For each word that has synonyms: it or one of them, each of which asks for all its terms. */
  either: QueryTerm[][][];
}

export interface QueryTerm {
  term: string;
  prefix: boolean;
}

/** Other words for a word, normalised; none for most. */
export type Synonyms = (word: string) => readonly string[];
const NO_SYNONYMS: Synonyms = () => [];

/**
 * What a keyword asks for. `cut` splits a Chinese run into words (jieba): pairs are asked for within words only, so that 年会方案 finds
 * 年会策划方案. Neighbouring single characters are put together again: cut would lose 快闪 in 快闪店. A word that has synonyms may be any of
 * them; in ranking its own place comes first. Null when there is nothing to look for.
 */
export function parseQuery(keyword: string, cut: (run: string) => string[], synonyms: Synonyms = NO_SYNONYMS): ParsedQuery | null {
  const phrase = normalise(keyword);
  const words: string[] = [];
  for (const run of runsOf(phrase)) {
    if (!run.han) words.push(run.text);
    else words.push(...([...run.text].length <= 2 ? [run.text] : joinKnown(joinSingles(cut(run.text)), synonyms)));
  }
  const narrowing = words.filter((word) => !SAYS_NOTHING.has(word));
  const asked = [...new Set(narrowing.length > 0 ? narrowing : words)];
  if (asked.length === 0) return null;
  const terms = new Map<string, QueryTerm>();
  const either: QueryTerm[][][] = [];
  for (const word of asked) {
    const others = synonyms(word).slice(0, SYNONYMS_MOST);
    if (others.length > 0 && either.length < SYNONYMS_MOST) either.push([word, ...others].map(askedOf));
    else for (const one of askedOf(word)) terms.set(one.term, one);
  }
  const also = asked.flatMap((word) => synonyms(word));
  return {
    phrase,
    words: [...new Set([...words, ...also])].slice(0, QUERY_WORDS),
    terms: [...terms.values()].slice(0, QUERY_TERMS),
    either,
  };
}

/** What the index is asked for a word: pairs of a Chinese one, the whole of another, as a beginning where it is of letters. */
function askedOf(word: string): QueryTerm[] {
  return runsOf(word).flatMap(({ han, text }) => {
    if (!han) return [{ term: text.slice(0, 40), prefix: /^\p{L}/u.test(text) }];
    const characters = [...text];
    if (characters.length === 1) return [{ term: text, prefix: false }];
    return characters.slice(1).map((next, at) => ({ term: `${characters[at]}${next}`, prefix: false }));
  });
}

/** Neighbours that are one word of the synonyms together, which the dictionary cuts: 年度 and 盛典. */
function joinKnown(words: readonly string[], synonyms: Synonyms): string[] {
  const joined: string[] = [];
  for (let at = 0; at < words.length; ) {
    let to = Math.min(words.length, at + 4);
    while (to > at + 1 && synonyms(words.slice(at, to).join('')).length === 0) to--;
    joined.push(words.slice(at, to).join(''));
    at = to;
  }
  return joined;
}

/** Words of questions that say nothing of what they are about. */
const ASKS_ONLY = new Set(
  '什么 怎么 怎样 如何 哪些 哪个 哪里 多少 为什么 是否 可以 能否 需要 应该 推荐 建议 帮我 给我 我们 我要 一个 一下 一些 一份 一场 有没有 好玩 比较 适合 注意 介绍 安排 准备 怎么办 写一 关于 以及 还有 想要'.split(
    ' ',
  ),
);
const QUESTION_WORDS = 12;

/** What a question is about, in words of two characters and more; none where it only asks. */
export function questionWords(question: string, cut: (run: string) => string[]): string[] {
  const words = runsOf(normalise(question)).flatMap(({ han, text }) =>
    han ? ([...text].length <= 2 ? [text] : joinSingles(cut(text))) : [text],
  );
  const told = words.filter((word) => [...word].length >= 2 && !ASKS_ONLY.has(word) && !/^\d+$/.test(word));
  const narrowing = told.filter((word) => !SAYS_NOTHING.has(word));
  return [...new Set(narrowing)].slice(0, QUESTION_WORDS);
}

/** Documents that hold one of the words, whole, in PostgreSQL's form. */
export function anyOfWords(words: readonly string[]): string {
  return words
    .map(
      (word) =>
        `(${askedOf(word)
          .map(({ term }) => quoted(term))
          .join(' & ')})`,
    )
    .join(' | ');
}

function joinSingles(words: string[]): string[] {
  const joined: string[] = [];
  let open = false;
  for (const word of words) {
    const single = [...word].length === 1;
    if (single && open) joined[joined.length - 1] += word;
    else joined.push(word);
    open = single;
  }
  return joined;
}

/** Lexeme of a facet code: no word looks like it. */
export function facetTerm(code: number): string {
  return `#${code}`;
}

/** Lexeme of a kind: in the index like a word, so that what a search reads does not grow with other kinds. */
export function kindTerm(code: number): string {
  return `#k${code}`;
}

/** The words in PostgreSQL's form. Terms are letters and digits only; quoted all the same. */
export function tsquery({ terms, either }: ParsedQuery): string {
  return [...terms.map(termQuery), ...either.map(anyWay)].join(' & ');
}

const termQuery = ({ term, prefix }: QueryTerm): string => quoted(term) + (prefix ? ':*' : '');
const anyWay = (ways: readonly QueryTerm[][]): string => `(${ways.map((way) => `(${way.map(termQuery).join(' & ')})`).join(' | ')})`;

/** The words as ways to hold them, all terms of a way: one for each meaning of the first word that has several; `rest` asks for the others. */
export function conjunctionsOf({ terms, either: [first, ...others] }: ParsedQuery): { ways: QueryTerm[][]; rest: string[] } {
  return { ways: first ? first.map((way) => [...way, ...terms]) : [terms], rest: others.map(anyWay) };
}

export const quoted = (term: string) => `'${term.replace(/['\\]/g, '$&$&')}'`;

const PRICE_WORDS = { vip: '会员', free: '免费', paid: '付费' } as const;

/** What a card prints of the price, found as a whole: a search for 会 does not mean every member's work. */
export function priceWord({ vip_only, price_fen }: { vip_only: boolean; price_fen: number }): string {
  return vip_only ? PRICE_WORDS.vip : price_fen === 0 ? PRICE_WORDS.free : PRICE_WORDS.paid;
}

export const isPriceWord = (word: string): boolean => Object.values<string>(PRICE_WORDS).includes(word);
