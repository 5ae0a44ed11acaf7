import { z } from 'zod';
import { MODE_KEYS, TICKET_STATES } from '#contract/salon.ts';
import { pictureOutput } from './item.ts';
import { questionOutput } from './salon.ts';

const kindFiguresOutput = z.strictObject({
  id: z.int(),
  name: z.string(),
  capacity: z.int(),
  sold: z.int(),
  held: z.int(),
  came: z.int(),
  /** People on its waiting list. */
  waiting: z.int(),
  income: z.number(),
  /** Free places, and what it asks: for guests that are entered by hand. */
  left: z.int(),
  questions: z.array(questionOutput),
});
export type KindFigures = z.infer<typeof kindFiguresOutput>;

export const organisedSalonOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  state: z.string(),
  starts_at: z.int().nullable(),
  ends_at: z.int().nullable(),
  city: z.string(),
  venue: z.string(),
  /** Where those who are not there take part, and what reminders say beside the time. */
  online: z.strictObject({ mode: z.enum(MODE_KEYS), link: z.string(), before_min: z.int(), text: z.string() }),
  /** The sale was stopped by hand. */
  sale_closed: z.boolean(),
  kinds: z.array(kindFiguresOutput),
  sold: z.int(),
  came: z.int(),
  inside: z.int(),
  /** What tickets were paid with, less what went back. */
  income: z.number(),
  /** The organiser's part of it. */
  earned: z.number(),
  refunded: z.number(),
  /** Tickets of each of the last days, YYYY-MM-DD, the oldest first. */
  days: z.array(z.strictObject({ day: z.string(), sold: z.int() })),
});
export type OrganisedSalon = z.infer<typeof organisedSalonOutput>;

const guestOutput = z.strictObject({
  id: z.int(),
  seq: z.int(),
  kind: z.string(),
  seat: z.string(),
  name: z.string(),
  phone: z.string(),
  state: z.enum(TICKET_STATES),
  inside: z.boolean(),
  used_at: z.int().nullable(),
  where: z.string(),
  /** What is left of it, and what went back. */
  paid: z.number(),
  refunded: z.number(),
  bought_at: z.int(),
  order_id: z.int(),
  /** Of its order: tickets that are good, and what they cost. */
  order_count: z.int(),
  order_paid: z.number(),
  /** Where the ticket of a guest that the organiser entered is shown; '': it was bought. */
  path: z.string(),
  /** Who had it before, the first first. */
  former: z.array(z.strictObject({ name: z.string(), phone: z.string(), at: z.int() })),
  answers: z.array(z.strictObject({ key: z.string(), label: z.string(), answer: z.string() })),
});
export type Guest = z.infer<typeof guestOutput>;

export const guestListOutput = z.strictObject({
  list: z.array(guestOutput),
  counts: z.strictObject({ all: z.int(), valid: z.int(), used: z.int(), gone: z.int() }),
  total: z.int(),
  page: z.int(),
  limit: z.int(),
});
export type GuestList = z.infer<typeof guestListOutput>;

const sentMessageOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  content: z.string(),
  reached: z.int(),
  sent_at: z.int(),
});
export type SentMessage = z.infer<typeof sentMessageOutput>;
/** With how many people a message would reach, by whom it is for. */
export const circularsOutput = z.strictObject({ list: z.array(sentMessageOutput), would_reach: z.record(z.string(), z.int()) });

export const recapStateOutput = z.enum(['none', 'draft', 'waiting', 'rejected', 'published']);

export const savedRecapOutput = z.strictObject({
  id: z.int(),
  state: recapStateOutput,
  saved_at: z.int(),
  edition: z.int(),
});
/** Answer of saving. */
export type SavedRecap = z.infer<typeof savedRecapOutput>;

const recapFormOutput = z.strictObject({
  text: z.string(),
  pictures: z.array(z.strictObject({ file_id: z.int(), caption: z.string() })),
  /** Id of an own talk whose film the page begins with; null: none. */
  film: z.int().nullable(),
});
export type RecapForm = z.infer<typeof recapFormOutput>;

export const ownRecapOutput = z.strictObject({
  id: z.int(),
  edition: z.int(),
  saved_at: z.int(),
  form: recapFormOutput,
  state: recapStateOutput,
  /** It stands on the site, perhaps with a change that waits. */
  shown: z.boolean(),
  reject_reason: z.string(),
  /** The salon is over: only then a recap can be written. */
  may_write: z.boolean(),
  pictures: z.array(z.strictObject({ file_id: z.int(), src: z.string(), caption: z.string() })),
  /** Own talks that may give the film. */
  talks: z.array(z.strictObject({ id: z.int(), title: z.string() })),
  attended: z.int(),
});
/** An own recap with what may be chosen. */
export type OwnRecap = z.infer<typeof ownRecapOutput>;

export const recapCardOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  city: z.string(),
  starts_at: z.int(),
  attended: z.int(),
  excerpt: z.string(),
  cover: pictureOutput.nullable(),
  href: z.string(),
});
export type RecapCard = z.infer<typeof recapCardOutput>;
