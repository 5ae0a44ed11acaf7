import { type FoundPage, LIST_PAGE_SIZE, SEARCH_REACH, type SearchAnswer } from '#contract/catalog.ts';
import type { Page } from '#contract/envelope.ts';
import type { ItemCard, ItemFilter, ItemMatch } from '#contract/item.ts';
import type { KindFacts } from '#contract/kinds.ts';
import type { Ctx } from '../../app/ctx.ts';
import { facetsOf, itemCards, listItems } from '../catalog/index.ts';
import { type ArrangedHit, arrangeHits } from './arrange-hits.ts';
import { type Counted, UNCOUNTED } from './count-hits.ts';
import { FIELD_SHARES, type Hit, hitsAmong, OF_OTHERS } from './hits.repo.ts';
import { nearCategory } from './near-category.ts';
import { answerOf, planSearch, relaxPlan, type SearchPlan } from './plan-search.ts';
import { askingOf, hitsByTiers } from './read-tiers.ts';
import { findTexts } from './repo.ts';
import { isPriceWord, type RankWord, TIERS } from './rules.ts';

export interface HitReasons {
  id: number;
  title: string;
  /** Points of words by where they stand. */
  words: Array<{ word: string; where: keyof typeof FIELD_SHARES; points: number }>;
  /** What readers of this query did. */
  presses: number;
  /** As many people, as much money. */
  numbers: number;
  /** For all words, beside works that hold fewer. */
  whole: number;
  /** Popularity, age and what the query leans to: what remains of the sum. */
  freshness: number;
  pinned: boolean;
  /** Others of its publisher stand before it. */
  gave_way: boolean;
  sum: number;
}

/** Why each hit of a keyword's first page stands where it does. */
export async function explainHits(ctx: Ctx, keyword: string, kind: KindFacts): Promise<{ search: SearchAnswer; hits: HitReasons[] }> {
  const whole = await planSearch(ctx, keyword);
  const first = { limit: LIST_PAGE_SIZE, counted: UNCOUNTED };
  const literal = await hitsOf(ctx, kind, { keyword }, whole, first);
  const nearer = literal.hits.length === 0 && whole.query ? await relaxPlan(ctx, whole, { kind: kind.code }) : null;
  const found = nearer ? await hitsOf(ctx, kind, { keyword }, nearer, first) : literal;
  const [{ hits }, plan] = await toppedUp(ctx, kind, { keyword }, found, nearer ?? whole);
  const shown = hits.slice(0, LIST_PAGE_SIZE);
  const rows = await findTexts(
    ctx.db,
    shown.map(({ id }) => id),
  );
  const texts = new Map(rows.map((row) => [row.item_id, row]));
  const reasons = shown.map(
    ({ id, score, presses, numbers, pinned, gave_way, whole: of_all = 0, rank = plan.query?.rank ?? [] }): HitReasons => {
      const row = texts.get(id);
      const words = rank.flatMap((one) => pointsOf(one, (where, word) => row?.[where].includes(word) === true));
      const told = words.reduce((sum, one) => sum + one.points, 0) + presses + numbers + of_all;
      const freshness = pinned ? 0 : round(score - told);
      return {
        id,
        title: row?.title ?? '',
        words,
        presses: round(presses),
        numbers: round(numbers),
        whole: of_all,
        freshness,
        pinned,
        gave_way,
        sum: round(score),
      };
    },
  );
  return { search: answerOf(plan), hits: reasons };
}

/** What a word, or what says the same, is worth by where it stands. */
function pointsOf({ word, points, others = [] }: RankWord, says: (where: Field, word: string) => boolean): HitReasons['words'] {
  const standing = (saidIn: (where: Field) => string | undefined, share: number) => {
    const where = fields.find((field) => saidIn(field) !== undefined);
    return where ? [{ word: saidIn(where) ?? word, where, points: round(points * share * FIELD_SHARES[where]) }] : [];
  };
  const own = standing((where) => (says(where, word) ? word : undefined), 1);
  const of_others = standing((where) => others.find((other) => says(where, other)), OF_OTHERS);
  return (of_others[0]?.points ?? 0) > (own[0]?.points ?? 0) ? of_others : own;
}

type Field = keyof typeof FIELD_SHARES;
const fields = Object.keys(FIELD_SHARES) as Field[];
const round = (points: number): number => Math.round(points * 10) / 10;

export interface FoundItems {
  page: Page<ItemCard>;
  search: SearchAnswer;
}

/** One page of what a keyword finds of a kind, as calls answer it; `searchItems` says more of how it was answered. */
export async function findItems(ctx: Ctx, kind: KindFacts, filter: ItemFilter, limit = LIST_PAGE_SIZE): Promise<FoundPage<ItemCard>> {
  const { page, search } = await searchItems(ctx, kind, filter, { limit });
  return { ...page, answer: search.answer };
}

