import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { LIST_PAGE_SIZE, SEARCH_ANSWERS } from '#contract/catalog.ts';
import { choiceField, idField, limitField, pageField, textField } from '#contract/input-fields.ts';
import { KINDS } from '#contract/kinds.ts';
import { relatedItemOutput, termOutput } from '#contract/outputs/item.ts';
import { albumOutput, albumPageOutput, originalLinkOutput, sampleDetailOutput, sampleImagesOutput } from '#contract/outputs/pictures.ts';
import { ALBUM_PAGE_SIZE } from '#contract/sample.ts';

const call = callsOf('bigcase');
const downloadCall = callsOf('download');

export const KIND = KINDS.sample;
const CALLS = KIND.calls;
const keyField = z.string({ error: '相册编号无效' }).regex(/^[\w-]{1,40}$/, '相册编号无效');
const cards = { list: z.array(relatedItemOutput), page: z.int(), limit: z.int() };
const foundOutput = z.strictObject({
  ...cards,
  total: z.int(),
  total_capped: z.optional(z.boolean()),
  answer: z.optional(z.enum(SEARCH_ANSWERS)),
});

/** Works that a publisher may name in a case. */
export const linkableCall = <const P extends string>(path: P, noun: string) =>
  call('GET', path, {
    summary: `可关联的${noun}：keyword 搜索，空则为热门`,
    input: z.object({ keyword: textField('关键词', 60).default(''), page: pageField, limit: limitField(10) }),
    output: foundOutput,
  });

export const bigcaseCalls = {
  related: call('GET', CALLS.related.path, {
    summary: '大案例列表；写 sample_id 则为与它相似的案例，翻页即换一批',
    auth: 'none',
    open: { sample_id: 'sample' },
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
  }),
  detail: call('GET', CALLS.detail.path, {
    summary: '大案例详情，以及当前读者的权限',
    auth: 'optional',
    owned: { sample_id: 'sample' },
    input: z.object({ sample_id: idField }),
    output: sampleDetailOutput,
  }),
  recomList: call('GET', '/sample/index/recomList', {
    summary: '案例旁的推荐：type 1 为资源，2 为方案；翻页即换一批',
    auth: 'none',
    open: { sample_id: 'shown' },
    input: z.object({
      sample_id: idField,
      type: choiceField('类型无效', [1, 2]).default(1),
      page: pageField,
      limit: limitField(6, 24),
    }),
    output: z.strictObject(cards),
  }),
  sampleImgs: call('GET', '/sample/index/sampleImgs', {
    summary: '案例图片：有权限的读者得到全部（约十分钟有效的链接），其他人只得到公开的',
    auth: 'optional',
    owned: { sample_id: 'sample' },
    input: z.object({ sample_id: idField }),
    output: sampleImagesOutput,
  }),
  getIndustury: call('GET', '/sample/index/getIndustury', {
    summary: '大案例的行业',
    auth: 'none',
    output: z.strictObject({ list: z.array(termOutput) }),
  }),
  photo: call('GET', '/sample/photo', {
    summary: '云相册的图片；没有原图权限时为 403，data.access 说明如何取得',
    owned: { sample_id: 'sample' },
    input: z.object({ sample_id: idField, vv: keyField.optional(), page: pageField, limit: limitField(ALBUM_PAGE_SIZE, 100) }),
    output: albumPageOutput,
  }),
  sample: call('GET', '/sample/photo/sample', {
    summary: '云相册属于哪个案例，有多少张，当前读者能否打开',
    auth: 'optional',
    owned: { sample_id: 'sample' },
    input: z.object({ sample_id: idField, vv: keyField.optional() }),
    output: albumOutput,
  }),
  download: downloadCall('POST', '/sample/index/download', {
    summary: '申请原图下载链接：type 1 为一张原图（imgurl 为该图的地址或序号），2 为全部原图的 ZIP',
    owned: { sample_id: 'sample' },
    input: z.object({
      sample_id: idField,
      type: choiceField('类型无效', [1, 2]),
      imgurl: z.preprocess((value) => (typeof value === 'number' ? String(value) : value), textField('图片地址', 500).default('')),
    }),
    limit: { points: 240, window_s: 60 },
    output: originalLinkOutput,
  }),
};
