import { z } from 'zod';

const block = {
  /** Made by the form; the same key is the same block after a change. */
  key: z.string(),
  name: z.string(),
  shape: z.enum(['rows', 'tables']),
  /** Rows, or tables. */
  rows: z.int(),
  /** Of each row or table. */
  chairs: z.int(),
  /** A way through after this chair of each row; 0: none. */
  aisle: z.int(),
};

/** `kind`: key of the kind of ticket. `closed`: chairs that are not sold, as `row-chair`. */
export const seatBlockOutput = z.strictObject({ ...block, kind: z.string(), closed: z.array(z.string()) });
/** A block of seats as it is typed. */
export type SeatBlock = z.infer<typeof seatBlockOutput>;

/** `ids` of the chairs row by row; `states`: a sign for each: 0 free, 1 taken, 2 closed, 3 held for the reader. */
export const planBlockOutput = z.strictObject({ ...block, kind_id: z.int(), ids: z.array(z.int()), states: z.string() });
/** A block of seats as it stands now. */
export type PlanBlock = z.infer<typeof planBlockOutput>;

export const organisedSeatsOutput = z.strictObject({
  plan: z.array(planBlockOutput),
  /** Who sits where; without a ticket an order waits for its payment. */
  guests: z.array(z.strictObject({ seat_id: z.int(), ticket_id: z.int(), seq: z.int(), name: z.string(), is_in: z.boolean() })),
});
export type OrganisedSeats = z.infer<typeof organisedSeatsOutput>;
