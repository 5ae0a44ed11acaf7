import { z } from 'zod';
import { LIST_PAGE_SIZE, SEARCH_ANSWERS } from '#contract/catalog.ts';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import { ALBUM_PAGE_SIZE } from '#contract/sample.ts';
import type { Ctx } from '../../app/ctx.ts';
import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import { choiceField, idField, limitField, noInput, pageField, textField } from '../../http/fields.ts';
import { relatedItemOutput, termOutput } from '../../http/outputs/item.ts';
import { albumOutput, albumPageOutput, originalLinkOutput, sampleDetailOutput, sampleImagesOutput } from '../../http/outputs/pictures.ts';
import { readDetail } from '../../http/read-detail.ts';
import { allKinds, kindTerms, listItems, recommendItems } from '../../modules/catalog/index.ts';
import { albumOf, albumPictures, grantOriginal } from '../../modules/downloads/index.ts';
import { findItems } from '../../modules/search/index.ts';
import { relatedItems } from '../../views/related-items.ts';
import { moreImages } from '../../views/sample-images.ts';
import { besideSample } from '../../views/sample-recommended.ts';

const KIND = KINDS.sample;
const CALLS = KIND.calls;
const keyField = z.string({ error: '相册编号无效' }).regex(/^[\w-]{1,40}$/, '相册编号无效');

const cards = { list: z.array(relatedItemOutput), page: z.int(), limit: z.int() };
const foundOutput = z.strictObject({
  ...cards,
  total: z.int(),
  total_capped: z.optional(z.boolean()),
  answer: z.optional(z.enum(SEARCH_ANSWERS)),
});

/** Works that a publisher may name in a case; none while the site has none of that kind. */
function linkable(path: string, key: string, noun: string): Endpoint {
  return endpoint({
    method: 'GET',
    path,
    summary: `可关联的${noun}：keyword 搜索，空则为热门`,
    tag: 'bigcase',
    auth: 'user',
    input: z.object({ keyword: textField('关键词', 60).default(''), page: pageField, limit: limitField(10) }),
    output: foundOutput,
    handle: async (ctx, { keyword, page, limit }) => {
      const kind = allKinds().find((one) => one.key === key);
      if (!kind) return { list: [], total: 0, page, limit };
      const found = await found_of(ctx, kind, { ...(keyword === '' ? {} : { keyword }), page }, limit);
      return { ...found, list: relatedItems(found.list) };
    },
  });
}

const found_of = (ctx: Ctx, kind: KindFacts, filter: { keyword?: string; page: number }, limit: number) =>
  filter.keyword === undefined ? listItems(ctx, kind, filter, limit) : findItems(ctx, kind, filter, limit);

