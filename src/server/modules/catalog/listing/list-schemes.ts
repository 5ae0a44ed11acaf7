import { LIST_PAGE_SIZE, LIST_REACH } from '#contract/catalog.ts';
import type { Page } from '#contract/envelope.ts';
import type { SchemeCard, SchemeFilter } from '#contract/scheme.ts';
import type { App, Ctx } from '../../../kernel/ctx.ts';
import { KIND_SCHEME } from '../kinds/kind.ts';
import { facetsOf, offsetOf } from '../rules.ts';
import { countListed, pageOfIds } from './repo.ts';
import { schemeCards } from './scheme-cards.ts';

/**
 * One page of published schemes. `total` is exact up to LIST_REACH, which is also as far as pages go; beyond it `total_capped`.
 * A page beyond the end has an empty list and the true total. `keyword` is not looked at: that is the search module's.
 */
export async function listSchemes(ctx: Ctx, filter: SchemeFilter, limit = LIST_PAGE_SIZE): Promise<Page<SchemeCard>> {
  const facets = facetsOf(filter);
  const page = filter.page ?? 1;
  const offset = offsetOf(page, limit, LIST_REACH);
  const [ids, found] = await Promise.all([
    offset === null ? [] : pageOfIds(ctx.db, KIND_SCHEME, facets, filter.sort ?? 'recommend', offset, Math.min(limit, LIST_REACH - offset)),
    counted(ctx, facets),
  ]);
  const list = await schemeCards(ctx, ids);
  return { list, total: Math.min(found, LIST_REACH), ...(found > LIST_REACH ? { total_capped: true } : {}), page, limit };
}

/** The count alone, capped like the list's. */
export async function countSchemes(ctx: Ctx, filter: SchemeFilter): Promise<{ total: number; total_capped: boolean }> {
  const found = await counted(ctx, facetsOf(filter));
  return { total: Math.min(found, LIST_REACH), total_capped: found > LIST_REACH };
}

/** The first of an order, without a count: rails and hot lists. */
export async function topSchemes(ctx: Ctx, filter: SchemeFilter, limit: number): Promise<SchemeCard[]> {
  return schemeCards(ctx, await pageOfIds(ctx.db, KIND_SCHEME, facetsOf(filter), filter.sort ?? 'recommend', 0, limit));
}

/** "More than LIST_REACH" is what takes longest to find out and changes least: it is believed this long. Exact counts never are. */
const MANY_MS = 60_000;
const MANY_MOST = 5_000;
const memories = new WeakMap<App, Map<string, number>>();

async function counted(ctx: Ctx, facets: number[]): Promise<number> {
  const many = memories.get(ctx.app) ?? new Map<string, number>();
  memories.set(ctx.app, many);
  const key = facets.join();
  const now_ms = ctx.app.clock.now().getTime();
  if ((many.get(key) ?? 0) > now_ms) return LIST_REACH + 1;
  const found = await countListed(ctx.db, KIND_SCHEME, facets, LIST_REACH);
  many.delete(key);
  if (found > LIST_REACH) many.set(key, now_ms + MANY_MS);
  const oldest = many.size > MANY_MOST ? many.keys().next().value : undefined;
  if (oldest !== undefined) many.delete(oldest);
  return found;
}

/** Drops what this process believes to be many. For measuring. */
export function forgetCounts(app: App): void {
  memories.delete(app);
}
