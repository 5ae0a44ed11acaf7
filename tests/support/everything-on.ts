import type { Ctx } from '#server/app/ctx.ts';
import { customerQrcode } from '#server/areas/site/manifest.ts';
import { freeOrderSetting, saveBanner } from '#server/modules/promotion/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';

/** All that an operator can switch on around a page at once: pop-up, register banner, announcement, detail banner, community's code, free order. */
export async function everythingOn(ctx: Ctx): Promise<void> {
  const banner = { summary: '两百份方案，先看完整页面', picture: '', url: '/ppt', sort: 0, is_on: true, starts_at: 0, ends_at: 0 } as const;
  await saveBanner(ctx, null, { ...banner, type: 9, title: '年会季方案上新', countdown: 3 });
  await saveBanner(ctx, null, { ...banner, type: 21, title: '注册有礼', url: '/register', frequency_type: 3 });
  await saveBanner(ctx, null, { ...banner, type: 25, title: '国庆期间客服时间调整' });
  await saveBanner(ctx, null, { ...banner, type: 12, title: 'PPT 模板上新' });
  await setSetting(ctx, customerQrcode.key, 'https://work.weixin.qq.com/kfid/community');
  await setSetting(ctx, freeOrderSetting.key, { on: true, img: '', icon: '' });
}
