import type { AssistantCosts } from '#contract/assistant.ts';
import type { Ctx } from '../../app/ctx.ts';
import { assistantCosts } from '../../modules/assistant/index.ts';
import { drawLines } from '../figures/draw-lines.ts';

const MARKS = 7;

/** What the assistant cost and how well it did in the last days, with a chart. @throws AppError 403 */
export async function assistantDays(ctx: Ctx, range: number): Promise<AssistantCosts> {
  const costs = await assistantCosts(ctx, range);
  const days = costs.days.toReversed();
  const marks = Array.from({ length: MARKS }, (_, at) => days[Math.round((at * (days.length - 1)) / (MARKS - 1))]?.day.slice(5) ?? '');
  const about = `近 ${range} 天每日的回答、没有找到与未完成，数字见下表`;
  const lines = [
    { title: '回答', values: days.map(({ answers }) => answers) },
    { title: '没有找到', values: days.map(({ nothing }) => nothing) },
    { title: '未完成', values: days.map(({ failed, cut, refused }) => failed + cut + refused) },
  ];
  return { ...costs, chart: drawLines(lines, marks, { about }) };
}
