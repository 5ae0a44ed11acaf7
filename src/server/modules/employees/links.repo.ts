import { and, eq, gt } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/pool.ts';
import { employee_links } from './tables.ts';

export type EmployeeLink = typeof employee_links.$inferSelect;

/** By its code, or of a company, while it holds. */
export async function findLink(db: Queryable, by: { code: string } | { enterprise_id: number }, now: Date): Promise<EmployeeLink | null> {
  const where = 'code' in by ? eq(employee_links.code, by.code) : eq(employee_links.enterprise_id, by.enterprise_id);
  const rows = await db
    .select()
    .from(employee_links)
    .where(and(where, gt(employee_links.ends_at, now)));
  return rows[0] ?? null;
}

/** One a company: the former one ends. */
export async function upsertLink(db: Queryable, row: EmployeeLink): Promise<void> {
  await db.insert(employee_links).values(row).onConflictDoUpdate({ target: employee_links.enterprise_id, set: row });
}

export async function dropLink(db: Queryable | Tx, enterprise_id: number): Promise<void> {
  await db.delete(employee_links).where(eq(employee_links.enterprise_id, enterprise_id));
}
