import { z } from 'zod';
import { KINDS, type KindCalls, type KindFacts } from '#contract/kinds.ts';
import { MARK_TEXTS } from '#contract/mark-texts.ts';
import { PUBLISH_TABS, type PublishTab } from '#contract/publish.ts';
import { SHOP_WORKS_PAGE_SIZE } from '#contract/shop.ts';
import type { Ctx } from '../../app/ctx.ts';
import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import { idField, limitField, noInput, pageField } from '../../http/fields.ts';
import { relatedItemOutput } from '../../http/outputs/item.ts';
import { itemStatusOutput, publishedListOutput } from '../../http/outputs/publish.ts';
import { resourceCaseOutput, supplierCaseOutput } from '../../http/outputs/shop.ts';
import { readDetail } from '../../http/read-detail.ts';
import { said } from '../../http/said.ts';
import { itemCards, listItems, recommendItems, worksOfShop } from '../../modules/catalog/index.ts';
import { setLiked } from '../../modules/engagement/index.ts';
import { listMine, restoreItem, takeDown } from '../../modules/publishing/index.ts';
import { relatedItems } from '../../views/related-items.ts';
import { casesOfResource } from '../../views/resource-screen.ts';

const SUPPLIER = KINDS.supplier_case;
const RESOURCE = KINDS.resource_case;
const caseInput = z.object({ case_id: idField });
const likedOutput = z.strictObject({ zan: z.literal([0, 1]), like_num: z.int() });
const batchOutput = z.strictObject({
  list: z.array(relatedItemOutput),
  total: z.optional(z.int()),
  total_capped: z.optional(z.boolean()),
  page: z.int(),
  limit: z.int(),
});
const often = { points: 120, window_s: 60 };
const tabField = z.enum(Object.keys(PUBLISH_TABS) as [PublishTab, ...PublishTab[]], { error: '分组无效' }).default('all');

type Listed = z.output<typeof publishedListOutput> | z.output<typeof batchOutput>;

function detailCall<T>(kind: KindFacts, { detail }: KindCalls, output: z.ZodType<T>): Endpoint {
  return endpoint({
    method: 'GET',
    path: detail.path,
    summary: `${kind.noun}详情，以及当前读者的权限、店铺与关联资源`,
    tag: 'case',
    auth: 'optional',
    input: caseInput,
    output,
    handle: (ctx, { case_id }) => readDetail(ctx, kind, case_id),
  });
}

/** Published cases of one kind as cards: all, or those of a shop. */
async function listCases(
  ctx: Ctx,
  kind: KindFacts,
  { shop_id, page, limit }: { shop_id?: number | undefined; page: number; limit: number },
) {
  if (shop_id === undefined) {
    const found = await listItems(ctx, kind, { page }, limit);
    return { ...found, list: relatedItems(found.list) };
  }
  const ids = await worksOfShop(ctx, { shop_id, kinds: [kind], offset: (page - 1) * limit, limit });
  return { list: relatedItems(await itemCards(ctx, ids)), page, limit };
}

async function related(ctx: Ctx, kind: KindFacts, { id, page, limit }: { id: number; page: number; limit: number }) {
  return { list: relatedItems(await recommendItems(ctx, kind, { id, page, limit })), page, limit };
}

async function like(ctx: Ctx, c: Parameters<typeof said>[0], input: Parameters<typeof setLiked>[1]) {
  const result = await setLiked(ctx, input);
  return said(c, result.zan === 1 ? MARK_TEXTS.liked : MARK_TEXTS.unliked, result);
}

