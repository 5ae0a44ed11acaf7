import type { ItemListView, SearchView } from '#contract/catalog.ts';
import type { ItemFilter } from '#contract/item.ts';
import type { KindFacts } from '#contract/kinds.ts';
import type { Ctx } from '../app/ctx.ts';
import { allKinds, listItems } from '../modules/catalog/index.ts';
import { correctKeyword, countHits, type KindHits, nearWords } from '../modules/search/index.ts';
import { itemListView } from './item-list.ts';

/** Cards below a search that found nothing: two rows at a desk. */
const POPULAR = 10;

/**
 * Hits of a keyword by kind, and the list of the wanted kind, else of the one that it names, else of the first with hits. Without hits:
 * those of the corrected keyword, else similar words and popular works. `filterOf` reads the filter by the kind's own parameters.
 */
export async function searchView(
  ctx: Ctx,
  keyword: string,
  wanted: string | null,
  filterOf: (kind: KindFacts) => ItemFilter,
): Promise<SearchView> {
  const kinds = allKinds();
  const named = kindNamed(kinds, keyword);
  // the list is read while the other kinds are still counted, as soon as it is sure whose it will be
  const ready = new Map<KindFacts, Promise<ItemListView>>();
  const literal = await countHits(ctx, kinds, keyword, (found) => {
    const sure = wanted === null ? (named ?? kinds[0]) : kinds.find(({ key }) => key === wanted);
    if (!sure || !found.includes(sure)) return;
    const list = itemListView(ctx, sure, { ...filterOf(sure), keyword });
    // waited for below; a count that fails first must not leave it unheard
    list.catch(() => undefined);
    ready.set(sure, list);
  });
  const meant = literal.every(({ total }) => total === 0) ? await correctKeyword(ctx, keyword) : null;
  const corrected = meant === null ? literal : await countHits(ctx, kinds, meant);
  const is_better = corrected.some(({ total }) => total > 0);
  const hits = is_better ? corrected : literal;
  const shown = is_better ? (meant ?? keyword) : keyword;
  const found = hits.filter(({ total }) => total > 0);
  const counted =
    hits.find((one) => one.kind.key === wanted) ?? found.find((one) => one.kind === named) ?? found[0] ?? (hits[0] as KindHits);
  const { kind } = counted;
  const offered = hits.filter((one) => one.total > 0 || one.kind === kind);
  return {
    kinds: offered.map(({ kind: { key }, total, capped }) => ({ kind: key, total, capped })),
    list: await (ready.get(kind) ?? itemListView(ctx, kind, { ...filterOf(kind), keyword: shown }, counted)),
    ...(shown === keyword ? {} : { instead_of: keyword }),
    ...(found.length === 0 ? await insteadOf(ctx, kind, keyword) : {}),
  };
}

/** `ppt`, `设计`, `年会方案`, `杭州沙龙`: who names a kind wants that one. */
function kindNamed(kinds: readonly KindFacts[], keyword: string): KindFacts | null {
  const text = keyword.normalize('NFKC').trim().toLowerCase();
  if (text.length < 2) return null;
  return kinds.find(({ noun }) => noun.toLowerCase().startsWith(text) || text.endsWith(noun.toLowerCase())) ?? null;
}

async function insteadOf(ctx: Ctx, kind: KindFacts, keyword: string): Promise<Required<Pick<SearchView, 'near' | 'popular'>>> {
  const [near, { list }] = await Promise.all([nearWords(ctx, keyword), listItems(ctx, kind, {})]);
  return { near, popular: list.slice(0, POPULAR) };
}
