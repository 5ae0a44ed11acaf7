import { z } from 'zod';
import type * as contract from '#contract/search-console.ts';

const num = z.int();
const counts = { asks: num, presses: num, late: num };
const first = z.strictObject({
  id: num,
  title: z.string(),
  /** Place before the change, from 1; 0: it was not among the first. */
  before: num,
});
export type FirstWork = z.infer<typeof first>;

export const wordListsOutput = z.strictObject({
  synonyms: z.array(z.string()),
  trade: z.array(z.string()),
  quiet: z.array(z.string()),
}) satisfies z.ZodType<Record<contract.WordList, string[]>>;

const searchPreviewOutput = z.strictObject({ keyword: z.string(), before: z.array(first), after: z.array(first) });
/** First works of a query as they are and as they would be. */
export type SearchPreview = z.infer<typeof searchPreviewOutput>;

export const previewOutput = z.array(searchPreviewOutput);

export const queryDeskOutput = z.strictObject({
  keyword: z.string(),
  key: z.string(),
  kind: z.string(),
  kinds: z.array(z.strictObject({ kind: z.string(), noun: z.string(), total: num })),
  /** What it was understood as. */
  parts: z.array(z.string()),
  answer: z.string(),
  left_out: z.array(z.string()),
  hits: z.array(
    z.strictObject({
      ...{ id: num, title: z.string(), by: z.string(), href: z.string(), unlearned: num, pinned: z.boolean(), judged: z.boolean() },
      points: z.array(z.strictObject({ reason: z.string(), points: z.number() })),
      total: z.number(),
    }),
  ),
  pins: z.array(z.strictObject({ id: num, title: z.string() })),
  /** The judged query of this keyword and kind; null: there is none. */
  judged: z.strictObject({ id: num, item_ids: z.array(num), note: z.string() }).nullable(),
  learning: z.boolean(),
  /** Null: too few readers asked for it to be shown. */
  figures: z.strictObject(counts).nullable(),
  days: z.array(z.strictObject({ day: z.string(), ...counts })),
});
/** A query for staff: how it is read, what stands first and why, what readers do. */
export type QueryDesk = z.infer<typeof queryDeskOutput>;

const place = num.nullable();
export const runsOutput = z.array(
  z.strictObject({
    ...{ id: num, why: z.string(), begun_at: num, ended_at: num, asked: num, hit: num },
    worse: z.array(z.strictObject({ keyword: z.string(), from: place, to: place })),
  }),
) satisfies z.ZodType<contract.JudgedRun[]>;
