import { OFFER_REASON_MAX } from '#contract/offer.ts';
import { askReason, type ReasonWish } from '#kit/ask-reason.tsx';

/** Asks before something is done; why, where there are reasons to offer. True: it was done. */
export async function askFirst(ask: ReasonWish & { run(reason: string): Promise<unknown> }): Promise<boolean> {
  return (await askReason({ back: '再想想', ...(ask.reasons ? { max: OFFER_REASON_MAX } : {}), ...ask })) !== null;
}
