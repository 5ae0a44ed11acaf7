import { gateway } from '#client/gateway.ts';
import { type CallerChange, CONTACT_CALLS, CONTACT_PLATFORM, CONTACT_TYPE, type ContactState } from '#contract/contact.ts';

/** The dialog shows errors in place. */
const SILENT = { silent: true } as const;
const asked = (rid: number) => ({ rid, type: CONTACT_TYPE, platform: CONTACT_PLATFORM, cache: false });

export const fetchContact = (rid: number): Promise<ContactState> => gateway.get(CONTACT_CALLS.state, asked(rid), SILENT);
export const unlockContact = (rid: number, use_coupon: 0 | 1): Promise<ContactState> =>
  gateway.get(CONTACT_CALLS.unlock, { ...asked(rid), use_coupon }, SILENT);
export const postCaller = (mobile: string, captcha: string, bind_id: number): Promise<CallerChange> =>
  gateway.post(CONTACT_CALLS.caller, { mobile, captcha, bind_id }, SILENT);
export const sendCallerCode = (mobile: string, bind_id: number): Promise<{ sandbox: 0 | 1 }> =>
  gateway.post(CONTACT_CALLS.caller_code, { mobile, bind_id }, SILENT);
