import type { AssistantCosts } from '#contract/assistant.ts';
import { type Ctx, requireVerb } from '../../app/ctx.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { FEN_PER_COIN } from '../wallet/index.ts';
import { type CostRow, findCosts } from './staff.repo.ts';

const MICRO = 1_000_000;

const DAY_MS = 86_400_000;
const COUNTED = [
  ...(['answers', 'not_answered', 'stopped', 'failed', 'cut', 'refused', 'looked', 'nothing', 'indirect', 'tokens', 'coins'] as const),
  ...(['liked', 'disliked'] as const),
];

/** What answers of the last days cost and brought in and how they ended: by day, and by day, model and tool. @throws AppError 403 */
export async function assistantCosts(ctx: Ctx, range: number): Promise<Omit<AssistantCosts, 'chart'>> {
  requireVerb(ctx, 'assistant.see');
  const now = ctx.app.clock.now();
  const days = Array.from({ length: range }, (_, at) => shanghaiDay(new Date(now.getTime() - at * DAY_MS)));
  const rows = await findCosts(ctx.db, days.at(-1) ?? '', shanghaiDay(now));
  return {
    range,
    totals: summed(rows),
    days: days.map((day) => ({ day, ...summed(rows.filter((row) => row.day === day)) })),
    rows: rows.map((row) => ({ day: row.day, model: row.model, tool: row.tool, ...summed([row]) })),
  };
}

function summed(rows: readonly CostRow[]) {
  const sum = (key: (typeof COUNTED)[number] | 'cost_microfen') => rows.reduce((all, row) => all + Number(row[key]), 0);
  const counts = Object.fromEntries(COUNTED.map((key) => [key, sum(key)])) as Record<(typeof COUNTED)[number], number>;
  const cost_fen = Math.round(sum('cost_microfen') / MICRO);
  return { ...counts, cost_fen, margin_fen: counts.coins * FEN_PER_COIN - cost_fen };
}
