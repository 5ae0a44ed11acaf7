import { z } from 'zod';
import { DOOR_RESULTS } from '#contract/door.ts';
import { TICKET_STATES } from '#contract/salon.ts';

const doorTicketOutput = z.strictObject({
  id: z.int(),
  seq: z.int(),
  /** Name of the kind. */
  kind: z.string(),
  /** Its chair; '': none. */
  seat: z.string(),
  holder: z.string(),
  order_id: z.int(),
});
export type DoorTicket = z.infer<typeof doorTicketOutput>;

export const doorAnswerOutput = z.strictObject({
  nonce: z.string(),
  result: z.enum(DOOR_RESULTS),
  direction: z.enum(['in', 'out']),
  ticket: doorTicketOutput.nullable(),
  /** Of a ticket that is used: when and where; of one of another salon: which. */
  at: z.int().nullable(),
  where: z.string(),
  /** Tickets of the same order that may still come in. */
  others: z.int(),
  /** People inside now. */
  inside: z.int(),
  /** It was answered before: the same nonce. */
  again: z.boolean(),
});
/** What the phone shows after a scan. */
export type DoorAnswer = z.infer<typeof doorAnswerOutput>;

const doorListTicketOutput = z.strictObject({
  id: z.int(),
  /** SHA-256 of the secret, hex. */
  hash: z.string(),
  seq: z.int(),
  kind: z.string(),
  seat: z.string(),
  holder: z.string(),
  order_id: z.int(),
  state: z.enum(TICKET_STATES),
  inside: z.boolean(),
  used_at: z.int().nullable(),
  where: z.string(),
  online: z.boolean(),
});
/** A ticket as a phone keeps it: by the hash of its secret, never the secret. */
export type DoorListTicket = z.infer<typeof doorListTicketOutput>;

export const doorListOutput = z.strictObject({
  salon: z.strictObject({ id: z.int(), title: z.string(), starts_at: z.int(), ends_at: z.int(), cancelled: z.boolean() }),
  gate: z.string(),
  name: z.string(),
  /** The link ends then. */
  expires_at: z.int(),
  opens_at: z.int(),
  closes_at: z.int(),
  inside: z.int(),
  came: z.int(),
  tickets: z.array(doorListTicketOutput),
  /** Hashes of codes that are dead, because their tickets were given to others. */
  given: z.array(z.strictObject({ hash: z.string(), id: z.int() })),
});
export type DoorList = z.infer<typeof doorListOutput>;

export const doorLinkOutput = z.strictObject({
  id: z.int(),
  name: z.string(),
  gate: z.string(),
  expires_at: z.int(),
  /** live, ended by hand, or over by time */
  state: z.enum(['live', 'ended', 'over']),
  /** When it was used last. */
  seen_at: z.int().nullable(),
  scans: z.int(),
});
/** A link of a door as its organiser sees it. */
export type DoorLink = z.infer<typeof doorLinkOutput>;
