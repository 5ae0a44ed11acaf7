import { z } from 'zod';
import type * as contract from '#contract/ad.ts';

const flag = z.literal([0, 1]);

export const adRequestOutput = z.strictObject({
  request_id: z.string(),
  qrcode: z.string(),
  code: z.literal(0),
}) satisfies z.ZodType<contract.AdRequest>;

export const adStateOutput = z.strictObject({
  has_over: flag,
  code: z.literal(0),
  msg: z.string(),
  status: z.literal([1, 2, 3, 4]),
}) satisfies z.ZodType<contract.AdState>;

export const adFilmOutput = z.strictObject({
  title: z.string(),
  href: z.string(),
  src: z.string(),
  type: z.string(),
  duration_ms: z.int(),
  watched_ms: z.int(),
  has_over: flag,
}) satisfies z.ZodType<contract.AdFilm>;

export const adBeatOutput = z.strictObject({ watched_ms: z.int(), has_over: flag }) satisfies z.ZodType<contract.AdBeat>;
