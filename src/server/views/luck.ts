import type { PublishedRound } from '#contract/draw.ts';
import type { Ctx } from '../app/ctx.ts';
import { publishedRounds } from '../modules/draws/index.ts';

/** The newest rounds as the page of the draw shows them. The same for everybody. */
export function luckView(ctx: Ctx): Promise<PublishedRound[]> {
  return publishedRounds(ctx);
}
