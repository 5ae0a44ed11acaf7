import { z } from 'zod';
import type { FreeOrder } from '#contract/promotion.ts';
import { endpoint } from '../../http/endpoint.ts';
import { noInput } from '../../http/fields.ts';
import { freeOrderSetting } from '../../modules/promotion/index.ts';
import { getSetting } from '../../modules/settings/index.ts';

export const freeOrderOutput = z.strictObject({
  free: z.literal([0, 1]),
  img: z.string(),
  icon: z.string(),
}) satisfies z.ZodType<FreeOrder>;

export const freeOrderEndpoint = endpoint({
  method: 'GET',
  path: '/scheme/index/freeorder',
  summary: '免单活动：free 为 1 时显示横幅',
  tag: 'scheme',
  auth: 'none',
  input: noInput,
  output: freeOrderOutput,
  handle: async (ctx): Promise<FreeOrder> => {
    const { on, img, icon } = await getSetting(ctx, freeOrderSetting);
    return { free: on ? 1 : 0, img, icon };
  },
});
