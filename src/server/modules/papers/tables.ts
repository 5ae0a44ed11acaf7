import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { PaperBody } from '#contract/paper.ts';
import { at, created, id, ref } from '../../db/columns.ts';

/** Documents of their owners, as they are now. */
export const papers = pgTable(
  'papers',
  {
    id: id(),
    user_id: ref().notNull(),
    /** A tool of the assistant: outline, budget, rundown, checklist, risks. */
    kind: text().notNull(),
    title: text().notNull(),
    body: jsonb().$type<PaperBody>().notNull(),
    /** The answer that it was made of; null: it began empty. */
    answer_id: ref(),
    /** Of the assistant, in which it is changed by sentences; null: it never was. */
    conversation_id: ref(),
    /** A model wrote in it. */
    by_ai: boolean().notNull().default(false),
    /** Rises with each save: the edition that a page has read. */
    saved_at: created(),
    deleted_at: at(),
    created_at: created(),
  },
  (t) => [
    index('papers_of_user').on(t.user_id, t.saved_at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('papers_deleted').on(t.deleted_at).where(sql`${t.deleted_at} is not null`),
    check('papers_kind', sql`${t.kind} in ('outline', 'budget', 'rundown', 'checklist', 'risks')`),
  ],
);

/** What a document was, in an order without gaps; the newest is what it is. */
export const paper_versions = pgTable(
  'paper_versions',
  {
    id: id(),
    paper_id: ref()
      .notNull()
      .references(() => papers.id, { onDelete: 'cascade' }),
    no: integer().notNull(),
    /** made, hand, sentence, back */
    how: text().notNull(),
    title: text().notNull(),
    body: jsonb().$type<PaperBody>().notNull(),
    /** What changed since the one before. */
    what: text().notNull().default(''),
    /** Saves by hand that follow soon are part of it. */
    begun_at: created(),
    saved_at: created(),
  },
  (t) => [
    uniqueIndex('paper_versions_no').on(t.paper_id, t.no),
    check('paper_versions_how', sql`${t.how} in ('made', 'hand', 'sentence', 'back') and ${t.no} > 0`),
  ],
);

/** How somebody's files look; of an enterprise's account, also those of its people who have none. */
export const paper_templates = pgTable('paper_templates', {
  user_id: ref().primaryKey(),
  name: text().notNull(),
  colour: text().notNull(),
  footer: text().notNull(),
  /** Address of the picture, and the picture for files: a small PNG as base64; empty: none. */
  logo: text().notNull().default(''),
  logo_png: text().notNull().default(''),
  updated_at: created(),
});
