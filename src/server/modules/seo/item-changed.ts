import { detailPath } from '#contract/kinds.ts';
import type { Ctx } from '../../app/ctx.ts';
import { getItem, kindOf } from '../catalog/index.ts';
import { addDead, findDead, forgetUrl, knowUrl, removeDead, wantUrl } from './repo.ts';

/** The file of dead links holds as many as Baidu reads of one. */
const DEAD_LISTED = 50_000;

/** A work appeared, says something else or is gone: engines hear of it soon. May run twice. */
export async function itemChanged(ctx: Ctx, item_id: number): Promise<void> {
  const item = await getItem(ctx, item_id);
  if (!item) return;
  const now = ctx.app.clock.now();
  const url = ctx.app.config.site_url + detailPath(kindOf(item.kind), item.id);
  const engines = ctx.app.providers.search_engines;
  if (item.status === 'published') {
    await removeDead(ctx.db, url);
    const names = engines.map(({ name }) => name);
    if (names.length > 0) await wantUrl(ctx.db, names, url, now);
    return;
  }
  // what was never public is nobody's dead link
  if (item.published_at === null && !(await knowUrl(ctx.db, url))) return;
  await addDead(ctx.db, url, now);
  for (const { name, hears_of_gone } of engines) {
    if (hears_of_gone) await wantUrl(ctx.db, [name], url, now);
    else await forgetUrl(ctx.db, name, url);
  }
}

/** Addresses of works that were taken down, the newest first, for the file that engines read. */
export const deadLinks = (ctx: Ctx): Promise<string[]> => findDead(ctx.db, DEAD_LISTED);
