import { checkRound, type PublishedDraw, type PublishedRound, type RoundCheck } from '#contract/draw.ts';
import type { Ctx } from '../../app/ctx.ts';
import { publishedDraws, publishedRounds } from './rounds.ts';

const PAGE = 1_000;

/** Checks the newest rounds from what was published alone, as anybody could; null: it is open, and its seed not told. */
export async function checkRounds(ctx: Ctx): Promise<Array<{ round: PublishedRound; check: RoundCheck | null }>> {
  const rounds = await publishedRounds(ctx);
  const checked: Array<{ round: PublishedRound; check: RoundCheck | null }> = [];
  for (const round of rounds) {
    const draws: PublishedDraw[] = [];
    for (let more = round.state === 'closed'; more; ) {
      const { list } = await publishedDraws(ctx, { round: round.id, after: draws.at(-1)?.number ?? 0, limit: PAGE });
      draws.push(...list);
      more = list.length === PAGE;
    }
    checked.push({ round, check: round.state === 'closed' ? await checkRound(round, draws) : null });
  }
  return checked;
}
