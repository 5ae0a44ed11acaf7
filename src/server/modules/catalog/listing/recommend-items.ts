import type { ItemCard } from '#contract/item.ts';
import { RECOMMEND_LIMIT } from '#contract/item.ts';
import type { KindFacts } from '#contract/kinds.ts';
import { AppMemory } from '../../../app/app-memory.ts';
import { type App, type Ctx, lastingDb } from '../../../app/ctx.ts';
import { findItem, type Item } from '../repo.ts';
import { ringSlice } from '../rules.ts';
import { itemCards } from './item-cards.ts';
import { hottestUnder, type ListFilter, type NeighbourRow } from './repo.ts';

const POOL_SIZE = 48;
const TAGS_USED = 3;
/** So many batches are had before works come again: who presses 换一批 has seen those that are most alike. */
const BATCHES = 4;

/** The order of 推荐 changes every half hour, so candidates may be this old; what cards show is always read again. */
const KEPT_MS = 30_000;
const KEPT_MOST = 1_000;
const pools = new AppMemory<string, Promise<NeighbourRow[]>>({ max: KEPT_MOST, ttl_ms: KEPT_MS });

/** What recommendations go by. */
export type Likeness = Pick<Item, 'category_id' | 'category_sub_id' | 'tag_ids'>;

/**
 * Items similar to this one, without itself: the best of its sub category, category and first tags, those that share most first; too few for
 * some batches: the best of all after them. Pages wrap around (换一批) unless the list `ends`. Pools of 48 candidates a source, cached for 30 s, bound the cost.
 */
export async function recommendItems(
  ctx: Ctx,
  kind: KindFacts,
  {
    id,
    cid,
    item: known,
    page = 1,
    limit = RECOMMEND_LIMIT,
    ends = false,
  }: { id?: number; cid?: number; item?: Likeness; page?: number; limit?: number; ends?: boolean },
): Promise<ItemCard[]> {
  const found = known ?? (id ? await findItem(ctx.db, id) : null);
  const item = found && (!('kind' in found) || found.kind === kind.code) ? found : null;
  const weights = new Map<number, number>();
  const category_id = item?.category_id ?? cid;
  if (category_id) weights.set(category_id, 1);
  if (item?.category_sub_id) weights.set(item.category_sub_id, 3);
  for (const tag of item?.tag_ids ?? []) weights.set(tag, 2);
  const sources: ListFilter[] = (item?.tag_ids ?? []).slice(0, TAGS_USED).map((tag) => ({ tag }));
  if (item?.category_sub_id) sources.push({ cid2: item.category_sub_id });
  if (category_id) sources.push({ cid: category_id });
  const likely = await Promise.all(sources.map((filter) => hottest(ctx, kind, filter)));
  const pool = merge(likely, weights, id);
  if (pool.length < (ends ? limit : BATCHES * limit)) {
    const best = await hottest(ctx, kind, {});
    for (const row of merge([best], new Map(), id)) if (!pool.includes(row)) pool.push(row);
  }
  return itemCards(ctx, ends ? pool.slice((page - 1) * limit, page * limit) : ringSlice(pool, page, limit));
}

/** The best of those that pass the filter, cached. */
function hottest(ctx: Ctx, kind: KindFacts, filter: ListFilter): Promise<NeighbourRow[]> {
  // terms have one id space; 0 stands for all items
  const code = `${kind.code}/${filter.cid2 ?? filter.cid ?? filter.tag ?? 0}`;
  return pools.share(ctx.app, code, () => hottestUnder({ app: ctx.app, db: lastingDb(ctx) }, kind.code, filter, POOL_SIZE));
}

/** Clears the cached candidates of this process: an item came, left or changed its terms. */
export function forgetNeighbours(app: App): void {
  pools.clear(app);
}

/** Ids by shared weight, then by score, then newest id: the same for every call until the data changes. */
function merge(pools: NeighbourRow[][], weights: Map<number, number>, self: number | undefined): number[] {
  const rows = new Map<number, { row: NeighbourRow; shared: number }>();
  for (const row of pools.flat()) {
    if (row.id === self || rows.has(row.id)) continue;
    rows.set(row.id, { row, shared: row.facets.reduce((sum, code) => sum + (weights.get(code) ?? 0), 0) });
  }
  return [...rows.values()]
    .sort((a, b) => b.shared - a.shared || b.row.hot_score - a.row.hot_score || b.row.id - a.row.id)
    .map(({ row }) => row.id);
}
