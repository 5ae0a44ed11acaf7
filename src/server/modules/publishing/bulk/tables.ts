import { index, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import type { BulkState } from '#contract/bulk.ts';
import type { BulkRow } from '#contract/outputs/bulk.ts';
import { created, id, ref } from '../../../db/columns.ts';

/** One ZIP with its list of works. */
export const bulk_imports = pgTable(
  'bulk_imports',
  {
    id: id(),
    owner_id: ref().notNull(),
    kind: smallint().notNull(),
    /** The ZIP in private storage. */
    file_id: ref().notNull(),
    name: text().notNull(),
    /** draft, submit */
    action: text().$type<'draft' | 'submit'>().notNull(),
    status: text().$type<BulkState>().notNull().default('waiting'),
    /** Why it failed as a whole, for people. */
    failure: text().notNull().default(''),
    created_at: created(),
    updated_at: created(),
  },
  (t) => [index('bulk_imports_of_owner').on(t.owner_id, t.id.desc().nullsFirst())],
);

/** A line of the list, and what became of it. */
export const bulk_rows = pgTable(
  'bulk_rows',
  {
    import_id: ref()
      .notNull()
      .references(() => bulk_imports.id),
    /** Line of the list, from 1 after its heading. */
    row_no: integer().notNull(),
    /** The publisher's own number of the work. */
    key: text().notNull(),
    cells: jsonb().$type<Readonly<Record<string, string>>>().notNull(),
    status: text().$type<BulkRow['status']>().notNull().default('waiting'),
    message: text().notNull().default(''),
    item_id: ref(),
  },
  (t) => [primaryKey({ columns: [t.import_id, t.row_no] })],
);

/** Which work came of a publisher's own number, and of what: the same again is not made twice. */
export const bulk_works = pgTable(
  'bulk_works',
  {
    owner_id: ref().notNull(),
    kind: smallint().notNull(),
    key: text().notNull(),
    item_id: ref().notNull(),
    /** Of the line and the files that it names. */
    hash: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.owner_id, t.kind, t.key] }), index('bulk_works_of_item').on(t.item_id)],
);
