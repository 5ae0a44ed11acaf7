import type { Ctx } from '../../app/ctx.ts';
import type { Fen } from '../../kernel/money.ts';
import { findCoinsUsed, sumCoinsOwed } from './coin-income.repo.ts';
import { FEN_PER_COIN } from './rules.ts';

/** What coins earned since then by Shanghai day: those that were spent, and those that were given up with an account. */
export async function coinIncomeSince(ctx: Ctx, since: Date): Promise<Array<{ day: string; uses: number; fen: Fen }>> {
  return (await findCoinsUsed(ctx.db, since)).map(({ day, uses, coins }) => ({ day, uses, fen: coins * FEN_PER_COIN }));
}

/** What was paid for coins that people have still. */
export async function coinsOwed(ctx: Ctx): Promise<Fen> {
  return (await sumCoinsOwed(ctx.db)) * FEN_PER_COIN;
}
