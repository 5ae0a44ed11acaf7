import { and, desc, eq, lt, ne } from 'drizzle-orm';
import type { Queryable } from '../../../db/pool.ts';
import { items } from '../tables.ts';

/** Read by the index `items_by_time`. */
export async function findBefore(db: Queryable, kind: number, id: number, published_at: Date): Promise<number | null> {
  const rows = await db
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.kind, kind), eq(items.status, 'published'), lt(items.published_at, published_at), ne(items.id, id)))
    .orderBy(desc(items.published_at), desc(items.id))
    .limit(1);
  return rows[0]?.id ?? null;
}
