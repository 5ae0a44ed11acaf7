import { z } from 'zod';

/** A paged list, as contract/envelope.ts has it. */
export const pageOutput = <Row extends z.ZodType>(row: Row) =>
  z.strictObject({ list: z.array(row), total: z.int(), total_capped: z.optional(z.boolean()), page: z.int(), limit: z.int() });