/**
 * One page of published items of a kind that hold every word of `filter.keyword` that decides, and pass the filters; where there is none, of what is
 * nearest (`relaxPlan`), then of the category that its words are near to. Tiers are read from the most prominent on until SEARCH_REACH documents
 * are found, so a common word costs as much among a million items as among a thousand; `total_capped` says that there are more. With `sort` new
 * or download the head of the list is exact (by price the found ones are ordered). A keyword without letters or digits finds nothing.
 * `plan`, `counted`: from a count of the same words, so that nothing is looked for again.
 */
export async function searchItems(
  ctx: Ctx,
  kind: KindFacts,
  filter: ItemFilter,
  { limit = LIST_PAGE_SIZE, counted = UNCOUNTED, plan }: { limit?: number; counted?: Counted; plan?: SearchPlan } = {},
): Promise<FoundItems> {
  const asked = plan ?? (await planSearch(ctx, filter.keyword ?? '', filter));
  const found = await hitsOf(ctx, kind, filter, asked, { limit, counted });
  if (found.hits.length > 0) {
    const [all, told] = await toppedUp(ctx, kind, filter, found, asked);
    return pageOf(ctx, filter, limit, all, told);
  }
  const nothing = () => pageOf(ctx, filter, limit, found, { ...asked, answer: 'none', left_out: [], found_by: [] });
  if (asked.query === null) return nothing();
  const limits = facetsOf(filter);
  const nearer = await relaxPlan(ctx, asked, { kind: kind.code, limits });
  if (nearer) {
    const [all, told] = await toppedUp(ctx, kind, filter, await hitsOf(ctx, kind, filter, nearer, { limit, counted: UNCOUNTED }), nearer);
    return pageOf(ctx, filter, limit, all, told);
  }
  // what is in place of a keyword would leave the chosen filters out of sight
  const category = limits.length > 0 ? null : await nearCategory(ctx, kind, asked.read);
  if (!category) return nothing();
  const { keyword: _typed, ...others } = filter;
  const near = await listItems(ctx, kind, { ...category.filter, ...others }, limit);
  // a category that nothing stands in is as good as none
  const page = near.total > 0 ? near : await listItems(ctx, kind, others, limit);
  return { page, search: answerOf({ ...asked, answer: 'category', found_by: near.total > 0 ? category.found_by : [] }) };
}

/** Fewer hits than these are not all that a reader sees. */
export const FEW = 3;
/** So much says a title of half the words: where the best hit says less, others may fit better. */
export const SLIGHT_SCORE = 30;
/** For holding all words, beside works that hold fewer. */
const OF_ALL = 3;
/** A filter that was read is one: what passes it stands first. */
const OF_FILTER = 100;
const TOP_UPS = 2;

/**
 * Few or slight hits with those of fewer words among them, in the order of their points, with an answer that says so. A chosen order stays what it is.
 */
export async function toppedUp(
  ctx: Ctx,
  kind: KindFacts,
  filter: ItemFilter,
  found: FoundHits,
  asked: SearchPlan,
): Promise<[FoundHits, SearchPlan]> {
  const whole = found.hits.length;
  const slight = (found.hits.find(({ pinned }) => !pinned)?.score ?? SLIGHT_SCORE) < SLIGHT_SCORE && !found.more;
  if ((whole >= FEW && !slight) || !asked.query || (filter.sort ?? 'recommend') !== 'recommend') return [found, asked];
  const others: ArrangedHit[] = [];
  const by: SearchPlan[] = [];
  const wants = () => whole + others.length < FEW || Math.max(...[...found.hits, ...others].map(({ score }) => score)) < SLIGHT_SCORE;
  while (by.length < TOP_UPS && (by.length === 0 || wants())) {
    const except = [...found.hits, ...others].map(({ id }) => id);
    const plan = await relaxPlan(ctx, asked, { kind: kind.code, limits: facetsOf(filter), except });
    if (!plan) break;
    const { hits } = await hitsOf(ctx, kind, filter, plan, { limit: LIST_PAGE_SIZE, counted: UNCOUNTED });
    others.push(...hits.filter(({ id }) => !except.includes(id)).map((hit) => ({ ...hit, rank: plan.query?.rank ?? [] })));
    by.push(plan);
  }
  const [first] = by;
  if (!first) return [found, asked];
  const of_all = asked.facets.length > 0 ? OF_FILTER : OF_ALL;
  const pinned = found.hits.filter((hit) => hit.pinned);
  const own = found.hits.filter((hit) => !hit.pinned).map((hit) => ({ ...hit, score: hit.score + of_all, whole: of_all }));
  const rest = [...own, ...others.filter((hit) => !hit.pinned)].toSorted((a, b) => b.score - a.score);
  const told =
    asked.answer === 'all'
      ? // of several ways each found some: there is no single reading
        { ...asked, answer: 'few' as const, whole, left_out: first.left_out, found_by: by.length > 1 ? [] : first.found_by }
      : asked;
  return [{ ...found, hits: [...pinned, ...rest].slice(0, SEARCH_REACH) }, told];
}

