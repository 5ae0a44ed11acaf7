import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { LIST_PAGE_SIZE } from '#contract/catalog.ts';
import { idField, limitField, pageField, priceFilterField, textField, wholeNumber } from '#contract/input-fields.ts';
import { RECOMMEND_LIMIT } from '#contract/item.ts';
import { collectionCardOutput, topicOutput } from '#contract/outputs/catalog.ts';
import { foundPageOutput, pageOutput } from '#contract/outputs/envelope.ts';
import { itemCardOutput, relatedItemOutput, termOutput } from '#contract/outputs/item.ts';

const call = callsOf('scheme');

const filterFields = {
  cid: idField.optional(),
  cid2: idField.optional(),
  tag: idField.optional(),
  industry: idField.optional(),
  activity: idField.optional(),
  price: priceFilterField.optional(),
  format: z.enum(['pdf', 'pptx'], { error: '格式筛选应为 pdf 或 pptx' }).optional(),
  sort: z
    .enum(['recommend', 'new', 'download', 'price_up', 'price_down', 'rating'], {
      error: '排序应为 recommend、new、download、price_up、price_down 或 rating',
    })
    .optional(),
};
const keywordField = textField('关键词', 60);
const listFields = { ...filterFields, keyword: keywordField.optional(), page: pageField, limit: limitField(LIST_PAGE_SIZE) };

export const schemeCalls = {
  indexv2: call('GET', '/scheme/indexv2', {
    summary: '方案列表：筛选、排序、分页',
    auth: 'none',
    input: z.object(listFields),
    // a keyword costs what a search costs
    limit: { points: 120, window_s: 60 },
    output: foundPageOutput(itemCardOutput),
  }),
  total: call('GET', '/scheme/index/total', {
    summary: '符合筛选的方案数量',
    auth: 'none',
    input: z.object({ ...filterFields, keyword: keywordField.optional() }),
    output: z.strictObject({ total: z.int(), total_capped: z.boolean() }),
  }),
  tags: call('GET', '/scheme/index/tags', {
    summary: '热门标签',
    auth: 'none',
    output: z.array(termOutput),
  }),
  recommend: call('GET', '/scheme/index/recommend', {
    summary: '相似方案，翻页即换一批',
    auth: 'none',
    open: { id: 'scheme' },
    input: z.object({ id: idField, cid: idField.optional(), page: pageField, limit: limitField(RECOMMEND_LIMIT, 24) }),
    output: z.strictObject({ list: z.array(relatedItemOutput), page: z.int(), limit: z.int() }),
  }),
  schemeHot: call('GET', '/scheme/index/schemeHot', {
    summary: '热门方案',
    auth: 'none',
    input: z.object({ limit: limitField(10) }),
    output: z.array(itemCardOutput),
  }),
  category: call('GET', '/scheme/category', {
    summary: '一级分类',
    auth: 'none',
    output: z.array(z.strictObject({ id: z.int(), name: z.string(), icon: z.string(), item_num: z.int() })),
  }),
  two: call('GET', '/scheme/category/two', {
    summary: '两级分类、行业与活动类型',
    auth: 'none',
    // the kind's own facets stand beside, by their keys
    output: z.object({ category_two: z.array(termOutput) }).catchall(z.array(termOutput)),
  }),
  search: call('POST', '/scheme/index/search', {
    summary: '关键词搜索方案，可与筛选、排序合用',
    auth: 'none',
    input: z.object({ ...listFields, keyword: textField('关键词', 60, 1) }),
    limit: { points: 120, window_s: 60 },
    output: foundPageOutput(itemCardOutput),
  }),
  getList: call('GET', '/api/relate/getList', {
    summary: '关联内容：rid 且 type=2 取收录该方案的合集，type=1 取资源的专题；dataid 且 type=1 取相关方案，type=2 取相关资源',
    auth: 'none',
    open: { rid: 'work', dataid: 'work' },
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
  }),
};
