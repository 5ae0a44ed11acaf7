import { z } from 'zod';

const flag = z.literal([0, 1]);

export const adRequestOutput = z.strictObject({
  request_id: z.string(),
  /** What the QR says: the address of the phone's page. */
  qrcode: z.string(),
  code: z.literal(0),
});
export type AdRequest = z.infer<typeof adRequestOutput>;

export const adStateOutput = z.strictObject({
  has_over: flag,
  code: z.literal(0),
  msg: z.string(),
  status: z.literal([1, 2, 3, 4]),
});
export type AdState = z.infer<typeof adStateOutput>;

export const adFilmOutput = z.strictObject({
  title: z.string(),
  /** Page of what is advertised. */
  href: z.string(),
  src: z.string(),
  /** mp4, webm; empty: a picture. */
  type: z.string(),
  duration_ms: z.int(),
  watched_ms: z.int(),
  has_over: flag,
});
/** What the phone plays. */
export type AdFilm = z.infer<typeof adFilmOutput>;

export const adBeatOutput = z.strictObject({ watched_ms: z.int(), has_over: flag });
/** Answer to a phone that says how far it is: what counts. */
export type AdBeat = z.infer<typeof adBeatOutput>;
