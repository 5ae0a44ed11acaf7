import { campaignPath } from '#contract/campaign.ts';
import { Panel } from '#kit/console/Panel.tsx';
import { RecordForm } from '#kit/record/RecordForm.tsx';
import { campaignRecord } from './campaign-record.ts';

/** A campaign of an activity page. */
export default function CampaignFormIsland() {
  return (
    <RecordForm
      title="活动"
      input={campaignRecord}
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
