import { z } from 'zod';
import { KINDS } from '#contract/kinds.ts';
import { endpoint } from '../../http/endpoint.ts';
import { idField, wholeNumber } from '../../http/fields.ts';
import { itemImagesOutput } from '../../http/outputs/download.ts';
import { itemDetailOutput } from '../../http/outputs/item.ts';
import { readDetail } from '../../http/read-detail.ts';
import { itemImages } from '../../modules/downloads/index.ts';

const startField = wholeNumber('起始页无效', 1, 10_000).default(1);

export const schemeDetailEndpoints = [
  endpoint({
    method: 'GET',
    path: '/scheme/index/detail',
    summary: '方案详情，以及当前读者的权限',
    tag: 'scheme',
    auth: 'optional',
    input: z.object({ id: idField }),
    output: itemDetailOutput,
    handle: (ctx, { id }) => readDetail(ctx, KINDS.scheme, id),
  }),
  endpoint({
    method: 'GET',
    path: '/scheme/index/schemeimgs',
    summary: '方案各页图片：有权限的读者得到全部，其他人得到免费页',
    tag: 'scheme',
    auth: 'optional',
    input: z.object({ id: idField, start: startField }),
    output: itemImagesOutput,
    handle: (ctx, { id, start }) => itemImages(ctx, { item_id: id, start }),
  }),
];
