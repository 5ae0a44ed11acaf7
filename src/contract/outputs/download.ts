import { z } from 'zod';
import type * as contract from '#contract/download.ts';
import { accessDecisionOutput } from './item.ts';

export const downloadStateOutput = z.strictObject({
  /** 0: not allowed, see `access`. */
  status: z.literal([0, 1, 4, 3]),
  access: accessDecisionOutput,
  file_name: z.string(),
  size_bytes: z.int(),
  /** Free downloads a day. */
  limit: z.int(),
  /** Free downloads left today; -1: the quota does not touch this reader. */
  last: z.number(),
});
/** GET /scheme/index/downloadurl: whether and how, without taking anything. */
export type DownloadState = z.infer<typeof downloadStateOutput>;

export const linkCipherOutput = z.strictObject({ key: z.string(), iv: z.string() });
/** Key and initialisation vector of the link cipher, UTF-8 texts of 32 and 16 bytes; AES-256-CBC with PKCS #7. */
export type LinkCipher = z.infer<typeof linkCipherOutput>;

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

export const captchaOutput = z.strictObject({
  key: z.string(),
  /** PNG as a data URL. */
  image: z.string(),
});
export type Captcha = z.infer<typeof captchaOutput>;

export const itemImagesOutput = z.strictObject({
  total: z.int(),
  /** True when every page of the document can be had; false: the free ones only. */
  is_all: z.boolean(),
  expires_at: z.int(),
  list: z.array(z.strictObject({ page_no: z.int(), src: z.string(), srcset: z.string(), width: z.number(), height: z.number() })),
});
/** GET /scheme/index/schemeimgs: pages as signed URLs that expire at `expires_at` (unix seconds). */
export type ItemImages = z.infer<typeof itemImagesOutput>;