/** Calls of both kinds of case beside those that the rows of the kinds make (publishing). */
export const caseEndpoints: Endpoint[] = [
  detailCall(SUPPLIER, SUPPLIER.calls, supplierCaseOutput),
  detailCall(RESOURCE, RESOURCE.calls, resourceCaseOutput),
  endpoint({
    method: 'GET',
    path: SUPPLIER.calls.publish.form,
    summary: '供应商案例列表：带 shop_id 为该店铺公开的案例，不带为自己的案例（tab 分组）',
    tag: 'case',
    auth: 'optional',
    acts: 'publish',
    input: z.object({ shop_id: idField.optional(), tab: tabField, page: pageField, limit: limitField(SHOP_WORKS_PAGE_SIZE) }),
    output: z.union([publishedListOutput, batchOutput]),
    handle: async (ctx, { shop_id, tab, page, limit }): Promise<Listed> =>
      shop_id === undefined ? listMine(ctx, { kind: SUPPLIER, tab, page, limit }) : listCases(ctx, SUPPLIER, { shop_id, page, limit }),
  }),
  endpoint({
    method: 'GET',
    path: '/activity/activityCase/count',
    summary: '自己的供应商案例各组的数量',
    tag: 'case',
    auth: 'user',
    acts: 'publish',
    input: noInput,
    output: publishedListOutput.shape.counts,
    handle: async (ctx) => (await listMine(ctx, { kind: SUPPLIER, tab: 'all', page: 1, limit: 1 })).counts,
  }),
  endpoint({
    method: 'GET',
    path: SUPPLIER.calls.related.path,
    summary: '相似的供应商案例，p 为页码，翻页即换一批',
    tag: 'case',
    auth: 'none',
    input: z.object({ case_id: idField, p: pageField, limit: limitField(SUPPLIER.calls.related.limit, 24) }),
    output: batchOutput,
    handle: (ctx, { case_id, p, limit }) => related(ctx, SUPPLIER, { id: case_id, page: p, limit }),
  }),
  endpoint({
    method: 'POST',
    path: SUPPLIER.calls.publish.shelf,
    summary: '下架（down）或恢复上架（up）自己的供应商案例，与 PUT 相同',
    tag: 'case',
    auth: 'user',
    acts: 'publish',
    input: z.object({ id: idField, action: z.enum(['down', 'up'], { error: '操作无效' }) }),
    owned_ids: ['id'],
    output: z.strictObject({ id: z.int(), status: itemStatusOutput }),
    handle: async (ctx, { id, action }) => ({ id, status: await (action === 'down' ? takeDown : restoreItem)(ctx, id, SUPPLIER) }),
  }),
  endpoint({
    method: 'POST',
    path: SUPPLIER.calls.like.path,
    summary: '点赞供应商案例',
    tag: 'case',
    auth: 'user',
    limit: often,
    input: caseInput,
    output: likedOutput,
    handle: (ctx, { case_id }, c) => like(ctx, c, { kind: SUPPLIER, rid: case_id, on: true }),
  }),
  endpoint({
    method: 'DELETE',
    path: SUPPLIER.calls.like.path,
    summary: '取消点赞供应商案例',
    tag: 'case',
    auth: 'user',
    limit: often,
    input: caseInput,
    output: likedOutput,
    handle: (ctx, { case_id }, c) => like(ctx, c, { kind: SUPPLIER, rid: case_id, on: false }),
  }),
  endpoint({
    method: 'GET',
    path: '/resourcecase/index/getResourceCaseList',
    summary: '资源案例列表；带 shop_id 为一个店铺的',
    tag: 'case',
    auth: 'none',
    input: z.object({ shop_id: idField.optional(), page: pageField, limit: limitField(SHOP_WORKS_PAGE_SIZE) }),
    output: batchOutput,
    handle: (ctx, input) => listCases(ctx, RESOURCE, input),
  }),
  endpoint({
    method: 'GET',
    path: RESOURCE.calls.related.path,
    summary: '相似的资源案例，翻页即换一批',
    tag: 'case',
    auth: 'none',
    output: batchOutput,
    input: z.object({ case_id: idField, page: pageField, limit: limitField(RESOURCE.calls.related.limit, 24) }),
    handle: (ctx, { case_id, page, limit }) => related(ctx, RESOURCE, { id: case_id, page, limit }),
  }),
  endpoint({
    method: 'GET',
    path: '/resourcecase/index/getRalateCase',
    summary: '用到一个资源的案例',
    tag: 'case',
    auth: 'none',
    output: batchOutput,
    input: z.object({ resource_id: idField, page: pageField, limit: limitField(RESOURCE.calls.related.limit, 24) }),
    handle: async (ctx, { resource_id, page, limit }) => {
      const { list, total } = await casesOfResource(ctx, { resource_id, page, limit });
      return { list: relatedItems(list), total, page, limit };
    },
  }),
  endpoint({
    method: 'POST',
    path: RESOURCE.calls.like.path,
    summary: '点赞资源案例，或取消',
    tag: 'case',
    auth: 'user',
    limit: often,
    input: caseInput,
    output: likedOutput,
    handle: (ctx, { case_id }, c) => like(ctx, c, { kind: RESOURCE, rid: case_id }),
  }),
];
