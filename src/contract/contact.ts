/** Contact of a supplier (spec 4, Contact unlock): DTOs, texts and times. */

/** An unlock holds this long; asking again meanwhile costs nothing (spec 9). */
export const CONTACT_TTL_MS = 24 * 3_600_000;
/** The browser ignores a second press for this long (spec 9). */
export const UNLOCK_PRESS_MS = 2_000;
/** What coupons that unlock a contact are for. */
export const CONTACT_COUPON = { use: 'contact', type: 0 } as const;
/** `type` and `platform` of the contact calls: their only values (spec 7). */
export const CONTACT_TYPE = 1;
export const CONTACT_PLATFORM = 4;

/** Answer of the contact calls (spec 3, Contact unlock response). */
export interface ContactState {
  /** Of the supplier, masked; empty while locked. */
  phone: string;
  /** From which calls are taken, masked. */
  caller_number: string;
  /** Names the binding in the call that changes the caller; 0 while locked. */
  bind_id: number;
  /** Coins; 0: it costs nothing. */
  unlock_price: number;
  is_unlock: 0 | 1;
  /** Coupons that would unlock it. */
  coupon_num: number;
  button_str: string;
  remind_str: string;
  tips_str: string;
  code: 0;
  /** What to dial; empty while locked. */
  x_number: string;
  /** Unix seconds; 0 while locked. */
  expires_at: number;
  /** 1: a certified company, which calls for nothing. */
  auth_company: 0 | 1;
  /** 1: certified companies call for nothing; 0: everybody pays, so certification is no way to save. */
  company_free: 0 | 1;
  /** Coins that the reader can spend. */
  money: number;
  /** 0: calls are not offered for this resource. */
  open: 0 | 1;
  /** The number rings the simulated phone. */
  sandbox: 0 | 1;
}

/** Answer of the call that changes the caller. */
export interface CallerChange {
  caller_number: string;
  x_number: string;
}

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
