import { EXPOSURE_BANNERS } from '#contract/exposure.ts';
import { HUB_TYPES, type HubType } from '#contract/hub.ts';
import { promotionCalls } from '#contract/promotion/calls.ts';
import { promotionHubCalls } from '#contract/promotion/hub-calls.ts';
import {
  type Announcement,
  type Audience,
  BANNER_COLUMN,
  BANNER_HUB,
  BANNER_REGISTER,
  BANNER_UPGRADE,
  type BannerType,
  REPORT_CLICK,
} from '#contract/promotion.ts';
import { ANNOUNCEMENT_LEVEL_NAMES, AUDIENCE_NAMES, BANNER_TYPE_NAMES } from '#contract/promotion-names.ts';
import { pageTags } from '../../http/cache-tags.ts';
import { serve, serveDone } from '../../http/endpoint.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { BY_DAY, BY_TIME, choiceFilter, type StaffList, type StaffListAction, showRows, stateFilter } from '../../modules/console/index.ts';
import {
  adOf,
  adsFor,
  adsShown,
  announcementSource,
  type BannerLine,
  bannerClicked,
  bannerForm,
  bannerSource,
  countExposures,
  filings,
  listBanners,
  listGifts,
  noteNewReader,
  outsideLinks,
  popupSetting,
  removeBanner,
  saveBanner,
  saveGifts,
  shownBanners,
  shownGifts,
  switchBanner,
  takeGifts,
} from '../../modules/promotion/index.ts';
import { hubView } from '../../views/hub.ts';
import type { Manifest } from '../manifest.ts';

const VERB = 'banner.edit';
const act = (name: string, title: string, about: string, run: StaffListAction['run']): StaffListAction => ({
  ...{ name, title, about, verb: VERB, needs_reason: true, run },
});

const { 25: _announcement, ...ADS } = BANNER_TYPE_NAMES;
const ACTIONS = [
  act('on', '启用', '在设定的时间内显示。', (tx, id, reason) => switchBanner(tx, Number(id), true, reason)),
  act('off', '停用', '马上不再显示，数据保留。', (tx, id, reason) => switchBanner(tx, Number(id), false, reason)),
];
const STATES = stateFilter({ on: '启用', off: '停用' }, { off: 'over' });

/** Pop-ups, advertisements and banners with their figures; a row leads to its form. */
export const bannerList: StaffList = {
  key: 'banners',
  add: { title: '新建推广位', route: '/admin/banner' },
  title: '弹窗与推广',
  verb: VERB,
  source: bannerSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'type', title: '类型' },
    { key: 'title', title: '标题' },
    { key: 'audience', title: '读者' },
    { key: 'show_num', title: '展示', kind: 'number' },
    { key: 'click_num', title: '点击', kind: 'number' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'starts_at', title: '开始', kind: 'time' },
    { key: 'ends_at', title: '结束', kind: 'time' },
  ],
  filters: [choiceFilter('type', '类型', ADS), STATES, ...BY_DAY],
  orders: BY_TIME,
  search: '编号或标题',
  actions: ACTIONS,
  show: showRows<BannerLine>(({ id, type, title, audience, is_on, starts_at, ends_at, show_num, click_num }) => ({
    id: String(id),
    href: `/admin/banner?id=${id}`,
    cells: {
      ...{ id, title, show_num, click_num, starts_at: starts_at ?? 0, ends_at: ends_at ?? 0 },
      type: BANNER_TYPE_NAMES[type as BannerType] ?? String(type),
      audience: AUDIENCE_NAMES[audience as Audience] ?? audience,
      state: is_on ? '启用' : '停用',
    },
  })),
};

/** What is announced to readers; a row leads to its form. */
export const announcementList: StaffList = {
  key: 'announcements',
  add: { title: '新建公告', route: '/admin/announcement' },
  title: '公告',
  verb: VERB,
  source: announcementSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'title', title: '标题' },
    { key: 'level', title: '级别' },
    { key: 'audience', title: '读者' },
    { key: 'click_num', title: '点击', kind: 'number' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'starts_at', title: '开始', kind: 'time' },
    { key: 'ends_at', title: '结束', kind: 'time' },
  ],
  filters: [STATES, ...BY_DAY],
  orders: BY_TIME,
  search: '编号或标题',
  actions: ACTIONS,
  show: showRows<BannerLine>(({ id, place, title, audience, is_on, starts_at, ends_at, click_num }) => ({
    id: String(id),
    href: `/admin/announcement?id=${id}`,
    cells: {
      ...{ id, title, click_num, starts_at: starts_at ?? 0, ends_at: ends_at ?? 0 },
      level: ANNOUNCEMENT_LEVEL_NAMES[place as Announcement['level']] ?? '',
      audience: AUDIENCE_NAMES[audience as Audience] ?? audience,
      state: is_on ? '启用' : '停用',
    },
  })),
};

export const promotionEndpoints = [
  serve(promotionCalls.get_banner, async (ctx, { type }) => ({ list: await shownBanners(ctx, type) })),
  serveDone(promotionCalls.post_banner, (ctx, { click_id }) => bannerClicked(ctx, click_id)),
  serveDone(promotionCalls.exposure, (ctx, { type, ids }) =>
    type === EXPOSURE_BANNERS ? adsShown(ctx, ids) : countExposures(ctx, type, ids),
  ),
  serve(promotionCalls.get_list, async (ctx) => ({ list: await listBanners(ctx) })),
  serve(promotionCalls.form, (ctx, { id }) => bannerForm(ctx, id)),
  serve(promotionCalls.post_list, async (ctx, { id, ...input }) => ({ id: await saveBanner(ctx, id ?? null, input) })),
  serveDone(promotionCalls.delete_list, (ctx, { id }) => removeBanner(ctx, id)),
  serve(promotionCalls.get_gifts, async (ctx) => ({ gifts: await listGifts(ctx) })),
  serveDone(promotionCalls.post_gifts, (ctx, { gifts }) => saveGifts(ctx, gifts)),
];

/** Pop-ups, gifts and the hub, by the names of the specification. */
export const hubEndpoints = [
  serve(promotionHubCalls.index, async (ctx, { type }) => ({ list: await adsFor(ctx, type) })),
  serve(promotionHubCalls.pop, async (ctx, { place }) => ({ ad: await adOf(ctx, BANNER_COLUMN, place) })),
  serveDone(promotionHubCalls.click, (ctx, { type, click_id }) =>
    type === REPORT_CLICK ? bannerClicked(ctx, click_id) : adsShown(ctx, [click_id]),
  ),
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
  serveDone(promotionHubCalls.put_gift, (ctx) => takeGifts(ctx)),
];

/** Banners, pop-ups and gifts on our own pages, and what readers see. */
export const promotionArea: Manifest = {
  name: 'promotion',
  endpoints: [...promotionEndpoints, ...hubEndpoints],
  settings: [outsideLinks, filings, popupSetting],
  staff_lists: [bannerList, announcementList],
  welcomes: [noteNewReader],
  on: (app) => ({
    'banner.changed': [() => purgeTags(app, [pageTags.banners, pageTags.frame])],
  }),
};
