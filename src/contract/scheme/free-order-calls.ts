import { z } from 'zod';
import { call } from '#contract/call.ts';
import { noInput } from '#contract/input-fields.ts';
import type { FreeOrder } from '#contract/promotion.ts';

export const freeOrderOutput = z.strictObject({
  free: z.literal([0, 1]),
  img: z.string(),
  icon: z.string(),
}) satisfies z.ZodType<FreeOrder>;

export const schemeFreeOrderCalls = {
  freeorder: call({
    method: 'GET',
    path: '/scheme/index/freeorder',
    summary: '免单活动：free 为 1 时显示横幅',
    tag: 'scheme',
    auth: 'none',
    input: noInput,
    output: freeOrderOutput,
  }),
};
