import { asc, eq, sql } from 'drizzle-orm';
import { choiceFilter, type KeysetSource } from '../../db/keyset.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { demand_labels } from './tables.ts';

export type LabelRow = typeof demand_labels.$inferSelect;

/** All, in the operator's order. There are a dozen at most. */
export async function findLabels(db: Queryable): Promise<LabelRow[]> {
  return db.select().from(demand_labels).orderBy(asc(demand_labels.sort), asc(demand_labels.term_id));
}

export async function findLabel(db: Queryable, id: number): Promise<LabelRow | null> {
  const [row] = await db.select().from(demand_labels).where(eq(demand_labels.term_id, id));
  return row ?? null;
}

/** One edits labels at a time, until the transaction ends. */
export async function lockLabels(db: Tx): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('demand labels', 0))`);
}

export async function insertLabel(db: Tx, row: typeof demand_labels.$inferInsert): Promise<void> {
  await db.insert(demand_labels).values(row);
}

/** False: there is no such label. */
export async function writeLabel(db: Tx, id: number, change: Partial<typeof demand_labels.$inferInsert>): Promise<boolean> {
  const rows = await db.update(demand_labels).set(change).where(eq(demand_labels.term_id, id)).returning({ id: demand_labels.term_id });
  return rows.length > 0;
}

export interface LabelLine {
  id: number;
  name: string;
  label: string;
  type: number;
  shown: boolean;
  sort: number;
  demand_num: number;
  updated_at: number;
}

/** All labels, for staff. */
export const labelSource: KeysetSource = {
  select: sql`l.term_id as id, l.name, l.label, l.type, l.shown, l.sort, floor(extract(epoch from l.updated_at))::bigint as updated_at,
    (select count(*)::int from demands d where d.label_id = l.term_id and d.state in ('open', 'choosing')) as demand_num`,
  from: sql`demand_labels l`,
  id: sql`l.term_id`,
  id_cast: 'bigint',
  filters: { shown: choiceFilter({ on: sql`l.shown`, off: sql`not l.shown` }) },
  orders: {
    new: { by: sql`l.sort::bigint`, cast: 'bigint', desc: false },
    old: { by: sql`l.sort::bigint`, cast: 'bigint', desc: true },
  },
};
