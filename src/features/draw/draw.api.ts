import { gateway } from '#client/gateway.ts';
import { DRAW_ACTIVITY, type PublishedDraw, type PublishedRound } from '#contract/draw.ts';

/** Dialogs and lists show their failures themselves. */
const SILENT = { silent: true } as const;

export const fetchChance = (orderid: string) => gateway('GET /event/event/blindnum', { orderid }, SILENT);
export const postDraw = (orderid: string, seed: string) =>
  gateway('POST /event/event/doblind', { orderid, activity_id: DRAW_ACTIVITY, seed }, SILENT);
export const putAddress = (input: { blind_id: number; receiver: string; address: string; tel: string }) =>
  gateway('PUT /event/event/express', input, SILENT);
export const fetchPrizes = () => gateway('GET /event/event/mine', {}, SILENT);

const PAGE = 1_000;

/** A closed round with all its draws, by number. */
export async function fetchRoundDraws(id: number): Promise<{ round: PublishedRound; draws: PublishedDraw[] }> {
  const draws: PublishedDraw[] = [];
  for (;;) {
    const query = { round: id, after: draws.at(-1)?.number ?? 0, limit: PAGE };
    const { round, list } = await gateway('GET /event/event/draws', query, SILENT);
    draws.push(...list);
    if (list.length < PAGE) return { round, draws };
  }
}
