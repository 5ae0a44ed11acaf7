import { gateway } from '#client/gateway.ts';
import {
  DRAW_ACTIVITY,
  DRAW_CALLS,
  type DrawChance,
  type DrawResult,
  type OwnPrizes,
  type PublishedDraw,
  type PublishedRound,
} from '#contract/draw.ts';

/** Dialogs and lists show their failures themselves. */
const SILENT = { silent: true } as const;

export const fetchChance = (orderid: string) => gateway.get<DrawChance>(DRAW_CALLS.chance, { orderid }, SILENT);
export const postDraw = (orderid: string, seed: string) =>
  gateway.post<DrawResult>(DRAW_CALLS.draw, { orderid, activity_id: DRAW_ACTIVITY, seed }, SILENT);
export const putAddress = (input: { blind_id: number; receiver: string; address: string; tel: string }) =>
  gateway.put<null>(DRAW_CALLS.address, input, SILENT);
export const fetchPrizes = () => gateway.get<OwnPrizes>(DRAW_CALLS.mine, {}, SILENT);

const PAGE = 1_000;

/** A closed round with all its draws, by number. */
export async function fetchRoundDraws(id: number): Promise<{ round: PublishedRound; draws: PublishedDraw[] }> {
  const draws: PublishedDraw[] = [];
  for (;;) {
    const query = { round: id, after: draws.at(-1)?.number ?? 0, limit: PAGE };
    const { round, list } = await gateway.get<{ round: PublishedRound; list: PublishedDraw[] }>(DRAW_CALLS.draws, query, SILENT);
    draws.push(...list);
    if (list.length < PAGE) return { round, draws };
  }
}
