import { eq, inArray } from 'drizzle-orm';
import type { FieldValues } from '#contract/fields.ts';
import type { Queryable, Tx } from '../../../db/pool.ts';
import { item_details } from '../tables.ts';

export async function upsertOwnFields(db: Tx, item_id: number, fields: FieldValues): Promise<void> {
  await db.insert(item_details).values({ item_id, fields }).onConflictDoUpdate({ target: item_details.item_id, set: { fields } });
}

export async function findOwnFields(db: Queryable, item_ids: readonly number[]): Promise<Map<number, { fields: FieldValues }>> {
  if (item_ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(item_details)
    .where(inArray(item_details.item_id, [...item_ids]));
  return new Map(rows.map(({ item_id, fields }) => [item_id, { fields }]));
}

export async function deleteOwnFields(db: Tx, item_id: number): Promise<void> {
  await db.delete(item_details).where(eq(item_details.item_id, item_id));
}