export const bigcaseEndpoints = [
  endpoint({
    method: 'GET',
    path: CALLS.related.path,
    summary: '大案例列表；写 sample_id 则为与它相似的案例，翻页即换一批',
    tag: 'bigcase',
    auth: 'none',
    input: z.object({
      sample_id: idField.optional(),
      cid: idField.optional(),
      cid2: idField.optional(),
      industry: idField.optional(),
      tag: idField.optional(),
      sort: z.enum(['recommend', 'new', 'download', 'price_up', 'price_down'], { error: '排序无效' }).optional(),
      keyword: textField('关键词', 60).default(''),
      page: pageField,
      limit: limitField(LIST_PAGE_SIZE),
    }),
    output: foundOutput,
    handle: async (ctx, { sample_id, page, limit, keyword, industry, ...filter }) => {
      if (sample_id !== undefined) {
        const list = relatedItems(await recommendItems(ctx, KIND, { id: sample_id, page, limit }));
        return { list, total: list.length, page, limit };
      }
      const chosen = { ...given(filter), page, ...(industry === undefined ? {} : { terms: { industry } }) };
      const found = await (keyword === '' ? listItems(ctx, KIND, chosen, limit) : findItems(ctx, KIND, { ...chosen, keyword }, limit));
      return { ...found, list: relatedItems(found.list) };
    },
  }),
  endpoint({
    method: 'GET',
    path: CALLS.detail.path,
    summary: '大案例详情，以及当前读者的权限',
    tag: 'bigcase',
    auth: 'optional',
    input: z.object({ sample_id: idField }),
    output: sampleDetailOutput,
    handle: (ctx, { sample_id }) => readDetail(ctx, KIND, sample_id),
  }),
  endpoint({
    method: 'GET',
    path: '/sample/index/recomList',
    summary: '案例旁的推荐：type 1 为资源，2 为方案；翻页即换一批',
    tag: 'bigcase',
    auth: 'none',
    input: z.object({
      sample_id: idField,
      type: choiceField('类型无效', [1, 2]).default(1),
      page: pageField,
      limit: limitField(6, 24),
    }),
    output: z.strictObject(cards),
    handle: async (ctx, { sample_id, type, page, limit }) => ({
      list: relatedItems(await besideSample(ctx, { sample_id, type, page, limit })),
      page,
      limit,
    }),
  }),
  endpoint({
    method: 'GET',
    path: '/sample/index/sampleImgs',
    summary: '案例图片：有权限的读者得到全部（约十分钟有效的链接），其他人只得到公开的',
    tag: 'bigcase',
    auth: 'optional',
    input: z.object({ sample_id: idField }),
    output: sampleImagesOutput,
    handle: (ctx, { sample_id }) => moreImages(ctx, KIND, sample_id),
  }),
  endpoint({
    method: 'GET',
    path: '/sample/index/getIndustury',
    summary: '大案例的行业',
    tag: 'bigcase',
    auth: 'none',
    input: noInput,
    output: z.strictObject({ list: z.array(termOutput) }),
    handle: async (ctx) => ({ list: (await kindTerms(ctx, KIND)).facets['industry'] ?? [] }),
  }),
  linkable('/sample/index/getResourceList', KINDS.resource.key, KINDS.resource.noun),
  linkable('/sample/index/getSchemeList', KINDS.scheme.key, KINDS.scheme.noun),
  endpoint({
    method: 'GET',
    path: '/sample/photo',
    summary: '云相册的图片；没有原图权限时为 403，data.access 说明如何取得',
    tag: 'bigcase',
    auth: 'user',
    input: z.object({ sample_id: idField, vv: keyField.optional(), page: pageField, limit: limitField(ALBUM_PAGE_SIZE, 100) }),
    output: albumPageOutput,
    handle: (ctx, { sample_id, vv, page, limit }) =>
      albumPictures(ctx, { item_id: sample_id, kind: KIND, page, limit, ...(vv === undefined ? {} : { key: vv }) }),
  }),
  endpoint({
    method: 'GET',
    path: '/sample/photo/sample',
    summary: '云相册属于哪个案例，有多少张，当前读者能否打开',
    tag: 'bigcase',
    auth: 'optional',
    input: z.object({ sample_id: idField, vv: keyField.optional() }),
    output: albumOutput,
    handle: (ctx, { sample_id, vv }) => albumOf(ctx, { item_id: sample_id, kind: KIND, ...(vv === undefined ? {} : { key: vv }) }),
  }),
  endpoint({
    method: 'POST',
    path: '/sample/index/download',
    summary: '申请原图下载链接：type 1 为一张原图（imgurl 为该图的地址或序号），2 为全部原图的 ZIP',
    tag: 'download',
    auth: 'user',
    input: z.object({
      sample_id: idField,
      type: choiceField('类型无效', [1, 2]),
      imgurl: z.preprocess((value) => (typeof value === 'number' ? String(value) : value), textField('图片地址', 500).default('')),
    }),
    limit: { points: 240, window_s: 60 },
    output: originalLinkOutput,
    handle: (ctx, { sample_id, type, imgurl }) =>
      grantOriginal(ctx, { item_id: sample_id, kind: KIND, ...(type === 1 ? { picture: imgurl } : {}) }),
  }),
];

function given<T extends object>(filter: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as never;
}
