import { z } from 'zod';
import { REQUEST_STATES, type RequestState } from '#contract/request.ts';
import { ownPageOutput } from './center.ts';
import { pictureOutput } from './item.ts';

const flag = z.literal([0, 1]);
const stateOutput = z.enum(Object.keys(REQUEST_STATES) as [RequestState, ...RequestState[]]);
const answerStateOutput = z.enum(['talking', 'settled', 'declined', 'withdrawn']);
const givenOutput = z.strictObject({ stars: z.int(), text: z.string() });

export const requestFieldOutput = z.strictObject({ key: z.string(), name: z.string() });
/** A field of the trade, as staff wrote it. */
export type RequestField = z.infer<typeof requestFieldOutput>;

const personOutput = z.strictObject({
  id: z.int(),
  nickname: z.string(),
  headimgurl: z.string(),
  /** Median seconds until they answer; 0: not known. */
  answer_s: z.int(),
  /** 0: no ratings. */
  rating_num: z.int(),
  rating_mean: z.number(),
});
/** Somebody of the hall, with what others may know of working with them. */
export type RequestPerson = z.infer<typeof personOutput>;

export const requestCardOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  field: requestFieldOutput,
  /** 0: open to offers. */
  budget: z.number(),
  /** YYYY-MM-DD; empty: not fixed. */
  event_day: z.string(),
  /** Empty: anywhere. */
  place: z.string(),
  cover: pictureOutput.nullable(),
  state: stateOutput,
  state_text: z.string(),
  planners_num: z.int(),
  planners_max: z.int(),
  published_at: z.int(),
  closes_at: z.int(),
  asker: personOutput,
});
export type RequestCard = z.infer<typeof requestCardOutput>;

export const requestDetailOutput = z.strictObject({
  ...requestCardOutput.shape,
  detail: z.string(),
  pictures: z.array(pictureOutput),
  province: z.int(),
  city: z.int(),
});
export type RequestDetail = z.infer<typeof requestDetailOutput>;

export const requestListOutput = z.strictObject({
  list: z.array(requestCardOutput),
  /** Where the neighbouring pages begin; empty: there is none. */
  after: z.string(),
  before: z.string(),
  /** Counted no further than 1,000. */
  total: z.int(),
  fields: z.array(requestFieldOutput),
  /** The newest one of all, for what comes after it. */
  newest: z.int(),
});
export type RequestList = z.infer<typeof requestListOutput>;

const answerOutput = z.strictObject({
  planner: personOutput,
  conversation_id: z.int(),
  text: z.string(),
  state: answerStateOutput,
  created_at: z.int(),
});
/** Somebody who answered, as the asker sees them. */
export type RequestAnswer = z.infer<typeof answerOutput>;

const requestMoveOutput = z.strictObject({
  from_text: z.string(),
  to_text: z.string(),
  /** Empty: the site. */
  by: z.string(),
  why: z.string(),
  created_at: z.int(),
});
export type RequestMove = z.infer<typeof requestMoveOutput>;

export const requestViewOutput = z.strictObject({
  role: z.enum(['asker', 'planner', 'reader']),
  state: stateOutput,
  /** Why they cannot answer; empty: they can. */
  refusal: z.string(),
  /** Their own answer; null: none. */
  mine: answerOutput.nullable(),
  /** The asker's alone. */
  answers: z.array(answerOutput),
  history: z.array(requestMoveOutput),
  /** Whom they may rate now; null: no user. */
  rates: personOutput.nullable(),
  given: givenOutput.nullable(),
  received: givenOutput.nullable(),
  /** The asker's. */
  can_settle: flag,
  can_close: flag,
  can_extend: flag,
  reason: z.string(),
});
/** What the signed-in reader has to do with a request. */
export type RequestView = z.infer<typeof requestViewOutput>;

const ownRequestOutput = z.strictObject({
  request: requestCardOutput,
  /** Of the answered ones; 0: asked. */
  conversation_id: z.int(),
  answer_state: z.union([answerStateOutput, z.literal('')]),
});
/** A line of one's own list: a request that was asked or answered. */
export type OwnRequest = z.infer<typeof ownRequestOutput>;

export const ownRequestsOutput = ownPageOutput(ownRequestOutput);
