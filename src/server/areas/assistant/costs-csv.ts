import { findTool } from '#contract/assistant-tools.ts';
import type { Ctx } from '../../app/ctx.ts';
import { assistantCosts } from '../../modules/assistant/index.ts';
import { CSV_START, csvLine } from '../../modules/console/index.ts';

const HEADS = ['日期', '模型', '工具', '回答', '未完成', 'token', '猫币', '成本（元）', '毛利（元）'];

/** The table of the screen as a CSV. @throws AppError 403 */
export async function costsCsv(ctx: Ctx, range: number): Promise<string> {
  const { rows } = await assistantCosts(ctx, range);
  const lines = rows.map(({ day, model, tool, answers, not_answered, tokens, coins, cost_fen, margin_fen }) =>
    csvLine([day, model, findTool(tool)?.title ?? '提问', answers, not_answered, tokens, coins, cost_fen / 100, margin_fen / 100]),
  );
  return CSV_START + csvLine(HEADS) + lines.join('');
}
