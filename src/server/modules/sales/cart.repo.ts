import { count, eq, sql } from 'drizzle-orm';
import { batchedWrite } from '../../db/batched.ts';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
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

const remove = statement(
  'sales_take_from_carts',
  `delete from cart_items c using unnest($1::bigint[], $2::bigint[]) as gone(user_id, item_id)
   where c.user_id = gone.user_id and c.item_id = gone.item_id`,
);

/** What is not in it is no fault: it was bought or taken out before. Many at once share a statement. */
export const deleteCartItem = batchedWrite(async (db, rows: ReadonlyArray<{ user_id: number; item_id: number }>): Promise<null[]> => {
  await remove(db, [rows.map(({ user_id }) => user_id), rows.map(({ item_id }) => item_id)]);
  return rows.map(() => null);
});

export async function clearCart(db: Queryable, user_id: number): Promise<void> {
  await db.delete(cart_items).where(eq(cart_items.user_id, user_id));
}

// for the package of somebody's data
export const cartRows = ownRows(cart_items, cart_items.user_id, [cart_items.item_id]);
