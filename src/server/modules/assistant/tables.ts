import { sql } from 'drizzle-orm';
import { type AnyPgColumn, boolean, check, date, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { AssistantSource } from '#contract/assistant.ts';
import type { ToolResult } from '#contract/assistant-results.ts';
import type { ToolInput } from '#contract/assistant-tools.ts';
import { at, counter, created, id, ref } from '../../db/columns.ts';
import type { Passage } from '../../providers/document/port.ts';

/** What somebody asked the assistant, in an order: questions in words, or runs of one tool. */
export const assistant_conversations = pgTable(
  'assistant_conversations',
  {
    id: id(),
    user_id: ref().notNull(),
    title: text().notNull(),
    /** Empty: questions in words. */
    tool: text().notNull().default(''),
    last_at: created(),
    /** Its owner wants it above the others. */
    pinned_at: at(),
    /** Thrown away; some days later its words are gone permanently. */
    deleted_at: at(),
    created_at: created(),
  },
  (t) => [
    index('assistant_conversations_newest')
      .on(t.user_id, t.last_at.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.deleted_at} is null`),
    index('assistant_conversations_pinned').on(t.user_id).where(sql`${t.pinned_at} is not null`),
    index('assistant_conversations_deleted').on(t.deleted_at).where(sql`${t.deleted_at} is not null and ${t.title} <> ''`),
  ],
);

/** A question and its answer as others may read them. */
export interface SharedTurn {
  /** Of its answer, which staff may take away later. */
  id: number;
  question: string;
  files: string[];
  text: string;
  edited: boolean;
  mark: string;
  sources: Omit<AssistantSource, 'cover'>[];
}

/** What of a conversation others read by its link: as it stood when it was shared. */
export const assistant_shared = pgTable(
  'assistant_shared',
  {
    conversation_id: ref()
      .primaryKey()
      .references(() => assistant_conversations.id),
    user_id: ref().notNull(),
    turns: jsonb().$type<SharedTurn[]>().notNull(),
    shared_at: created(),
  },
  (t) => [index('assistant_shared_of_user').on(t.user_id)],
);

/** Why staff should look at an answer. */
export interface AnswerFlag {
  where: 'question' | 'answer';
  /** The word list or the name of the check. */
  by: string;
  words: string[];
}

/** A file that a question names. */
export interface AskedFile {
  id: number;
  name: string;
  /** Its first words. */
  head: string;
  /** What it says of an event, by the fields of the tools. */
  brief?: ToolInput;
}

/** The words of a file of somebody's, read once; its bytes are not here. */
export const assistant_files = pgTable(
  'assistant_files',
  {
    id: id(),
    user_id: ref().notNull(),
    /** The upload that it was read from, which goes by itself. */
    upload_id: ref().notNull(),
    /** Null: nothing was asked about it yet. */
    conversation_id: ref().references(() => assistant_conversations.id),
    name: text().notNull(),
    passages: jsonb().$type<Passage[]>().notNull(),
    /** There was more than is read. */
    cut: boolean().notNull().default(false),
    created_at: created(),
  },
  (t) => [
    uniqueIndex('assistant_files_upload').on(t.user_id, t.upload_id),
    index('assistant_files_of').on(t.conversation_id),
    index('assistant_files_unasked').on(t.created_at).where(sql`${t.conversation_id} is null`),
  ],
);

/** What somebody wants of every answer. */
export const assistant_instructions = pgTable('assistant_instructions', {
  user_id: ref().primaryKey(),
  text: text().notNull(),
  active: boolean().notNull(),
  updated_at: created(),
});

/** A question in words that no work was found for. */
export const FOUND_NOTHING = "looked and tool = '' and sources = '[]'::jsonb and not removed";
/** The same, and where what was found answers nothing directly, which costs nothing, as its indexes say it. */
export const WEAK = "looked and tool = '' and not removed and (sources = '[]'::jsonb or (state = 'done' and output_tokens = 0))";

/** A question and its answer: a job with a row, that any tab reads on from any place. */
export const assistant_answers = pgTable(
  'assistant_answers',
  {
    id: id(),
    conversation_id: ref()
      .notNull()
      .references(() => assistant_conversations.id),
    /** The answer after which it was asked: several with the same stand beside each other. Null: it begins its branch; runs of tools have none. */
    parent_id: ref().references((): AnyPgColumn => assistant_answers.id),
    user_id: ref().notNull(),
    /** Made by the asker's browser: the same again is the same answer. */
    key: text().notNull(),
    /** The first of the answers whose text it goes on with; `begun`: characters that stood there, `coins_before`: what they cost. */
    first_id: ref().references((): AnyPgColumn => assistant_answers.id),
    begun: counter(),
    coins_before: counter(),
    tool: text().notNull().default(''),
    question: text().notNull(),
    /** What the asker wanted of every answer at that moment; empty: nothing. */
    instructions: text().notNull().default(''),
    input: jsonb().$type<ToolInput>().notNull().default({}),
    /** Only works of this company were to be read; null: all published ones. */
    company_id: ref(),
    files: jsonb().$type<AskedFile[]>().notNull().default([]),
    /** waiting, running, done, stopped, cut, failed, refused */
    state: text().notNull().default('waiting'),
    /** What was written so far; only grows while it runs. */
    text: text().notNull().default(''),
    /** As its asker changed it; null: as it was written. */
    edited: text(),
    result: jsonb().$type<ToolResult>(),
    sources: jsonb().$type<Omit<AssistantSource, 'cover'>[]>().notNull().default([]),
    /** What works were looked for with, where it is more than the question: the subject of the conversation before it. */
    sought: text().notNull().default(''),
    /** Works were looked for. */
    looked: boolean().notNull().default(false),
    reason: text().notNull().default(''),
    model: text().notNull().default(''),
    prompt_tokens: counter(),
    output_tokens: counter(),
    /** free, coin */
    paid_by: text().notNull(),
    /** Shanghai day of the free right that it takes. */
    day: date().notNull(),
    /** Reserved, and taken in the end. */
    coins_max: counter(),
    coins: counter(),
    /** What the model's server takes from us, in millionths of a fen. */
    cost_microfen: counter(),
    stop_asked: boolean().notNull().default(false),
    /** -1, 0, 1 */
    vote: smallint().notNull().default(0),
    vote_note: text().notNull().default(''),
    voted_at: at(),
    /** Of a weak answer: staff dealt with its question. */
    handled_at: at(),
    flags: jsonb().$type<AnswerFlag[]>().notNull().default([]),
    /** Taken away by staff. */
    removed: boolean().notNull().default(false),
    max_tokens: integer().notNull(),
    created_at: created(),
    started_at: at(),
    /** Written by its job every moment: one that is silent is dead. */
    beat_at: at(),
    ended_at: at(),
  },
  (t) => [
    uniqueIndex('assistant_answers_key').on(t.user_id, t.key),
    index('assistant_answers_of').on(t.conversation_id, t.id),
    uniqueIndex('assistant_answers_goes_on').on(t.first_id).where(sql`${t.state} in ('waiting', 'running')`),
    index('assistant_answers_of_day').on(t.user_id, t.day),
    index('assistant_answers_open').on(t.user_id, t.id).where(sql`${t.state} in ('waiting', 'running')`),
    index('assistant_answers_by_day').on(t.day),
    index('assistant_answers_asked').on(sql`left(${t.question}, 40) text_pattern_ops`).where(sql`${t.vote} <> 0`),
    index('assistant_answers_voted').on(t.voted_at.desc().nullsFirst(), t.id.desc().nullsFirst()).where(sql`${t.vote} <> 0`),
    index('assistant_answers_weak').on(t.created_at.desc().nullsFirst(), t.id.desc().nullsFirst()).where(sql.raw(WEAK)),
    index('assistant_answers_weak_asked').on(sql`left(${t.question}, 40) text_pattern_ops`).where(sql.raw(WEAK)),
    index('assistant_answers_weak_same').on(sql`md5(${t.question})`, t.created_at, t.id).where(sql.raw(WEAK)),
    check('assistant_answers_state', sql`${t.state} in ('waiting', 'running', 'done', 'stopped', 'cut', 'failed', 'refused')`),
    check('assistant_answers_paid_by', sql`${t.paid_by} in ('free', 'coin')`),
    check('assistant_answers_vote', sql`${t.vote} between -1 and 1`),
    check('assistant_answers_coins', sql`${t.coins} between 0 and ${t.coins_max}`),
    check('assistant_answers_cost', sql`${t.cost_microfen} >= 0 and ${t.prompt_tokens} >= 0 and ${t.output_tokens} >= 0`),
    // what was not delivered costs its asker nothing
    check('assistant_answers_nothing_for_nothing', sql`${t.state} in ('done', 'stopped') or ${t.coins} = 0`),
  ],
);
