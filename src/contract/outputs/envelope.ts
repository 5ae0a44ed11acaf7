import { z } from 'zod';
import { SEARCH_ANSWERS } from '#contract/catalog.ts';

/** A paged list, as contract/envelope.ts has it. */
export const pageOutput = <Row extends z.ZodType>(row: Row) =>
  z.strictObject({ list: z.array(row), total: z.int(), total_capped: z.optional(z.boolean()), page: z.int(), limit: z.int() });

/** The same of what may be asked by keyword: `answer` says how it was answered (contract/catalog.ts). */
export const foundPageOutput = <Row extends z.ZodType>(row: Row) => pageOutput(row).extend({ answer: z.optional(z.enum(SEARCH_ANSWERS)) });
