import { z } from 'zod';
import * as contract from '#contract/paper.ts';

const flag = z.literal([0, 1]);
const kind = z.enum(contract.PAPER_KINDS);

export const paperBodyOutput: z.ZodType<contract.PaperBody> = z.strictObject({
  note: z.string(),
  start: z.string(),
  limit_fen: z.int().optional(),
  service_permille: z.int(),
  tax_permille: z.int(),
  rows: z.array(z.strictObject({ key: z.string(), head: flag, cells: z.array(z.union([z.string(), z.number()])) })),
});

export const paperLineOutput = z.strictObject({
  id: z.int(),
  kind,
  title: z.string(),
  about: z.string(),
  saved_at: z.int(),
  /** Thrown away, and until when it comes back; 0: it is not. */
  gone_until: z.int(),
});
/** A document in the list of its owner. */
export type PaperLine = z.infer<typeof paperLineOutput>;

export const ownPaperOutput = z.strictObject({
  id: z.int(),
  kind,
  title: z.string(),
  body: paperBodyOutput,
  /** A model wrote in it: the mark stands on it. */
  by_ai: flag,
  edition: z.int(),
  saved_at: z.int(),
});
export type OwnPaper = z.infer<typeof ownPaperOutput>;

export const paperVersionOutput = z.strictObject({
  no: z.int(),
  /** Made, by hand, by a sentence to the assistant, brought back. */
  how: z.enum(['made', 'hand', 'sentence', 'back']),
  who: z.string(),
  /** What changed since the one before. */
  what: z.string(),
  saved_at: z.int(),
});
export type PaperVersion = z.infer<typeof paperVersionOutput>;

export const paperTemplateOutput = z.strictObject({
  name: z.string(),
  /** #rrggbb */
  colour: z.string(),
  footer: z.string(),
  /** Address of the picture; empty: none. */
  logo: z.string(),
  /** Whose it is: one's own, that of the company that one works for, or the site's plain one. */
  of: z.enum(['own', 'company', 'none']),
});
export type PaperTemplate = z.infer<typeof paperTemplateOutput>;
