import { EXPOSURE_BANNERS } from '#contract/exposure.ts';
import { HUB_TYPES, type HubType } from '#contract/hub.ts';
import { promotionCalls } from '#contract/promotion/calls.ts';
import { promotionHubCalls } from '#contract/promotion/hub-calls.ts';
import { BANNER_COLUMN, BANNER_HUB, BANNER_REGISTER, BANNER_UPGRADE, REPORT_CLICK } from '#contract/promotion.ts';
import { serve } from '../../http/endpoint.ts';
import {
  adOf,
  adsFor,
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
  shownGifts,
  takeGifts,
} from '../../modules/promotion/index.ts';
import { hubView } from '../../views/hub.ts';

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

/** Pop-ups, gifts and the hub, by the names of the specification. */
export const hubEndpoints = [
  serve(promotionHubCalls.index, async (ctx, { type }) => ({ list: await adsFor(ctx, type) })),
  serve(promotionHubCalls.pop, async (ctx, { place }) => ({ ad: await adOf(ctx, BANNER_COLUMN, place) })),
  serve(promotionHubCalls.click, async (ctx, { type, click_id }) => {
    await (type === REPORT_CLICK ? bannerClicked(ctx, click_id) : adsShown(ctx, [click_id]));
    return null;
  }),
  serve(promotionHubCalls.hub, async (ctx, { type }) => {
    const [ads, { sections }] = await Promise.all([adsFor(ctx, BANNER_HUB, type), hubView(ctx, type as HubType)]);
    return { type, title: HUB_TYPES[type as HubType].tab, ads, list: sections.flatMap(({ cards }) => cards) };
  }),
  serve(promotionHubCalls.register, async (ctx) => {
    const list = await adsFor(ctx, BANNER_REGISTER);
    return { img: list[0]?.img_url ?? '', list };
  }),
  serve(promotionHubCalls.upgrade, async (ctx) => {
    const ad = await adOf(ctx, BANNER_UPGRADE);
    return { isopen: ad ? (1 as const) : (0 as const), ad };
  }),
  serve(promotionHubCalls.get_gift, async (ctx) => ({ list: await shownGifts(ctx) })),
  serve(promotionHubCalls.put_gift, async (ctx) => {
    await takeGifts(ctx);
    return null;
  }),
];
