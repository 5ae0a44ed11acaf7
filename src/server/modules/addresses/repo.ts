import { and, count, desc, eq, sql } from 'drizzle-orm';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { addresses } from './tables.ts';

export type AddressRow = typeof addresses.$inferSelect;

/** One change of a person's address book at a time. Held until the transaction ends. */
export async function lockBook(db: Tx, user_id: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`addresses/${user_id}`}, 0))`);
}

/** The default one first, then the newest. */
export function findAddresses(db: Queryable, user_id: number): Promise<AddressRow[]> {
  return db.select().from(addresses).where(eq(addresses.user_id, user_id)).orderBy(desc(addresses.is_default), desc(addresses.id));
}

export async function findAddress(db: Queryable, user_id: number, id: number): Promise<AddressRow | null> {
  const rows = await db
    .select()
    .from(addresses)
    .where(and(eq(addresses.id, id), eq(addresses.user_id, user_id)));
  return rows[0] ?? null;
}

export async function countAddresses(db: Queryable, user_id: number): Promise<number> {
  return (await db.select({ n: count() }).from(addresses).where(eq(addresses.user_id, user_id)))[0]?.n ?? 0;
}

export async function clearDefault(db: Tx, user_id: number): Promise<void> {
  await db
    .update(addresses)
    .set({ is_default: false })
    .where(and(eq(addresses.user_id, user_id), eq(addresses.is_default, true)));
}

export async function insertAddress(db: Tx, row: typeof addresses.$inferInsert): Promise<number> {
  return (await db.insert(addresses).values(row).returning({ id: addresses.id }))[0]?.id ?? 0;
}

export async function updateAddress(db: Tx, id: number, change: Partial<typeof addresses.$inferInsert>): Promise<void> {
  await db.update(addresses).set(change).where(eq(addresses.id, id));
}

export async function deleteAddress(db: Tx, id: number): Promise<void> {
  await db.delete(addresses).where(eq(addresses.id, id));
}

export async function deleteAddressesOf(db: Tx, user_id: number): Promise<void> {
  await db.delete(addresses).where(eq(addresses.user_id, user_id));
}

// for the package of somebody's data
export const addressRows = ownRows(addresses, addresses.user_id, [addresses.id]);
