import { BACKUP_SORTS, BACKUP_STATES, type SystemTable } from '#contract/operations.ts';
import type { Ctx } from '../../app/ctx.ts';
import { CSV_START, csvLine, csvTime } from '../../modules/console/index.ts';
import { systemFacts } from './system.ts';

type Line = Parameters<typeof csvLine>[0];

/** One table of the screen of the machines. @throws AppError 403 */
export async function systemCsv(ctx: Ctx, table: SystemTable): Promise<string> {
  const { backup, slow } = await systemFacts(ctx);
  const lines: Record<SystemTable, () => Line[]> = {
    backups: () => [
      ['开始', '结束', '事项', '结果', '字节', '文件', '机器', '说明'],
      ...backup.runs.map(({ started_at, ended_at, sort, status, bytes, archive, machine, fault, note }) => [
        ...[csvTime(started_at), csvTime(ended_at), BACKUP_SORTS[sort], BACKUP_STATES[status], bytes, archive, machine, fault || note],
      ]),
    ],
    slow: () => [
      ['语句', '次数', '平均（毫秒）', '最长（毫秒）'],
      ...slow.map(({ text, times, mean_ms, max_ms }) => [text, times, mean_ms, max_ms]),
    ],
  };
  return CSV_START + lines[table]().map(csvLine).join('');
}
