import { ApiError } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { toastSuccess } from '#client/toast.ts';
import { checkRound, DRAW_ACTIVITY, type DrawResult, type PublishedDraw, type PublishedRound, type RoundCheck } from '#contract/draw.ts';
import { RECEIVER_TEXTS } from '#contract/receiver.ts';

const said = (error: unknown): string => {
  if (!(error instanceof ApiError)) throw error;
  return error.msg;
};

export type AddressFaults = Partial<Record<'receiver' | 'address' | 'tel' | 'form', string>>;

/** Saves where a prize is sent. No faults: saved. */
export async function saveAddress(input: { blind_id: number; receiver: string; address: string; tel: string }): Promise<AddressFaults> {
  try {
    await gateway('PUT /event/event/express', input, { silent: true });
    toastSuccess(RECEIVER_TEXTS.saved);
    return {};
  } catch (error) {
    const form = said(error);
    const { fields } = error as ApiError;
    return Object.keys(fields).length > 0 ? fields : { form };
  }
}

/** Draws for an order; what is to be said when that failed. Asked again it answers the same draw. */
export function drawOnce(orderid: string, seed: string): Promise<DrawResult | string> {
  return gateway('POST /event/event/doblind', { orderid, activity_id: DRAW_ACTIVITY, seed }, { silent: true }).catch(said);
}

/** Checks a closed round in this browser from what was published; what is to be said when it could not be read. */
export async function checkHere(round_id: number): Promise<{ check: RoundCheck; draws: PublishedDraw[] } | string> {
  try {
    const { round, draws } = await fetchRoundDraws(round_id);
    return { check: await checkRound(round, draws), draws };
  } catch (error) {
    return said(error);
  }
}

const PAGE = 1_000;

/** A closed round with all its draws, by number. */
async function fetchRoundDraws(id: number): Promise<{ round: PublishedRound; draws: PublishedDraw[] }> {
  const draws: PublishedDraw[] = [];
  for (;;) {
    const query = { round: id, after: draws.at(-1)?.number ?? 0, limit: PAGE };
    const { round, list } = await gateway('GET /event/event/draws', query, SILENT);
    draws.push(...list);
    if (list.length < PAGE) return { round, draws };
  }
}
