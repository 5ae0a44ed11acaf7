import { index, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { ItemFilter } from '#contract/item.ts';
import { created, id, ref } from '../../db/columns.ts';

/** What readers subscribe to: new works of a kind that a list's filter or a search finds. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: id(),
    user_id: ref().notNull(),
    /** Code of the kind. */
    kind: smallint().notNull(),
    /** The largest of `codes`, 0 without any: what a new work is looked up by. */
    code: ref().notNull(),
    /** What the work must carry in `items.facets`, all of it, in rising order. */
    codes: ref().array().notNull().default([]),
    /** A search that must find it; empty: any work. Lower case, half width. */
    keyword: text().notNull().default(''),
    /** The list's filter, for its address. */
    filter: jsonb().$type<ItemFilter>().notNull(),
    /** As people read it when it was made. */
    title: text().notNull(),
    created_at: created(),
  },
  (t) => [
    uniqueIndex('subscriptions_once').on(t.user_id, t.kind, t.codes, t.keyword),
    index('subscriptions_to_tell').on(t.kind, t.code, t.id),
    index('subscriptions_of_user').on(t.user_id, t.id.desc().nullsFirst()),
  ],
);
