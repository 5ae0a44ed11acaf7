import { MALL_PAGES, REDEMPTION_STATES, type RedemptionState } from '#contract/mall.ts';
import type { Redemption } from '#contract/outputs/mall.ts';
import { OwnListFrame } from '#kit/own-list/OwnListFrame.tsx';
import { useOwnList } from '#kit/own-list/use-own-list.ts';
import { Tabs } from '#ui/Tabs.tsx';
import { timeText } from '#ui/time-text.ts';
import { ALL_REDEMPTIONS as ALL, loadRedemptions } from './own-redemptions.ts';
import { Parcel } from './Parcel.tsx';
import { RedemptionActs } from './RedemptionActs.tsx';

const STATES: RedemptionState[] = ['waiting', 'shipped', 'received', 'asked', 'returned', 'cancelled'];
const SHORT: Record<RedemptionState, string> = { ...REDEMPTION_STATES, returned: '已退货', cancelled: '已取消' };
/** The page's own tab, which is none of these, comes first. */
const TABS = ['', ALL, ...STATES] as const;

/** 我的兑换, by state. */
export default function RedemptionsIsland() {
  const { list, state } = useOwnList(TABS, loadRedemptions);
  const tabs = [{ key: ALL, title: '全部' }, ...STATES.map((key) => ({ key, title: SHORT[key] }))];
  return (
    <div className="panel p-4 sm:p-6">
      <Tabs label="兑换状态" tabs={tabs} current={state.tab || ALL} onChange={(tab) => list.actions.choose({ tab })}>
        <OwnListFrame
          state={state}
          list={list}
          keyOf={({ id }) => id}
          empty={{
            title: state.tab === ALL ? '还没有兑换' : '没有这样的兑换',
            hint: '签到、做任务攒积分，到商城兑换好物。',
            children: (
              <a className="btn btn-primary" href={MALL_PAGES.index}>
                去积分商城
              </a>
            ),
          }}
        >
          {(row) => <Row row={row} onDone={() => void list.actions.reload()} />}
        </OwnListFrame>
      </Tabs>
    </div>
  );
}

function Row({ row, onDone }: { row: Redemption; onDone(): void }) {
  return (
    <div className="flex flex-wrap items-center gap-4 py-4">
      {row.cover && (
        <img src={row.cover} alt="" width={80} height={60} loading="lazy" className="h-15 w-20 shrink-0 rounded-box object-cover" />
      )}
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold">
          <a className="quiet-link" href={MALL_PAGES.result(row.id)}>
            {row.title}
          </a>
          {row.num > 1 && <span className="num ml-1">×{row.num}</span>}
        </p>
        <p className="num text-xs text-muted">
          {timeText(row.created_at)}，{row.total_points} 积分，{row.state_text}
        </p>
        {row.tracking_no && (
          <p className="num text-xs text-muted">
            <Parcel of={row} />
          </p>
        )}
        {row.given && <p className="text-xs text-muted">{row.given}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        <RedemptionActs redemption={row} onDone={onDone} />
      </div>
    </div>
  );
}
