import { z } from 'zod';
import * as contract from '#contract/assistant.ts';
import { resultSchema } from '#contract/assistant-results.ts';
import { TOOL_KEYS } from '#contract/assistant-tools.ts';
import { chartOutput } from '#contract/outputs/chart.ts';

const flag = z.literal([0, 1]);
const tool = z.enum(['', ...TOOL_KEYS]);

const sourceOutput = z.strictObject({
  /** As the text names it: [1]. */
  n: z.int(),
  id: z.int(),
  /** Noun of the kind: 方案. */
  kind: z.string(),
  title: z.string(),
  /** Empty: a file of the asker's, `kind` says where in it. */
  path: z.string(),
  /** What was found in it. */
  excerpt: z.string(),
  /** Address of its cover; empty: it has none. */
  cover: z.string(),
  /** In words: 免费, ¥39. Rows from before there were prices have none. */
  price: z.string().optional(),
});
/** A published work, or a file of the asker's, that an answer stands on. */
export type AssistantSource = z.infer<typeof sourceOutput>;

export const fileOutput = z.strictObject({
  id: z.int(),
  name: z.string(),
  /** Parts that were read: pages, slides, pieces of a sheet. */
  passages: z.int(),
  /** There was more than is read. */
  cut: flag,
});
/** A file whose words were read. */
export type AssistantFile = z.infer<typeof fileOutput>;

const assistantOfferOutput = z.strictObject({ tool: z.enum(TOOL_KEYS), title: z.string(), path: z.string(), asked: flag });
/** A tool with the fields that a question names. `asked`: it is what the question asks for. */
export type AssistantOffer = z.infer<typeof assistantOfferOutput>;

export const turnOutput = z.strictObject({
  id: z.int(),
  conversation_id: z.int(),
  /** The answer that it was asked after; several of one are branches. 0: it begins one. */
  parent_id: z.int(),
  /** Empty: a question in words. */
  tool,
  question: z.string(),
  input: z.record(z.string(), z.string()),
  /** What was asked about. */
  files: z.array(z.strictObject({ id: z.int(), name: z.string() })),
  state: z.enum(contract.ANSWER_STATES),
  /** As the asker changed it, where they did. */
  text: z.string(),
  edited: flag,
  /** More of it is written by a press, as long as nothing was asked after it. */
  unfinished: flag,
  result: resultSchema.nullable(),
  /** Who wrote it, in words: AI 生成; or what the sandbox did in its place. */
  mark: z.string(),
  /** Those that its text names. */
  sources: z.array(sourceOutput),
  /** Works of this company alone were read; 0: all. */
  company_id: z.int(),
  /** What was looked for, where the conversation gave the question its subject; else empty. */
  sought: z.string(),
  /** Sources were looked for and none was found. */
  nothing_found: flag,
  /** Tools that go on from here, filled in with what its branch said. */
  offers: z.array(assistantOfferOutput),
  /** Why there is no whole answer; empty: there is. */
  reason: z.string(),
  paid_by: z.enum(['free', 'coin']),
  coins: z.int(),
  vote: z.literal([-1, 0, 1]),
  time: z.int(),
});
/** A question with its answer. */
export type AssistantTurn = z.infer<typeof turnOutput>;

export const instructionsOutput = z.strictObject({ text: z.string(), /** It goes with each question. */ active: flag });
/** What somebody wants of every answer; no text: nothing. */
export type AssistantInstructions = z.infer<typeof instructionsOutput>;

export const standingOutput = z.strictObject({
  free_left: z.int(),
  free_limit: z.int(),
  coins: z.int(),
  /** The most that one answer costs beyond the free ones; 0: there is nothing beyond. */
  price_max: z.int(),
  /** Of whose published works alone the reader may ask. */
  companies: z.array(z.strictObject({ id: z.int(), name: z.string() })),
  /** The sandbox answers, by taking passages over. */
  sandbox: flag,
  /** Answers that are being written. */
  running: z.array(z.int()),
  /** Null: there is no model that would follow them. */
  instructions: instructionsOutput.nullable(),
});
/** How the reader stands. */
export type AssistantStanding = z.infer<typeof standingOutput>;

const conversationOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  tool,
  last_time: z.int(),
  /** It stands above the others. */
  pinned: flag,
});
export type AssistantConversation = z.infer<typeof conversationOutput>;

export const assistantListOutput = z.strictObject({
  list: z.array(conversationOutput),
  /** The next page begins after it; empty: there is none. */
  next: z.string(),
});
export type AssistantConversations = z.infer<typeof assistantListOutput>;

export const assistantTalkOutput = z.strictObject({
  conversation: conversationOutput,
  turns: z.array(turnOutput),
});
export type AssistantTalk = z.infer<typeof assistantTalkOutput>;

const eventOutput = z.strictObject({
  /** What came since `after`, and where it begins. */
  from: z.int(),
  text: z.string(),
  state: z.enum(contract.ANSWER_STATES),
  sources: z.array(sourceOutput),
  /** With the last event: the whole. */
  turn: turnOutput.nullable(),
});
/** What is sent while an answer is being written. */
export type AssistantEvent = z.infer<typeof eventOutput>;

export const answerEventsOutput = z.strictObject({
  events: z.array(z.strictObject({ seq: z.int(), data: eventOutput })),
  seq: z.int(),
});

const sums = {
  ...{ answers: z.int(), not_answered: z.int(), tokens: z.int(), coins: z.int(), cost_fen: z.int(), margin_fen: z.int() },
  ...{ stopped: z.int(), failed: z.int(), cut: z.int(), refused: z.int(), liked: z.int(), disliked: z.int() },
  /** Questions in words for which works were looked for, those of them that found none, and those that nothing found answers directly. */
  ...{ looked: z.int(), nothing: z.int(), indirect: z.int() },
};

export const assistantCostsOutput = z.strictObject({
  range: z.int(),
  totals: z.strictObject(sums),
  /** Each of the range, the last first. */
  days: z.array(z.strictObject({ day: z.string(), ...sums })),
  rows: z.array(z.strictObject({ day: z.string(), model: z.string(), tool: z.string(), ...sums })),
  chart: chartOutput,
});
export type AssistantCosts = z.infer<typeof assistantCostsOutput>;
