import { z } from 'zod';
import type * as contract from '#contract/door.ts';
import { DOOR_RESULTS } from '#contract/door.ts';
import { TICKET_STATES } from '#contract/salon.ts';

export const doorAnswerOutput = z.strictObject({
  nonce: z.string(),
  result: z.enum(DOOR_RESULTS),
  direction: z.enum(['in', 'out']),
  ticket: z.strictObject({ id: z.int(), seq: z.int(), kind: z.string(), holder: z.string(), order_id: z.int() }).nullable(),
  at: z.int().nullable(),
  where: z.string(),
  others: z.int(),
  inside: z.int(),
  again: z.boolean(),
}) satisfies z.ZodType<contract.DoorAnswer>;

export const doorListOutput = z.strictObject({
  salon: z.strictObject({ id: z.int(), title: z.string(), starts_at: z.int(), ends_at: z.int(), cancelled: z.boolean() }),
  gate: z.string(),
  name: z.string(),
  expires_at: z.int(),
  opens_at: z.int(),
  closes_at: z.int(),
  inside: z.int(),
  came: z.int(),
  tickets: z.array(
    z.strictObject({
      id: z.int(),
      hash: z.string(),
      seq: z.int(),
      kind: z.string(),
      holder: z.string(),
      order_id: z.int(),
      state: z.enum(TICKET_STATES),
      inside: z.boolean(),
      used_at: z.int().nullable(),
      where: z.string(),
    }),
  ),
}) satisfies z.ZodType<contract.DoorList>;

export const doorLinkOutput = z.strictObject({
  id: z.int(),
  name: z.string(),
  gate: z.string(),
  expires_at: z.int(),
  state: z.enum(['live', 'ended', 'over']),
  seen_at: z.int().nullable(),
  scans: z.int(),
}) satisfies z.ZodType<contract.DoorLink>;
