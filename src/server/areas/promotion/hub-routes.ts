import { z } from 'zod';
import { HUB_TYPES, type HubType } from '#contract/hub.ts';
import {
  BANNER_COLUMN,
  BANNER_FULL,
  BANNER_HUB,
  BANNER_REGISTER,
  BANNER_TYPES,
  BANNER_UPGRADE,
  HMH_CALLS,
  REPORT_CLICK,
  REPORT_SHOWN,
} from '#contract/promotion.ts';
import { endpoint } from '../../http/endpoint.ts';
import { choiceField, idField, noInput, wholeNumber } from '../../http/fields.ts';
import { itemCardOutput } from '../../http/outputs/item.ts';
import { adOutput, giftOutput } from '../../http/outputs/promotion.ts';
import { adOf, adsFor, adsShown, bannerClicked, shownGifts, takeGifts } from '../../modules/promotion/index.ts';
import { hubView } from '../../views/hub.ts';

const TAG = 'promotion';
const HUB_NUMBERS = Object.keys(HUB_TYPES).map(Number);

/** Pop-ups, gifts and the hub, by the names of the specification. */
export const hubEndpoints = [
  endpoint({
    method: 'GET',
    path: HMH_CALLS.index,
    summary: '当前读者的广告：type 9 为全站弹窗',
    tag: TAG,
    auth: 'optional',
    input: z.object({ type: choiceField('没有这个类型', BANNER_TYPES).default(BANNER_FULL) }),
    output: z.strictObject({ list: z.array(adOutput) }),
    handle: async (ctx, { type }) => ({ list: await adsFor(ctx, type) }),
  }),
  endpoint({
    method: 'GET',
    path: HMH_CALLS.pop,
    summary: '栏目弹窗：place 为栏目编号，没有时 ad 为 null',
    tag: TAG,
    auth: 'optional',
    input: z.object({ place: wholeNumber('栏目为 0 至 7', 0, 7).default(0) }),
    output: z.strictObject({ ad: adOutput.nullable() }),
    handle: async (ctx, { place }) => ({ ad: await adOf(ctx, BANNER_COLUMN, place) }),
  }),
  endpoint({
    method: 'PUT',
    path: HMH_CALLS.click,
    summary: '记录广告：type 1 为点击，2 为展示，click_id 为广告编号',
    tag: TAG,
    auth: 'none',
    limit: { points: 60, window_s: 60 },
    input: z.object({ type: choiceField('类型为 1 或 2', [REPORT_CLICK, REPORT_SHOWN]), click_id: idField }),
    output: z.null(),
    handle: async (ctx, { type, click_id }) => {
      await (type === REPORT_CLICK ? bannerClicked(ctx, click_id) : adsShown(ctx, [click_id]));
      return null;
    },
  }),
  endpoint({
    method: 'GET',
    path: HMH_CALLS.hub,
    summary: '汇集页：type 1 方案与 PPT，2 资源，3 设计，4 大案例，0 其他',
    tag: TAG,
    auth: 'none',
    input: z.object({ type: choiceField('类型为 0 至 4', HUB_NUMBERS).default(0) }),
    output: z.strictObject({ type: z.int(), title: z.string(), ads: z.array(adOutput), list: z.array(itemCardOutput) }),
    handle: async (ctx, { type }) => {
      const [ads, { sections }] = await Promise.all([adsFor(ctx, BANNER_HUB, type), hubView(ctx, type as HubType)]);
      return { type, title: HUB_TYPES[type as HubType].tab, ads, list: sections.flatMap(({ cards }) => cards) };
    },
  }),
  endpoint({
    method: 'GET',
    path: HMH_CALLS.register,
    summary: '注册横幅：img 为第一张图片，没有图片时用 list 中的文字',
    tag: TAG,
    auth: 'none',
    input: noInput,
    output: z.strictObject({ img: z.string(), list: z.array(adOutput) }),
    handle: async (ctx) => {
      const list = await adsFor(ctx, BANNER_REGISTER);
      return { img: list[0]?.img_url ?? '', list };
    },
  }),
  endpoint({
    method: 'GET',
    path: HMH_CALLS.upgrade,
    summary: '会员升级弹窗：isopen 为 1 时显示一次',
    tag: TAG,
    auth: 'optional',
    input: noInput,
    output: z.strictObject({ isopen: z.literal([0, 1]), ad: adOutput.nullable() }),
    handle: async (ctx) => {
      const ad = await adOf(ctx, BANNER_UPGRADE);
      return { isopen: ad ? (1 as const) : (0 as const), ad };
    },
  }),
  endpoint({
    method: 'GET',
    path: HMH_CALLS.gift,
    summary: '新人礼物',
    tag: TAG,
    auth: 'none',
    input: noInput,
    output: z.strictObject({ list: z.array(giftOutput) }),
    handle: async (ctx) => ({ list: await shownGifts(ctx) }),
  }),
  endpoint({
    method: 'PUT',
    path: HMH_CALLS.gift,
    summary: '看过新人礼物：以后不再弹出，issendbage 变为 1',
    tag: TAG,
    auth: 'user',
    input: noInput,
    output: z.null(),
    handle: async (ctx) => {
      await takeGifts(ctx);
      return null;
    },
  }),
];
