import { ApiError } from '#client/api-error.ts';
import { toastSuccess } from '#client/toast.ts';
import { checkRound, type DrawResult, type PublishedDraw, type RoundCheck } from '#contract/draw.ts';
import { RECEIVER_TEXTS } from '#contract/receiver.ts';
import { fetchRoundDraws, postDraw, putAddress } from './draw.api.ts';

const said = (error: unknown): string => {
  if (!(error instanceof ApiError)) throw error;
  return error.msg;
};

export type AddressFaults = Partial<Record<'receiver' | 'address' | 'tel' | 'form', string>>;

/** Saves where a prize is sent. No faults: saved. */
export async function saveAddress(input: { blind_id: number; receiver: string; address: string; tel: string }): Promise<AddressFaults> {
  try {
    await putAddress(input);
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
  return postDraw(orderid, seed).catch(said);
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
