import type { ItemListView, KindTerms, SearchAnswer } from '#contract/catalog.ts';
import type { Page } from '#contract/envelope.ts';
import type { ItemCard, ItemFilter, Term } from '#contract/item.ts';
import type { KindFacts } from '#contract/kinds.ts';
import type { Ctx } from '../app/ctx.ts';
import { hotTags, kindFilters, listItems, optionCounts, tagNamed, tagsAmong, termsById } from '../modules/catalog/index.ts';
import { type Counted, type SearchPlan, searchItems } from '../modules/search/index.ts';

interface Known {
  counted?: Counted;
  plan?: SearchPlan;
  /** Only what has not ended. */
  runs?: boolean;
}

/** A list, by keyword with how it was answered. */
interface Read {
  page: Page<ItemCard>;
  search?: SearchAnswer;
}

/**
 * The list of a kind for a filter, by keyword if any. Unknown terms are dropped and the page is clamped: the answer's `filter` is the canonical one,
 * and the URL should follow it. `known`: from an earlier count of the search (`countHits`).
 */
export async function itemListView(ctx: Ctx, kind: KindFacts, asked: ItemFilter, known: Known = {}): Promise<ItemListView> {
  const read = async ({ page = 1, ...of }: ItemFilter): Promise<Read> =>
    of.keyword
      ? searchItems(ctx, kind, { ...of, page }, known)
      : { page: await listItems(ctx, kind, { ...of, page, runs: known.runs ?? false }) };
  const [filters, hot, chosen, at_once] = await Promise.all([
    kindFilters(ctx, kind),
    // words lead on to the tags of what they find
    asked.keyword ? [] : hotTags(ctx, kind),
    asked.tag ? termsById(ctx, [asked.tag]) : new Map<number, never>(),
    namesTerms(asked) ? null : read(asked),
  ]);
  const tag = asked.tag === undefined ? null : (chosen.get(asked.tag) ?? null);
  const filter = canonical(asked, filters, tag?.facet === 'tag' ? tag : null);
  let found = at_once ?? (await read(filter));
  const last = Math.max(1, Math.ceil(found.page.total / found.page.limit));
  if (found.page.page > last) found = await read({ ...filter, page: last });
  const { page: result, search } = found;
  const [tags, options] = await Promise.all([
    tagsToOffer(ctx, kind, filter, hot, result.list),
    // words are found elsewhere: beside them only what the kind lacks is known
    optionCounts(ctx, kind, filter.keyword ? {} : filter),
  ]);
  return {
    kind: kind.key,
    filter: { ...filter, page: result.page === 1 ? undefined : result.page },
    terms: { ...filters, tags },
    options,
    tag: filter.tag ? tag : null,
    result,
    ...(search ? { search } : {}),
  };
}

/** Whether a filter names what the kind may not know; without that the list is read beside what it can be filtered by. */
const namesTerms = ({ cid, cid2, tag, terms }: ItemFilter): boolean => [cid, cid2, tag, terms].some((one) => one !== undefined);

/** Tags that lead on from here: of what was found, of what passes the filters, or of the whole kind. */
async function tagsToOffer(ctx: Ctx, kind: KindFacts, filter: ItemFilter, hot: Term[], list: ItemCard[]): Promise<Term[]> {
  if (filter.keyword) return tagsAmong(ctx, kind, { ids: list.map((card) => card.id) });
  const { tag: _chosen, page: _page, sort: _sort, ...others } = filter;
  return Object.values(others).every((value) => value === undefined) ? hot : tagsAmong(ctx, kind, { filter: others });
}

/** What a name of a tag asks for (spec: /ppt?searchInput={tag}): the tag, or a search where it is unused. */
export async function filterNamed(ctx: Ctx, kind: KindFacts, name: string): Promise<ItemFilter> {
  const tag = await tagNamed(ctx, kind, name);
  return tag ? { tag: tag.id } : { keyword: name };
}

function canonical(asked: ItemFilter, terms: Omit<KindTerms, 'tags'>, tag: Term | null): ItemFilter {
  const has = (list: Term[], id: number | undefined) => (id !== undefined && list.some((term) => term.id === id) ? id : undefined);
  const parent =
    terms.categories.find((term) => term.children?.some((child) => child.id === asked.cid2)) ??
    terms.categories.find((term) => term.id === asked.cid);
  const own = Object.entries(asked.terms ?? {}).filter(([key, id]) => has(terms.facets[key] ?? [], id) !== undefined);
  return {
    ...asked,
    cid: parent?.id,
    cid2: has(parent?.children ?? [], asked.cid2),
    tag: tag?.id,
    terms: own.length > 0 ? Object.fromEntries(own) : undefined,
  };
}
