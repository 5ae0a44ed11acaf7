import { siteCalls } from '#contract/site/calls.ts';
import { serve } from '../../http/endpoint.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { findSettingByKey, getSetting } from '../../modules/settings/index.ts';

export const siteEndpoints = [
  serve(siteCalls.nowtime, async (ctx) => ({ time: unixSeconds(ctx.app.clock.now()) })),
  serve(siteCalls.getsitebykey, async (ctx, { key }) => {
    const setting = findSettingByKey(key);
    if (!setting?.is_public) throw notFound('没有这项设置');
    return { key, content: await getSetting(ctx, setting) };
  }),
];
