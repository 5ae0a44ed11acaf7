import type { Page } from '#contract/envelope.ts';
import { COLLECTION_LIMIT, type ItemCard, type ItemFilter, RELATED_RESOURCE_LIMIT } from '#contract/item.ts';
import { KINDS } from '#contract/kinds.ts';
import type { FreeOrder } from '#contract/promotion.ts';
import { schemeCalls } from '#contract/scheme/calls.ts';
import { schemeDetailCalls } from '#contract/scheme/detail-calls.ts';
import { schemeFreeOrderCalls } from '#contract/scheme/free-order-calls.ts';
import { serve } from '../../http/endpoint.ts';
import { readDetail } from '../../http/read-detail.ts';
import { collectionsOf, countItems, getItem, kindTerms, listItems, recommendItems, topItems } from '../../modules/catalog/index.ts';
import { itemImages } from '../../modules/downloads/index.ts';
import { freeOrderSetting } from '../../modules/promotion/index.ts';
import { findItems } from '../../modules/search/index.ts';
import { getSetting } from '../../modules/settings/index.ts';
import { itemsBeside, relatedItems } from '../../views/item-screen.ts';

const KIND = KINDS.scheme;

/** The call's own parameter names into the filter's. */
function filterOf({ industry, activity, ...filter }: Omit<ItemFilter, 'terms'> & { industry?: number; activity?: number }): ItemFilter {
  const terms = { ...(industry ? { industry } : {}), ...(activity ? { activity } : {}) };
  return Object.keys(terms).length > 0 ? { ...filter, terms } : filter;
}

export const schemeEndpoints = [
  serve(schemeCalls.indexv2, (ctx, { limit, ...asked }): Promise<Page<ItemCard>> => {
    const filter = filterOf(asked);
    return filter.keyword ? findItems(ctx, KIND, filter, limit) : listItems(ctx, KIND, filter, limit);
  }),
  serve(schemeCalls.total, async (ctx, asked) => {
    const filter = filterOf(asked);
    if (!filter.keyword) return countItems(ctx, KIND, filter);
    const { total, total_capped = false } = await findItems(ctx, KIND, filter, 1);
    return { total, total_capped };
  }),
  serve(schemeCalls.tags, async (ctx) => (await kindTerms(ctx, KIND)).tags),
  serve(schemeCalls.recommend, async (ctx, input) => ({
    list: relatedItems(await recommendItems(ctx, KIND, input)),
    page: input.page,
    limit: input.limit,
  })),
  serve(schemeCalls.schemeHot, (ctx, { limit }) => topItems(ctx, KIND, { sort: 'download' }, limit)),
  serve(schemeCalls.category, async (ctx) => (await kindTerms(ctx, KIND)).categories.map(({ children: _second, ...first }) => first)),
  serve(schemeCalls.two, async (ctx) => {
    const { categories, facets } = await kindTerms(ctx, KIND);
    return { category_two: categories, ...facets };
  }),
  serve(schemeCalls.search, (ctx, { limit, ...asked }) => findItems(ctx, KIND, filterOf(asked), limit)),
  serve(schemeCalls.getList, async (ctx, { type, rid, dataid, page, limit, keyword }) => {
    if (rid !== undefined) {
      const size = limit ?? COLLECTION_LIMIT;
      if (type === 2) return collectionsOf(ctx, rid, page, size, KIND);
      const topics = await collectionsOf(ctx, rid, page, size, KINDS.resource);
      return { ...topics, list: topics.list.map((topic) => ({ ...topic, img: topic.cover_img })) };
    }
    const size = limit ?? RELATED_RESOURCE_LIMIT;
    const wanted = type === 1 ? KIND : KINDS.resource;
    if (keyword) return findItems(ctx, wanted, { keyword, page }, size);
    const item = dataid === undefined ? null : await getItem(ctx, dataid);
    const list = await (item?.status === 'published' && item.kind !== wanted.code
      ? itemsBeside(ctx, wanted, item, { page, limit: size })
      : recommendItems(ctx, wanted, { id: dataid, page, limit: size }));
    return { list, total: list.length, page, limit: size };
  }),
];

export const schemeDetailEndpoints = [
  serve(schemeDetailCalls.detail, (ctx, { id }) => readDetail(ctx, KINDS.scheme, id)),
  serve(schemeDetailCalls.schemeimgs, (ctx, { id, start }) => itemImages(ctx, { item_id: id, start })),
];

export const freeOrderEndpoint = serve(schemeFreeOrderCalls.freeorder, async (ctx): Promise<FreeOrder> => {
  const { on, img, icon } = await getSetting(ctx, freeOrderSetting);
  return { free: on ? 1 : 0, img, icon };
});
