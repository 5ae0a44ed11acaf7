import { Facts, Panel } from '#kit/console/Panel.tsx';
import { RecordForm } from '#kit/record/RecordForm.tsx';
import { BatchPanel } from './BatchPanel.tsx';
import { couponRecord } from './coupon-record.ts';
import { IssuePanel } from './IssuePanel.tsx';

export interface CouponFormIslandProps {
  /** All that a coupon can be for. */
  uses: ReadonlyArray<{ use: string; type: number; title: string }>;
}

/** What a coupon is made from, its figures, its codes, and giving it to phones. */
export default function CouponFormIsland({ uses }: CouponFormIslandProps) {
  return (
    <RecordForm
      countersigned
      title="优惠券"
      input={couponRecord(uses)}
      beside={({ id, facts }, reload) =>
        id > 0 && facts ? (
          <>
            <Panel title="数量">
              <Facts
                facts={[
                  ['已发放', facts.given],
                  ['其中自行领取', facts.claimed],
                  ['订单占用', facts.held],
                  ['已使用', facts.used],
                ]}
              />
            </Panel>
            <BatchPanel definition_id={id} />
            <IssuePanel definition_id={id} onDone={reload} />
          </>
        ) : null
      }
    />
  );
}
