import type { ClaimResult, ClaimState } from '#contract/claim.ts';
import { assert } from '../../../kernel/assert.ts';
import type { Fen } from '../../../kernel/money.ts';
import type { Entry } from '../../wallet/index.ts';
import type { leftToRefund } from '../refunds/rules.ts';

/** What can happen to a claim: staff answer, the provider decides, its payer takes it back, a refund settles it. */
export type ClaimEvent = 'answer' | ClaimResult | 'refunded';

/** Its whole life. What is not written here cannot happen. */
export const CLAIM_TRANSITIONS: Record<ClaimState, Partial<Record<ClaimEvent, ClaimState>>> = {
  open: { answer: 'answered', won: 'won', lost: 'lost', withdrawn: 'withdrawn', refunded: 'refunded' },
  answered: { answer: 'answered', won: 'won', lost: 'lost', withdrawn: 'withdrawn', refunded: 'refunded' },
  won: {},
  lost: {},
  withdrawn: {},
  refunded: {},
};

/** @throws Error for a move that the table does not know */
export function moveClaim(from: ClaimState, event: ClaimEvent): { from: ClaimState; to: ClaimState } {
  const to = CLAIM_TRANSITIONS[from][event];
  assert(to !== undefined, `a claim that is ${from} cannot be ${event}`);
  return { from, to };
}

/** Held: what the publisher has of the order and other claims do not hold already, as far as it is still there. */
export function heldFen(order: { publisher_fen: Fen; publisher_back_fen: Fen }, held_by_others: Fen, earning_left: Fen): Fen {
  return Math.max(0, Math.min(order.publisher_fen - order.publisher_back_fen - held_by_others, earning_left));
}

/** `way` 1: what is held leaves the earnings; -1: it returns. */
export function heldEntries(publisher_id: number, amount_fen: Fen, way: 1 | -1): Entry[] {
  return [
    { owner_id: publisher_id, purpose: 'earning', amount: -way * amount_fen },
    { owner_id: publisher_id, purpose: 'claimed', amount: way * amount_fen },
  ];
}

/**
 * What a lost claim gives back, as a refund takes it: all that is left once nothing of the payment stays with us, else its amount. A part ends
 * the order where its subject has no parts.
 */
export function lostPart(
  order: Parameters<typeof leftToRefund>[0],
  amount_fen: Fen,
  whyNoPart: (amount_fen: Fen) => string | null,
): { amount_fen: Fen | null; ends: boolean } {
  if (amount_fen >= order.pay_fen - order.refunded_pay_fen) return { amount_fen: null, ends: false };
  return { amount_fen, ends: whyNoPart(amount_fen) !== null };
}

const DAY_MS = 86_400_000;
/** Providers that name no time wait so long for an answer, days. */
export const ANSWER_DAYS = { chargeback: 7, complaint: 3 } as const;
/** Staff are reminded so many days before. */
const REMINDED_DAYS = [1, 3] as const;

/** Which reminder is due; null: none yet. */
export function reminderOf(due_at: Date, now: Date): number | null {
  return REMINDED_DAYS.find((days) => due_at.getTime() - now.getTime() <= days * DAY_MS) ?? null;
}
export const REMINDED_MS = Math.max(...REMINDED_DAYS) * DAY_MS;
