import { z } from 'zod';
import type * as contract from '#contract/demand.ts';
import { DEMAND_ACTS, DEMAND_STATES, DEMAND_STEPS } from '#contract/demand.ts';

const labelType = z.literal([1, 2, 3]);
export const demandStateOutput = z.enum(DEMAND_STATES);

export const demandLabelOutput = z.strictObject({
  id: z.int(),
  name: z.string(),
  label: z.string(),
  type: labelType,
}) satisfies z.ZodType<contract.DemandLabel>;

export const demandFileOutput = z.strictObject({
  id: z.int(),
  name: z.string(),
  size_bytes: z.int(),
}) satisfies z.ZodType<contract.DemandFile>;

export const demandPublicOutput = z.strictObject({
  id: z.int(),
  state: demandStateOutput,
  label: demandLabelOutput.nullable(),
  type: labelType,
  event: z.string(),
  people: z.int(),
  event_date: z.string(),
  city: z.string(),
  venue: z.enum(['', 'yes', 'no']),
  budget_text: z.string(),
  who_may: z.enum(['all', 'certified', 'member']),
  closes_at: z.int(),
  opened_at: z.int(),
  files: z.array(demandFileOutput),
}) satisfies z.ZodType<contract.DemandPublic>;

export const demandCardOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  label: z.string(),
  type: labelType,
  state: demandStateOutput,
  event: z.string(),
  people: z.int(),
  event_date: z.string(),
  city: z.string(),
  budget_text: z.string(),
  closes_at: z.int(),
  published_at: z.int(),
  offers: z.int().nullable(),
  user: z.strictObject({ id: z.int(), nickname: z.string(), headimgurl: z.string() }),
}) satisfies z.ZodType<contract.DemandCard>;

const moveOutput = z.strictObject({
  from: demandStateOutput,
  to: demandStateOutput,
  by: z.string(),
  why: z.string(),
  at: z.int(),
}) satisfies z.ZodType<contract.DemandMove>;

export const ownDemandStateOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  state: demandStateOutput,
  type: z.literal([0, 1, 2, 3]),
  reject_reason: z.string(),
  waiting: z.boolean(),
  closes_at: z.int(),
  saved_at: z.int(),
  edition: z.int(),
  acts: z.array(z.enum(DEMAND_ACTS)),
  may_edit: z.boolean(),
  moves: z.array(moveOutput),
}) satisfies z.ZodType<contract.OwnDemandState>;

const formOutput = z.strictObject({
  label_id: z.int().nullable(),
  title: z.string(),
  event: z.string(),
  people: z.string(),
  event_date: z.string(),
  city: z.string(),
  venue: z.enum(['', 'yes', 'no']),
  budget_min: z.string(),
  budget_max: z.string(),
  needs: z.string(),
  files: z.array(z.int()).readonly(),
  open_days: z.int(),
  who_may: z.enum(['all', 'certified', 'member']),
  from_kind: z.string(),
  from_id: z.int().nullable(),
  keyword: z.string(),
}) satisfies z.ZodType<contract.DemandForm>;

export const ownDemandOutput = z.strictObject({
  ...ownDemandStateOutput.shape,
  form: formOutput,
  step: z.enum(DEMAND_STEPS),
  files: z.array(demandFileOutput),
}) satisfies z.ZodType<contract.OwnDemand>;

const counts = z.strictObject({ all: z.int(), open: z.int(), draft: z.int(), ended: z.int() });

export const ownDemandListOutput = z.strictObject({
  list: z.array(ownDemandStateOutput),
  total: z.int(),
  page: z.int(),
  limit: z.int(),
  counts,
}) satisfies z.ZodType<contract.OwnDemandList>;

export const savedDemandOutput = z.strictObject({
  id: z.int(),
  state: demandStateOutput,
  saved_at: z.int(),
  edition: z.int(),
  waiting: z.boolean(),
}) satisfies z.ZodType<contract.SavedDemand>;
