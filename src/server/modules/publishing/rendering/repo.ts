import { sql } from 'drizzle-orm';
import type { Queryable } from '../../../db/pool.ts';

/** Files that wait for their turn: never taken up, or given back in order. What failed comes by its own job. */
const waiting = sql`r.status = 'waiting' and r.attempt = 0`;

/**
 * Whose turn it is: people before the demo world, the owner with the fewest files in work, then the one served longest ago (who has
 * not been served counts from the upload). `only_new`: of owners who have nothing in work, and no demo.
 */
export async function findNextRendering(
  db: Queryable,
  of: { dead_since: Date; only_new: boolean },
): Promise<{ file_id: number; background: boolean } | null> {
  const { rows } = await db.execute<{ file_id: string; background: boolean }>(sql`
    select r.file_id, r.background
    from renderings r
    join files f on f.id = r.file_id
    cross join lateral (
      select count(*) filter (where o.status in ('converting', 'rendering') and o.updated_at > ${of.dead_since.toISOString()}::timestamptz) as working,
        max(o.updated_at) filter (where o.status <> 'waiting' or o.done_pages > 0) as served_at
      from files g
      join renderings o on o.file_id = g.id
      where g.owner_id = f.owner_id
    ) owner
    where ${waiting} and (not ${of.only_new} or (owner.working = 0 and not r.background))
    order by r.background, owner.working, greatest(r.updated_at, owner.served_at), r.file_id
    limit 1`);
  return rows[0] ? { file_id: Number(rows[0].file_id), background: rows[0].background } : null;
}

/** Whether a file of another person waits for its turn; the demo world waits in silence. */
export async function othersWait(db: Queryable, owner_id: number): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1
    from renderings r
    join files f on f.id = r.file_id
    where ${waiting} and not r.background and f.owner_id <> ${owner_id}
    limit 1`);
  return rows.length > 0;
}

/** Whether a file is to be taken up by its own job: it failed before, or its worker died. */
export async function isLeftOver(db: Queryable, file_id: number): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from renderings r where r.file_id = ${file_id} and not (${waiting})`);
  return rows.length > 0;
}
