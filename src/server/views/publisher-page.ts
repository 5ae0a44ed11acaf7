import { FOCUS_USER } from '#contract/focus.ts';
import type { ReleaserCard } from '#contract/item.ts';
import { PUBLISHER_PAGE_SIZE, type PublisherView } from '#contract/publisher.ts';
import { type Ctx, userId } from '../app/ctx.ts';
import { notFound } from '../kernel/errors.ts';
import { allKinds, countWorksOf, itemCards, itemsOf, shownSeriesOf } from '../modules/catalog/index.ts';
import { followState } from '../modules/engagement/index.ts';
import { publicUsers } from '../modules/identity/index.ts';
import { shopOf } from '../modules/shops/index.ts';
import { releaserOf } from './item-public.ts';

/**
 * A publisher with one page of their published works, the newest first, clamped to its last page; null for a user who is gone with all they
 * published. `wanted_kind` is the key of a kind; one of which nothing is published counts as all.
 */
export async function publisherView(
  ctx: Ctx,
  uid: number,
  wanted_page: number,
  wanted_kind: string | null = null,
): Promise<PublisherView | null> {
  const user = (await publicUsers(ctx, [uid])).get(uid);
  const limit = PUBLISHER_PAGE_SIZE;
  const [counts, shop, series] = await Promise.all([countWorksOf(ctx, uid), shopOf(ctx, uid), shownSeriesOf(ctx, uid)]);
  const kinds = allKinds().flatMap((kind) => ({ kind, total: counts.get(kind.code) ?? 0 }));
  const chosen = kinds.find(({ kind, total }) => kind.key === wanted_kind && total > 0) ?? null;
  const all = [...counts.values()].reduce((sum, n) => sum + n, 0);
  if (user.closed && all === 0) return null;
  const total = chosen?.total ?? all;
  const page = Math.min(Math.max(1, wanted_page), Math.max(1, Math.ceil(total / limit)));
  const items = await itemsOf(ctx, {
    ...(chosen ? { kinds: [chosen.kind] } : {}),
    publisher_id: uid,
    statuses: ['published'],
    offset: (page - 1) * limit,
    limit,
  });
  const list = await itemCards(
    ctx,
    items.map((item) => item.id),
  );
  return {
    releaser: releaserOf(uid, user),
    introduction: user.introduction,
    shop: shop && { id: shop.card.id, name: shop.card.name },
    series,
    total: all,
    kinds: kinds.filter((one) => one.total > 0).map((one) => ({ kind: one.kind.key, total: one.total })),
    kind: chosen?.kind.key ?? null,
    works: { list, total, page, limit },
  };
}

/** The card of a publisher and whether this reader follows them. @throws AppError 404 */
export async function releaserFor(ctx: Ctx, uid: number): Promise<ReleaserCard & { is_follow: 0 | 1 }> {
  const user = (await publicUsers(ctx, [uid])).get(uid);
  if (user.closed && user.works_num === 0) throw notFound('用户不存在');
  const { is_follow } = userId(ctx) === null ? { is_follow: 0 as const } : await followState(ctx, { rid: uid, type: FOCUS_USER });
  return { ...releaserOf(uid, user), is_follow };
}
