import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { idField, wholeNumber } from '#contract/input-fields.ts';
import { itemImagesOutput } from '#contract/outputs/download.ts';
import { itemDetailOutput } from '#contract/outputs/item.ts';

const call = callsOf('scheme');

const startField = wholeNumber('起始页无效', 1, 10_000).default(1);

export const schemeDetailCalls = {
  detail: call('GET', '/scheme/index/detail', {
    summary: '方案详情，以及当前读者的权限',
    auth: 'optional',
    owned: { id: 'scheme' },
    input: z.object({ id: idField }),
    output: itemDetailOutput,
  }),
  schemeimgs: call('GET', '/scheme/index/schemeimgs', {
    summary: '方案各页图片：有权限的读者得到全部，其他人得到免费页',
    auth: 'optional',
    owned: { id: 'scheme' },
    input: z.object({ id: idField, start: startField }),
    output: itemImagesOutput,
  }),
};
