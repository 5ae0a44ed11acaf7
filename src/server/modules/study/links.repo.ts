import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/pool.ts';
import { film_links, lessons } from './tables.ts';

export async function insertLink(db: Queryable, row: typeof film_links.$inferInsert): Promise<number> {
  const [made] = await db.insert(film_links).values(row).returning({ id: film_links.id });
  return (made as { id: number }).id;
}

export async function isRevoked(db: Queryable, id: number): Promise<boolean> {
  const rows = await db.select({ revoked_at: film_links.revoked_at }).from(film_links).where(eq(film_links.id, id));
  return rows[0] === undefined || rows[0].revoked_at !== null;
}

export async function revokeLinksOf(db: Queryable, user_id: number, item_id: number, now: Date): Promise<void> {
  await db
    .update(film_links)
    .set({ revoked_at: now })
    .where(and(eq(film_links.user_id, user_id), eq(film_links.item_id, item_id), isNull(film_links.revoked_at)));
}

/** Courses of whose paid lessons the user has addresses that are good still. */
export async function findLinkedCourses(db: Queryable, user_id: number, now: Date): Promise<number[]> {
  const rows = await db
    .selectDistinct({ item_id: film_links.item_id })
    .from(film_links)
    .where(and(eq(film_links.user_id, user_id), isNull(film_links.revoked_at), gt(film_links.expires_at, now)));
  return rows.map(({ item_id }) => item_id);
}

/** Takes back addresses of what only a right opens: trials and free lessons stay. */
export async function revokePaidLinks(db: Queryable, user_id: number, item_ids: readonly number[], now: Date): Promise<void> {
  await db
    .update(film_links)
    .set({ revoked_at: now })
    .where(
      and(
        eq(film_links.user_id, user_id),
        inArray(film_links.item_id, [...item_ids]),
        isNull(film_links.revoked_at),
        sql`${film_links.scope} <> 'trial' and not exists (select 1 from ${lessons} where ${lessons.id} = ${film_links.lesson_id} and ${lessons.free})`,
      ),
    );
}

export async function dropOldLinks(db: Queryable, before: Date): Promise<void> {
  await db.delete(film_links).where(lt(film_links.expires_at, before));
}

/** Links that somebody was given since then. */
export const countLinks = (db: Queryable, user_id: number, since: Date): Promise<number> =>
  db.$count(film_links, and(eq(film_links.user_id, user_id), sql`${film_links.issued_at} > ${since.toISOString()}::timestamptz`));
