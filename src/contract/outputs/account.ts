import { z } from 'zod';
import type * as contract from '#contract/account.ts';
import { INVITE_STATE_TEXTS, TODAY_GROUPS } from '#contract/account.ts';

export const wechatQrOutput = z.strictObject({
  token: z.string(),
  mode: z.enum(['scan', 'window']),
  url: z.string(),
  expires_at: z.int(),
}) satisfies z.ZodType<contract.WechatQr>;

export const passkeyOptionsOutput = z.strictObject({
  key: z.string(),
  options: z.record(z.string(), z.unknown()),
}) satisfies z.ZodType<contract.PasskeyOptions>;

export const proofWaysOutput = z.strictObject({
  account: z.string(),
  has_password: z.boolean(),
  has_passkey: z.boolean(),
}) satisfies z.ZodType<contract.ProofWays>;

export const ownDeviceOutput = z.strictObject({
  id: z.int(),
  device: z.string(),
  network: z.string(),
  way: z.string(),
  is_this: z.literal([0, 1]),
  login_time: z.int(),
  used_day: z.int(),
}) satisfies z.ZodType<contract.OwnDevice>;

export const ownPasskeyOutput = z.strictObject({
  id: z.int(),
  name: z.string(),
  create_time: z.int(),
  used_time: z.int(),
}) satisfies z.ZodType<contract.OwnPasskey>;

export const ownExportOutput = z.strictObject({
  state: z.enum(['waiting', 'ready', 'failed', 'gone']),
  create_time: z.int(),
  size_bytes: z.int(),
  expires_at: z.int(),
  url: z.string(),
  again_at: z.int(),
}) satisfies z.ZodType<contract.OwnExport>;

export const ownSecurityOutput = z.strictObject({
  account: z.string(),
  has_password: z.boolean(),
  wechat: z.strictObject({ nickname: z.string(), link_time: z.int() }).nullable(),
  passkeys: z.array(ownPasskeyOutput),
  devices: z.array(ownDeviceOutput),
  calendar: z.boolean(),
  doors: z.int(),
  employees: z.array(z.strictObject({ nickname: z.string(), since: z.int() })),
  export: ownExportOutput.nullable(),
}) satisfies z.ZodType<contract.OwnSecurity>;

export const closingCheckOutput = z.strictObject({
  blockers: z.array(z.strictObject({ text: z.string(), href: z.string() })),
  losses: z.array(z.string()),
  rests: z.strictObject({ balance: z.number(), coin: z.int() }),
  grace_days: z.int(),
}) satisfies z.ZodType<contract.ClosingCheck>;

export const todayCardOutput = z.strictObject({
  key: z.string(),
  group: z.enum(Object.keys(TODAY_GROUPS) as contract.TodayGroup[]),
  title: z.string(),
  text: z.string(),
  num: z.int(),
  href: z.string(),
}) satisfies z.ZodType<contract.TodayCard>;

const inviteState = z.enum(Object.keys(INVITE_STATE_TEXTS) as contract.InviteState[]);

export const ownInvitesOutput = z.strictObject({
  code: z.int(),
  url: z.string(),
  share_text: z.string(),
  register_points: z.int(),
  paid_points: z.int(),
  month_most: z.int(),
  granted_points: z.int(),
  waiting_points: z.int(),
  list: z.array(
    z.strictObject({
      id: z.int(),
      nickname: z.string(),
      create_time: z.int(),
      register_state: inviteState,
      register_points: z.int(),
      paid_state: inviteState,
      paid_points: z.int(),
    }),
  ),
  total: z.int(),
  page: z.int(),
  limit: z.int(),
}) satisfies z.ZodType<contract.OwnInvites>;
