import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { at, created, fen, id, ref } from '../../db/columns.ts';

/** Acts of staff that move money, rank or personal data: done ones count against the bound of the day, the others wait or were decided. */
export const staff_acts = pgTable(
  'staff_acts',
  {
    id: id(),
    /** Of the act that a module declares. */
    name: text().notNull(),
    staff_id: ref().notNull(),
    /** Null: always a second person, whatever the amount. */
    value_fen: fen(),
    /** What the act is given: exactly this is done when it is confirmed. */
    input: jsonb().notNull(),
    /** What will happen, in words, as it was when it was asked for. */
    about: text().notNull(),
    /** waiting, done, granted (may be done once by who asked), refused, withdrawn */
    state: text().notNull(),
    /** Null: done alone. */
    decided_by: ref(),
    created_at: created(),
    decided_at: at(),
  },
  (t) => [index('staff_acts_of_day').on(t.staff_id, t.created_at), index('staff_acts_waiting').on(t.staff_id, t.name, t.state)],
);
