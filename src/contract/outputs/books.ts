import { z } from 'zod';

const figure = z.strictObject({
  title: z.string(),
  amount: z.number(),
  note: z.string(),
  /** Where the lines behind it are listed; '': there are none of ours. */
  href: z.string(),
});

/** A time in the books; amounts are yuan, of accounts in coins coins. */
export const booksOutput = z.strictObject({
  /** YYYY-MM; '': a range of days. */
  month: z.string(),
  /** Shanghai days, both included. */
  from: z.string(),
  to: z.string(),
  sections: z.array(z.strictObject({ title: z.string(), figures: z.array(figure) })),
  accounts: z.array(
    z.strictObject({
      title: z.string(),
      unit: z.enum(['fen', 'coin', 'point']),
      opening: z.number(),
      plus: z.number(),
      minus: z.number(),
      closing: z.number(),
      href: z.string(),
    }),
  ),
  /** Every amount as the ledger and as the record beside it have it. */
  twice: z.array(z.strictObject({ title: z.string(), ledger: z.number(), recorded: z.number() })),
  /** The first hundred that differ. */
  unlike: z.array(z.strictObject({ title: z.string(), reference: z.string(), ledger: z.number(), recorded: z.number(), href: z.string() })),
  bills: z.strictObject({ days: z.int(), missing: z.array(z.string()), differences: z.int() }),
  closing: z.strictObject({
    /** Why it cannot be closed; '': it can, or is. */
    why_not: z.string(),
    /** It takes words about what does not agree. */
    words: z.boolean(),
    /** The caller may close it. */
    may: z.boolean(),
    closed: z.strictObject({ at: z.int(), asked_by: z.string(), confirmed_by: z.string(), explained: z.string() }).nullable(),
  }),
  /** Closed months, the newest first, and the one that is next; '': the ledger is empty. */
  closed_months: z.array(z.string()),
  /** Withheld and owed; null: taxes are not handled here. */
  tax: z.strictObject({ owed: z.number() }).nullable(),
  next_month: z.string(),
});
export type Books = z.infer<typeof booksOutput>;
