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
  kind: z.string(),
  introduction: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  price: z.number(),
  vip_only: z.boolean(),
  format: z.string(),
  pages: z.number(),
  free_pages: z.number(),
  unit: pageUnitOutput,
  fields: shownFieldsOutput,
  video_src: z.string(),
}) satisfies z.ZodType<contract.ReviewedWork>;

export const reportLineOutput = z.strictObject({
  id: z.int(),
  content: z.string(),
  url: z.string(),
  mobile: z.string(),
  nickname: z.string(),
  upheld: z.number(),
  dismissed: z.number(),
  created_at: z.int(),
}) satisfies z.ZodType<contract.ReportLine>;

export const reviewFactOutput = z.strictObject({
  label: z.string(),
  value: z.string(),
  href: z.optional(z.string()),
  personal: z.optional(z.boolean()),
}) satisfies z.ZodType<contract.ReviewFact>;

export const reviewRevealedOutput = z.strictObject({
  facts: z.array(reviewFactOutput),
  reports: z.array(reportLineOutput),
  pages: z.array(privatePageOutput),
}) satisfies z.ZodType<contract.ReviewRevealed>;

export const reviewSubjectOutput = z.strictObject({
  title: z.string(),
  byline: z.string(),
  cover_src: z.string(),
  note: z.string(),
  facts: z.optional(z.array(reviewFactOutput)),
  work: z.optional(reviewedWorkOutput),
  reports: z.optional(z.array(reportLineOutput)),
  has_pages: z.boolean(),
}) satisfies z.ZodType<contract.ReviewSubject>;

export const reviewActionTextOutput = z.strictObject({
  name: z.string(),
  text: z.string(),
  needs_reason: z.boolean(),
  reason_label: z.string(),
  reasons: z.array(z.string()),
}) satisfies z.ZodType<contract.ReviewActionText>;

export const reviewEntryOutput = z.strictObject({
  id: z.int(),
  type: z.string(),
  target_id: z.int(),
  status: reviewStatusOutput,
  score: z.number(),
  version: z.int(),
  reason: z.string(),
  opened_at: z.int(),
  updated_at: z.int(),
  decided_at: z.int(),
  subject: reviewSubjectOutput,
  masked: z.boolean(),
  actions: z.array(reviewActionTextOutput),
}) satisfies z.ZodType<contract.ReviewEntry>;

export const reviewTypeCountOutput = z.strictObject({
  type: z.string(),
  title: z.string(),
  open: z.number(),
}) satisfies z.ZodType<contract.ReviewTypeCount>;

export const reviewListOutput = z.strictObject({
  type: z.string(),
  list: z.array(reviewEntryOutput),
  total: z.int(),
  page: z.int(),
  limit: z.int(),
  types: z.array(reviewTypeCountOutput),
}) satisfies z.ZodType<contract.ReviewList>;
