import { z } from 'zod';
import { call } from '#contract/call.ts';
import { idField, limitField, pageField } from '#contract/input-fields.ts';
import { KINDS } from '#contract/kinds.ts';
import { pptDetailOutput, relatedItemOutput } from '#contract/outputs/item.ts';

const CALLS = KINDS.ppt.calls;

export const pptCalls = {
  detail: call({
    method: 'GET',
    path: CALLS.detail.path,
    summary: 'PPT 模板详情，以及当前读者的权限',
    tag: 'ppt',
    auth: 'optional',
    owned: { id: 'ppt' },
    input: z.object({ id: idField }),
    output: pptDetailOutput,
  }),
  related: call({
    method: 'GET',
    path: CALLS.related.path,
    summary: '相似模板，翻页即换一批',
    tag: 'ppt',
    auth: 'none',
    open: { data_id: 'ppt' },
    input: z.object({ data_id: idField, page: pageField, limit: limitField(CALLS.related.limit, 24) }),
    output: z.strictObject({ list: z.array(relatedItemOutput), page: z.int(), limit: z.int() }),
  }),
};
