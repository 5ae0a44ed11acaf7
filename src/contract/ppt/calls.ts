import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { idField, limitField, pageField } from '#contract/input-fields.ts';
import { KINDS } from '#contract/kinds.ts';
import { pptDetailOutput, relatedItemOutput } from '#contract/outputs/item.ts';

const call = callsOf('ppt');

const CALLS = KINDS.ppt.calls;

export const pptCalls = {
  detail: call('GET', CALLS.detail.path, {
    summary: 'PPT 模板详情，以及当前读者的权限',
    auth: 'optional',
    owned: { id: 'ppt' },
    input: z.object({ id: idField }),
    output: pptDetailOutput,
  }),
  related: call('GET', CALLS.related.path, {
    summary: '相似模板，翻页即换一批',
    auth: 'none',
    open: { data_id: 'ppt' },
    input: z.object({ data_id: idField, page: pageField, limit: limitField(CALLS.related.limit, 24) }),
    output: z.strictObject({ list: z.array(relatedItemOutput), page: z.int(), limit: z.int() }),
  }),
};
