import { CAMPAIGN_PAGE_TITLES, CAMPAIGN_PAGES, CAMPAIGN_TEXT_MAX, CAMPAIGN_TITLE_MAX, campaignPath } from '#contract/campaign.ts';
import { Panel } from '../admin/Panel.tsx';
import type { RecordField } from '../admin/record/fields.ts';
import { RecordForm } from '../admin/record/RecordForm.tsx';
import { fetchCampaign, postCampaign } from './active.api.ts';

const FIELDS: readonly RecordField[] = [
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
  { key: 'picture', label: '图片', kind: 'text', max: 300, hint: '本站图片的路径，可不填' },
  { key: 'coupon_ids', label: '可领取的优惠券', kind: 'numbers', hint: '优惠券编号，用逗号分隔；须设为用户可自行领取' },
  { key: 'with_plans', label: '展示会员方案', kind: 'flag' },
  { key: 'with_draw', label: '展示抽奖', kind: 'flag' },
  { key: 'is_on', label: '启用', kind: 'flag' },
];

/** A campaign of an activity page. */
export default function CampaignFormIsland() {
  return (
    <RecordForm
      title="活动"
      input={{
        fields: FIELDS,
        empty: { page: 'newYear', is_on: true },
        fetch: async (id) => ({ values: { ...(await fetchCampaign(id)) }, facts: null }),
        save: postCampaign,
      }}
      beside={({ id, draft }) =>
        id > 0 ? (
          <Panel title="页面">
            <a className="btn btn-ghost" href={campaignPath(draft['page'] as 'newYear')}>
              查看活动页
            </a>
          </Panel>
        ) : null
      }
    />
  );
}
