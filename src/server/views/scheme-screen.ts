import type { CollectionCard } from '#contract/catalog.ts';
import type { SchemeCard, SchemePublic } from '#contract/scheme.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { collectionsOf, getShownItem, recommendSchemes } from '../modules/catalog/index.ts';
import { isPublicScheme, publicPart } from './scheme-page.ts';

/** Everything the detail page of a scheme shows to everybody. */
export interface SchemeScreen {
  scheme: SchemePublic;
  recommended: SchemeCard[];
  /** The first ones that contain it; `collections_total` says whether there are more. */
  collections: CollectionCard[];
  collections_total: number;
}

/** The scheme with its surroundings, or null when it is unknown or not published (the page then leads to /hmh?type=1). */
export async function schemeScreen(ctx: Ctx, id: number): Promise<SchemeScreen | null> {
  const asked = collectionsOf(ctx, id);
  // its failure is ours when we wait for it; until then it must not count as unheard
  asked.catch(() => {});
  const shown = await getShownItem(ctx, id);
  if (!isPublicScheme(shown)) return null;
  const [scheme, recommended, collections] = await Promise.all([
    publicPart(ctx, shown),
    recommendSchemes(ctx, { id, item: shown.item }),
    asked,
  ]);
  return { scheme, recommended, collections: collections.list, collections_total: collections.total };
}
