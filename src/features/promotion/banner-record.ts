import { COLUMN_NAMES } from '#contract/popups.ts';
import { AD_AUDIENCES, type StaffBanner } from '#contract/promotion.ts';
import { AUDIENCE_NAMES, BANNER_TYPE_NAMES } from '#contract/promotion-names.ts';
import type { RecordField } from '../admin/record/fields.ts';
import type { RecordInput } from '../admin/record/record.store.ts';
import { fetchBanner, postBanner } from './promotion.api.ts';

const choices = (of: Readonly<Record<string, string>>) => Object.entries(of).map(([value, title]) => ({ value, title }));

const { 25: _announcement, ...ADS } = BANNER_TYPE_NAMES;

const FIELDS: readonly RecordField[] = [
  { key: 'type', label: '类型', kind: 'choice', is_number: true, options: choices(ADS) },
  {
    key: 'place',
    label: '位置',
    kind: 'choice',
    is_number: true,
    options: COLUMN_NAMES.map((title, value) => ({ value: String(value), title: `${value} ${title}` })),
    hint: '栏目弹窗填栏目；汇集页推荐填类型：1 方案与 PPT，2 资源，3 设计，4 大案例，0 其他；其余类型不用填',
  },
  { key: 'title', label: '标题', kind: 'text', required: true, max: 40 },
  { key: 'summary', label: '一句话介绍', kind: 'text', max: 60 },
  { key: 'picture', label: '图片', kind: 'picture', hint: '不上传则显示标题与介绍' },
  { key: 'url', label: '链接', kind: 'text', required: true, max: 300, hint: '本站的路径，以 / 开头' },
  { key: 'target', label: '打开方式', kind: 'choice', is_number: true, options: choices({ 2: '当前窗口', 1: '新窗口' }) },
  { key: 'audience', label: '读者', kind: 'choice', options: AD_AUDIENCES.map((value) => ({ value, title: AUDIENCE_NAMES[value] })) },
  {
    key: 'frequency_type',
    label: '频率',
    kind: 'choice',
    is_number: true,
    options: choices({ 1: '每天一次', 2: '每次打开浏览器一次', 3: '每周一次' }),
    hint: '领取与升级弹窗每人只出现一次',
  },
  { key: 'countdown', label: '几秒后可以关闭', kind: 'number', hint: '0 至 30，0 为马上可以关闭' },
  { key: 'starts_at', label: '开始', kind: 'time', hint: '不填为马上开始' },
  { key: 'ends_at', label: '结束', kind: 'time', hint: '不填为一直显示' },
  { key: 'sort', label: '排序', kind: 'number', hint: '小的在前' },
  { key: 'is_on', label: '启用', kind: 'flag' },
];

export type BannerFigures = Pick<StaffBanner, 'show_num' | 'click_num'>;

export const bannerRecord: RecordInput<BannerFigures> = {
  fields: FIELDS,
  empty: { type: 9, place: 0, target: 2, audience: 'all', frequency_type: 1, countdown: 0, sort: 0, is_on: true },
  async read(id) {
    const { show_num, click_num, ...values } = await fetchBanner(id);
    return { values, facts: { show_num, click_num } };
  },
  save: postBanner,
};
