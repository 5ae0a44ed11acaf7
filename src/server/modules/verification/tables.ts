import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, created, id, ref } from '../../db/columns.ts';

/** Who a user is, one row a user; a second submission takes the place of the first. Name and number are sealed (kernel/key-ring.ts). */
export const person_verifications = pgTable(
  'person_verifications',
  {
    id: id(),
    user_id: ref().notNull(),
    /** reviewing, approved, rejected */
    status: text().notNull(),
    /** Why not, for its owner. */
    reason: text().notNull().default(''),
    /** Name and number as JSON. */
    sealed: text().notNull(),
    /** Keyed: finds the same number of another account. */
    number_hash: text().notNull(),
    /** What screens show: 张* and 11**************2X. */
    masked_name: text().notNull(),
    masked_number: text().notNull(),
    /** Sealed pictures in private storage, front and back; empty once they were deleted. */
    picture_keys: text().array().notNull(),
    /** When they are deleted; null while undecided. */
    pictures_until: at(),
    submissions: integer().notNull().default(1),
    submitted_at: created(),
    decided_at: at(),
  },
  (t) => [
    uniqueIndex('person_verifications_of_user').on(t.user_id),
    uniqueIndex('person_verifications_once').on(t.number_hash).where(sql`${t.status} = 'approved'`),
    index('person_verifications_pictures').on(t.pictures_until).where(sql`${t.pictures_until} is not null`),
    check('person_verifications_status', sql`${t.status} in ('reviewing', 'approved', 'rejected')`),
  ],
);

/** The enterprise behind a user, one row a user: what was sent in last, and what was approved. */
export const company_verifications = pgTable(
  'company_verifications',
  {
    id: id(),
    user_id: ref().notNull(),
    /** reviewing, approved, rejected */
    status: text().notNull(),
    reason: text().notNull().default(''),
    name: text().notNull(),
    licence: text().notNull(),
    legal_person: text().notNull(),
    contact_name: text().notNull(),
    sealed_contact: text().notNull(),
    masked_contact: text().notNull(),
    /** Sealed picture of the licence in private storage. */
    picture_key: text().notNull(),
    /** Name and licence that were approved; null: nothing yet. */
    certified: jsonb(),
    certified_until: at(),
    /** The owner was notified that it runs out. */
    warned_at: at(),
    submissions: integer().notNull().default(1),
    submitted_at: created(),
    decided_at: at(),
  },
  (t) => [
    uniqueIndex('company_verifications_of_user').on(t.user_id),
    uniqueIndex('company_verifications_once').on(t.licence).where(sql`${t.status} in ('reviewing', 'approved')`),
    index('company_verifications_until').on(t.certified_until).where(sql`${t.certified_until} is not null`),
    check('company_verifications_status', sql`${t.status} in ('reviewing', 'approved', 'rejected')`),
  ],
);
