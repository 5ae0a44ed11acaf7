import { z } from 'zod';
import * as contract from '#contract/chat.ts';

const flag = z.literal([0, 1]);

const fileOutput = z.strictObject({
  id: z.int(),
  src: z.string(),
  name: z.string(),
  size_bytes: z.int(),
  /** Of a picture; 0: a file. */
  width: z.int(),
  height: z.int(),
});
/** A file of a conversation. The address is good for an hour or two, and only while its reader may see it. */
export type ChatFile = z.infer<typeof fileOutput>;

const voiceOutput = z.strictObject({
  ms: z.int(),
  /** How loud each part is, a sign of base 32; empty: not known. */
  wave: z.string(),
});

const cardOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  path: z.string(),
  cover: z.string(),
  /** One line below the title. */
  note: z.string(),
});
/** A work, a resume (`id` 0: it is shown no more), or below an event the offer that it is about, as a card. It leads to `path`, which is empty once a work is gone. */
export type ChatCard = z.infer<typeof cardOutput>;

const priceOutput = z.strictObject({
  title: z.string(),
  /** Yuan. */
  price: z.number(),
  /** Working days; 0: open. */
  days: z.int(),
  note: z.string(),
});
/** A price that the other side accepts or declines; nothing is paid by it. */
export type ChatPrice = z.infer<typeof priceOutput>;

const eventOutput = z.strictObject({
  type: z.string(),
  of: z.optional(z.int()),
  state: z.optional(z.enum(contract.CHAT_STATES)),
  /** Of an answer without words: which it is now. */
  reaction: z.optional(z.enum(contract.CHAT_REACTIONS)),
  /** For people; what the reader sees. */
  text: z.string(),
});
/** What happened, beside the conversation: an offer made, a price accepted. `of`: the row of this conversation that it changed. */
export type ChatEvent = z.infer<typeof eventOutput>;

const quoteOutput = z.strictObject({
  /** Its number in this conversation. */
  seq: z.int(),
  /** 0: the site. */
  from: z.int(),
  /** One line of it; what became of it where it was taken back or removed. */
  text: z.string(),
});
/** The earlier message that a message answers. */
export type ChatQuote = z.infer<typeof quoteOutput>;

export const chatMessageOutput = z.strictObject({
  seq: z.int(),
  /** 0: the site. */
  from: z.int(),
  type: z.enum(contract.CHAT_TYPES),
  text: z.string(),
  state: z.enum(contract.CHAT_STATES),
  time: z.int(),
  /** Of the reader's own; empty otherwise. */
  client_id: z.string(),
  file: fileOutput.nullable(),
  /** What is said of the file of a voice message. */
  voice: voiceOutput.nullable(),
  card: cardOutput.nullable(),
  price: priceOutput.nullable(),
  event: eventOutput.nullable(),
  quote: quoteOutput.nullable(),
  /** By what the one who did not write it answered it. */
  reaction: z.enum(contract.CHAT_REACTIONS),
});
export type ChatMessage = z.infer<typeof chatMessageOutput>;

const subjectOutput = z.strictObject({
  kind: z.enum(contract.CHAT_SUBJECTS),
  id: z.int(),
  noun: z.string(),
  title: z.string(),
  path: z.string(),
});

export const chatConversationOutput = z.strictObject({
  id: z.int(),
  /** `noun`: what it is, as 方案 or 沙龙. */
  subject: subjectOutput,
  other: z.strictObject({ id: z.int(), nickname: z.string(), headimgurl: z.string() }),
  last_seq: z.int(),
  read_seq: z.int(),
  /** How far the other has read. */
  other_read_seq: z.int(),
  unread: z.int(),
  /** One line of the last message; empty: none yet. */
  last_text: z.string(),
  last_time: z.int(),
  muted: flag,
  /** The reader takes no messages of the other. */
  blocked: flag,
});
export type ChatConversation = z.infer<typeof chatConversationOutput>;

export const chatListOutput = z.strictObject({
  list: z.array(chatConversationOutput),
  next: z.string(),
});
/** The next page begins after `next`; empty: there is none. */
export type ChatList = z.infer<typeof chatListOutput>;

export const chatPageOutput = z.strictObject({
  list: z.array(chatMessageOutput),
  last_seq: z.int(),
});
/** Rows in the order of their numbers, and how far the conversation has come. */
export type ChatPage = z.infer<typeof chatPageOutput>;

const eventsOf = <T extends z.ZodType>(data: T) =>
  z.strictObject({ events: z.array(z.strictObject({ seq: z.int(), data })), seq: z.int() });
export const chatMessagesOutput = eventsOf(chatMessageOutput);
export const chatChangesOutput = eventsOf(z.strictObject({ conversation: chatConversationOutput, num: z.int() }));

export const chatSearchOutput = z.strictObject({
  list: z.array(z.strictObject({ conversation: chatConversationOutput, message: chatMessageOutput })),
  more: z.boolean(),
});
/** `more`: there is another page. */
export type ChatSearch = z.infer<typeof chatSearchOutput>;

export const chatPhrasesOutput = z.strictObject({
  /** Counts changes of the list: a change names the one that it is of. */
  edition: z.int(),
  list: z.array(z.string()),
  companies: z.array(z.strictObject({ name: z.string(), list: z.array(z.string()) })),
  /** How many people of the reader's company see the list too. */
  people: z.int(),
});
/** Sentences that are said again and again: one's own, and those of companies that one works for. */
export type ChatPhrases = z.infer<typeof chatPhrasesOutput>;

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
});
/** A reported message, as staff see it: itself and a few around it. */
export type ChatCase = z.infer<typeof chatCaseOutput>;
