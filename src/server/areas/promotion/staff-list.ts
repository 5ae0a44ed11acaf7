import type { Audience, BannerType } from '#contract/promotion.ts';
import { AUDIENCE_NAMES, BANNER_TYPE_NAMES } from '#contract/promotion-names.ts';
import { BY_DAY, BY_TIME, type StaffList, type StaffListAction } from '../../modules/console/index.ts';
import { type BannerLine, bannerSource, switchBanner } from '../../modules/promotion/index.ts';

const VERB = 'banner.edit';
const act = (name: string, title: string, about: string, run: StaffListAction['run']): StaffListAction => ({
  ...{ name, title, about, verb: VERB, needs_reason: true, run },
});

/** Pop-ups, advertisements and banners with their figures; a row leads to its form. */
export const bannerList: StaffList = {
  key: 'banners',
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
  filters: [
    {
      key: 'type',
      title: '类型',
      kind: 'choice',
      options: Object.entries(BANNER_TYPE_NAMES).map(([value, title]) => ({ value, title })),
    },
    {
      key: 'state',
      title: '状态',
      kind: 'choice',
      options: [
        { value: 'on', title: '启用' },
        { value: 'off', title: '停用' },
      ],
    },
    ...BY_DAY,
  ],
  orders: BY_TIME,
  search: '编号或标题开头',
  actions: [
    act('on', '启用', '在设定的时间内显示。', (tx, id, reason) => switchBanner(tx, Number(id), true, reason)),
    act('off', '停用', '马上不再显示，数据保留。', (tx, id, reason) => switchBanner(tx, Number(id), false, reason)),
  ],
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
