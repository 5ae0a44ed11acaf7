import type { ItemListView, SearchView } from '#contract/catalog.ts';
import type { ItemFilter } from '#contract/item.ts';
import type { KindFacts } from '#contract/kinds.ts';
import type { Ctx } from '../app/ctx.ts';
import { allKinds, listItems } from '../modules/catalog/index.ts';
import { countHits, type KindHits, nearWords, noteAnswer, planSearch, relaxPlan } from '../modules/search/index.ts';
import { itemListView } from './item-list.ts';

/** Cards below a search that found nothing: two rows at a desk. */
const POPULAR = 10;

/**
 * Hits of a keyword by kind, and the list of the wanted kind, else of the one that it names, else of the first with hits. Without hits of any kind
 * all of them are asked for what is nearest, and the list says so; words to try and popular works stand below what its own words did not find.
 * `filterOf` reads the filter by the kind's own parameters.
 */
export async function searchView(
  ctx: Ctx,
  keyword: string,
  wanted: string | null,
  filterOf: (kind: KindFacts) => ItemFilter,
): Promise<SearchView> {
  const kinds = allKinds();
  const plan = await planSearch(ctx, keyword);
  const named = kindNamed(kinds, keyword) ?? kinds.find(({ key }) => key === plan.read.kind) ?? null;
  // the list is read while the other kinds are still counted, as soon as it is sure whose it will be
  const ready = new Map<KindFacts, Promise<ItemListView>>();
  const literal = await countHits(ctx, kinds, plan, (found) => {
    const sure = wanted === null ? (named ?? kinds[0]) : kinds.find(({ key }) => key === wanted);
    if (!sure || !found.includes(sure)) return;
    const list = itemListView(ctx, sure, { ...filterOf(sure), keyword });
    // waited for below; a count that fails first must not leave it unheard
    list.catch(() => undefined);
    ready.set(sure, list);
  });
  const nearer = literal.every(({ total }) => total === 0) && plan.query ? await relaxPlan(ctx, plan, {}) : null;
  const hits = nearer ? await countHits(ctx, kinds, nearer) : literal;
  const found = hits.filter(({ total }) => total > 0);
  const counted =
    hits.find((one) => one.kind.key === wanted) ?? found.find((one) => one.kind === named) ?? found[0] ?? (hits[0] as KindHits);
  const { kind } = counted;
  const filter = filterOf(kind);
  // what was counted holds for the words alone: a chosen price takes the place of a read one
  const same = filter.price === undefined && filter.format === undefined;
  const known = same && counted.total > 0 ? { counted, plan: nearer ?? plan } : {};
  const list = await (ready.get(kind) ?? itemListView(ctx, kind, { ...filter, keyword }, known));
  const offered = hits.filter((one) => one.total > 0 || one.kind === kind);
  const answer = list.search?.answer ?? 'none';
  noteAnswer(ctx, list.search?.key ?? '', { answer, left_out: list.search?.left_out.length ?? 0 });
  return {
    kinds: offered.map(({ kind: { key }, total, capped }) => ({ kind: key, total, capped })),
    list,
    ...(answer === 'all' ? {} : { near: await nearWords(ctx, keyword) }),
    ...(answer === 'none' ? { popular: (await listItems(ctx, kind, {})).list.slice(0, POPULAR) } : {}),
  };
}

/** `ppt`, `设计`, `年会方案`, `杭州沙龙`: who names a kind wants that one. */
function kindNamed(kinds: readonly KindFacts[], keyword: string): KindFacts | null {
  const text = keyword.normalize('NFKC').trim().toLowerCase();
  if (text.length < 2) return null;
  return kinds.find(({ noun }) => noun.toLowerCase().startsWith(text) || text.endsWith(noun.toLowerCase())) ?? null;
}
