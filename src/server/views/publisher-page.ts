import { PUBLISHER_PAGE_SIZE, type PublisherView } from '#contract/publisher.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { countItemsOf, itemCards, itemsOf } from '../modules/catalog/index.ts';
import { publicUsers } from '../modules/identity/index.ts';
import { releaserOf } from './item-public.ts';

/** A publisher with one page of their published schemes, the newest first, kept within its pages; null for an unknown id. */
export async function publisherView(ctx: Ctx, uid: number, wanted_page: number): Promise<PublisherView | null> {
  const user = (await publicUsers(ctx, [uid])).get(uid);
  if (!user) return null;
  const limit = PUBLISHER_PAGE_SIZE;
  const total = (await countItemsOf(ctx, uid)).get('published') ?? 0;
  const page = Math.min(Math.max(1, wanted_page), Math.max(1, Math.ceil(total / limit)));
  const items = await itemsOf(ctx, { publisher_id: uid, statuses: ['published'], offset: (page - 1) * limit, limit });
  const list = await itemCards(
    ctx,
    items.map((item) => item.id),
  );
  return { releaser: releaserOf(uid, user), introduction: user.introduction, schemes: { list, total, page, limit } };
}
