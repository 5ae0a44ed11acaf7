import type { FreeOrder } from '#contract/promotion.ts';
import { schemeFreeOrderCalls } from '#contract/scheme/free-order-calls.ts';
import { serve } from '../../http/endpoint.ts';
import { freeOrderSetting } from '../../modules/promotion/index.ts';
import { getSetting } from '../../modules/settings/index.ts';

export const freeOrderEndpoint = serve(schemeFreeOrderCalls.freeorder, async (ctx): Promise<FreeOrder> => {
  const { on, img, icon } = await getSetting(ctx, freeOrderSetting);
  return { free: on ? 1 : 0, img, icon };
});
