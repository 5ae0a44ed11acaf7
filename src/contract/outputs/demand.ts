import { z } from 'zod';
import { DEMAND_ACTS, DEMAND_STATES, DEMAND_STEPS } from '#contract/demand.ts';

const labelType = z.literal([1, 2, 3]);
export const demandStateOutput = z.enum(DEMAND_STATES);

export const demandLabelOutput = z.strictObject({
  id: z.int(),
  /** Of the menu and of lists. */
  name: z.string(),
  /** Short, for cards. */
  label: z.string(),
  type: labelType,
});
/** A label of the header's sub-menu, as staff edit it. */
export type DemandLabel = z.infer<typeof demandLabelOutput>;

export const demandFileOutput = z.strictObject({
  id: z.int(),
  name: z.string(),
  size_bytes: z.int(),
});
/** An attachment as everybody sees it; those of tenders are opened by a right. */
export type DemandFile = z.infer<typeof demandFileOutput>;

export const demandPublicOutput = z.strictObject({
  id: z.int(),
  state: demandStateOutput,
  label: demandLabelOutput.nullable(),
  type: labelType,
  event: z.string(),
  people: z.int(),
  /** YYYY-MM-DD; empty: not fixed. */
  event_date: z.string(),
  city: z.string(),
  venue: z.enum(['', 'yes', 'no']),
  budget_text: z.string(),
  /** Yuan that a bidder's purse has to cover; 0: nothing, as for all that is no tender. */
  deposit: z.number(),
  who_may: z.enum(['all', 'certified', 'member']),
  /** Unix seconds; 0: it has none. */
  closes_at: z.int(),
  opened_at: z.int(),
  files: z.array(demandFileOutput),
  /** How many its owner posted and how many of them were given to somebody, in words. */
  history: z.string(),
});
/** What everybody sees of a demand beside its item. */
export type DemandPublic = z.infer<typeof demandPublicOutput>;

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
  /** Unix seconds; 0: it does not end by itself any more. */
  closes_at: z.int(),
  published_at: z.int(),
  /** Offers that stand; null: not counted. */
  offers: z.int().nullable(),
  user: z.strictObject({ id: z.int(), nickname: z.string(), headimgurl: z.string() }),
});
/** A card of a list. */
export type DemandCard = z.infer<typeof demandCardOutput>;

const moveOutput = z.strictObject({
  from: demandStateOutput,
  to: demandStateOutput,
  /** 发布者, 平台, 系统 or 接单方. */
  by: z.string(),
  why: z.string(),
  /** Unix seconds. */
  at: z.int(),
});
/** A change of state. */
export type DemandMove = z.infer<typeof moveOutput>;

export const ownDemandStateOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  state: demandStateOutput,
  type: z.literal([0, 1, 2, 3]),
  /** Why the desk gave it back; empty: it did not. */
  reject_reason: z.string(),
  /** A change waits for the desk while the earlier text is shown. */
  waiting: z.boolean(),
  closes_at: z.int(),
  saved_at: z.int(),
  edition: z.int(),
  acts: z.array(z.enum(DEMAND_ACTS)),
  may_edit: z.boolean(),
  moves: z.array(moveOutput),
});
/** An own demand, for its page and its list. */
export type OwnDemandState = z.infer<typeof ownDemandStateOutput>;

const formOutput = z.strictObject({
  /** Of a label. */
  label_id: z.int().nullable(),
  title: z.string(),
  /** One of DEMAND_EVENTS. */
  event: z.string(),
  people: z.string(),
  /** YYYY-MM-DD. */
  event_date: z.string(),
  /** Name of a city of `contract/regions.ts`. */
  city: z.string(),
  venue: z.enum(['', 'yes', 'no']),
  /** Yuan as typed; both empty: to be agreed. */
  budget_min: z.string(),
  budget_max: z.string(),
  /** Of a tender, yuan as typed; empty: none. */
  deposit: z.string(),
  needs: z.string(),
  /** Ids of own uploads, in order. */
  files: z.array(z.int()).readonly(),
  open_days: z.int(),
  who_may: z.enum(['all', 'certified', 'member']),
  /** What the demand began with: a published item, or a search that found nothing. */
  from_kind: z.string(),
  from_id: z.int().nullable(),
  keyword: z.string(),
});
/** What is typed, of all steps; saved as it stands. */
export type DemandForm = z.infer<typeof formOutput>;

export const ownDemandOutput = z.strictObject({
  ...ownDemandStateOutput.shape,
  form: formOutput,
  step: z.enum(DEMAND_STEPS),
  files: z.array(demandFileOutput),
});
/** An own demand for editing. */
export type OwnDemand = z.infer<typeof ownDemandOutput>;

const counts = z.strictObject({ all: z.int(), open: z.int(), draft: z.int(), ended: z.int() });

export const ownDemandListOutput = z.strictObject({
  list: z.array(ownDemandStateOutput),
  total: z.int(),
  page: z.int(),
  limit: z.int(),
  counts,
});
export type OwnDemandList = z.infer<typeof ownDemandListOutput>;

export const savedDemandOutput = z.strictObject({
  id: z.int(),
  state: demandStateOutput,
  saved_at: z.int(),
  edition: z.int(),
  waiting: z.boolean(),
});
/** Answer of saving and submitting. */
export type SavedDemand = z.infer<typeof savedDemandOutput>;
