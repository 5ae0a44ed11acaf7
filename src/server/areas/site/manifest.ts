import { z } from 'zod';
import { siteCalls } from '#contract/site/calls.ts';
import { pageTags } from '../../http/cache-tags.ts';
import { serve } from '../../http/endpoint.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { defineSetting, findSettingByKey, getSetting } from '../../modules/settings/index.ts';
import type { Manifest } from '../manifest.ts';

export const customerQrcode = defineSetting('customer_qrcode', z.string().max(500).default(''), {
  group: '页面与联系方式',
  title: '客服二维码',
  about: '二维码所含的文字，通常是客服微信或社群的链接；留空则不显示。',
  is_public: true,
});

export const customerService = defineSetting(
  'customer_service',
  z
    .object({
      phone: z
        .string()
        .max(30)
        .regex(/^[\d\s+-]*$/)
        .meta({ title: '电话' }),
      hours: z.string().min(1).max(100).meta({ title: '服务时间' }),
    })
    .default({ phone: '', hours: '周一至周五 9:30–17:30，法定节假日休息' }),
  { group: '页面与联系方式', title: '客服电话与时间', about: '显示在“联系客服”里；电话留空则不显示。', is_public: true },
);

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
