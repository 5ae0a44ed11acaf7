import type { AssistantCosts } from '#contract/assistant.ts';
import { type Ctx, requireVerb } from '../../app/ctx.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { FEN_PER_COIN } from '../wallet/index.ts';
import { type CostRow, findCosts } from './staff.repo.ts';

const MICRO = 1_000_000;

/** What answers of the last days cost and brought in, by day, model and tool. @throws AppError 403 */
export async function assistantCosts(ctx: Ctx, range: number): Promise<AssistantCosts> {
  requireVerb(ctx, 'assistant.see');
  const now = ctx.app.clock.now();
  const from = shanghaiDay(new Date(now.getTime() - (range - 1) * 86_400_000));
  const rows = await findCosts(ctx.db, from, shanghaiDay(now));
  const sum = (of: (row: CostRow) => number) => rows.reduce((all, row) => all + Number(of(row)), 0);
  const money = (coins: number, microfen: number) => {
    const cost_fen = Math.round(microfen / MICRO);
    return { coins, cost_fen, margin_fen: coins * FEN_PER_COIN - cost_fen };
  };
  return {
    range,
    totals: {
      ...{ answers: sum((row) => row.answers), not_answered: sum((row) => row.not_answered), tokens: sum((row) => row.tokens) },
      ...money(
        sum((row) => row.coins),
        sum((row) => row.cost_microfen),
      ),
      ...{ liked: sum((row) => row.liked), disliked: sum((row) => row.disliked) },
    },
    rows: rows.map(({ day, model, tool, answers, not_answered, tokens, coins, cost_microfen }) => ({
      ...{ day, model, tool, answers: Number(answers), not_answered: Number(not_answered), tokens: Number(tokens) },
      ...money(Number(coins), Number(cost_microfen)),
    })),
  };
}
