import { sql } from 'drizzle-orm';
import { boolean, customType, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, counter, created, fen, id, ref } from '../../db/columns.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * One row a published item. `terms` holds what a query can ask for: single characters, character pairs, Latin words, the item's kind
 * (`#k2`) and its facet codes (`#12`). `tier` says how prominent it is (0 first); a common word is answered from the first tiers. See docs/decisions/0012-search-in-tiers.md.
 */
export const search_documents = pgTable(
  'search_documents',
  {
    item_id: ref().primaryKey(),
    kind: smallint().notNull(),
    tier: smallint().notNull().default(0),
    /** Normalised texts for ranking: where a word stands decides its weight. */
    title: text().notNull().default(''),
    tags: text().notNull().default(''),
    introduction: text().notNull().default(''),
    terms: tsvector().notNull(),
    /** As of the last refresh; for ranking only. */
    hot_score: counter(),
    download_num: counter(),
    price_fen: fen().notNull().default(0),
    published_at: at().notNull().defaultNow(),
    indexed_at: created(),
    /** Its words were counted in `search_words`. */
    learned: boolean().notNull().default(false),
  },
  (t) => [
    index('search_documents_tier_0').using('gin', t.terms).where(sql`${t.tier} = 0`),
    index('search_documents_tier_1').using('gin', t.terms).where(sql`${t.tier} = 1`),
    index('search_documents_tier_2').using('gin', t.terms).where(sql`${t.tier} = 2`),
    index('search_documents_tier_3').using('gin', t.terms).where(sql`${t.tier} = 3`),
    index('search_documents_tier_4').using('gin', t.terms).where(sql`${t.tier} = 4`),
    index('search_documents_tier_5').using('gin', t.terms).where(sql`${t.tier} = 5`),
    index('search_documents_tier_6').using('gin', t.terms).where(sql`${t.tier} = 6`),
    index('search_documents_tier_7').using('gin', t.terms).where(sql`${t.tier} = 7`),
    index('search_documents_tier_8').using('gin', t.terms).where(sql`${t.tier} = 8`),
    index('search_documents_tier_9').using('gin', t.terms).where(sql`${t.tier} = 9`),
    index('search_documents_tier_10').using('gin', t.terms).where(sql`${t.tier} = 10`),
    index('search_documents_tier_11').using('gin', t.terms).where(sql`${t.tier} = 11`),
  ],
);

/** What people look for: words with counts, for 大家都在搜. */
export const hot_searches = pgTable(
  'hot_searches',
  {
    id: id(),
    word: text().notNull(),
    count: integer().notNull().default(0),
    /** Presses on it among the hot words. */
    click_num: integer().notNull().default(0),
    updated_at: created(),
  },
  (t) => [uniqueIndex('hot_searches_word').on(t.word), index('hot_searches_top').on(t.count.desc().nullsFirst(), t.id)],
);

export const recent_searches = pgTable(
  'recent_searches',
  { id: id(), user_id: ref().notNull(), word: text().notNull(), searched_at: created() },
  (t) => [
    uniqueIndex('recent_searches_once').on(t.user_id, t.word),
    index('recent_searches_newest').on(t.user_id, t.searched_at.desc().nullsFirst()),
  ],
);

/** What readers looked for and did not find, for staff. */
export const search_wishes = pgTable(
  'search_wishes',
  {
    id: id(),
    user_id: ref().notNull(),
    keyword: text().notNull(),
    /** What they need, in their words. */
    content: text().notNull(),
    state: text({ enum: ['open', 'done'] })
      .notNull()
      .default('open'),
    answered_by: ref(),
    answered_at: at(),
    created_at: created(),
  },
  (t) => [
    index('search_wishes_user').on(t.user_id, t.id),
    index('search_wishes_by_time').on(t.created_at, t.id),
    index('search_wishes_open').on(t.id).where(sql`${t.state} = 'open'`),
    index('search_wishes_done').on(t.id).where(sql`${t.state} = 'done'`),
    index('search_wishes_words').on(t.keyword.op('text_pattern_ops')),
  ],
);

/**
 * Words that documents hold, for suggestions and for what finds nothing: by beginning, by pinyin, by initials, by one wrong character.
 * `n`: documents that were indexed with it for the first time. See docs/decisions/0090-search-forgives.md.
 */
export const search_words = pgTable(
  'search_words',
  {
    word: text().primaryKey(),
    pinyin: text().notNull(),
    initials: text().notNull(),
    shorter: text().array().notNull().default([]),
    n: integer().notNull().default(1),
  },
  (t) => [
    // the beginning of a word, whatever the collation
    index('search_words_by_word').on(t.word.op('text_pattern_ops')),
    index('search_words_by_pinyin').on(t.pinyin.op('text_pattern_ops')),
    index('search_words_by_initials').on(t.initials.op('text_pattern_ops')),
    index('search_words_by_shorter').using('gin', t.shorter),
  ],
);

/** Words that works or queries taught the cutter, until they expire; written by a nightly job. `class` as in words/dictionary.ts. */
export const search_learned_words = pgTable(
  'search_learned_words',
  {
    word: text().primaryKey(),
    class: text().notNull().default('word'),
    /** Works or readers that have it. */
    n: integer().notNull().default(1),
    expires_at: at().notNull(),
  },
  (t) => [index('search_learned_words_most').on(t.n.desc().nullsFirst(), t.word)],
);
