import { z } from 'zod';
import type * as contract from '#contract/organise.ts';
import type * as recap from '#contract/recap.ts';
import { TICKET_STATES } from '#contract/salon.ts';
import { pictureOutput } from './item.ts';

export const organisedSalonOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  state: z.string(),
  starts_at: z.int().nullable(),
  ends_at: z.int().nullable(),
  city: z.string(),
  venue: z.string(),
  sale_closed: z.boolean(),
  kinds: z.array(
    z.strictObject({
      id: z.int(),
      name: z.string(),
      capacity: z.int(),
      sold: z.int(),
      held: z.int(),
      came: z.int(),
      income: z.number(),
    }),
  ),
  sold: z.int(),
  came: z.int(),
  inside: z.int(),
  income: z.number(),
  refunded: z.number(),
  days: z.array(z.strictObject({ day: z.string(), sold: z.int() })),
}) satisfies z.ZodType<contract.OrganisedSalon>;

const guestOutput = z.strictObject({
  id: z.int(),
  seq: z.int(),
  kind: z.string(),
  name: z.string(),
  phone: z.string(),
  state: z.enum(TICKET_STATES),
  inside: z.boolean(),
  used_at: z.int().nullable(),
  where: z.string(),
  paid: z.number(),
  bought_at: z.int(),
  order_id: z.int(),
  answers: z.array(z.strictObject({ key: z.string(), label: z.string(), answer: z.string() })),
}) satisfies z.ZodType<contract.Guest>;

export const guestListOutput = z.strictObject({
  list: z.array(guestOutput),
  counts: z.strictObject({ all: z.int(), valid: z.int(), used: z.int(), gone: z.int() }),
  total: z.int(),
  page: z.int(),
  limit: z.int(),
}) satisfies z.ZodType<contract.GuestList>;

export const sentMessageOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  content: z.string(),
  reached: z.int(),
  sent_at: z.int(),
}) satisfies z.ZodType<contract.SentMessage>;

export const recapStateOutput = z.enum(['none', 'draft', 'waiting', 'rejected', 'published']);

export const savedRecapOutput = z.strictObject({
  id: z.int(),
  state: recapStateOutput,
  saved_at: z.int(),
  edition: z.int(),
}) satisfies z.ZodType<recap.SavedRecap>;

export const ownRecapOutput = z.strictObject({
  id: z.int(),
  edition: z.int(),
  saved_at: z.int(),
  form: z.strictObject({
    text: z.string(),
    pictures: z.array(z.strictObject({ file_id: z.int(), caption: z.string() })),
    film: z.int().nullable(),
  }),
  state: recapStateOutput,
  shown: z.boolean(),
  reject_reason: z.string(),
  may_write: z.boolean(),
  pictures: z.array(z.strictObject({ file_id: z.int(), src: z.string(), caption: z.string() })),
  talks: z.array(z.strictObject({ id: z.int(), title: z.string() })),
  attended: z.int(),
}) satisfies z.ZodType<recap.OwnRecap>;

export const recapCardOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  city: z.string(),
  starts_at: z.int(),
  attended: z.int(),
  excerpt: z.string(),
  cover: pictureOutput.nullable(),
  href: z.string(),
}) satisfies z.ZodType<recap.RecapCard>;
