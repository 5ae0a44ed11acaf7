import type { Ctx } from '../../app/ctx.ts';
import { readQuery } from './read-query.ts';
import { type AboutRow, findAbout } from './repo.ts';
import { anyOfWords } from './rules.ts';
import { dictionaryOf } from './words/load-dictionary.ts';

/** Tiers that are read for a question: the 16,000 most prominent works. */
const TIERS_READ = 6;
const CANDIDATES = 200;
/** As soon as so many are found, less prominent works are left out. */
const ENOUGH = 60;
/** Works that fit so much worse than the best are no answer. */
const NEAR_BEST = 0.35;
const WEIGHTS = { title: 3, tags: 2, introduction: 1 } as const;

/**
 * Published works that a question in words may be about, the best first, and the words that they were found by. A keyword search asks for
 * all its words, a question for any: what is rare among the candidates counts more, and a work must hold one of them in title, tags or
 * introduction. Empty where nothing fits.
 */
export async function worksAbout(
  ctx: Ctx,
  question: string,
  { kinds, limit }: { kinds: readonly number[]; limit: number },
): Promise<{ ids: number[]; words: string[] }> {
  const { topic, weak } = readQuery(question, await dictionaryOf(ctx));
  const words = [...topic, ...weak];
  if (words.length === 0) return { ids: [], words };
  const query = anyOfWords(words);
  const rows: AboutRow[] = [];
  for (let tier = 0; tier < TIERS_READ && rows.length < ENOUGH; tier++) {
    rows.push(...(await findAbout(ctx.db, tier, query, CANDIDATES)).filter(({ kind }) => kinds.includes(kind)));
  }
  const fields = Object.entries(WEIGHTS) as Array<[keyof typeof WEIGHTS, number]>;
  const holding = new Map(words.map((word) => [word, rows.filter((row) => fields.some(([field]) => row[field].includes(word))).length]));
  const rated = rows.map((row) => {
    let score = 0;
    for (const word of words) {
      const weight = fields.find(([field]) => row[field].includes(word))?.[1] ?? 0;
      score += weight * Math.log(1 + rows.length / Math.max(1, holding.get(word) ?? 1));
    }
    return { id: row.item_id, score };
  });
  const best = Math.max(0, ...rated.map(({ score }) => score));
  const ids = rated
    .filter(({ score }) => score > 0 && score >= best * NEAR_BEST)
    .toSorted((a, b) => b.score - a.score || b.id - a.id)
    .slice(0, limit)
    .map(({ id }) => id);
  return { ids, words };
}
