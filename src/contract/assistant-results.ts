import { z } from 'zod';
import type { ToolKey } from './assistant-tools.ts';

/**
 * What each tool gives. A model's JSON is held against these; amounts and times are computed by us (modules/assistant/finish-result.ts),
 * so what a model says of them does not count. Pages import the types alone.
 */

const line = z.string().trim().min(1).max(300);
const short = z.string().trim().max(120);
const text = z.string().trim().max(2_000);
const fen = z.int().min(0).max(1_000_000_000_000);

const outline = z.object({
  tool: z.literal('outline'),
  title: line,
  lead: text.default(''),
  sections: z
    .array(z.object({ heading: line, points: z.array(line).min(1).max(12) }))
    .min(1)
    .max(16),
});

const budget = z.object({
  tool: z.literal('budget'),
  title: line,
  rows: z
    .array(
      z.object({
        group: short,
        item: line,
        spec: short.default(''),
        quantity: z.int().min(1).max(1_000_000),
        unit: short.default('项'),
        price_fen: fen,
        amount_fen: fen.default(0),
      }),
    )
    .min(1)
    .max(60),
  subtotal_fen: fen.default(0),
  service_fen: fen.default(0),
  tax_fen: fen.default(0),
  total_fen: fen.default(0),
  /** What was given; its total is to be within it. */
  limit_fen: fen.optional(),
  /** Of the sums, in thousandths; without them the usual ones. */
  service_permille: z.int().min(0).max(500).optional(),
  tax_permille: z.int().min(0).max(500).optional(),
  note: text.default(''),
});

const rundown = z.object({
  tool: z.literal('rundown'),
  title: line,
  rows: z
    .array(
      z.object({
        start: short.default(''),
        end: short.default(''),
        minutes: z.int().min(1).max(1_440),
        what: line,
        who: short.default(''),
        note: z.string().trim().max(300).default(''),
      }),
    )
    .min(1)
    .max(80),
});

const slogans = z.object({
  tool: z.literal('slogans'),
  title: line,
  lines: z
    .array(z.object({ text: line, note: z.string().trim().max(300).default('') }))
    .min(1)
    .max(20),
});

const checklist = z.object({
  tool: z.literal('checklist'),
  title: line,
  groups: z
    .array(
      z.object({
        title: line,
        items: z
          .array(z.object({ text: line, owner: short.default(''), due: short.default('') }))
          .min(1)
          .max(20),
      }),
    )
    .min(1)
    .max(12),
});

const risks = z.object({
  tool: z.literal('risks'),
  title: line,
  rows: z
    .array(z.object({ risk: line, chance: z.enum(['低', '中', '高']), effect: line, measure: line, owner: short.default('') }))
    .min(1)
    .max(30),
});

const email = z.object({ tool: z.literal('email'), subject: line, body: z.string().trim().min(1).max(4_000) });

const poster = z.object({
  tool: z.literal('poster'),
  headline: line,
  subline: short.default(''),
  points: z.array(line).max(8),
  facts: z.array(line).max(4),
  action: short.default(''),
});

export const RESULT_SCHEMAS = { outline, budget, rundown, slogans, checklist, risks, email, poster } as const satisfies Record<
  ToolKey,
  z.ZodType
>;

export const resultSchema = z.discriminatedUnion('tool', [outline, budget, rundown, slogans, checklist, risks, email, poster]);

export type ToolResult = z.output<typeof resultSchema>;
export type ResultOf<K extends ToolKey> = Extract<ToolResult, { tool: K }>;
