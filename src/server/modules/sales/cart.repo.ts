import { and, count, eq, inArray, sql } from 'drizzle-orm';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { cart_items } from './tables.ts';

/** One at a time for a user, until the transaction ends: their number has a bound. */
export async function lockCart(db: Tx, user_id: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('cart', ${user_id}))`);
}

export async function countCart(db: Queryable, user_id: number): Promise<number> {
  const rows = await db.select({ n: count() }).from(cart_items).where(eq(cart_items.user_id, user_id));
  return rows[0]?.n ?? 0;
}

/** Ids of works, the newest first. */
export async function findCartItems(db: Queryable, user_id: number): Promise<number[]> {
  const { item_id, created_at } = cart_items;
  const rows = await db
    .select({ item_id })
    .from(cart_items)
    .where(eq(cart_items.user_id, user_id))
    .orderBy(sql`${created_at} desc, ${item_id}`);
  return rows.map((row) => row.item_id);
}

export async function insertCartItem(db: Tx, row: typeof cart_items.$inferInsert): Promise<void> {
  await db.insert(cart_items).values(row).onConflictDoNothing();
}

export async function deleteCartItems(db: Queryable, user_id: number, item_ids: readonly number[]): Promise<void> {
  await db.delete(cart_items).where(and(eq(cart_items.user_id, user_id), inArray(cart_items.item_id, [...item_ids])));
}

export async function clearCart(db: Queryable, user_id: number): Promise<void> {
  await db.delete(cart_items).where(eq(cart_items.user_id, user_id));
}

// for the package of somebody's data
export const cartRows = ownRows(cart_items, cart_items.user_id, [cart_items.item_id]);
