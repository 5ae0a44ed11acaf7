import { Download } from 'lucide-react';
import { INCOME_RANGES, type Income, type IncomeRange, type IncomeSums } from '#contract/bills.ts';
import { Panel } from '#kit/console/Panel.tsx';
import { LoadedScreen } from '#kit/console/ScreenFrame.tsx';
import { Ranges, StaffTable } from '#kit/console/StaffTable.tsx';
import { Button } from '#ui/Button.tsx';
import { Chart } from '#ui/Chart.tsx';
import { amountText } from '#ui/price-text.ts';
import { createIncomeScreen } from './bills.store.ts';

const HEADS = ['成交笔数', '成交额', '退款', '净额', '发布者分成', '优惠券', '预收'];
const yuan = (amount: number) => `${amount < 0 ? '-' : ''}¥${amountText(Math.round(Math.abs(amount) * 100) / 100)}`;
const values = (sums: IncomeSums) => [
  String(sums.orders),
  yuan(sums.sold),
  yuan(sums.refunded),
  yuan(sums.sold - sums.refunded),
  yuan(sums.publishers),
  yuan(sums.coupons),
  yuan(sums.prepaid),
];

/** What was sold and given back, by day and by what it was. The address keeps the range. */
export default function IncomeIsland() {
  return (
    <LoadedScreen of={createIncomeScreen}>
      {(income, actions) => <Shown income={income} onRange={(range) => void actions.choose(range)} onSave={() => void actions.save()} />}
    </LoadedScreen>
  );
}

function Shown({ income, onRange, onSave }: { income: Income; onRange(range: IncomeRange): void; onSave(): void }) {
  const { range, totals, days, kinds, owed, escrow, chart } = income;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Ranges of={INCOME_RANGES} chosen={range} onChoose={onRange} />
        <Button size="sm" icon={<Download size={16} aria-hidden="true" />} onClick={onSave}>
          导出 CSV
        </Button>
      </div>
      <dl className="panel staff-sums grid gap-4 p-4">
        {values(totals).map((value, at) => (
          <div key={HEADS[at]}>
            <dt className="text-xs text-muted">{HEADS[at]}</dt>
            <dd className="num text-lg font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">
        猫币与余额的充值是预收款，用掉时才计入成交额；尚未用掉的猫币与余额共 <span className="num">{yuan(owed)}</span>
        。退款计入退款当天，发布者分成已扣除退款收回的部分，优惠券已扣除随退款退回的。
        {escrow > 0 && (
          <>
            合作款付款当天计入成交额与发布者分成，其中 <span className="num">{yuan(escrow)}</span> 仍在托管，放款前不归发布者。
          </>
        )}
      </p>
      <Panel title="每日成交额">
        <Chart
          chart={chart}
          height={260}
          alt={`近 ${range} 天每日成交额的柱状图，数字见下表`}
          none={totals.orders === 0 && '这段时间还没有成交。'}
        />
      </Panel>
      <Table label="按类型" first="类型" rows={kinds.map((row) => ({ name: row.title, row }))} empty="这段时间还没有成交。" />
      <Table label="按日" first="日期" rows={days.toReversed().map((row) => ({ name: row.day, row }))} empty="" />
    </div>
  );
}

function Table({
  label,
  first,
  rows,
  empty,
}: {
  label: string;
  first: string;
  rows: Array<{ name: string; row: IncomeSums }>;
  empty: string;
}) {
  return (
    <Panel title={label}>
      {rows.length === 0 ? (
        <p className="text-muted">{empty}</p>
      ) : (
        <StaffTable figures label={label} heads={[first, ...HEADS]}>
          {rows.map(({ name, row }) => (
            <tr key={name}>
              <th scope="row" className="num font-normal">
                {name}
              </th>
              {values(row).map((value, at) => (
                <td key={HEADS[at]} className="num whitespace-nowrap">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </StaffTable>
      )}
    </Panel>
  );
}
