import type { Queryable } from '../../../db/pool.ts';
import { statement } from '../../../db/statement.ts';
import type { WordClass } from './dictionary.ts';

const learned = statement<{ word: string; of: WordClass }>(
  'search_learned',
  'select word, class as of from search_learned_words where expires_at > $1 order by n desc, word limit $2',
);

/** Words that works and queries taught, those of most first. */
export function findLearnedWords(db: Queryable, now: Date, limit: number): Promise<Array<{ word: string; of: WordClass }>> {
  return learned(db, [now, limit]);
}
