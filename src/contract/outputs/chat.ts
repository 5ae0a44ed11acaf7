import { z } from 'zod';
import * as contract from '#contract/chat.ts';

const flag = z.literal([0, 1]);

const fileOutput = z.strictObject({
  id: z.int(),
  src: z.string(),
  name: z.string(),
  size_bytes: z.int(),
  width: z.int(),
  height: z.int(),
}) satisfies z.ZodType<contract.ChatFile>;

const cardOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  path: z.string(),
  cover: z.string(),
  note: z.string(),
}) satisfies z.ZodType<contract.ChatCard>;

const priceOutput = z.strictObject({
  title: z.string(),
  price: z.number(),
  days: z.int(),
  note: z.string(),
}) satisfies z.ZodType<contract.ChatPrice>;

const eventOutput = z.strictObject({
  type: z.string(),
  of: z.optional(z.int()),
  state: z.optional(z.enum(contract.CHAT_STATES)),
  text: z.string(),
}) satisfies z.ZodType<contract.ChatEvent>;

export const chatMessageOutput = z.strictObject({
  seq: z.int(),
  from: z.int(),
  type: z.enum(contract.CHAT_TYPES),
  text: z.string(),
  state: z.enum(contract.CHAT_STATES),
  time: z.int(),
  client_id: z.string(),
  file: fileOutput.nullable(),
  card: cardOutput.nullable(),
  price: priceOutput.nullable(),
  event: eventOutput.nullable(),
}) satisfies z.ZodType<contract.ChatMessage>;

const subjectOutput = z.strictObject({
  kind: z.enum(contract.CHAT_SUBJECTS),
  id: z.int(),
  noun: z.string(),
  title: z.string(),
  path: z.string(),
});

export const chatConversationOutput = z.strictObject({
  id: z.int(),
  subject: subjectOutput,
  other: z.strictObject({ id: z.int(), nickname: z.string(), headimgurl: z.string() }),
  last_seq: z.int(),
  read_seq: z.int(),
  other_read_seq: z.int(),
  unread: z.int(),
  last_text: z.string(),
  last_time: z.int(),
  muted: flag,
  blocked: flag,
}) satisfies z.ZodType<contract.ChatConversation>;

export const chatListOutput = z.strictObject({
  list: z.array(chatConversationOutput),
  next: z.string(),
}) satisfies z.ZodType<contract.ChatList>;

export const chatPageOutput = z.strictObject({
  list: z.array(chatMessageOutput),
  last_seq: z.int(),
}) satisfies z.ZodType<contract.ChatPage>;

const eventsOf = <T extends z.ZodType>(data: T) =>
  z.strictObject({ events: z.array(z.strictObject({ seq: z.int(), data })), seq: z.int() });
export const chatMessagesOutput = eventsOf(chatMessageOutput);
export const chatChangesOutput = eventsOf(z.strictObject({ conversation: chatConversationOutput, num: z.int() }));

export const chatSearchOutput = z.strictObject({
  list: z.array(z.strictObject({ conversation: chatConversationOutput, message: chatMessageOutput })),
  more: z.boolean(),
}) satisfies z.ZodType<contract.ChatSearch>;

const faceOutput = z.strictObject({ id: z.int(), nickname: z.string() });

export const chatCaseOutput = z.strictObject({
  id: z.int(),
  why: z.enum(['report', 'contact']),
  reason: z.string(),
  status: z.enum(['open', 'dismissed', 'removed']),
  time: z.int(),
  conversation_id: z.int(),
  subject: subjectOutput,
  reporter: faceOutput,
  accused: faceOutput,
  seq: z.int(),
  rows: z.array(chatMessageOutput.extend({ nickname: z.string() })),
}) satisfies z.ZodType<contract.ChatCase>;
