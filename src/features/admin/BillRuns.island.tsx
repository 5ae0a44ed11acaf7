import { CsvButton } from '#kit/console/CsvButton.tsx';
import { Panel } from '#kit/console/Panel.tsx';
import { LoadedScreen } from '#kit/console/ScreenFrame.tsx';
import { StaffTable } from '#kit/console/StaffTable.tsx';
import { timeText } from '#ui/time-text.ts';
import { createBillRunsScreen } from './bills.store.ts';

/** How the last days compared with the provider's bills. */
export default function BillRunsIsland() {
  return (
    <div className="mb-4">
      <LoadedScreen of={createBillRunsScreen}>
        {(runs, { save }) => (
          <Panel title="最近的对账" side={runs.length > 0 && <CsvButton of="最近的对账" onSave={save} />}>
            {runs.length === 0 ? (
              <p className="text-muted">还没有对过账；每天凌晨自动核对前一天，也可以运行 node src/cli.ts reconcile --day 日期。</p>
            ) : (
              <StaffTable label="最近的对账" heads={['账期', '账单行数', '我方收款', '已补入账', '差异', '说明', '核对时间']}>
                {runs.map((run) => (
                  <tr key={`${run.day}${run.provider}`}>
                    <td className="num whitespace-nowrap">{run.day}</td>
                    <td className="num">{run.lines ?? '—'}</td>
                    <td className="num">{run.payments}</td>
                    <td className="num">{run.repaired}</td>
                    <td className={run.differences > 0 ? 'num font-semibold text-error' : 'num text-success'}>{run.differences}</td>
                    <td>{run.fault || (run.differences === 0 ? '相符' : '见下表')}</td>
                    <td className="num whitespace-nowrap">{timeText(run.at)}</td>
                  </tr>
                ))}
              </StaffTable>
            )}
          </Panel>
        )}
      </LoadedScreen>
    </div>
  );
}
