import { DatabaseBackup, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { BACKUP_SORTS, BACKUP_STATES, type BackupRun, type SystemFacts } from '#contract/operations.ts';
import { Facts, Panel } from '#kit/console/Panel.tsx';
import { StaffTable } from '#kit/console/StaffTable.tsx';
import { Button } from '#ui/Button.tsx';
import { sizeText } from '#ui/size-text.ts';
import { timeText } from '#ui/time-text.ts';

const COLOURS: Record<BackupRun['status'], string> = { running: 'text-muted', done: 'text-success', failed: 'text-error' };

/** When backups are made, how they went, and the buttons that make one now. */
export function Backups({
  backup,
  may,
  onStart,
  csv,
}: {
  backup: SystemFacts['backup'];
  may: boolean;
  onStart(sort: BackupRun['sort']): Promise<void>;
  csv: ReactNode;
}) {
  const { scheduled, folder, same_disk, left_out, hour, keep, rehearse_days, done_at, rehearsed_at, runs } = backup;
  const busy = runs.some(({ status }) => status === 'running');
  const buttons = may && (
    <>
      <Button size="sm" disabled={busy} icon={<DatabaseBackup size={16} aria-hidden="true" />} onClick={() => void onStart('backup')}>
        立即备份
      </Button>
      <Button
        size="sm"
        disabled={busy || done_at === 0}
        icon={<RotateCcw size={16} aria-hidden="true" />}
        onClick={() => void onStart('rehearsal')}
      >
        立即演练
      </Button>
    </>
  );
  const side = (
    <span className="flex flex-wrap gap-2">
      {buttons}
      {runs.length > 0 && csv}
    </span>
  );
  return (
    <Panel title="备份" side={side}>
      <Facts
        facts={[
          ['自动备份', scheduled ? `每天 ${hour} 点，保留 ${keep} 份` : '没有：设置环境变量 BACKUP_DIR 后才会每天备份'],
          ['文件夹', same_disk ? `${folder}（与数据在同一块磁盘上，磁盘损坏时一起丢失）` : folder],
          ...(left_out === '' ? [] : [['不含', left_out] as const]),
          ['最近一次成功', done_at === 0 ? '还没有' : timeText(done_at)],
          ['最近一次演练成功', rehearsed_at === 0 ? '还没有' : timeText(rehearsed_at)],
          ['自动演练', scheduled && rehearse_days > 0 ? `每 ${rehearse_days} 天` : '没有'],
        ]}
      />
      {runs.length > 0 && (
        <StaffTable label="备份与演练" heads={['开始', '事项', '结果', '用时', '大小', '说明']} className="mt-3">
          {runs.map((run) => (
            <tr key={run.id}>
              <td className="num whitespace-nowrap">{timeText(run.started_at)}</td>
              <td className="whitespace-nowrap">
                {BACKUP_SORTS[run.sort]}
                {run.asked && <span className="text-muted">（手动）</span>}
              </td>
              <td className={`whitespace-nowrap ${COLOURS[run.status]}`}>{BACKUP_STATES[run.status]}</td>
              <td className="num whitespace-nowrap">{run.ended_at === 0 ? '' : lengthText(run.ended_at - run.started_at)}</td>
              <td className="num whitespace-nowrap">{run.bytes > 0 ? sizeText(run.bytes) : ''}</td>
              <td className="staff-wide">
                {run.fault || run.note}
                {run.archive && (
                  <span className="block text-muted break-all">
                    {run.archive}（{run.machine}）
                  </span>
                )}
              </td>
            </tr>
          ))}
        </StaffTable>
      )}
    </Panel>
  );
}

const lengthText = (seconds: number): string =>
  seconds < 60
    ? `${Math.max(1, seconds)} 秒`
    : seconds < 3_600
      ? `${Math.round(seconds / 60)} 分钟`
      : `${(seconds / 3_600).toFixed(1)} 小时`;
