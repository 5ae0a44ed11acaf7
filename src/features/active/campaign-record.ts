import { gateway } from '#client/gateway.ts';
import { CAMPAIGN_PAGE_TITLES, CAMPAIGN_PAGES, CAMPAIGN_TEXT_MAX, CAMPAIGN_TITLE_MAX } from '#contract/campaign.ts';
import type { CallInput } from '#contract/gateway.ts';
import type { RecordField } from '#kit/record/fields.ts';
import type { RecordInput } from '#kit/record/record.store.ts';

type Form = CallInput<'POST /admin/campaign'>;

const FIELDS: readonly RecordField<keyof Form>[] = [
  {
    key: 'page',
    label: '页面',
    kind: 'choice',
    options: CAMPAIGN_PAGES.map((page) => ({ value: page, title: CAMPAIGN_PAGE_TITLES[page] })),
  },
  { key: 'title', label: '标题', kind: 'text', required: true, max: CAMPAIGN_TITLE_MAX },
  { key: 'summary', label: '一句话介绍', kind: 'text', max: 200 },
  { key: 'starts_at', label: '开始', kind: 'time', required: true },
  { key: 'ends_at', label: '结束', kind: 'time', required: true },
  { key: 'content', label: '正文', kind: 'area', max: CAMPAIGN_TEXT_MAX, hint: '空行分段；以 # 开头的一行为小标题' },
  { key: 'rules', label: '活动规则', kind: 'area', max: CAMPAIGN_TEXT_MAX, hint: '每行一条' },
  { key: 'picture', label: '图片', kind: 'picture', hint: '可不上传' },
  { key: 'coupon_ids', label: '可领取的优惠券', kind: 'numbers', hint: '优惠券编号，用逗号分隔；须设为用户可自行领取' },
  { key: 'with_plans', label: '展示会员方案', kind: 'flag' },
  { key: 'with_draw', label: '展示抽奖', kind: 'flag' },
  { key: 'is_on', label: '启用', kind: 'flag' },
];

export const campaignRecord: RecordInput<null, Form> = {
  fields: FIELDS,
  empty: { page: 'newYear', is_on: true },
  read: async (id) => ({ values: { ...(await gateway('GET /admin/campaign', { id }, { silent: true })) }, facts: null }),
  save: (form: CallInput<'POST /admin/campaign'>) => gateway('POST /admin/campaign', form, { silent: true }),
};
