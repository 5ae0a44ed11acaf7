import { z } from 'zod';
import type * as contract from '#contract/account.ts';
import { INVITE_STATE_TEXTS, TODAY_GROUPS } from '#contract/account.ts';

export const wechatQrOutput = z.strictObject({
  /** What the poll is asked with; good in this browser only. */
  token: z.string(),
  /** scan: `url` is drawn as a QR; window: `url` is WeChat's own page with the QR. */
  mode: z.enum(['scan', 'window']),
  url: z.string(),
  expires_at: z.int(),
});
/** POST getwechatqrcode. */
export type WechatQr = z.infer<typeof wechatQrOutput>;

export const passkeyOptionsOutput = z.strictObject({
  key: z.string(),
  options: z.record(z.string(), z.unknown()),
});
/** WebAuthn's own options, and what names them in the answer. */
export type PasskeyOptions = z.infer<typeof passkeyOptionsOutput>;

export const proofWaysOutput = z.strictObject({
  /** Masked. */
  account: z.string(),
  has_password: z.boolean(),
  has_passkey: z.boolean(),
});
/** GET prove: by what the reader may prove who they are, beside a code to their phone. */
export type ProofWays = z.infer<typeof proofWaysOutput>;

export const ownDeviceOutput = z.strictObject({
  id: z.int(),
  device: z.string(),
  /** Masked. */
  network: z.string(),
  /** How it was opened; empty for old ones. */
  way: z.string(),
  is_this: z.literal([0, 1]),
  login_time: z.int(),
  /** Known by the day. */
  used_day: z.int(),
});
/** A login of the reader's own. */
export type OwnDevice = z.infer<typeof ownDeviceOutput>;

export const ownPasskeyOutput = z.strictObject({
  id: z.int(),
  name: z.string(),
  create_time: z.int(),
  /** 0: never. */
  used_time: z.int(),
});
export type OwnPasskey = z.infer<typeof ownPasskeyOutput>;

export const ownExportOutput = z.strictObject({
  state: z.enum(['waiting', 'ready', 'failed', 'gone']),
  create_time: z.int(),
  size_bytes: z.int(),
  /** Of the file; 0 until it is ready. */
  expires_at: z.int(),
  /** Signed; empty until it is ready, and when it is over. */
  url: z.string(),
  /** From when the next one may be asked for; one that failed may be asked for at once. */
  again_at: z.int(),
});
/** A package of one's own data. */
export type OwnExport = z.infer<typeof ownExportOutput>;

export const ownConsentOutput = z.strictObject({
  name: z.string(),
  title: z.string(),
  path: z.string(),
  /** May be taken back by itself. */
  is_free: z.boolean(),
  is_given: z.boolean(),
  /** 0: nothing was said of it. */
  version: z.int(),
  way: z.string(),
  time: z.int(),
});
/** The last word of an account on one text. */
export type OwnConsent = z.infer<typeof ownConsentOutput>;

export const ownSecurityOutput = z.strictObject({
  /** Masked. */
  account: z.string(),
  has_password: z.boolean(),
  wechat: z.strictObject({ nickname: z.string(), link_time: z.int() }).nullable(),
  passkeys: z.array(ownPasskeyOutput),
  devices: z.array(ownDeviceOutput),
  /** The secret address of the calendar is on. */
  calendar: z.boolean(),
  /** Links for the doors of own salons that let in now. */
  doors: z.int(),
  /** Who acts in the enterprise's name, or was invited to; `since`: asked or answered, Unix seconds. */
  employees: z.array(z.strictObject({ nickname: z.string(), since: z.int() })),
  export: ownExportOutput.nullable(),
  consents: z.array(ownConsentOutput),
});
/** GET security: what the tabs of the account's settings show. */
export type OwnSecurity = z.infer<typeof ownSecurityOutput>;

export const closingCheckOutput = z.strictObject({
  blockers: z.array(z.strictObject({ text: z.string(), href: z.string() })),
  losses: z.array(z.string()),
  /** What is left to spend, yuan and coins: POST takes the same amounts, as `balance` and `coin`, from who gives them up. */
  rests: z.strictObject({ balance: z.number(), coin: z.int() }),
  grace_days: z.int(),
});
/** GET close: what stands against closing, and what will be lost. */
export type ClosingCheck = z.infer<typeof closingCheckOutput>;

export const todayCardOutput = z.strictObject({
  /** No other card's. */
  key: z.string(),
  group: z.enum(Object.keys(TODAY_GROUPS) as contract.TodayGroup[]),
  title: z.string(),
  text: z.string(),
  num: z.int(),
  href: z.string(),
});
/** What waits for the reader on /personalCenter. An area gives those of its own (`today` of its manifest). */
export type TodayCard = z.infer<typeof todayCardOutput>;

const inviteState = z.enum(Object.keys(INVITE_STATE_TEXTS) as contract.InviteState[]);

const inviteRowOutput = z.strictObject({
  id: z.int(),
  nickname: z.string(),
  create_time: z.int(),
  register_state: inviteState,
  register_points: z.int(),
  paid_state: inviteState,
  paid_points: z.int(),
});
export type InviteRow = z.infer<typeof inviteRowOutput>;

export const ownInvitesOutput = z.strictObject({
  code: z.int(),
  /** Address that registers with the code. */
  url: z.string(),
  share_text: z.string(),
  /** What is given, and how much at most. */
  register_points: z.int(),
  paid_points: z.int(),
  month_most: z.int(),
  granted_points: z.int(),
  waiting_points: z.int(),
  list: z.array(inviteRowOutput),
  total: z.int(),
  page: z.int(),
  limit: z.int(),
});
/** GET /user/invite. */
export type OwnInvites = z.infer<typeof ownInvitesOutput>;
