import { LIST_PAGE_SIZE, SEARCH_REACH, type SearchAnswer } from '#contract/catalog.ts';
import type { Page } from '#contract/envelope.ts';
import type { ItemCard, ItemFilter } from '#contract/item.ts';
import type { KindFacts } from '#contract/kinds.ts';
import type { Ctx } from '../../app/ctx.ts';
import { facetsOf, itemCards, listItems } from '../catalog/index.ts';
import { type ArrangedHit, arrangeHits } from './arrange-hits.ts';
import { type Counted, UNCOUNTED } from './count-hits.ts';
import { matchesOf } from './found-in.ts';
import { nearCategory } from './near-category.ts';
import { answerOf, planSearch, relaxPlan, type SearchPlan } from './plan-search.ts';
import { askingOf, hitsByTiers } from './read-tiers.ts';
import { type Hit, hitsAmong } from './repo.ts';
import type { ParsedQuery } from './rules.ts';

export interface FoundItems {
  page: Page<ItemCard>;
  search: SearchAnswer;
}

/** One page of what a keyword finds of a kind; `searchItems` says how it was answered too. */
export async function findItems(ctx: Ctx, kind: KindFacts, filter: ItemFilter, limit = LIST_PAGE_SIZE): Promise<Page<ItemCard>> {
  return (await searchItems(ctx, kind, filter, { limit })).page;
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
  if (found.hits.length > 0) return pageOf(ctx, filter, limit, found, asked);
  const nothing = () => pageOf(ctx, filter, limit, found, { ...asked, answer: 'none', left_out: [], found_by: [] });
  if (asked.query === null) return nothing();
  const limits = facetsOf(filter);
  const nearer = await relaxPlan(ctx, asked, { kind: kind.code, limits });
  if (nearer) return pageOf(ctx, filter, limit, await hitsOf(ctx, kind, filter, nearer, { limit, counted: UNCOUNTED }), nearer);
  const category = await nearCategory(ctx, kind, asked.read);
  if (!category) return nothing();
  const { keyword: _typed, ...others } = filter;
  const near = await listItems(ctx, kind, { ...category.filter, ...others }, limit);
  // a category that nothing stands in is as good as none
  const page = near.total > 0 ? near : await listItems(ctx, kind, others, limit);
  return { page, search: answerOf({ ...asked, answer: 'category', found_by: near.total > 0 ? category.found_by : [] }) };
}

interface FoundHits {
  hits: ArrangedHit[];
  more: boolean;
}

/** The hits of a plan in their order, as far as paging reaches. */
export async function hitsOf(
  ctx: Ctx,
  kind: KindFacts,
  filter: ItemFilter,
  { query, narrow, facets, read }: SearchPlan,
  { limit, counted }: { limit: number; counted: Counted },
): Promise<FoundHits> {
  if (!query) return { hits: [], more: false };
  const limits = [...facets, ...facetsOf(filter)];
  const of = { kind: kind.code, facets: limits };
  const order = { words: query, sort: filter.sort ?? 'recommend', now: ctx.app.clock.now() };
  const all = async (words: ParsedQuery) => hitsByTiers(ctx, await askingOf(ctx, words, of), order, counted.empty_tiers);
  const known = counted.ids;
  const [wide, first] =
    known === null
      ? await Promise.all([all(query), narrow ? all(narrow) : { hits: [] }])
      : [{ hits: await hitsAmong(ctx.db, known, (await askingOf(ctx, query, of)).whole, order), more: false }, { hits: [] }];
  const hits = [...new Map([...wide.hits, ...first.hits].map((hit): [number, Hit] => [hit.id, hit])).values()];
  const arranged =
    order.sort === 'recommend'
      ? await arrangeHits(ctx, hits, { read, kind, limits: facetsOf(filter), limit })
      : hits.toSorted((a, b) => b.score - a.score || b.id - a.id).map(unmoved);
  return { hits: arranged.slice(0, SEARCH_REACH), more: wide.more || hits.length > SEARCH_REACH };
}

const unmoved = (hit: Hit): ArrangedHit => ({ ...hit, presses: 0, numbers: 0, pinned: false, gave_way: false });

async function pageOf(ctx: Ctx, filter: ItemFilter, limit: number, { hits, more }: FoundHits, plan: SearchPlan): Promise<FoundItems> {
  const number = filter.page ?? 1;
  const ids = hits.slice((number - 1) * limit, number * limit).map(({ id }) => id);
  const [cards, matches] = await Promise.all([itemCards(ctx, ids), matchesOf(ctx, plan.query?.words ?? [], ids)]);
  const list = cards.map((card) => {
    const match = matches.get(card.id);
    return match ? { ...card, match } : card;
  });
  const page = { list, total: hits.length, ...(more ? { total_capped: true } : {}), page: number, limit };
  return { page, search: answerOf(plan) };
}
