import { sql } from 'drizzle-orm';
import type { Queryable } from '../../../db/pool.ts';

export interface LessonSums {
  lesson_id: number;
  learners: number;
  done: number;
  seconds: number;
  tenths: number[];
  takers: number;
  passed: number;
}

/**
 * What learners did in each lesson of a course that was not removed: a film's tenth counts who watched any second of it. One pass over
 * the course's progress, by `lesson_progress_of_item`.
 */
export async function sumLessons(db: Queryable, item_id: number): Promise<LessonSums[]> {
  const { rows } = await db.execute<
    Record<'id' | 'learners' | 'done' | 'seconds' | 'takers' | 'passed', string> & { tenths: number[] }
  >(sql`
    with l as (select id, duration_s from lessons where item_id = ${item_id} and removed_at is null),
    p as (select p.* from lesson_progress p join l on l.id = p.lesson_id where p.item_id = ${item_id}),
    q as (select a.lesson_id, count(distinct a.user_id) takers, count(distinct a.user_id) filter (where a.passed) passed
      from quiz_answers a join l on l.id = a.lesson_id group by a.lesson_id)
    select l.id, coalesce(s.learners, 0) learners, coalesce(s.done, 0) done, coalesce(s.seconds, 0) seconds,
      coalesce(q.takers, 0) takers, coalesce(q.passed, 0) passed,
      case when l.duration_s > 0 then (select array_agg(n order by tenth) from (select tenth, (select count(*)::int from p
          where p.lesson_id = l.id and p.watched && int4multirange(int4range(
            floor(l.duration_s * tenth / 10.0)::int, greatest(floor(l.duration_s * tenth / 10.0)::int + 1, floor(l.duration_s * (tenth + 1) / 10.0)::int)))) n
        from generate_series(0, 9) tenth) t) else '{}' end tenths
    from l left join (select lesson_id, count(*) learners, count(done_at) done, sum(seconds) seconds from p group by lesson_id) s on s.lesson_id = l.id
    left join q on q.lesson_id = l.id`);
  return rows.map((row) => ({
    ...{ lesson_id: Number(row.id), learners: Number(row.learners), done: Number(row.done), seconds: Number(row.seconds) },
    ...{ tenths: (row.tenths ?? []).map(Number), takers: Number(row.takers), passed: Number(row.passed) },
  }));
}

/** How many people learnt in each course, and how many finished all that learners see of it. */
export async function countLearners(db: Queryable, item_id: number): Promise<{ learners: number; finished: number }> {
  const { rows } = await db.execute<{ learners: string; finished: string }>(sql`
    with seen as (select id from lessons where item_id = ${item_id} and state = 'ready' and shown and removed_at is null),
    p as (select user_id, count(*) filter (where done_at is not null and lesson_id in (select id from seen)) done
      from lesson_progress where item_id = ${item_id} and (seconds > 0 or done_at is not null) group by user_id)
    select count(*) learners, count(*) filter (where done = (select count(*) from seen) and done > 0) finished from p`);
  return { learners: Number(rows[0]?.learners ?? 0), finished: Number(rows[0]?.finished ?? 0) };
}

/** Questions of a teacher's learners without an answer, by course. */
export async function countWaiting(db: Queryable, teacher_id: number): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ item_id: string; num: string }>(sql`
    select item_id, count(*) num from course_questions where teacher_id = ${teacher_id} and answered_at is null and not hidden group by item_id`);
  return new Map(rows.map((row) => [Number(row.item_id), Number(row.num)]));
}
