import { asc, eq, inArray, sql } from 'drizzle-orm';
import { batched } from '../../db/batched.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { vip_plans, vip_specs } from './tables.ts';

export type PlanRow = typeof vip_plans.$inferSelect;
export type SpecRow = typeof vip_specs.$inferSelect;
/** A spec with what is asked of its plan when it is sold. */
export type SoldSpec = SpecRow & { vip_type: number; plan_name: string; plan_status: number };

/** All plans in their order, with what can be bought of them; `on_sale`: only that. */
export async function findPlans(db: Queryable, on_sale: boolean): Promise<Array<PlanRow & { specs: SpecRow[] }>> {
  const plans = await db.select().from(vip_plans).orderBy(asc(vip_plans.sort), asc(vip_plans.id));
  const specs = await db
    .select()
    .from(vip_specs)
    .where(on_sale ? eq(vip_specs.status, 1) : undefined)
    .orderBy(asc(vip_specs.sort), asc(vip_specs.id));
  return plans.map((plan) => ({ ...plan, specs: specs.filter(({ plan_id }) => plan_id === plan.id) }));
}

const sold = statement<SoldSpec>(
  'membership_sold_spec',
  `select s.*, p.vip_type, p.name as plan_name, p.status as plan_status from vip_specs s join vip_plans p on p.id = s.plan_id
   where s.id = any($1::bigint[])`,
);

/** Look-ups at the same time share a statement. */
export const findSoldSpec = batched(async (db, ids: readonly number[]): Promise<Array<SoldSpec | null>> => {
  const found = new Map((await sold(db, [[...new Set(ids)]])).map((row) => [row.id, row]));
  return ids.map((id) => found.get(id) ?? null);
});

const typesOf = statement<{ id: number; vip_type: number }>(
  'membership_types_of_specs',
  `select s.id, p.vip_type from vip_specs s join vip_plans p on p.id = s.plan_id where s.id = any($1::bigint[])`,
);

/** Types of memberships by spec. */
export async function findTypesOf(db: Queryable, spec_ids: readonly number[]): Promise<Map<number, number>> {
  return new Map((await typesOf(db, [spec_ids])).map(({ id, vip_type }) => [id, vip_type]));
}

/** One at a time for all plans, until the transaction ends. */
export async function lockPlans(db: Tx): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('vip_plans', 0))`);
}

export async function insertPlan(db: Tx, plan: typeof vip_plans.$inferInsert): Promise<number | null> {
  const rows = await db.insert(vip_plans).values(plan).onConflictDoNothing().returning({ id: vip_plans.id });
  return rows[0]?.id ?? null;
}

export async function updatePlan(db: Tx, id: number, plan: Partial<typeof vip_plans.$inferInsert>): Promise<void> {
  await db.update(vip_plans).set(plan).where(eq(vip_plans.id, id));
}

export async function insertSpecs(db: Tx, specs: Array<typeof vip_specs.$inferInsert>): Promise<void> {
  if (specs.length > 0) await db.insert(vip_specs).values(specs);
}

export async function updateSpec(db: Tx, id: number, spec: Partial<typeof vip_specs.$inferInsert>): Promise<void> {
  await db.update(vip_specs).set(spec).where(eq(vip_specs.id, id));
}

/** Specs are never deleted: orders name them. */
export async function withdrawSpecs(db: Tx, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length > 0)
    await db
      .update(vip_specs)
      .set({ status: 2, updated_at: now })
      .where(inArray(vip_specs.id, [...ids]));
}
