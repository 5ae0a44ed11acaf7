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

const fresh = statement<{ word: string; n: number }>(
  'search_new_words',
  `select word, max(n)::int as n from (
     select word, n from search_words where n >= $1
     union all select word, count from hot_searches where count >= $2
   ) met where word ~ '^[㐀-鿿]{2,4}$' group by word order by 2 desc, word limit $3`,
);

/** Short Chinese words that so many works name or so many searches were for. Reads both tables whole: a job's. */
export function findNewWords(db: Queryable, works: number, searches: number, limit: number): Promise<Array<{ word: string; n: number }>> {
  return fresh(db, [works, searches, limit]);
}

const save = statement(
  'search_save_learned',
  `insert into search_learned_words (word, n, expires_at) select word, n, $3 from unnest($1::text[], $2::int[]) as given(word, n)
   on conflict (word) do update set n = excluded.n, expires_at = excluded.expires_at`,
);

/** Keeps words until then; those that are known already last as long. */
export async function saveLearnedWords(db: Queryable, words: ReadonlyArray<{ word: string; n: number }>, expires_at: Date): Promise<void> {
  if (words.length > 0) await save(db, [words.map(({ word }) => word), words.map(({ n }) => n), expires_at]);
}

const expired = statement('search_expired_words', 'delete from search_learned_words where expires_at <= $1');

export async function deleteExpiredWords(db: Queryable, now: Date): Promise<void> {
  await expired(db, [now]);
}
