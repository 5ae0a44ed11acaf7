import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { EmployeeRight, EmployeeState } from '#contract/employee.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { employee_acts, employees } from './tables.ts';

export type EmployeeLine = typeof employees.$inferSelect;
export type ActLine = typeof employee_acts.$inferSelect;
const OPEN: EmployeeState[] = ['invited', 'active'];

/** One invites at a time an enterprise, until the end of the transaction. */
export async function lockEmployees(db: Tx, enterprise_id: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`employees/${enterprise_id}`}, 0))`);
}

export async function hasRight(db: Queryable, user_id: number, enterprise_id: number, right: EmployeeRight): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from employees where user_id = ${user_id} and enterprise_id = ${enterprise_id} and state = 'active' and rights @> array[${right}::text]`,
  );
  return rows.length > 0;
}

const companies = statement<{ user_id: number; enterprise_id: number }>(
  'employees_companies',
  `select user_id, enterprise_id from employees where user_id = any($1::bigint[]) and state = 'active'
   union select enterprise_id, enterprise_id from employees where enterprise_id = any($1::bigint[]) and state = 'active'`,
);

/** For which enterprises users act now; an enterprise acts for itself. */
export function findCompanies(db: Queryable, user_ids: readonly number[]): Promise<Array<{ user_id: number; enterprise_id: number }>> {
  return companies(db, [user_ids]);
}

const employers = statement<{ enterprise_id: number }>(
  'employees_employers',
  `select enterprise_id from employees where user_id = $1 and state = 'active' order by id limit $2`,
);

/** Enterprises for which the user works now, the first `most` that they joined. */
export const employersOf = async (db: Queryable, user_id: number, most: number): Promise<number[]> =>
  (await employers(db, [user_id, most])).map(({ enterprise_id }) => enterprise_id);

export function findEmployees(db: Queryable, enterprise_id: number, states: readonly EmployeeState[]): Promise<EmployeeLine[]> {
  return db
    .select()
    .from(employees)
    .where(and(eq(employees.enterprise_id, enterprise_id), inArray(employees.state, [...states])))
    .orderBy(desc(employees.id))
    .limit(200);
}

export function findEmployers(db: Queryable, user_id: number): Promise<EmployeeLine[]> {
  return db
    .select()
    .from(employees)
    .where(and(eq(employees.user_id, user_id), inArray(employees.state, OPEN)))
    .orderBy(desc(employees.id))
    .limit(200);
}

export const countOpen = (db: Queryable, enterprise_id: number): Promise<number> =>
  db.$count(employees, and(eq(employees.enterprise_id, enterprise_id), inArray(employees.state, OPEN)));

export async function findOpen(db: Queryable, enterprise_id: number, user_id: number): Promise<EmployeeLine | null> {
  const rows = await db
    .select()
    .from(employees)
    .where(and(eq(employees.enterprise_id, enterprise_id), eq(employees.user_id, user_id), inArray(employees.state, OPEN)));
  return rows[0] ?? null;
}

export async function insertEmployee(db: Tx, row: typeof employees.$inferInsert): Promise<number> {
  return (await db.insert(employees).values(row).returning({ id: employees.id }))[0]?.id ?? 0;
}

export async function lockEmployee(db: Tx, id: number): Promise<EmployeeLine | null> {
  return (await db.select().from(employees).where(eq(employees.id, id)).for('update'))[0] ?? null;
}

export async function updateEmployee(db: Tx, id: number, set: Partial<typeof employees.$inferInsert>): Promise<void> {
  await db.update(employees).set(set).where(eq(employees.id, id));
}

export async function insertAct(db: Queryable, row: typeof employee_acts.$inferInsert): Promise<void> {
  await db.insert(employee_acts).values(row);
}

/** Newest first, older than `before`. */
export function findActs(
  db: Queryable,
  enterprise_id: number,
  { before, limit }: { before: number | null; limit: number },
): Promise<ActLine[]> {
  const older = before === null ? undefined : lt(employee_acts.id, before);
  return db
    .select()
    .from(employee_acts)
    .where(and(eq(employee_acts.enterprise_id, enterprise_id), older))
    .orderBy(desc(employee_acts.id))
    .limit(limit);
}

export function findOwnActs(db: Queryable, user_id: number): Promise<ActLine[]> {
  return db.select().from(employee_acts).where(eq(employee_acts.user_id, user_id)).orderBy(desc(employee_acts.id)).limit(1_000);
}

/** Ends what somebody has with enterprises and what their own enterprise gave to others. */
export async function endAllOf(db: Tx, user_id: number, now: Date): Promise<Array<{ enterprise_id: number; user_id: number }>> {
  return db
    .update(employees)
    .set({ state: sql`case when user_id = ${user_id} then 'left' else 'removed' end`, ended_at: now })
    .where(and(inArray(employees.state, OPEN), sql`(user_id = ${user_id} or enterprise_id = ${user_id})`))
    .returning({ enterprise_id: employees.enterprise_id, user_id: employees.user_id });
}

/** Whether somebody works there, and goes on to do so until the end of the transaction. */
export async function holdActive(db: Tx, enterprise_id: number, user_id: number): Promise<boolean> {
  const rows = await db
    .select({ id: employees.id })
    .from(employees)
    .where(and(eq(employees.enterprise_id, enterprise_id), eq(employees.user_id, user_id), eq(employees.state, 'active')))
    .for('update');
  return rows.length > 0;
}

/** How many people work there. */
export const countActive = (db: Queryable, enterprise_id: number): Promise<number> =>
  db.$count(employees, and(eq(employees.enterprise_id, enterprise_id), eq(employees.state, 'active')));
