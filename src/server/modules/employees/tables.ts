import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { EmployeeRight, EmployeeState } from '#contract/employee.ts';
import { at, created, id, ref } from '../../db/columns.ts';

/** Who may act for an enterprise: a row an invitation. Rights count while it is active. */
export const employees = pgTable(
  'employees',
  {
    id: id(),
    /** The user whose enterprise it is. */
    enterprise_id: ref().notNull(),
    user_id: ref().notNull(),
    rights: text().array().$type<EmployeeRight[]>().notNull(),
    /** invited, active, refused, left, removed */
    state: text().$type<EmployeeState>().notNull(),
    invited_at: created(),
    answered_at: at(),
    ended_at: at(),
    /** Seats of the company of which one is meant for them, when they accept. */
    seats_id: ref(),
  },
  (t) => [
    uniqueIndex('employees_once').on(t.enterprise_id, t.user_id).where(sql`${t.state} in ('invited', 'active')`),
    index('employees_of_enterprise').on(t.enterprise_id, t.id.desc().nullsFirst()),
    index('employees_of_user').on(t.user_id, t.id.desc().nullsFirst()),
    check('employees_state', sql`${t.state} in ('invited', 'active', 'refused', 'left', 'removed')`),
    check('employees_not_oneself', sql`${t.enterprise_id} <> ${t.user_id}`),
  ],
);

/** What employees did in an enterprise's name. */
export const employee_acts = pgTable(
  'employee_acts',
  {
    id: id(),
    enterprise_id: ref().notNull(),
    user_id: ref().notNull(),
    /** Summary of the call. */
    act: text().notNull(),
    /** `id` that the call named. */
    target_id: ref(),
    request_id: text().notNull().default(''),
    created_at: created(),
  },
  (t) => [index('employee_acts_of_enterprise').on(t.enterprise_id, t.id.desc().nullsFirst()), index('employee_acts_of_user').on(t.user_id)],
);

/** By which people join a company; one a company. */
export const employee_links = pgTable(
  'employee_links',
  {
    enterprise_id: ref().primaryKey(),
    /** It cannot be guessed. */
    code: text().notNull(),
    seats_id: ref(),
    ends_at: at().notNull(),
    created_at: created(),
  },
  (t) => [uniqueIndex('employee_links_code').on(t.code)],
);
