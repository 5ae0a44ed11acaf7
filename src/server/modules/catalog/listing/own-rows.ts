import type { OwnItemRow } from '#contract/center.ts';
import type { Ctx } from '../../../app/ctx.ts';
import { yuan } from '../../../kernel/money.ts';
import { kindOf } from '../kinds/registry.ts';
import { publicPicture } from '../read-item.ts';
import { findItemsById } from '../repo.ts';
import { findAmong } from './repo.ts';

/** Those of the items, in any status, whose title holds the words (empty: all), with their kinds; in the order of `ids`. */
export async function itemsAmong(ctx: Ctx, ids: readonly number[], words: string): Promise<Array<{ id: number; kind: string }>> {
  if (ids.length === 0) return [];
  const kinds = new Map((await findAmong(ctx.db, ids, words)).map(({ id, kind }) => [id, kindOf(kind).key]));
  return ids.flatMap((id) => {
    const kind = kinds.get(id);
    return kind === undefined ? [] : [{ id, kind }];
  });
}

/** What a reader's own lists show of items in any status; unknown ids are absent. Whether the reader may know of them is the caller's question. */
export async function ownRows(ctx: Ctx, ids: readonly number[]): Promise<Map<number, OwnItemRow>> {
  if (ids.length === 0) return new Map();
  const rows = await findItemsById(ctx.db, ids);
  return new Map(
    rows.map((item) => [
      item.id,
      {
        id: item.id,
        kind: kindOf(item.kind).key,
        title: item.title,
        cover_src: item.cover_key === '' ? '' : publicPicture(item.cover_key, item.cover_width, item.cover_height).src,
        format: item.format,
        price: yuan(item.price_fen),
        vip_only: item.vip_only,
        published: item.status === 'published',
      },
    ]),
  );
}
