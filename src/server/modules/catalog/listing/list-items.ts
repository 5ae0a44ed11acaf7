import { LIST_PAGE_SIZE, LIST_REACH } from '#contract/catalog.ts';
import type { Page } from '#contract/envelope.ts';
import type { ItemCard, ItemFilter } from '#contract/item.ts';
import type { KindFacts } from '#contract/kinds.ts';
import { AppMemory } from '../../../app/app-memory.ts';
import type { App, Ctx, TxCtx } from '../../../app/ctx.ts';
import { emit } from '../../../outbox/outbox.ts';
import { allKinds } from '../kinds/registry.ts';
import { countByKindOfShop, findNaming, selectItems, writeShop } from '../repo.ts';
import { facetsOf, offsetOf } from '../rules.ts';
import { findBefore } from './by-kind.repo.ts';
import { itemCards } from './item-cards.ts';
import {
  countListed,
  countPublished,
  countPublishedSince,
  findDue,
  findWay,
  type ListFilter,
  onlyOf,
  pageOfIds,
  publishedBlocks,
  publishedRange,
  type Way,
} from './repo.ts';

/**
 * One page of published items of a kind. `total` is exact up to LIST_REACH, which is also as far as pages go; beyond it `total_capped`.
 * `runs`: without what has ended and waits for a job. A page beyond the end has an empty list and the true total. `keyword` is ignored: the search module lists by keyword.
 */
export async function listItems(
  ctx: Ctx,
  kind: KindFacts,
  asked: ItemFilter & { runs?: boolean },
  limit = LIST_PAGE_SIZE,
): Promise<Page<ItemCard>> {
  const only = asked.runs ? 'runs' : onlyOf(asked.sort);
  const filter = { ...asked, ...(only ? { only } : {}) };
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

async function counted(ctx: Ctx, kind: KindFacts, filter: ListFilter, way: Way): Promise<number> {
  const checks = running.get(ctx.app) ?? new Set();
  running.set(ctx.app, checks);
  const facets = facetsOf(filter);
  const key = `${kind.code}/${facets.join()}${filter.only ? `/${filter.only}` : ''}`;
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

/** Scheduled items whose time has come, the earliest first. */
export async function dueItems(ctx: Ctx, limit: number): Promise<number[]> {
  return findDue(ctx.db, ctx.app.clock.now(), limit);
}

/** The item of the kind that was published last before this one (unix seconds), null: there is none. What comes later does not change it. */
export async function nextItem(
  ctx: Ctx,
  kind: KindFacts,
  { id, published_at }: { id: number; published_at: number },
): Promise<ItemCard | null> {
  const before = await findBefore(ctx.db, kind.code, id, new Date(published_at * 1000));
  return before === null ? null : ((await itemCards(ctx, [before]))[0] ?? null);
}

const codes = (kinds: readonly KindFacts[]) => kinds.map(({ code }) => code);

/** Ids of a shop's published items of the kinds, the newest first. */
export async function worksOfShop(
  ctx: Ctx,
  { kinds, ...of }: { shop_id: number; kinds: readonly KindFacts[]; offset: number; limit: number },
): Promise<number[]> {
  return (await selectItems(ctx.db, { ...of, kinds: codes(kinds), statuses: ['published'], order: 'newest' })).map(({ id }) => id);
}

/** How many published items a shop has of each kind, by its code; kinds without any are absent. */
export function countWorksOfShop(ctx: Ctx, shop_id: number): Promise<Map<number, number>> {
  return countByKindOfShop(ctx.db, shop_id, 'published');
}

/** Ids of published items of the kinds that name this resource or salon among their own fields, the newest first, and how many there are. */
export function worksNaming(
  ctx: Ctx,
  { kinds, ...of }: { kinds: readonly KindFacts[]; field: 'resource_id' | 'salon_id'; id: number; offset: number; limit: number },
): Promise<{ ids: number[]; total: number }> {
  return findNaming(ctx.db, { ...of, kinds: codes(kinds) });
}

/** Gives what the owner published before, of kinds that belong to a shop, to the shop. Each announces `item.changed`. Returns how many. */
export async function bindToShop(tx: TxCtx, publisher_id: number, shop_id: number): Promise<number> {
  const ids = await writeShop(tx.db, publisher_id, codes(allKinds().filter(({ shop }) => shop !== undefined)), shop_id);
  for (const item_id of ids) await emit(tx, 'item.changed', { item_id, what: 'texts', codes: [] });
  return ids.length;
}

export interface SitemapEntry {
  id: number;
  /** Unix seconds. */
  updated_at: number;
}

const BATCH = 1_000;

/** Shanghai months (YYYY-MM) and blocks of `size` ids that hold published items of the kind: block 0 begins with id 1. */
export function itemBlocks(ctx: Ctx, kind: KindFacts, size: number): Promise<Array<{ month: string; block: number }>> {
  return publishedBlocks(ctx.db, kind.code, size);
}

/** Ids and times between which items are listed; `time` null: whenever they appeared. */
export interface PublishedPart {
  /** Ids above it, */
  after: number;
  /** and not above it. */
  to: number;
  time: { from: Date; to: Date } | null;
}

/** Published items of the kind within the part, in batches, so that a sitemap of many thousands is never held as rows at once. */
export async function* publishedBetween(ctx: Ctx, kind: KindFacts, { after, to, time }: PublishedPart): AsyncGenerator<SitemapEntry[]> {
  for (let from = after; from < to; ) {
    const rows = await publishedRange(ctx.db, kind.code, { after: from, to, time, limit: BATCH });
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    from = rows.at(-1)?.id ?? to;
  }
}

/** How many works of any kind were published since then; counted no further than `most`. */
export function countNewWorks(ctx: Ctx, since: Date, most: number): Promise<number> {
  return countPublishedSince(ctx.db, codes(allKinds()), since, most);
}

/** How many works of any kind were published each Shanghai day since then; days without any are absent. */
export function newWorksByDay(ctx: Ctx, since: Date): Promise<Array<{ day: string; n: number }>> {
  return countPublished(ctx.db, codes(allKinds()), since);
}
