import { z } from 'zod';
import * as contract from '#contract/assistant.ts';
import { resultSchema } from '#contract/assistant-results.ts';
import { TOOL_KEYS } from '#contract/assistant-tools.ts';

const flag = z.literal([0, 1]);
const tool = z.enum(['', ...TOOL_KEYS]);

const sourceOutput = z.strictObject({
  n: z.int(),
  id: z.int(),
  kind: z.string(),
  title: z.string(),
  path: z.string(),
  excerpt: z.string(),
}) satisfies z.ZodType<contract.AssistantSource>;

export const turnOutput = z.strictObject({
  id: z.int(),
  conversation_id: z.int(),
  tool,
  question: z.string(),
  input: z.record(z.string(), z.string()),
  state: z.enum(contract.ANSWER_STATES),
  text: z.string(),
  edited: flag,
  result: resultSchema.nullable(),
  sources: z.array(sourceOutput),
  nothing_found: flag,
  offers: z.array(z.strictObject({ tool: z.enum(TOOL_KEYS), title: z.string(), path: z.string() })),
  reason: z.string(),
  paid_by: z.enum(['free', 'coin']),
  coins: z.int(),
  vote: z.literal([-1, 0, 1]),
  time: z.int(),
}) satisfies z.ZodType<contract.AssistantTurn>;

export const standingOutput = z.strictObject({
  free_left: z.int(),
  free_limit: z.int(),
  coins: z.int(),
  price_max: z.int(),
  sandbox: flag,
  running: z.array(z.int()),
}) satisfies z.ZodType<contract.AssistantStanding>;

const conversationOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  tool,
  last_time: z.int(),
}) satisfies z.ZodType<contract.AssistantConversation>;

export const assistantListOutput = z.strictObject({
  list: z.array(conversationOutput),
  next: z.string(),
}) satisfies z.ZodType<contract.AssistantConversations>;

export const assistantTalkOutput = z.strictObject({
  conversation: conversationOutput,
  turns: z.array(turnOutput),
}) satisfies z.ZodType<contract.AssistantTalk>;

const eventOutput = z.strictObject({
  from: z.int(),
  text: z.string(),
  state: z.enum(contract.ANSWER_STATES),
  sources: z.array(sourceOutput),
  turn: turnOutput.nullable(),
}) satisfies z.ZodType<contract.AssistantEvent>;

export const answerEventsOutput = z.strictObject({
  events: z.array(z.strictObject({ seq: z.int(), data: eventOutput })),
  seq: z.int(),
});

const sums = { answers: z.int(), not_answered: z.int(), tokens: z.int(), coins: z.int(), cost_fen: z.int(), margin_fen: z.int() };

export const assistantCostsOutput = z.strictObject({
  range: z.int(),
  totals: z.strictObject({ ...sums, liked: z.int(), disliked: z.int() }),
  rows: z.array(z.strictObject({ day: z.string(), model: z.string(), tool: z.string(), ...sums })),
}) satisfies z.ZodType<contract.AssistantCosts>;
