import { sql } from 'drizzle-orm';
import { type AnyPgColumn, boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { CommentState } from '#contract/comment.ts';
import { counter, created, id, ref } from '../../db/columns.ts';

/** What readers say below a work, and what others answer: one level of replies. */
export const comments = pgTable(
  'comments',
  {
    id: id(),
    /** Key of a kind, and the item. */
    subject_kind: text().notNull(),
    subject_id: ref().notNull(),
    writer_id: ref().notNull(),
    /** The comment that it stands below; null: it stands for itself. */
    root_id: ref().references((): AnyPgColumn => comments.id),
    /** Of a reply to a reply: that reply, and who wrote it. */
    answers_id: ref(),
    answers_user_id: ref(),
    text: text().notNull(),
    /** shown, held, hidden, deleted */
    state: text().$type<CommentState>().notNull(),
    /** Why staff, or the author of the work, hid it, for its writer. */
    reason: text().notNull().default(''),
    /** The author of the work hid its words; its place and its replies stay. */
    aside: boolean().notNull().default(false),
    like_num: counter(),
    /** Replies below it that are shown. */
    reply_num: counter(),
    report_num: integer().notNull().default(0),
    /** The writer's id of this comment: the same again is the same comment. */
    key: text().notNull(),
    created_at: created(),
  },
  (t) => [
    uniqueIndex('comments_key').on(t.writer_id, t.key),
    // read backwards. What a page lists: top comments that are shown, or that have replies
    index('comments_newest')
      .on(t.subject_kind, t.subject_id, t.id)
      .where(sql`${t.root_id} is null and (${t.state} = 'shown' or ${t.reply_num} > 0)`),
    index('comments_liked')
      .on(t.subject_kind, t.subject_id, t.like_num, t.id)
      .where(sql`${t.root_id} is null and (${t.state} = 'shown' or ${t.reply_num} > 0)`),
    index('comments_replies').on(t.root_id, t.id).where(sql`${t.root_id} is not null and ${t.state} = 'shown'`),
    index('comments_unshown').on(t.state, t.id).where(sql`${t.state} <> 'shown'`),
    index('comments_by_time').on(t.created_at, t.id),
    index('comments_of_subject').on(t.subject_id, t.id),
    index('comments_beginnings').on(sql`left(${t.text}, 40) text_pattern_ops`),
    index('comments_of_writer').on(t.writer_id, t.id),
    index('comments_reported').on(t.id).where(sql`${t.report_num} > 0`),
    check('comments_state', sql`${t.state} in ('shown', 'held', 'hidden', 'deleted')`),
    check('comments_counters', sql`${t.like_num} >= 0 and ${t.reply_num} >= 0 and ${t.report_num} >= 0`),
    check(
      'comments_answers',
      sql`(${t.answers_id} is null) = (${t.answers_user_id} is null) and (${t.answers_id} is null or ${t.root_id} is not null)`,
    ),
  ],
);

/** How many comments and replies of a work are shown. */
export const comment_sums = pgTable(
  'comment_sums',
  {
    subject_kind: text().notNull(),
    subject_id: ref().notNull(),
    shown_num: counter(),
  },
  (t) => [primaryKey({ columns: [t.subject_kind, t.subject_id] }), check('comment_sums_not_negative', sql`${t.shown_num} >= 0`)],
);

export const comment_likes = pgTable(
  'comment_likes',
  {
    comment_id: ref()
      .notNull()
      .references(() => comments.id),
    user_id: ref().notNull(),
    created_at: created(),
  },
  (t) => [primaryKey({ columns: [t.comment_id, t.user_id] }), index('comment_likes_of_user').on(t.user_id)],
);

/** Who says that something is wrong with a comment: once a person. */
export const comment_reports = pgTable(
  'comment_reports',
  {
    comment_id: ref()
      .notNull()
      .references(() => comments.id),
    user_id: ref().notNull(),
    reason: text().notNull(),
    created_at: created(),
  },
  (t) => [primaryKey({ columns: [t.comment_id, t.user_id] })],
);
