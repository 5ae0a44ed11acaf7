import type { KindFacts } from '#contract/kinds.ts';
import type { Ctx } from '../app/ctx.ts';
import { notFound } from '../kernel/errors.ts';
import { getItem, publicPicture } from '../modules/catalog/index.ts';
import { itemImages } from '../modules/downloads/index.ts';

/** The pictures of a case that this reader may see, by the specification's names (spec 3, More-images result). @throws AppError 404 */
export async function moreImages(ctx: Ctx, kind: KindFacts, sample_id: number) {
  const item = await getItem(ctx, sample_id);
  if (item?.kind !== kind.code) throw notFound();
  const { list, is_all, total, expires_at } = await itemImages(ctx, { item_id: sample_id, start: 1 });
  return {
    img_list: list.map(({ page_no, ...picture }) => ({ img_no: page_no, url: picture.src, ...picture })),
    is_all: is_all || list.length === total ? (1 as const) : (0 as const),
    img_num: total,
    collect_url: item.cover_key === '' ? '' : publicPicture(item.cover_key, item.cover_width, item.cover_height).src,
    expires_at,
  };
}
