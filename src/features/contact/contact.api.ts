import { gateway } from '#client/gateway.ts';
import { type CallerChange, CONTACT_PLATFORM, CONTACT_TYPE, type ContactState } from '#contract/contact.ts';

/** The dialog shows errors in place. */
const SILENT = { silent: true } as const;
const asked = (rid: number) => ({ rid, type: CONTACT_TYPE, platform: CONTACT_PLATFORM, cache: false });

export const fetchContact = (rid: number): Promise<ContactState> => gateway('GET /resource/ResourceCall/resourcecall', asked(rid), SILENT);
export const unlockContact = (rid: number, use_coupon: 0 | 1): Promise<ContactState> =>
  gateway('GET /resource/ResourceCall/moneycall', { ...asked(rid), use_coupon }, SILENT);
export const postCaller = (mobile: string, captcha: string, bind_id: number): Promise<CallerChange> =>
  gateway('POST /callrecode/call_recode/updatecall', { mobile, captcha, bind_id }, SILENT);
export const sendCallerCode = (mobile: string, bind_id: number): Promise<{ sandbox: 0 | 1 }> =>
  gateway('POST /callrecode/call_recode/callercode', { mobile, bind_id }, SILENT);
