import { siteCalls } from '#contract/site/calls.ts';
import { pageTags } from '../../http/cache-tags.ts';
import { serve } from '../../http/endpoint.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { findSettingByKey, getSetting } from '../../modules/settings/index.ts';
import type { Manifest } from '../manifest.ts';
import { customerQrcode, customerService } from './settings.ts';

const siteEndpoints = [
  serve(siteCalls.nowtime, async (ctx) => ({ time: unixSeconds(ctx.app.clock.now()) })),
  serve(siteCalls.getsitebykey, async (ctx, { key }) => {
    const setting = findSettingByKey(key);
    if (!setting?.is_public) throw notFound('没有这项设置');
    return { key, content: await getSetting(ctx, setting) };
  }),
];

/** What the whole site says of itself. A setting may stand on any page: all are made again, and every process forgets settings in the same notice. */
export const siteArea: Manifest = {
  name: 'site',
  endpoints: siteEndpoints,
  settings: [customerQrcode, customerService],
  on: (app) => ({ 'setting.changed': [() => purgeTags(app, [pageTags.settings, pageTags.frame])] }),
};
