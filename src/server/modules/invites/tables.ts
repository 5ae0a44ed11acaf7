import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, counter, created, id, ref } from '../../db/columns.ts';

/** Who came by whose invitation, and what became of the two rewards. */
export const invites = pgTable(
  'invites',
  {
    id: id(),
    invitor_id: ref().notNull(),
    user_id: ref().notNull(),
    /** waiting, granted, refused, capped: the reward for signing up. */
    register_state: text().notNull().default('waiting'),
    register_points: counter(),
    /** When it is decided: until then it can come to nothing. */
    register_due_at: at().notNull(),
    /** none, waiting, granted, refused, capped: the reward for the first payment. */
    paid_state: text().notNull().default('none'),
    paid_points: counter(),
    paid_due_at: at(),
    /** The order that was the first to be paid. */
    order_id: ref(),
    /** Why staff should look: same_device, same_network, many_networks. */
    flags: text().array().notNull().default([]),
    /** Staff said that it is right, so that flags hold nothing up. */
    cleared_at: at(),
    created_at: created(),
  },
  (t) => [
    uniqueIndex('invites_of_user').on(t.user_id),
    index('invites_of_invitor').on(t.invitor_id, t.id.desc().nullsFirst()),
    index('invites_register_due').on(t.register_due_at).where(sql`${t.register_state} = 'waiting'`),
    index('invites_paid_due').on(t.paid_due_at).where(sql`${t.paid_state} = 'waiting'`),
    index('invites_by_state').on(t.register_state, t.id),
    index('invites_flagged').on(t.id).where(sql`${t.flags} <> '{}' and ${t.cleared_at} is null`),
    index('invites_by_time').on(t.created_at, t.id),
  ],
);
