import { gateway } from '#client/gateway.ts';
import type { CallInput } from '#contract/gateway.ts';
import { HUB_TYPES } from '#contract/hub.ts';
import { COLUMN_NAMES } from '#contract/popups.ts';
import {
  AD_AUDIENCES,
  type Audience,
  BANNER_CLAIM,
  BANNER_COLUMN,
  BANNER_FULL,
  BANNER_HUB,
  BANNER_REGISTER,
  BANNER_UPGRADE,
  PLACED_AUDIENCES,
  PLACED_TYPES,
  type StaffBanner,
} from '#contract/promotion.ts';
import { AUDIENCE_NAMES, BANNER_TYPE_NAMES } from '#contract/promotion-names.ts';
import type { Draft, RecordField } from '#kit/record/fields.ts';
import type { RecordInput } from '#kit/record/record.store.ts';

type Form = CallInput<'POST /admin/banner'>;

const choices = (of: Readonly<Record<string, string>>) => Object.entries(of).map(([value, title]) => ({ value, title }));
const audiences = (of: readonly Audience[]) => of.map((value) => ({ value, title: AUDIENCE_NAMES[value] }));

const { 25: _announcement, ...ADS } = BANNER_TYPE_NAMES;

const ofType =
  (...types: readonly number[]) =>
  ({ type }: Draft) =>
    types.includes(Number(type));
/** Types that come up in a dialog. */
const DIALOGS = [BANNER_FULL, BANNER_COLUMN, BANNER_CLAIM, BANNER_UPGRADE];
/** It stands in the page: drawn as such in the preview. */
export const isPlaced = ofType(...PLACED_TYPES);

export const BANNER_FIELDS: readonly RecordField<keyof Form>[] = [
  { key: 'type', label: '类型', kind: 'choice', is_number: true, options: choices(ADS) },
  {
    ...{ key: 'place', label: '栏目', kind: 'choice', is_number: true, when: ofType(BANNER_COLUMN) },
    options: COLUMN_NAMES.map((title, value) => ({ value: String(value), title })),
  },
  {
    ...{ key: 'place', label: '汇集页', kind: 'choice', is_number: true, when: ofType(BANNER_HUB) },
    options: Object.entries(HUB_TYPES).map(([value, { tab, title }]) => ({ value, title: value === '0' ? title : tab })),
  },
  { key: 'title', label: '标题', kind: 'text', required: true, max: 40 },
  { key: 'summary', label: '一句话介绍', kind: 'text', max: 60 },
  { key: 'picture', label: '图片', kind: 'picture', hint: '不上传则显示标题与介绍' },
  { key: 'url', label: '链接', kind: 'text', required: true, max: 300, hint: '本站的路径，以 / 开头' },
  {
    ...{ key: 'target', label: '打开方式', kind: 'choice', is_number: true, when: ofType(...DIALOGS, ...PLACED_TYPES) },
    options: choices({ 2: '当前窗口', 1: '新窗口' }),
  },
  { key: 'audience', label: '读者', kind: 'choice', options: audiences(AD_AUDIENCES), when: ofType(...DIALOGS) },
  {
    ...{ key: 'audience', label: '读者', kind: 'choice', options: audiences(PLACED_AUDIENCES), when: isPlaced },
    hint: '一个位置可以给访客和已登录用户各放一条',
  },
  {
    ...{ key: 'frequency_type', label: '频率', kind: 'choice', is_number: true, when: ofType(BANNER_FULL, BANNER_COLUMN, BANNER_REGISTER) },
    options: choices({ 1: '每天一次', 2: '每次打开浏览器一次', 3: '每周一次' }),
  },
  { key: 'countdown', label: '几秒后可以关闭', kind: 'number', min: 0, max: 30, hint: '0 为马上可以关闭', when: ofType(...DIALOGS) },
  { key: 'starts_at', label: '开始', kind: 'time', hint: '不填为马上开始' },
  { key: 'ends_at', label: '结束', kind: 'time', hint: '不填为一直显示' },
  { key: 'sort', label: '排序', kind: 'number', min: 0, max: 9_999, hint: '小的在前' },
  { key: 'is_on', label: '启用', kind: 'flag' },
];

export type BannerFigures = Pick<StaffBanner, 'show_num' | 'click_num'>;

export const bannerRecord: RecordInput<BannerFigures, Form> = {
  fields: BANNER_FIELDS,
  empty: { type: 9, place: 0, target: 2, audience: 'all', frequency_type: 1, countdown: 0, sort: 0, is_on: true },
  async read(id) {
    const { show_num, click_num, ...values } = await gateway('GET /admin/banner/form', { id }, { silent: true });
    return { values, facts: { show_num, click_num } };
  },
  save: (form: CallInput<'POST /admin/banner'>) => gateway('POST /admin/banner', form, { silent: true }),
};
