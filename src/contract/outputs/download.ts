import { z } from 'zod';
import type * as contract from '#contract/download.ts';
import { accessDecisionOutput } from './item.ts';

export const downloadStateOutput = z.strictObject({
  status: z.literal([0, 1, 4, 3]),
  access: accessDecisionOutput,
  file_name: z.string(),
  size_bytes: z.int(),
  limit: z.int(),
  last: z.number(),
}) satisfies z.ZodType<contract.DownloadState>;

export const linkCipherOutput = z.strictObject({ key: z.string(), iv: z.string() }) satisfies z.ZodType<contract.LinkCipher>;

export const downloadAnswerOutput = z.union([
  z.strictObject({
    status: z.literal(1),
    download_url: z.string(),
    cipher: linkCipherOutput,
    file_name: z.string(),
    size_bytes: z.int(),
    expires_at: z.int(),
    limit: z.int(),
  }),
  z.strictObject({ status: z.literal(3), limit: z.int() }),
  z.strictObject({ status: z.literal(4), limit: z.int() }),
]) satisfies z.ZodType<contract.DownloadAnswer>;

export const captchaOutput = z.strictObject({ key: z.string(), image: z.string() }) satisfies z.ZodType<contract.Captcha>;

export const itemImagesOutput = z.strictObject({
  total: z.int(),
  is_all: z.boolean(),
  expires_at: z.int(),
  list: z.array(z.strictObject({ page_no: z.int(), src: z.string(), srcset: z.string(), width: z.number(), height: z.number() })),
}) satisfies z.ZodType<contract.ItemImages>;
