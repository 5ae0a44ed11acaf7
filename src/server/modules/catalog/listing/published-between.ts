import type { KindFacts } from '#contract/kinds.ts';
import type { Ctx } from '../../../app/ctx.ts';
import { allKinds } from '../kinds/registry.ts';
import { countPublished, publishedBlocks, publishedRange } from './repo.ts';

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

/** How many works of any kind were published each Shanghai day since then; days without any are absent. */
export function newWorksByDay(ctx: Ctx, since: Date): Promise<Array<{ day: string; n: number }>> {
  return countPublished(
    ctx.db,
    allKinds().map(({ code }) => code),
    since,
  );
}
