import { inArray, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/pool.ts';
import { course_counts, course_reviews, lesson_progress, lessons } from './tables.ts';

export type CourseCounts = typeof course_counts.$inferSelect;

/** What learners see of a course's lessons, as SQL on `lessons`. */
export const seenLesson = sql`${lessons.state} = 'ready' and ${lessons.shown} and ${lessons.removed_at} is null`;

export async function upsertCounts(db: Tx, item_id: number): Promise<void> {
  await db.execute(sql`
    insert into ${course_counts} (item_id, lesson_num, free_num, duration_s, learner_num, review_num, star_sum)
    select ${item_id}::bigint, l.num, l.free, l.seconds, p.num, r.num, r.stars
    from (select count(*)::int num, count(*) filter (where free)::int free, coalesce(sum(duration_s), 0) seconds
        from ${lessons} where item_id = ${item_id} and ${seenLesson}) l,
      (select count(distinct user_id) num from ${lesson_progress} where item_id = ${item_id} and (seconds > 0 or done_at is not null)) p,
      (select count(*) num, coalesce(sum(stars), 0) stars from ${course_reviews} where item_id = ${item_id} and not hidden) r
    on conflict (item_id) do update set lesson_num = excluded.lesson_num, free_num = excluded.free_num, duration_s = excluded.duration_s,
      learner_num = excluded.learner_num, review_num = excluded.review_num, star_sum = excluded.star_sum`);
}

/** Courses without a row are absent. */
export async function findCounts(db: Queryable, item_ids: readonly number[]): Promise<Map<number, CourseCounts>> {
  if (item_ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(course_counts)
    .where(inArray(course_counts.item_id, [...item_ids]));
  return new Map(rows.map((row) => [row.item_id, row]));
}
