import { sql } from 'drizzle-orm';
import { bigint, boolean, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { ALIVE, type COMPLAINANTS, type InfringementState, type InfringementStep } from '#contract/infringement.ts';
import { at, created, id, ref } from '../../db/columns.ts';

/** What a side said; files are uploads of its own. */
export interface Said {
  name: string;
  contact: string;
  content: string;
  files: number[];
}
export type Notice = Said & { as: keyof typeof COMPLAINANTS; identity_files: number[] };
export interface Move {
  step: InfringementStep;
  text: string;
  /** Unix seconds. */
  at: number;
}

const among = (states: readonly string[]) => sql.raw(states.map((state) => `'${state}'`).join(', '));

/** Notices that a work infringes a right, what its publisher and the complainant then said, and what became of the measure. */
export const infringements = pgTable(
  'infringements',
  {
    id: id(),
    item_id: ref().notNull(),
    /** Who complains. */
    user_id: ref().notNull(),
    publisher_id: ref().notNull(),
    state: text().$type<InfringementState>().notNull().default('waiting'),
    notice: jsonb().$type<Notice>().notNull(),
    counter: jsonb().$type<Said>(),
    word: jsonb().$type<Said>(),
    /** All files that it names. */
    file_ids: bigint({ mode: 'number' }).array().notNull(),
    moves: jsonb().$type<Move[]>().notNull().default([]),
    /** It took the work off the site, so its end brings it back. */
    hid: boolean().notNull().default(false),
    /** Of the measure, unless the complainant says that a court was asked. */
    ends_at: at(),
    created_at: created(),
  },
  (t) => [
    index('infringements_of_user').on(t.user_id, t.id.desc().nullsFirst()),
    index('infringements_of_publisher').on(t.publisher_id, t.id.desc().nullsFirst()),
    // lists of staff
    index('infringements_by_state').on(t.state, t.id),
    index('infringements_by_time').on(t.created_at, t.id),
    index('infringements_of_item').on(t.item_id, t.id),
    index('infringements_ending').on(t.ends_at).where(sql`${t.state} = 'countered'`),
    index('infringements_of_files').using('gin', t.file_ids),
    uniqueIndex('infringements_once')
      .on(t.user_id, t.item_id)
      .where(sql`${t.state} in (${among(ALIVE)})`),
  ],
);
