import { z } from 'zod';
import type * as contract from '#contract/identity.ts';
import { VIP_NAMES } from '#contract/membership.ts';

export const vipEntryOutput = z.strictObject({ id: z.int(), end_time: z.number() }) satisfies z.ZodType<contract.VipEntry>;

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
}) satisfies z.ZodType<contract.UserInfo>;

export const editableProfileOutput = z.strictObject({
  nickname: z.string(),
  city: z.string(),
  show_company: z.string(),
  show_job: z.string(),
}) satisfies z.ZodType<contract.EditableProfile>;

export const ownProfileOutput = editableProfileOutput.extend({
  headimgurl: z.string(),
  birthday: z.string(),
  sex: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  account: z.string(),
  has_password: z.boolean(),
}) satisfies z.ZodType<contract.OwnProfile>;

export const sandboxSmsOutput = z.strictObject({
  id: z.int(),
  mobile: z.string(),
  text: z.string(),
  code: z.string(),
  create_time: z.number(),
}) satisfies z.ZodType<contract.SandboxSms>;
