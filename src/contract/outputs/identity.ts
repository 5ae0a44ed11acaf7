import { z } from 'zod';
import type * as contract from '#contract/identity.ts';
import { VIP_NAMES } from '#contract/membership.ts';

export const vipEntryOutput = z.strictObject({
  id: z.int(),
  /** Unix seconds. */
  end_time: z.number(),
});
/** Identity DTOs and the field rules that browser and server share (shell spec 3, 5 and 7). */
export type VipEntry = z.infer<typeof vipEntryOutput>;

export const userInfoOutput = z.strictObject({
  id: z.int(),
  nickname: z.string(),
  headimgurl: z.string(),
  account: z.string(),
  balance: z.number(),
  integral: z.number(),
  issign: z.literal([0, 1]),
  issendbage: z.literal([0, 1]),
  show_company: z.string(),
  show_job: z.string(),
  vip: z.partialRecord(z.enum(Object.values(VIP_NAMES)), vipEntryOutput),
  auth_company: z.strictObject({ status: z.number() }).nullable(),
  auth_personal: z.strictObject({ id: z.int() }).nullable(),
  lecturer: z.strictObject({ position: z.string() }).nullable(),
  shop: z.strictObject({ id: z.int(), name: z.string() }).nullable(),
  unread_num: z.optional(z.int()),
  works_num: z.optional(z.int()),
  chat_num: z.optional(z.int()),
  roles: z.array(z.string()),
  /** Names of texts that changed and have to be agreed to once more. */
  agree: z.optional(z.array(z.string())),
}) satisfies z.ZodType<contract.UserInfo>;

export const editableProfileOutput = z.strictObject({
  nickname: z.string(),
  city: z.string(),
  show_company: z.string(),
  show_job: z.string(),
});
export type EditableProfile = z.infer<typeof editableProfileOutput>;

export const ownProfileOutput = editableProfileOutput.extend({
  headimgurl: z.string(),
  /** YYYY-MM-DD; empty until the supplement was sent. */
  birthday: z.string(),
  /** 0 until the supplement was sent. */
  sex: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  /** Masked. */
  account: z.string(),
  /** False: signs in by SMS only, so a first password is set by code. */
  has_password: z.boolean(),
});
/** GET and PUT /user/user/profile: what the reader may see and change of the own account. */
export type OwnProfile = z.infer<typeof ownProfileOutput>;

export const sandboxSmsOutput = z.strictObject({
  id: z.int(),
  mobile: z.string(),
  text: z.string(),
  code: z.string(),
  /** Unix seconds. */
  create_time: z.number(),
});
/** A message of the sandbox phone, newest first in lists. */
export type SandboxSms = z.infer<typeof sandboxSmsOutput>;