/** What its own words did not find is read for five pages: who wants more says it in those words. */
const NEARER_MOST = 60;
/** Works behind the tiers of a common word that are looked for because they hold what else is named: three pages. */
const NAMED_MOST = 60;

interface FoundHits {
  hits: ArrangedHit[];
  more: boolean;
}

/** The hits of a plan in their order, as far as paging reaches. */
export async function hitsOf(
  ctx: Ctx,
  kind: KindFacts,
  filter: ItemFilter,
  { query, narrow, facets, read, answer }: SearchPlan,
  { limit, counted }: { limit: number; counted: Counted },
): Promise<FoundHits> {
  if (!query) return { hits: [], more: false };
  const limits = [...facets, ...facetsOf(filter)];
  const of = { kind: kind.code, facets: limits };
  const order = { words: query, sort: filter.sort ?? 'recommend', now: ctx.app.clock.now() };
  const asking = await askingOf(ctx, query, of);
  const known = counted.ids;
  const { hits: wide, next } =
    known === null
      ? await hitsByTiers(ctx, asking, order, { held: counted.held, ...(answer === 'all' ? {} : { enough: NEARER_MOST }) })
      : { hits: await hitsAmong(ctx.db, known, asking.whole, order), next: TIERS };
  // those of the tiers that were read hold it or not; what else is named brings works forward from behind them
  const first =
    narrow && next < TIERS
      ? await hitsByTiers(ctx, await askingOf(ctx, narrow, of), order, { from: next, enough: NAMED_MOST, at_once: 2 })
      : null;
  const hits = [...new Map([...wide, ...(first?.hits ?? [])].map((hit): [number, Hit] => [hit.id, hit])).values()];
  const arranged =
    order.sort === 'recommend'
      ? await arrangeHits(ctx, hits, { read, kind, limits: facetsOf(filter), limit })
      : hits.toSorted((a, b) => b.score - a.score || b.id - a.id).map(unmoved);
  return { hits: arranged.slice(0, SEARCH_REACH), more: next < TIERS || hits.length > SEARCH_REACH };
}

const unmoved = (hit: Hit): ArrangedHit => ({ ...hit, presses: 0, numbers: 0, pinned: false, gave_way: false });

/** Characters around what was found. */
const AROUND = 14;

/**
 * What of each document a query found: the words that stand in its title, else where they stand. Tags and introductions are quoted; of a text it
 * is only said that it matches.
 */
async function matchesOf(ctx: Ctx, words: readonly string[], ids: readonly number[]): Promise<Map<number, ItemMatch>> {
  const rows = await findTexts(ctx.db, ids);
  return new Map(rows.map((row) => [row.item_id, { words: [...words], where: whereOf(words, row) }]));
}

function whereOf(words: readonly string[], { title, tags, introduction }: { title: string; tags: string; introduction: string }): string {
  // the card prints its price itself
  if (words.some((word) => title.includes(word) || isPriceWord(word))) return '';
  const tag = tags.split(' ').find((name) => words.some((word) => name.includes(word)));
  if (tag) return `标签与分类：${tag}`;
  const word = words.find((one) => introduction.includes(one));
  if (word === undefined) return '分类或正文预览中提到';
  const at = introduction.indexOf(word);
  const from = Math.max(0, at - AROUND);
  const to = Math.min(introduction.length, at + word.length + AROUND);
  return `简介：${from > 0 ? '…' : ''}${introduction.slice(from, to)}${to < introduction.length ? '…' : ''}`;
}

async function pageOf(ctx: Ctx, filter: ItemFilter, limit: number, { hits, more }: FoundHits, plan: SearchPlan): Promise<FoundItems> {
  const number = filter.page ?? 1;
  const ids = hits.slice((number - 1) * limit, number * limit).map(({ id }) => id);
  const [cards, matches] = await Promise.all([itemCards(ctx, ids), matchesOf(ctx, plan.query?.words ?? [], ids)]);
  const list = cards.map((card) => {
    const match = matches.get(card.id);
    return match ? { ...card, match } : card;
  });
  const page = { list, total: hits.length, ...(more ? { total_capped: true } : {}), page: number, limit };
  const ranked = plan.read.city !== undefined && (filter.sort ?? 'recommend') === 'recommend';
  return { page, search: { ...answerOf(plan), ...(ranked && { in_city: hits.some(({ in_city }) => in_city) }) } };
}
