import type { ItemTools } from '#contract/engagement.ts';
import { FOCUS_USER } from '#contract/focus.ts';
import { detailPath, likeType } from '#contract/kinds.ts';
import { type Ctx, userId } from '../../app/ctx.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { getItem, itemCards, kindByType } from '../catalog/index.ts';
import { type FlagRow, findFlags } from './repo.ts';
import { ownUrl } from './rules.ts';

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

/** What this reader has marked: the item itself and its publisher. One statement, three look-ups by key. */
export function viewerFlags(
  ctx: Ctx,
  of: { user_id: number; type: number; like_type: number; rid: number; publisher_id: number },
): Promise<FlagRow> {
  return findFlags(ctx.db, { ...of, follow_type: FOCUS_USER });
}

/**
 * A QR code (PNG data URL) that opens a page of ours on a phone.
 * @throws AppError 404 for an item that is not published, code 1 for an address that is not ours
 */
export async function shareContent(ctx: Ctx, input: { type: number; rid: number; url: string }): Promise<{ code: string; url: string }> {
  const item = await getItem(ctx, input.rid);
  if (!item || item.kind !== kindByType('share', input.type)?.code || item.status !== 'published') throw notFound();
  const url = ownUrl(ctx.app.config.site_url, input.url);
  if (url === null) throw invalid({ url: '只能分享本站的链接' });
  const { toDataURL } = await import('qrcode');
  return { code: await toDataURL(url, { errorCorrectionLevel: 'M', margin: 1, width: 360 }), url };
}
