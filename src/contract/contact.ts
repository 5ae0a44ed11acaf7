/** Contact of a supplier (spec 4, Contact unlock): DTOs, texts and times. */
import type { ContactState } from './outputs/contact.ts';

export type { CallerChange, ContactState } from './outputs/contact.ts';

/** An unlock holds this long; asking again meanwhile costs nothing (spec 9). */
export const CONTACT_TTL_MS = 24 * 3_600_000;
/** The browser ignores a second press for this long (spec 9). */
export const UNLOCK_PRESS_MS = 2_000;
/** What coupons that unlock a contact are for. */
export const CONTACT_COUPON = { use: 'contact', type: 0 } as const;
/** `type` and `platform` of the contact calls: their only values (spec 7). */
export const CONTACT_TYPE = 1;
export const CONTACT_PLATFORM = 4;

/** What a reader is shown when they ask for the contact (spec 4). */
export type ContactStep = 'call' | 'unlock' | 'ask_coupon' | 'popup_a' | 'popup_b' | 'closed';

/** `chance`: between 0 and 1, chooses between the two popups. */
export function contactStep(state: Pick<ContactState, 'is_unlock' | 'unlock_price' | 'coupon_num' | 'open'>, chance: number): ContactStep {
  if (state.is_unlock === 1) return 'call';
  if (state.open === 0) return 'closed';
  if (state.unlock_price === 0) return 'unlock';
  if (state.coupon_num > 0) return 'ask_coupon';
  return chance < 0.5 ? 'popup_a' : 'popup_b';
}

/** Message for a caller's number, or null (spec 5). Both sides check by it. */
export function checkCaller(value: string): string | null {
  if (value.trim() === '') return '请输入手机号码';
  if (value.trim().length !== 11) return '请输入11位手机号码';
  return /^1[3-9]\d{9}$/.test(value.trim()) ? null : '请输入正确的手机号';
}
