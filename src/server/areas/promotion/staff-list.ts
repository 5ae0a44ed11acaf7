import type { Announcement, Audience, BannerType } from '#contract/promotion.ts';
import { ANNOUNCEMENT_LEVEL_NAMES, AUDIENCE_NAMES, BANNER_TYPE_NAMES } from '#contract/promotion-names.ts';
import { BY_DAY, BY_TIME, choiceFilter, type StaffList, type StaffListAction, stateFilter } from '../../modules/console/index.ts';
import { announcementSource, type BannerLine, bannerSource, switchBanner } from '../../modules/promotion/index.ts';

const VERB = 'banner.edit';
const act = (name: string, title: string, about: string, run: StaffListAction['run']): StaffListAction => ({
  ...{ name, title, about, verb: VERB, needs_reason: true, run },
});

const { 25: _announcement, ...ADS } = BANNER_TYPE_NAMES;
const ACTIONS = [
  act('on', '启用', '在设定的时间内显示。', (tx, id, reason) => switchBanner(tx, Number(id), true, reason)),
  act('off', '停用', '马上不再显示，数据保留。', (tx, id, reason) => switchBanner(tx, Number(id), false, reason)),
];
const STATES = stateFilter({ on: '启用', off: '停用' });

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
  search: '编号或标题开头',
  actions: ACTIONS,
  show: (_ctx, rows) =>
    Promise.resolve(
      (rows as readonly BannerLine[]).map(({ id, type, title, audience, is_on, starts_at, ends_at, show_num, click_num }) => ({
        id: String(id),
        href: `/admin/banner?id=${id}`,
        cells: {
          ...{ id, title, show_num, click_num, starts_at: starts_at ?? 0, ends_at: ends_at ?? 0 },
          type: BANNER_TYPE_NAMES[type as BannerType] ?? String(type),
          audience: AUDIENCE_NAMES[audience as Audience] ?? audience,
          state: is_on ? '启用' : '停用',
        },
      })),
    ),
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
  search: '编号或标题开头',
  actions: ACTIONS,
  show: (_ctx, rows) =>
    Promise.resolve(
      (rows as readonly BannerLine[]).map(({ id, place, title, audience, is_on, starts_at, ends_at, click_num }) => ({
        id: String(id),
        href: `/admin/announcement?id=${id}`,
        cells: {
          ...{ id, title, click_num, starts_at: starts_at ?? 0, ends_at: ends_at ?? 0 },
          level: ANNOUNCEMENT_LEVEL_NAMES[place as Announcement['level']] ?? '',
          audience: AUDIENCE_NAMES[audience as Audience] ?? audience,
          state: is_on ? '启用' : '停用',
        },
      })),
    ),
};
