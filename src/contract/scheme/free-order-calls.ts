import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import type { FreeOrder } from '#contract/promotion.ts';

const call = callsOf('scheme');

export const freeOrderOutput = z.strictObject({
  free: z.literal([0, 1]),
  img: z.string(),
  icon: z.string(),
}) satisfies z.ZodType<FreeOrder>;

export const schemeFreeOrderCalls = {
  freeorder: call('GET', '/scheme/index/freeorder', {
    summary: '免单活动：free 为 1 时显示横幅',
    auth: 'none',
    output: freeOrderOutput,
  }),
};
