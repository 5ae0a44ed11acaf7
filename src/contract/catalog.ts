/** DTOs of lists, home and collections; they hold published data only. */

import type { DemandCard } from './demand.ts';
import type { Page } from './envelope.ts';
import type { ItemCard, ItemFilter, ReleaserCard, Term } from './item.ts';
import type { CollectionCard } from './outputs/catalog.ts';
import type { SalonCard } from './salon.ts';

export type { CollectionCard } from './outputs/catalog.ts';

/** Cards a list page: five columns of four, four of five, two of ten. */
export const LIST_PAGE_SIZE = 20;
/** Collections a page of their index. */
export const COLLECTION_PAGE_SIZE = 12;
/** Results that paging reaches and counting counts: beyond it `total_capped` is true and filters are the way on. */
export const LIST_REACH = 600;
/** Results of a keyword that are ranked and paged. */
export const SEARCH_REACH = 400;

export interface KindTerms {
  /** Two levels. */
  categories: Term[];
  /** Of the kind's own facets, by key. */
  facets: Readonly<Record<string, Term[]>>;
  /** The most used ones; on a filtered list those of its items. */
  tags: Term[];
}

/** The index of collections: of all, or of those that contain one item. */
export interface CollectionIndexView {
  /** Title of the item, null for the index of all. */
  of: { id: number; title: string; kind: string } | null;
  collections: Page<CollectionCard>;
}

export interface CollectionView extends CollectionCard {
  items: Page<ItemCard>;
}

/** Works of a week that the home page counts. */
export const FRESH_MOST = 5_000;

/** The home page (issue section 7). */
export interface HomeView {
  /** First level, with icons. */
  categories: Term[];
  /** Published works of all kinds that have categories, and how many of any kind appeared within the last seven days, up to `FRESH_MOST` + 1. */
  figures: { works: number; fresh: number };
  /** The work of the week, and how many readers collected it in it; null: no scheme has a cover yet. */
  pick: { card: ItemCard; introduction: string; collected: number } | null;
  recommended: ItemCard[];
  newest: ItemCard[];
  /** The best-liked work of every other kind that has some, by the kind's key. */
  others: Array<{ kind: string; card: ItemCard }>;
  /** A collection of schemes with its first works, another one each week. */
  collection: (CollectionCard & { cards: ItemCard[] }) | null;
  /** A publisher with the newest works, another one each week. */
  person: { releaser: ReleaserCard; cards: ItemCard[] } | null;
  /** Others of note. */
  publishers: ReleaserCard[];
  /** Open ones, the newest first. */
  demands: DemandCard[];
  /** The next ones, soonest first. */
  salons: SalonCard[];
  hot_words: string[];
}

/** A part of a keyword as it was understood, to be taken away with a press. */
export interface QueryPart {
  role: 'topic' | 'people' | 'budget' | 'date' | 'city' | 'season' | 'industry' | 'format' | 'kind' | 'price' | 'sort' | 'not';
  /** For people: 300 人左右. */
  label: string;
  /** The keyword with this part taken away; empty where nothing remains. */
  without: string;
}

/** What stands before a word that is not wanted. */
export const NOT = '不要';

/**
 * How a keyword was answered: by all of its words, by these and then (few works hold them) by fewer, by fewer alone, by what was probably meant, by words near to it, by its category,
 * or not at all.
 */
export const SEARCH_ANSWERS = ['all', 'few', 'fewer', 'meant', 'near', 'category', 'none'] as const;
export type SearchAnswerKind = (typeof SEARCH_ANSWERS)[number];

/** A page of a list by keyword, with how it was answered: what stands in it may be what is nearest. */
export interface FoundPage<T> extends Page<T> {
  answer: SearchAnswerKind;
}

export interface SearchAnswer {
  answer: SearchAnswerKind;
  /** What the keyword was understood as. */
  parts: QueryPart[];
  /** Words that no work holds together with the others. */
  left_out: string[];
  /** What the works were found by; the keyword's own words where all of them. */
  found_by: string[];
  /** The words that decide, normalised and sorted: the key of pins and presses. */
  key: string;
  /** What was probably meant by what finds nothing. */
  meant?: string;
  /** With `few`: so many works hold all words, those after them fewer. */
  whole?: number;
  /** Where a city was named that only ranks: whether any of the works says it. */
  in_city?: boolean;
}

/** By row of choices (cid, cid2, price, format, a facet's key) how many works each choice shows; a row of which too many are is absent. */
export type OptionCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Everything that a list page renders. `filter` is the canonical one: what the URL means. */
export interface ItemListView {
  /** Key of the kind. */
  kind: string;
  filter: ItemFilter;
  terms: KindTerms;
  /** Numbers beside the choices; of a list by keyword those of the whole kind. */
  options: OptionCounts;
  /** The chosen tag when it is not among the hot ones; null when none is chosen. */
  tag: Term | null;
  result: Page<ItemCard>;
  /** How the keyword was read and answered; absent without one. */
  search?: SearchAnswer;
}

/** How many items of a kind a search finds. */
export interface KindHits {
  kind: string;
  total: number;
  /** There are more than the total says. */
  capped: boolean;
}

/** The search page: one kind's results, and what the keyword finds of the others. */
export interface SearchView {
  kinds: KindHits[];
  list: ItemListView;
  /** Words to try, where the keyword's own words found nothing. */
  near?: string[];
  /** Publishers whose names begin so, where works do not hold all words. */
  publishers?: Array<{ id: number; nickname: string; works_num: number }>;
  /** Texts of the help centre, where the keyword asks about the site. */
  help?: Array<{ label: string; href: string }>;
  /** Works like the best hit, where few stand alone: of the kind that is shown. */
  similar?: ItemCard[];
  /** What others look at, where nothing else was found: of the kind that is shown, best first. */
  popular?: ItemCard[];
}
