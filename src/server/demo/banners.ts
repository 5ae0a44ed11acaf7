import { KINDS } from '#contract/kinds.ts';
import { BANNER_DETAIL } from '#contract/promotion.ts';
import type { Ctx } from '../app/ctx.ts';
import { saveBanner, shownBanners } from '../modules/promotion/index.ts';

/** What details of the demo advertise. Made once, however often the seed goes on. */
export async function seedBanners(ctx: Ctx): Promise<void> {
  if ((await shownBanners(ctx, BANNER_DETAIL)).length > 0) return;
  await saveBanner(ctx, null, {
    type: BANNER_DETAIL,
    title: 'PPT 模板上新：换上自己的内容就能用',
    summary: '年会、路演、复盘、邀请函，每套都能先看完整页面',
    picture: '',
    url: KINDS.ppt.paths.list,
    sort: 0,
    is_on: true,
    starts_at: 0,
    ends_at: 0,
  });
}
