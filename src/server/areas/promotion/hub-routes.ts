import { HUB_TYPES, type HubType } from '#contract/hub.ts';
import { promotionHubCalls } from '#contract/promotion/hub-calls.ts';
import { BANNER_COLUMN, BANNER_HUB, BANNER_REGISTER, BANNER_UPGRADE, REPORT_CLICK } from '#contract/promotion.ts';
import { serve } from '../../http/endpoint.ts';
import { adOf, adsFor, adsShown, bannerClicked, shownGifts, takeGifts } from '../../modules/promotion/index.ts';
import { hubView } from '../../views/hub.ts';

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
