import { designCalls, KIND } from '#contract/design/calls.ts';
import type { DesignDetail, ItemPublic } from '#contract/item.ts';
import { KINDS } from '#contract/kinds.ts';
import type { Ctx } from '../../app/ctx.ts';
import { serve } from '../../http/endpoint.ts';
import { readDetail } from '../../http/read-detail.ts';
import { recommendItems } from '../../modules/catalog/index.ts';
import { orderForNothing } from '../../modules/sales/index.ts';
import { relatedItems } from '../../views/item-screen.ts';
import { releaserFor } from '../../views/publisher-page.ts';
import type { Manifest } from '../manifest.ts';

/** What the detail call of a design says beyond what all do (spec 3, Design). */
export async function designFields(_ctx: Ctx, part: ItemPublic): Promise<DesignOwn> {
  const { type, color_mode, file_format } = part.fields;
  const flat = type === '1';
  return {
    cover_url: part.cover?.src ?? '',
    type: flat ? 1 : 2,
    color_mode: flat ? String(color_mode ?? '') : '',
    file_format: file_format ? String(file_format) : part.format.toUpperCase(),
    file_size: part.size,
    category: { id: part.category_id?.id ?? 0, name: part.category_id?.name ?? '' },
    tags: part.tagsList.map((tag) => tag.name),
    img_urls: part.imgs.map(({ picture }) => picture.src),
  };
}

type DesignOwn = Pick<DesignDetail, 'cover_url' | 'type' | 'color_mode' | 'file_format' | 'file_size' | 'category' | 'tags' | 'img_urls'>;

const designEndpoints = [
  serve(designCalls.detail, (ctx, { design_id }) => readDetail(ctx, KIND, design_id)),
  serve(designCalls.related, async (ctx, { design_id, page, limit }) => {
    // the pool goes round for 换一批; a waterfall ends
    const cards = await recommendItems(ctx, KIND, { id: design_id, page, limit, ends: true });
    return { list: relatedItems(cards), page, limit, has_more: cards.length === limit ? (1 as const) : (0 as const) };
  }),
  serve(designCalls.userDetailInfo, (ctx, { uid }) => releaserFor(ctx, uid)),
  serve(designCalls.payFreeOrder, (ctx, { id, user_coupon_id, idempotency_key }) =>
    orderForNothing(ctx, KIND, { id, user_coupon_id, ...(idempotency_key ? { idempotency_key } : {}) }),
  ),
];

export const designArea: Manifest = {
  name: 'design',
  endpoints: designEndpoints,
  own_fields: { [KINDS.design.key]: designFields },
};
