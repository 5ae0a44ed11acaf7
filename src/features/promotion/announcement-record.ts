import { gateway } from '#client/gateway.ts';
import type { CallInput } from '#contract/gateway.ts';
import { ANNOUNCEMENT_AUDIENCES, ANNOUNCEMENT_LEVELS, BANNER_ANNOUNCEMENT } from '#contract/promotion.ts';
import { ANNOUNCEMENT_LEVEL_NAMES, AUDIENCE_NAMES } from '#contract/promotion-names.ts';
import type { RecordField } from '#kit/record/fields.ts';
import type { RecordInput } from '#kit/record/record.store.ts';
import type { BannerFigures } from './banner-record.ts';

type Form = CallInput<'POST /admin/banner'>;

const FIELDS: readonly RecordField<keyof Form>[] = [
  { key: 'title', label: '标题', kind: 'text', required: true, max: 40 },
  { key: 'summary', label: '说明', kind: 'text', max: 60 },
  { key: 'url', label: '链接', kind: 'text', max: 300, hint: '本站的路径，以 / 开头；不填则没有“查看”' },
  {
    key: 'place',
    label: '级别',
    kind: 'choice',
    is_number: true,
    options: ANNOUNCEMENT_LEVELS.map((level) => ({ value: String(level), title: ANNOUNCEMENT_LEVEL_NAMES[level] })),
    hint: '同时有多条时，级别高的先显示',
  },
  {
    key: 'audience',
    label: '读者',
    kind: 'choice',
    options: ANNOUNCEMENT_AUDIENCES.map((value) => ({ value, title: AUDIENCE_NAMES[value] })),
  },
  { key: 'starts_at', label: '开始', kind: 'time', hint: '不填为马上开始' },
  { key: 'ends_at', label: '结束', kind: 'time', hint: '不填为一直显示' },
  { key: 'is_on', label: '启用', kind: 'flag' },
];

/** An announcement: a banner that stands in the page itself. Who closed it does not see it again, also when its words change. */
export const announcementRecord: RecordInput<BannerFigures, Form> = {
  fields: FIELDS,
  empty: { place: 0, audience: 'all', is_on: true },
  async read(id) {
    const { show_num, click_num, ...values } = await gateway('GET /admin/banner/form', { id }, { silent: true });
    return { values, facts: { show_num, click_num } };
  },
  save: (form) => gateway('POST /admin/banner', { ...form, type: BANNER_ANNOUNCEMENT }, { silent: true }),
};
