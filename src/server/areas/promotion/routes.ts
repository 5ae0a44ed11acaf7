import { EXPOSURE_BANNERS } from '#contract/exposure.ts';
import { promotionCalls } from '#contract/promotion/calls.ts';
import { serve } from '../../http/endpoint.ts';
import {
  adsShown,
  bannerClicked,
  bannerForm,
  countExposures,
  listBanners,
  listGifts,
  removeBanner,
  saveBanner,
  saveGifts,
  shownBanners,
} from '../../modules/promotion/index.ts';

export const promotionEndpoints = [
  serve(promotionCalls.get_banner, async (ctx, { type }) => ({ list: await shownBanners(ctx, type) })),
  serve(promotionCalls.post_banner, async (ctx, { click_id }) => {
    await bannerClicked(ctx, click_id);
    return null;
  }),
  serve(promotionCalls.exposure, async (ctx, { type, ids }) => {
    await (type === EXPOSURE_BANNERS ? adsShown(ctx, ids) : countExposures(ctx, type, ids));
    return null;
  }),
  serve(promotionCalls.get_list, async (ctx) => ({ list: await listBanners(ctx) })),
  serve(promotionCalls.form, (ctx, { id }) => bannerForm(ctx, id)),
  serve(promotionCalls.post_list, async (ctx, { id, ...input }) => ({ id: await saveBanner(ctx, id ?? null, input) })),
  serve(promotionCalls.delete_list, async (ctx, { id }) => {
    await removeBanner(ctx, id);
    return null;
  }),
  serve(promotionCalls.get_gifts, async (ctx) => ({ gifts: await listGifts(ctx) })),
  serve(promotionCalls.post_gifts, async (ctx, { gifts }) => {
    await saveGifts(ctx, gifts);
    return null;
  }),
];
