import { type Ctx, requireVerb } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { CSV_START, csvLine, csvTime } from '../../modules/console/index.ts';
import { billRuns } from '../../modules/reconcile/index.ts';

/** Two providers a day. */
const RUNS_OF_A_YEAR = 2 * 366;
const HEADS = ['账期', '渠道', '账单行数', '我方收款', '已补入账', '差异', '说明', '核对时间'];

/** How the days of the last year compared with the provider's bills. @throws AppError 403 */
export async function billRunsCsv(ctx: Ctx): Promise<string> {
  requireVerb(ctx, 'bill.see');
  const rows = (await billRuns(ctx, RUNS_OF_A_YEAR)).map(({ day, provider, lines, payments, repaired, differences, fault, created_at }) =>
    csvLine([day, provider, lines, payments, repaired, differences, fault, csvTime(unixSeconds(created_at))]),
  );
  return CSV_START + csvLine(HEADS) + rows.join('');
}
