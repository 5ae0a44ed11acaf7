import { LIST_PAGE_SIZE, LIST_REACH } from '#contract/catalog.ts';
import type { Page } from '#contract/envelope.ts';
import type { ItemCard, ItemFilter } from '#contract/item.ts';
import type { KindFacts } from '#contract/kinds.ts';
import { AppMemory } from '../../../app/app-memory.ts';
import type { App, Ctx } from '../../../app/ctx.ts';
import { facetsOf, offsetOf } from '../rules.ts';
import { itemCards } from './item-cards.ts';
import { countListed, findWay, pageOfIds, type Way } from './repo.ts';

/**
 * One page of published items of a kind. `total` is exact up to LIST_REACH, which is also as far as pages go; beyond it `total_capped`.
 * A page beyond the end has an empty list and the true total. `keyword` is ignored: the search module lists by keyword.
 */
export async function listItems(ctx: Ctx, kind: KindFacts, asked: ItemFilter, limit = LIST_PAGE_SIZE): Promise<Page<ItemCard>> {
  const filter = { ...asked, ...(asked.sort === 'ends' ? { ending: true } : {}) };
  const page = filter.page ?? 1;
  const offset = offsetOf(page, limit, LIST_REACH);
  const way = await findWay(ctx, kind.code, filter);
  const shown =
    offset === null
      ? { ids: [], found: null }
      : await pageOfIds(ctx.db, kind.code, filter, way, filter.sort ?? 'recommend', offset, Math.min(limit, LIST_REACH - offset));
  const [list, found] = await Promise.all([itemCards(ctx, shown.ids), shown.found ?? counted(ctx, kind, filter, way)]);
  return { list, total: Math.min(found, LIST_REACH), ...(found > LIST_REACH ? { total_capped: true } : {}), page, limit };
}

/** The count alone, capped like the list's. */
export async function countItems(ctx: Ctx, kind: KindFacts, filter: ItemFilter): Promise<{ total: number; total_capped: boolean }> {
  const found = await counted(ctx, kind, filter, await findWay(ctx, kind.code, filter));
  return { total: Math.min(found, LIST_REACH), total_capped: found > LIST_REACH };
}

/** The first of an order, without a count: rails and hot lists. */
export async function topItems(ctx: Ctx, kind: KindFacts, filter: ItemFilter, limit: number): Promise<ItemCard[]> {
  return itemCards(ctx, await topIds(ctx, kind, filter, limit));
}

/** The same without what cards show. */
export async function topIds(ctx: Ctx, kind: KindFacts, filter: ItemFilter, limit: number): Promise<number[]> {
  const way = await findWay(ctx, kind.code, filter);
  return (await pageOfIds(ctx.db, kind.code, filter, way, filter.sort ?? 'recommend', 0, limit)).ids;
}

/** "More than LIST_REACH" is the most expensive count and changes least, so it is cached this long. Exact counts are not cached. */
const KEPT_MS = 300_000;
const KEPT_MOST = 5_000;
/** From this estimate on the planner is trusted, and the count runs in the background to check it. */
const SURE_FROM = 2 * LIST_REACH;
/** Whether more than LIST_REACH pass, by facets. */
const verdicts = new AppMemory<string, boolean>({ max: KEPT_MOST, ttl_ms: KEPT_MS });
const running = new WeakMap<App, Set<Promise<void>>>();

async function counted(ctx: Ctx, kind: KindFacts, filter: ItemFilter & { ending?: boolean }, way: Way): Promise<number> {
  const checks = running.get(ctx.app) ?? new Set();
  running.set(ctx.app, checks);
  const facets = facetsOf(filter);
  const key = `${kind.code}/${facets.join()}${filter.ending ? '/ending' : ''}`;
  const many = verdicts.get(ctx.app, key);
  if (many) return LIST_REACH + 1;

  const keep = (verdict: boolean) => verdicts.set(ctx.app, key, verdict);
  const count = (db: Ctx['db']) => countListed(db, kind.code, filter, way, LIST_REACH);
  if (many === false || facets.length === 0 || way.guess < SURE_FROM) {
    const found = await count(ctx.db);
    if (found > LIST_REACH) keep(true);
    return found;
  }
  keep(true);
  const check = count(ctx.app.db)
    .then(
      (found) => keep(found > LIST_REACH),
      (error: unknown) => {
        verdicts.delete(ctx.app, key);
        ctx.log.warn({ err: (error as Error).message, facets: key }, 'background count of a list failed');
      },
    )
    .finally(() => checks.delete(check));
  checks.add(check);
  return LIST_REACH + 1;
}

/** Clears the cached counts of this process. For measuring and tests. */
export function forgetCounts(app: App): void {
  verdicts.clear(app);
}

/** Resolves when no check is under way. For measuring and tests. */
export async function checksDone(app: App): Promise<void> {
  await Promise.all(running.get(app) ?? []);
}
