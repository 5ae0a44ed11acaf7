import { z } from 'zod';
import { LIST_PAGE_SIZE } from '#contract/catalog.ts';
import type { Page } from '#contract/envelope.ts';
import { COLLECTION_LIMIT, type ItemCard, type ItemFilter, RECOMMEND_LIMIT, RELATED_RESOURCE_LIMIT } from '#contract/item.ts';
import { KINDS } from '#contract/kinds.ts';
import { endpoint } from '../../http/endpoint.ts';
import { idField, limitField, noInput, pageField, priceFilterField, textField, wholeNumber } from '../../http/fields.ts';
import { collectionCardOutput, topicOutput } from '../../http/outputs/catalog.ts';
import { foundPageOutput, pageOutput } from '../../http/outputs/envelope.ts';
import { itemCardOutput, relatedItemOutput, termOutput } from '../../http/outputs/item.ts';
import { collectionsOf, countItems, getItem, kindTerms, listItems, recommendItems, topItems } from '../../modules/catalog/index.ts';
import { findItems } from '../../modules/search/index.ts';
import { itemsBeside } from '../../views/items-beside.ts';
import { relatedItems } from '../../views/related-items.ts';

const KIND = KINDS.scheme;

const filterFields = {
  cid: idField.optional(),
  cid2: idField.optional(),
  tag: idField.optional(),
  industry: idField.optional(),
  activity: idField.optional(),
  price: priceFilterField.optional(),
  format: z.enum(['pdf', 'pptx'], { error: '格式筛选应为 pdf 或 pptx' }).optional(),
  sort: z
    .enum(['recommend', 'new', 'download', 'price_up', 'price_down'], {
      error: '排序应为 recommend、new、download、price_up 或 price_down',
    })
    .optional(),
};
const keywordField = textField('关键词', 60);
const listFields = { ...filterFields, keyword: keywordField.optional(), page: pageField, limit: limitField(LIST_PAGE_SIZE) };

/** The call's own parameter names into the filter's. */
function filterOf({ industry, activity, ...filter }: Omit<ItemFilter, 'terms'> & { industry?: number; activity?: number }): ItemFilter {
  const terms = { ...(industry ? { industry } : {}), ...(activity ? { activity } : {}) };
  return Object.keys(terms).length > 0 ? { ...filter, terms } : filter;
}

export const schemeEndpoints = [
  endpoint({
    method: 'GET',
    path: '/scheme/indexv2',
    summary: '方案列表：筛选、排序、分页',
    tag: 'scheme',
    auth: 'none',
    input: z.object(listFields),
    // a keyword costs what a search costs
    limit: { points: 120, window_s: 60 },
    output: foundPageOutput(itemCardOutput),
    handle: (ctx, { limit, ...asked }): Promise<Page<ItemCard>> => {
      const filter = filterOf(asked);
      return filter.keyword ? findItems(ctx, KIND, filter, limit) : listItems(ctx, KIND, filter, limit);
    },
  }),
  endpoint({
    method: 'GET',
    path: '/scheme/index/total',
    summary: '符合筛选的方案数量',
    tag: 'scheme',
    auth: 'none',
    input: z.object({ ...filterFields, keyword: keywordField.optional() }),
    output: z.strictObject({ total: z.int(), total_capped: z.boolean() }),
    handle: async (ctx, asked) => {
      const filter = filterOf(asked);
      if (!filter.keyword) return countItems(ctx, KIND, filter);
      const { total, total_capped = false } = await findItems(ctx, KIND, filter, 1);
      return { total, total_capped };
    },
  }),
  endpoint({
    method: 'GET',
    path: '/scheme/index/tags',
    summary: '热门标签',
    tag: 'scheme',
    auth: 'none',
    input: noInput,
    output: z.array(termOutput),
    handle: async (ctx) => (await kindTerms(ctx, KIND)).tags,
  }),
  endpoint({
    method: 'GET',
    path: '/scheme/index/recommend',
    summary: '相似方案，翻页即换一批',
    tag: 'scheme',
    auth: 'none',
    input: z.object({ id: idField, cid: idField.optional(), page: pageField, limit: limitField(RECOMMEND_LIMIT, 24) }),
    output: z.strictObject({ list: z.array(relatedItemOutput), page: z.int(), limit: z.int() }),
    handle: async (ctx, input) => ({
      list: relatedItems(await recommendItems(ctx, KIND, input)),
      page: input.page,
      limit: input.limit,
    }),
  }),
  endpoint({
    method: 'GET',
    path: '/scheme/index/schemeHot',
    summary: '热门方案',
    tag: 'scheme',
    auth: 'none',
    input: z.object({ limit: limitField(10) }),
    output: z.array(itemCardOutput),
    handle: (ctx, { limit }) => topItems(ctx, KIND, { sort: 'download' }, limit),
  }),
  endpoint({
    method: 'GET',
    path: '/scheme/category',
    summary: '一级分类',
    tag: 'scheme',
    auth: 'none',
    input: noInput,
    output: z.array(z.strictObject({ id: z.int(), name: z.string(), icon: z.string(), item_num: z.int() })),
    handle: async (ctx) => (await kindTerms(ctx, KIND)).categories.map(({ children: _second, ...first }) => first),
  }),
  endpoint({
    method: 'GET',
    path: '/scheme/category/two',
    summary: '两级分类、行业与活动类型',
    tag: 'scheme',
    auth: 'none',
    input: noInput,
    // the kind's own facets stand beside, by their keys
    output: z.object({ category_two: z.array(termOutput) }).catchall(z.array(termOutput)),
    handle: async (ctx) => {
      const { categories, facets } = await kindTerms(ctx, KIND);
      return { category_two: categories, ...facets };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/scheme/index/search',
    summary: '关键词搜索方案，可与筛选、排序合用',
    tag: 'scheme',
    auth: 'none',
    input: z.object({ ...listFields, keyword: textField('关键词', 60, 1) }),
    limit: { points: 120, window_s: 60 },
    output: foundPageOutput(itemCardOutput),
    handle: (ctx, { limit, ...asked }) => findItems(ctx, KIND, filterOf(asked), limit),
  }),
  endpoint({
    method: 'GET',
    path: '/api/relate/getList',
    summary: '关联内容：rid 且 type=2 取收录该方案的合集，type=1 取资源的专题；dataid 且 type=1 取相关方案，type=2 取相关资源',
    tag: 'scheme',
    auth: 'none',
    input: z
      .object({
        type: wholeNumber('类型无效', 1, 2),
        rid: idField.optional(),
        dataid: idField.optional(),
        page: pageField,
        limit: wholeNumber('每页数量无效', 1, 50).optional(),
        source: wholeNumber('数值无效', 1, 2).optional(),
        keyword: keywordField.optional(),
      })
      .refine(({ rid, dataid }) => rid !== undefined || dataid !== undefined, { path: ['rid'], message: '编号无效' }),
    output: z.union([foundPageOutput(itemCardOutput), pageOutput(topicOutput), pageOutput(collectionCardOutput)]),
    handle: async (ctx, { type, rid, dataid, page, limit, keyword }) => {
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
    },
  }),
];
