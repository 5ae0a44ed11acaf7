import type { PageImage } from '#contract/item.ts';
import type { KindFacts } from '#contract/kinds.ts';
import type { Ctx } from '../app/ctx.ts';
import { AppError } from '../kernel/errors.ts';
import { getShownItem } from '../modules/catalog/index.ts';
import { albumOf } from '../modules/downloads/index.ts';
import { isPublicItem, publicPart } from './item-public.ts';

/** What an album's page shows to everybody: its name and size, and the pictures that are public. */
export interface AlbumScreen {
  id: number;
  title: string;
  photo_key: string;
  photo_num: number;
  size_bytes: number;
  imgs: PageImage[];
}

/** The album of an address as it stands there; null: no such album of a published item. */
export async function albumScreen(ctx: Ctx, kind: KindFacts, sample_id: string, key: string): Promise<AlbumScreen | null> {
  if (!/^[1-9]\d{0,14}$/.test(sample_id)) return null;
  const id = Number(sample_id);
  const shown = await getShownItem(ctx, id);
  if (!isPublicItem(kind, shown)) return null;
  try {
    const { title, photo_key, photo_num, size_bytes } = await albumOf(ctx, { item_id: id, kind, key });
    const { imgs } = await publicPart(ctx, shown);
    return { id, title, photo_key, photo_num, size_bytes, imgs };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
