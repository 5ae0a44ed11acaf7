import { z } from 'zod';
import type * as contract from '#contract/review.ts';
import { shownFieldsOutput } from './fields.ts';
import { pageUnitOutput } from './item.ts';
import { privatePageOutput } from './publish.ts';

export const reviewStatusOutput = z.enum([
  'rejected',
  'open',
  'approved',
  'dismissed',
  'withdrawn',
]) satisfies z.ZodType<contract.ReviewStatus>;

export const reviewedWorkOutput = z.strictObject({
  /** Key of a kind. */
  kind: z.string(),
  introduction: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  price: z.number(),
  /** Yuan for a company's licence; 0: none is sold. */
  company_price: z.number(),
  vip_only: z.boolean(),
  format: z.string(),
  pages: z.number(),
  free_pages: z.number(),
  unit: pageUnitOutput,
  fields: shownFieldsOutput,
  video_src: z.string(),
  /** How what would be sold differs from what is sold; empty: it does not. */
  change: z.string(),
});
/** A work as staff see it. */
export type ReviewedWork = z.infer<typeof reviewedWorkOutput>;

export const reportLineOutput = z.strictObject({
  id: z.int(),
  content: z.string(),
  url: z.string(),
  /** Masked in the queue. */
  mobile: z.string(),
  nickname: z.string(),
  /** How their former reports ended. */
  upheld: z.number(),
  dismissed: z.number(),
  /** Unix seconds. */
  created_at: z.int(),
});
/** What one reader wrote about a work. */
export type ReportLine = z.infer<typeof reportLineOutput>;

export const reviewFactOutput = z.strictObject({
  label: z.string(),
  value: z.string(),
  /** What staff open beside the desk. */
  href: z.optional(z.string()),
  /** Of a person: masked in the queue, and no part of its CSV. */
  personal: z.optional(z.boolean()),
});
export type ReviewFact = z.infer<typeof reviewFactOutput>;

export const reviewRevealedOutput = z.strictObject({
  facts: z.array(reviewFactOutput),
  reports: z.array(reportLineOutput),
  /** Papers; empty: its pages, if any, are open to its staff. */
  pages: z.array(privatePageOutput),
});
/** What the queue shows masked or not at all, whole: revealed once a reason is given. */
export type ReviewRevealed = z.infer<typeof reviewRevealedOutput>;

export const reviewSubjectOutput = z.strictObject({
  title: z.string(),
  /** Who stands behind it. */
  byline: z.string(),
  cover_src: z.string(),
  /** One line about how it stands; empty: nothing to say. */
  note: z.string(),
  /** What is held against its pictures, or what was written. */
  facts: z.optional(z.array(reviewFactOutput)),
  work: z.optional(reviewedWorkOutput),
  reports: z.optional(z.array(reportLineOutput)),
  /** An action that is asked about before it is done: what it does, and the label of the button that does it. */
  asks: z.optional(z.strictObject({ action: z.string(), about: z.string(), verb: z.string() })),
  /** Its pages can be looked at. */
  has_pages: z.boolean(),
});
/** What staff see of a target. Sections that its type does not have are absent. */
export type ReviewSubject = z.infer<typeof reviewSubjectOutput>;

export const reviewActionTextOutput = z.strictObject({
  name: z.string(),
  /** Label of the button. */
  text: z.string(),
  /** Asked for, and read by the person concerned. */
  needs_reason: z.boolean(),
  /** 未通过的原因: what the reason is called. */
  reason_label: z.string(),
  /** Offered for one press. */
  reasons: z.array(z.string()),
});
export type ReviewActionText = z.infer<typeof reviewActionTextOutput>;

export const reviewEntryOutput = z.strictObject({
  id: z.int(),
  type: z.string(),
  target_id: z.int(),
  status: reviewStatusOutput,
  score: z.number(),
  /** A decision names it; one that is made on an older version is refused. */
  version: z.int(),
  reason: z.string(),
  /** Unix seconds. */
  opened_at: z.int(),
  updated_at: z.int(),
  decided_at: z.int(),
  subject: reviewSubjectOutput,
  /** Personal facts of it are masked, its papers closed: `reveal` shows them, with a reason. */
  masked: z.boolean(),
  actions: z.array(reviewActionTextOutput),
});
export type ReviewEntry = z.infer<typeof reviewEntryOutput>;

export const reviewTypeCountOutput = z.strictObject({
  type: z.string(),
  title: z.string(),
  open: z.number(),
  /** Since when the oldest of them waits, unix seconds; 0: none is open. */
  oldest: z.int(),
});
/** A type of the queue that the caller may decide, with what is open of it. */
export type ReviewTypeCount = z.infer<typeof reviewTypeCountOutput>;

export const reviewListOutput = z.strictObject({
  type: z.string(),
  list: z.array(reviewEntryOutput),
  /** Counted no further than `COUNT_MOST` + 1, as what is open of each type. */
  total: z.int(),
  page: z.int(),
  limit: z.int(),
  types: z.array(reviewTypeCountOutput),
});
export type ReviewList = z.infer<typeof reviewListOutput>;
