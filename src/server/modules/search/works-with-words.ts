import type { Ctx } from '../../app/ctx.ts';
import { findWorded } from './hits.repo.ts';
import { normalise } from './normalise.ts';
import { parseQuery } from './parse-query.ts';
import { TIERS } from './tiers.ts';
import { dictionaryOf } from './words/load-dictionary.ts';

/** Documents of a tier that are looked at: enough to have those whose title says the words. */
const READ = 50;

/**
 * Numbers of published works of any kind that hold every word, those first whose title says the text itself. Tiers are read until enough of
 * these are found, so a common word costs no more than a rare one.
 */
export async function worksWithWords(ctx: Ctx, text: string, most: number): Promise<number[]> {
  const words = parseQuery(text, await dictionaryOf(ctx));
  if (!words) return [];
  const found: Array<{ id: number; named: boolean }> = [];
  for (let tier = 0; tier < TIERS && found.filter(({ named }) => named).length < most; tier++) {
    found.push(...(await findWorded(ctx.db, tier, words, normalise(text), READ)));
  }
  return found
    .toSorted((a, b) => Number(b.named) - Number(a.named))
    .slice(0, most)
    .map(({ id }) => id);
}
