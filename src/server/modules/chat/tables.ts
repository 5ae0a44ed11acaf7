import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, counter, created, id, ref } from '../../db/columns.ts';

/** A talk of two about one subject. Every transaction that adds to it or changes its state locks its row. */
export const chat_conversations = pgTable(
  'chat_conversations',
  {
    id: id(),
    /** demand, request, item, job, shop */
    subject_kind: text().notNull(),
    subject_id: ref().notNull(),
    /** The two, the smaller id first. */
    low_id: ref().notNull(),
    high_id: ref().notNull(),
    starter_id: ref().notNull(),
    /** Of the last message; 0: none yet. */
    last_seq: counter(),
    /** When the other side first wrote; null: the starter is a stranger still. */
    answered_at: at(),
    /** Who has to answer, and since when: the first message of the other that got none. */
    waiting_id: ref(),
    waiting_at: at(),
    created_at: created(),
  },
  (t) => [
    uniqueIndex('chat_conversations_once').on(t.subject_kind, t.subject_id, t.low_id, t.high_id),
    check('chat_conversations_kind', sql`${t.subject_kind} in ('demand', 'request', 'item', 'job', 'shop')`),
    check('chat_conversations_two', sql`${t.low_id} < ${t.high_id}`),
  ],
);

/** A conversation as one of the two has it. `last_seq` and `last_at` are the conversation's, so that a list asks one table. */
export const chat_members = pgTable(
  'chat_members',
  {
    conversation_id: ref().notNull(),
    user_id: ref().notNull(),
    other_id: ref().notNull(),
    last_seq: counter(),
    /** Null before the first message: it stands in no list. */
    last_at: at(),
    read_seq: counter(),
    muted: boolean().notNull().default(false),
    /** Place of its last change among all changes of this user's conversations (chat_marks). */
    place: counter(),
  },
  (t) => [
    primaryKey({ columns: [t.conversation_id, t.user_id] }),
    index('chat_members_newest')
      .on(t.user_id, t.last_at.desc().nullsFirst(), t.conversation_id.desc().nullsFirst())
      .where(sql`${t.last_at} is not null`),
    index('chat_members_by_place').on(t.user_id, t.place),
    index('chat_members_unread').on(t.user_id).where(sql`${t.last_seq} > ${t.read_seq} and not ${t.muted}`),
    index('chat_members_pair').on(t.user_id, t.other_id),
    check('chat_members_read', sql`${t.read_seq} between 0 and ${t.last_seq}`),
  ],
);

/** How far the changes of a user's conversations have come; locked until the commit, as `notice_marks`. */
export const chat_marks = pgTable('chat_marks', { user_id: ref().primaryKey(), place: counter() });

/** Everything that happened in a conversation, in one sequence without gaps. */
export const chat_messages = pgTable(
  'chat_messages',
  {
    conversation_id: ref().notNull(),
    seq: ref().notNull(),
    /** Null: the site. */
    sender_id: ref(),
    /** text, picture, file, voice, work, resume, offer, price, event */
    type: text().notNull(),
    body: text().notNull().default(''),
    data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** What became of it by a later row: '', accepted, declined, withdrawn, recalled, removed. */
    state: text().notNull().default(''),
    /** Made by the sender's browser: the same again is the same message. */
    client_id: text(),
    created_at: created(),
  },
  (t) => [
    primaryKey({ columns: [t.conversation_id, t.seq] }),
    uniqueIndex('chat_messages_once').on(t.sender_id, t.client_id).where(sql`${t.client_id} is not null`),
    check('chat_messages_type', sql`${t.type} in ('text', 'picture', 'file', 'voice', 'work', 'resume', 'offer', 'price', 'event')`),
    check('chat_messages_state', sql`${t.state} in ('', 'accepted', 'declined', 'withdrawn', 'recalled', 'removed')`),
  ],
);

/** A picture or file of a conversation; only its two members open it. */
export const chat_files = pgTable(
  'chat_files',
  {
    id: id(),
    conversation_id: ref().notNull(),
    /** The message that brought it. */
    seq: ref().notNull(),
    owner_id: ref().notNull(),
    key: text().notNull(),
    name: text().notNull(),
    /** Media type, as found by content. */
    type: text().notNull(),
    size_bytes: ref().notNull(),
    /** Of a picture; 0: a file. */
    width: integer().notNull().default(0),
    height: integer().notNull().default(0),
    created_at: created(),
  },
  (t) => [uniqueIndex('chat_files_key').on(t.key), index('chat_files_of').on(t.conversation_id)],
);

/** Who takes no messages of whom, in any conversation. */
export const chat_blocks = pgTable('chat_blocks', { user_id: ref().notNull(), blocked_id: ref().notNull(), created_at: created() }, (t) => [
  primaryKey({ columns: [t.user_id, t.blocked_id] }),
]);

/** First messages to strangers by Shanghai day. */
export const chat_days = pgTable('chat_days', { user_id: ref().notNull(), day: date().notNull(), num: integer().notNull() }, (t) => [
  primaryKey({ columns: [t.user_id, t.day] }),
]);

/** How long an answer took, one row a turn of the talk. */
export const chat_answers = pgTable(
  'chat_answers',
  { user_id: ref().notNull(), conversation_id: ref().notNull(), seq: ref().notNull(), seconds: integer().notNull(), created_at: created() },
  (t) => [
    primaryKey({ columns: [t.conversation_id, t.seq] }),
    index('chat_answers_newest').on(t.user_id, t.created_at.desc().nullsFirst()),
  ],
);

/** What staff look at: a message that was reported, or one that held contact details early in a talk. */
export const chat_cases = pgTable(
  'chat_cases',
  {
    id: id(),
    /** report, contact */
    why: text().notNull(),
    conversation_id: ref().notNull(),
    seq: ref().notNull(),
    /** Who wrote the message. */
    accused_id: ref().notNull(),
    /** Null: the check found it. */
    reporter_id: ref(),
    reason: text().notNull().default(''),
    /** open, dismissed, removed */
    status: text().notNull().default('open'),
    created_at: created(),
  },
  (t) => [
    uniqueIndex('chat_cases_once').on(t.conversation_id, t.seq, t.why),
    index('chat_cases_of_accused').on(t.accused_id, t.id),
    index('chat_cases_by_time').on(t.created_at, t.id),
    index('chat_cases_newest').on(t.status, t.created_at, t.id),
    check('chat_cases_why', sql`${t.why} in ('report', 'contact')`),
    check('chat_cases_status', sql`${t.status} in ('open', 'dismissed', 'removed')`),
  ],
);

/** Sentences that somebody says again and again, in their order; those of a company's account are for its people too. One list is one row. */
export const chat_phrases = pgTable('chat_phrases', {
  owner_id: ref().primaryKey(),
  /** Counts changes: a change is of one edition. */
  edition: integer().notNull(),
  list: jsonb().$type<string[]>().notNull(),
  updated_at: at().notNull(),
});
