import type { ItemTools } from '#contract/engagement.ts';
import { detailPath, likeType } from '#contract/kinds.ts';
import { type Ctx, userId } from '../../app/ctx.ts';
import { notFound } from '../../kernel/errors.ts';
import { getItem, itemCards, kindByType } from '../catalog/index.ts';
import { viewerFlags } from './viewer-flags.ts';

/**
 * What the buttons beside a published item show: its card, its counters and what this reader did. `type` is that of the collect calls.
 * @throws AppError 404 for what is not there, not published or of another kind
 */
export async function itemTools(ctx: Ctx, { rid, type }: { rid: number; type: number }): Promise<ItemTools> {
  const kind = kindByType('collect', type);
  const item = kind && (await getItem(ctx, rid));
  if (!kind || item?.kind !== kind.code || item.status !== 'published') throw notFound();
  const user_id = userId(ctx);
  const flags =
    user_id === null
      ? { is_collect: false, is_like: false, is_follow: false }
      : await viewerFlags(ctx, { user_id, type, like_type: likeType(kind), rid, publisher_id: item.publisher_id });
  const [card] = await itemCards(ctx, [rid]);
  return {
    ...{ id: rid, kind: kind.key, title: item.title, img: card?.cover?.src ?? '', url: detailPath(kind, rid) },
    ...{ view_num: item.view_num, like_num: item.like_num, collect_num: item.collect_num },
    ...{ is_collect: flags.is_collect ? 1 : 0, is_like: flags.is_like ? 1 : 0, is_follow: flags.is_follow ? 1 : 0 },
  };
}
