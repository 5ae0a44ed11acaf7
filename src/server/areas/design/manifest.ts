import { designCalls, KIND } from '#contract/design/calls.ts';
import { KINDS } from '#contract/kinds.ts';
import { serve } from '../../http/endpoint.ts';
import { readDetail } from '../../http/read-detail.ts';
import { recommendItems } from '../../modules/catalog/index.ts';
import { orderForNothing } from '../../modules/sales/index.ts';
import { relatedItems } from '../../views/item-screen.ts';
import { releaserFor } from '../../views/publisher-page.ts';
import type { Manifest } from '../manifest.ts';
import { designFields } from './own-fields.ts';

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
