import type { Queryable } from '../../../db/pool.ts';
import { statement } from '../../../db/statement.ts';
import type { WordClass } from './dictionary.ts';

/** More names and learned words than these are not words of the trade. */
const NAMES_MOST = 20_000;

const words = statement<{ word: string; of: WordClass }>(
  'search_catalogue_words',
  `(select name as word, min(facet) as of from terms where length(name) between 2 and 12 and (facet <> 'tag' or item_num > 0)
    group by name order by max(item_num) desc limit $1)
   union all (select word, class as of from search_learned_words where expires_at > now() order by n desc limit $1)`,
);

/** Names of categories, terms and used tags, the most used first, and learned words. */
export async function findCatalogueWords(db: Queryable): Promise<Array<{ word: string; of: WordClass }>> {
  const rows = await words(db, [NAMES_MOST]);
  return rows.map(({ word, of }) => ({ word, of: CLASS_OF_FACET[of] ?? of }));
}

/** Facets whose names are of a class of their own; others are words. */
const CLASS_OF_FACET: Readonly<Record<string, WordClass>> = {
  category: 'event',
  activity: 'event',
  tag: 'word',
};
