import { z } from 'zod';
import type * as contract from '#contract/request.ts';
import { REQUEST_STATES, type RequestState } from '#contract/request.ts';
import { ownPageOutput } from './center.ts';
import { pictureOutput } from './item.ts';

const flag = z.literal([0, 1]);
const stateOutput = z.enum(Object.keys(REQUEST_STATES) as [RequestState, ...RequestState[]]);
const answerStateOutput = z.enum(['talking', 'settled', 'declined', 'withdrawn']);
const givenOutput = z.strictObject({ stars: z.int(), text: z.string() });

export const requestFieldOutput = z.strictObject({ key: z.string(), name: z.string() }) satisfies z.ZodType<contract.RequestField>;

const personOutput = z.strictObject({
  id: z.int(),
  nickname: z.string(),
  headimgurl: z.string(),
  answer_s: z.int(),
  rating_num: z.int(),
  rating_mean: z.number(),
}) satisfies z.ZodType<contract.RequestPerson>;

export const requestCardOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  field: requestFieldOutput,
  budget: z.number(),
  event_day: z.string(),
  place: z.string(),
  cover: pictureOutput.nullable(),
  state: stateOutput,
  state_text: z.string(),
  planners_num: z.int(),
  planners_max: z.int(),
  published_at: z.int(),
  closes_at: z.int(),
  asker: personOutput,
}) satisfies z.ZodType<contract.RequestCard>;

export const requestDetailOutput = z.strictObject({
  ...requestCardOutput.shape,
  detail: z.string(),
  pictures: z.array(pictureOutput),
  province: z.int(),
  city: z.int(),
}) satisfies z.ZodType<contract.RequestDetail>;

export const requestListOutput = z.strictObject({
  list: z.array(requestCardOutput),
  after: z.string(),
  before: z.string(),
  total: z.int(),
  fields: z.array(requestFieldOutput),
  newest: z.int(),
}) satisfies z.ZodType<contract.RequestList>;

const answerOutput = z.strictObject({
  planner: personOutput,
  conversation_id: z.int(),
  text: z.string(),
  state: answerStateOutput,
  created_at: z.int(),
}) satisfies z.ZodType<contract.RequestAnswer>;

export const requestViewOutput = z.strictObject({
  role: z.enum(['asker', 'planner', 'reader']),
  state: stateOutput,
  refusal: z.string(),
  mine: answerOutput.nullable(),
  answers: z.array(answerOutput),
  history: z.array(z.strictObject({ from_text: z.string(), to_text: z.string(), by: z.string(), why: z.string(), created_at: z.int() })),
  rates: personOutput.nullable(),
  given: givenOutput.nullable(),
  received: givenOutput.nullable(),
  can_settle: flag,
  can_close: flag,
  can_extend: flag,
  reason: z.string(),
}) satisfies z.ZodType<contract.RequestView>;

export const ownRequestsOutput = ownPageOutput(
  z.strictObject({
    request: requestCardOutput,
    conversation_id: z.int(),
    answer_state: z.union([answerStateOutput, z.literal('')]),
  }),
);
