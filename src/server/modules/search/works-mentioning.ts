import { KINDS } from '#contract/kinds.ts';
import type { Ctx } from '../../app/ctx.ts';
import type { AboutWord } from '../../providers/assistant/port.ts';
import { findMentioned, findRepeated } from './hits.repo.ts';
import type { LexemeShares } from './index-query.ts';
import { lexemeShares } from './read-tiers.ts';
import { allOf, askedOf, kindTerm, quoted } from './rules.ts';

/** Of a question, which may be long; each costs a comparison a document. */
const [WORDS_MOST, PAIRS_MOST, NAMES_MOST] = [10, 12, 4] as const;
/** Documents of a tier that are compared. */
const READ = 150;
/** What no statistics know is held by so few. */
const RARE = 0.002;
/** What more documents hold finds articles alone, and counts. */
const COMMON = 0.08;
/** Of a pair of signs, beside a word. */
const OF_PAIR = 0.4;
const OF_WEAK = 0.5;
/** Of an article, which is written to be read: about a word that one work in four says. */
const OF_ARTICLE = 1.5;

/**
 * Published works that mention what is asked anywhere in what may be read of them: those first that hold the most of its words and of its pairs of signs,
 * a rare one counting more.
 */
export async function worksMentioning(
  ctx: Ctx,
  { about, pairs, kinds, limit }: { about: readonly AboutWord[]; pairs: readonly string[]; kinds: readonly number[]; limit: number },
): Promise<number[]> {
  const shares = await lexemeShares(ctx.app);
  const words = about.slice(0, WORDS_MOST).map(({ words: names, is }) => {
    const ways = names.slice(0, NAMES_MOST).map((name) => askedOf(name));
    const share = Math.max(...ways.map((terms) => Math.min(...terms.map(({ term }) => shareOf(term, shares)))));
    return { query: ways.map(allOf).join(' | '), share, of: is === 'weak' ? OF_WEAK : 1 };
  });
  const two = pairs.slice(0, PAIRS_MOST).map((pair) => ({ query: quoted(pair), share: shareOf(pair, shares), of: OF_PAIR }));
  const asked = [...words, ...two].filter(({ query }) => query !== '');
  // what many works say finds articles alone: of each hundred they are few, and they are written to be read
  const of_articles = words
    .filter(({ query, share }) => query !== '' && share > COMMON)
    .map(({ query }) => ({ query: `(${query}) & ${quoted(kindTerm(KINDS.article.code))}` }));
  const finding = [...asked.filter(({ share }) => share <= COMMON), ...of_articles];
  if (finding.length === 0) return [];
  const found = await findMentioned(ctx.db, {
    any: finding.map(({ query }) => `(${query})`).join(' | '),
    queries: asked.map(({ query }) => query),
    points: asked.map(({ share, of }) => -Math.log(share) * of),
    ...{ kinds, limit, read: READ, lean: { kind: KINDS.article.code, points: OF_ARTICLE } },
  });
  return found.map(({ id }) => id);
}

/** So many works hold a line that comes from a pattern; pairs of a line that are looked for. */
const [REPEATED, PAIRS_OF_LINE] = [3, 14] as const;

/** Lines that several works hold but for their numbers: they come from a pattern and say nothing of one. */
export async function repeatedLines(ctx: Ctx, lines: readonly string[]): Promise<Set<string>> {
  const queries = lines.map((line) => {
    const runs = line.replace(/[\d一二三四五六七八九十百千万两]+/g, ' ').match(/\p{Script=Han}{4,}/gu) ?? [];
    return allOf(runs.flatMap((run) => askedOf(run)).slice(0, PAIRS_OF_LINE));
  });
  const asked = queries.flatMap((query, at) => (query === '' ? [] : [{ query, at }]));
  if (asked.length === 0) return new Set();
  const found = await findRepeated(
    ctx.db,
    asked.map(({ query }) => query),
    REPEATED,
  );
  return new Set(found.flatMap((n) => lines[asked[n]?.at ?? -1] ?? []));
}

const shareOf = (lexeme: string, shares: LexemeShares): number => shares.get(lexeme) ?? RARE;
