import { z } from 'zod';
import type * as contract from '#contract/item.ts';
import { accessDecisionOutput, itemDetailOutput, releaserCardOutput } from './item.ts';
import { pictureOutput } from './picture.ts';

export const designDetailOutput = itemDetailOutput.omit({ type: true }).extend({
  type: z.literal([1, 2]),
  cover_url: z.string(),
  color_mode: z.string(),
  file_format: z.string(),
  file_size: z.number(),
  category: z.strictObject({ id: z.int(), name: z.string() }),
  tags: z.array(z.string()),
  img_urls: z.array(z.string()),
}) satisfies z.ZodType<contract.DesignDetail>;

export const sampleDetailOutput = itemDetailOutput.extend({
  introduce: z.string(),
  photo_key: z.string(),
  photo_num: z.int(),
  album_url: z.string(),
  img_num: z.int(),
  img_urls: z.array(z.string()),
  collect_url: z.string(),
  theme: z.string(),
  location: z.string(),
  adress: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  activity_company: z.string(),
  sponsor: z.string(),
  toppic: z.string(),
}) satisfies z.ZodType<contract.SampleDetail>;

export const releaserOutput = releaserCardOutput.extend({ is_follow: z.literal([0, 1]) });

export const albumOutput = z.strictObject({
  sample_id: z.int(),
  title: z.string(),
  photo_key: z.string(),
  photo_num: z.int(),
  /** Of all originals together. */
  size_bytes: z.int(),
  /** 1: this reader may look through it. */
  is_open: z.literal([0, 1]),
  access: accessDecisionOutput,
});
/** GET /sample/photo/sample. */
export type Album = z.infer<typeof albumOutput>;

export const albumPageOutput = z.strictObject({
  list: z.array(pictureOutput.extend({ img_no: z.int(), name: z.string(), size_bytes: z.int() })),
  total: z.int(),
  page: z.int(),
  limit: z.int(),
  /** Unix seconds: the addresses of the pictures end then. */
  expires_at: z.int(),
  /** 1: this reader may have the originals too. */
  originals: z.literal([0, 1]),
});
/** GET /sample/photo. */
export type AlbumPage = z.infer<typeof albumPageOutput>;

export const originalLinkOutput = z.strictObject({
  url: z.string(),
  file_name: z.string(),
  size_bytes: z.int(),
  expires_at: z.int(),
});
/** POST /sample/index/download. The address opens until then, with Range. */
export type OriginalLink = z.infer<typeof originalLinkOutput>;

export const sampleImagesOutput = z.strictObject({
  img_list: z.array(pictureOutput.extend({ img_no: z.int(), url: z.string() })),
  is_all: z.literal([0, 1]),
  img_num: z.int(),
  collect_url: z.string(),
  expires_at: z.int(),
});
