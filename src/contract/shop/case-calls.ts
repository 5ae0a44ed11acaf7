import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { idField, limitField, pageField } from '#contract/input-fields.ts';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import { relatedItemOutput } from '#contract/outputs/item.ts';
import { itemStatusOutput, publishedListOutput } from '#contract/outputs/publish.ts';
import { PUBLISH_TABS, type PublishTab } from '#contract/publish.ts';
import { SHOP_WORKS_PAGE_SIZE } from '#contract/shop.ts';

const call = callsOf('case');

export const SUPPLIER = KINDS.supplier_case;
export const RESOURCE = KINDS.resource_case;
const caseInput = z.object({ case_id: idField });
const likedOutput = z.strictObject({ zan: z.literal([0, 1]), like_num: z.int() });
export const batchOutput = z.strictObject({
  list: z.array(relatedItemOutput),
  total: z.optional(z.int()),
  total_capped: z.optional(z.boolean()),
  page: z.int(),
  limit: z.int(),
});
const often = { points: 120, window_s: 60 };
const tabField = z.enum(Object.keys(PUBLISH_TABS) as [PublishTab, ...PublishTab[]], { error: '分组无效' }).default('all');

export const detailCall = <const P extends string, O extends z.ZodType>(kind: KindFacts, path: P, output: O) =>
  call('GET', path, {
    summary: `${kind.noun}详情，以及当前读者的权限、店铺与关联资源`,
    auth: 'optional',
    owned: { case_id: kind.key },
    input: caseInput,
    output,
  });

export const shopCaseCalls = {
  form: call('GET', SUPPLIER.calls.publish.form, {
    summary: '供应商案例列表：带 shop_id 为该店铺公开的案例，不带为自己的案例（tab 分组）',
    auth: 'optional',
    acts: 'publish',
    open: { shop_id: 'shop' },
    input: z.object({ shop_id: idField.optional(), tab: tabField, page: pageField, limit: limitField(SHOP_WORKS_PAGE_SIZE) }),
    output: z.union([publishedListOutput, batchOutput]),
  }),
  count: call('GET', '/activity/activityCase/count', {
    summary: '自己的供应商案例各组的数量',
    acts: 'publish',
    output: publishedListOutput.shape.counts,
  }),
  activityCase_related: call('GET', SUPPLIER.calls.related.path, {
    summary: '相似的供应商案例，p 为页码，翻页即换一批',
    auth: 'none',
    open: { case_id: 'supplier_case' },
    input: z.object({ case_id: idField, p: pageField, limit: limitField(SUPPLIER.calls.related.limit, 24) }),
    output: batchOutput,
  }),
  shelf: call('POST', SUPPLIER.calls.publish.shelf, {
    summary: '下架（down）或恢复上架（up）自己的供应商案例，与 PUT 相同',
    acts: 'publish',
    input: z.object({ id: idField, action: z.enum(['down', 'up'], { error: '操作无效' }) }),
    owned: { id: 'supplier_case' },
    output: z.strictObject({ id: z.int(), status: itemStatusOutput }),
  }),
  post_activityCase_like: call('POST', SUPPLIER.calls.like.path, {
    summary: '点赞供应商案例',
    limit: often,
    owned: { case_id: 'supplier_case' },
    input: caseInput,
    output: likedOutput,
  }),
  delete_activityCase_like: call('DELETE', SUPPLIER.calls.like.path, {
    summary: '取消点赞供应商案例',
    limit: often,
    open: { case_id: 'supplier_case' },
    input: caseInput,
    output: likedOutput,
  }),
  getResourceCaseList: call('GET', '/resourcecase/index/getResourceCaseList', {
    summary: '资源案例列表；带 shop_id 为一个店铺的',
    auth: 'none',
    open: { shop_id: 'shop' },
    input: z.object({ shop_id: idField.optional(), page: pageField, limit: limitField(SHOP_WORKS_PAGE_SIZE) }),
    output: batchOutput,
  }),
  index_related: call('GET', RESOURCE.calls.related.path, {
    summary: '相似的资源案例，翻页即换一批',
    auth: 'none',
    output: batchOutput,
    open: { case_id: 'resource_case' },
    input: z.object({ case_id: idField, page: pageField, limit: limitField(RESOURCE.calls.related.limit, 24) }),
  }),
  getRalateCase: call('GET', '/resourcecase/index/getRalateCase', {
    summary: '用到一个资源的案例',
    auth: 'none',
    output: batchOutput,
    open: { resource_id: 'resource_case' },
    input: z.object({ resource_id: idField, page: pageField, limit: limitField(RESOURCE.calls.related.limit, 24) }),
  }),
  index_like: call('POST', RESOURCE.calls.like.path, {
    summary: '点赞资源案例，或取消',
    limit: often,
    owned: { case_id: 'resource_case' },
    input: caseInput,
    output: likedOutput,
  }),
};
