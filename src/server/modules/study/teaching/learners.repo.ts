import { type SQL, sql } from 'drizzle-orm';
import { type CourseLearners, LEARNER_STATES, type LearnerState } from '#contract/teaching.ts';
import type { Queryable } from '../../../db/pool.ts';
import { grantsOfItem } from '../../access/index.ts';
import { openUsers } from '../../identity/index.ts';

/** Whose course it is, and which of its learners: by state and by a part of their name. */
export type LearnersOf = { item_id: number; teacher_id: number; states: readonly LearnerState[]; name?: string };

/** Who has a right to a course, or did something of it and had no right taken back. One pass over rights and progress of the course, by their indexes. */
const learners = (columns: SQL, { item_id, teacher_id, states, name = '' }: LearnersOf): SQL => sql`
  with seen as (select id, type from lessons where item_id = ${item_id} and state = 'ready' and shown and removed_at is null),
  had as (select user_id, bool_or(revoked_at is null) as has from ${grantsOfItem(item_id)} g group by user_id),
  learnt as (select user_id, max(updated_at) as at, bool_or(seconds > 0 or done_at is not null) as begun,
      count(*) filter (where done_at is not null and lesson_id in (select id from seen))::int as done
    from lesson_progress where item_id = ${item_id} group by user_id),
  handed as (select user_id, count(distinct lesson_id)::int as handed from hand_ins
    where teacher_id = ${teacher_id} and item_id = ${item_id} and lesson_id in (select id from seen) group by user_id),
  l as (select u.id, u.nickname, coalesce(done, 0) as done, coalesce(handed, 0) as handed, case when begun then at end as at,
      case when done > 0 and done = (select count(*) from seen) then 'done' when begun then 'begun' else 'new' end as state
    from had full join learnt using (user_id) left join handed using (user_id) join ${openUsers} u on u.id = user_id
    where user_id <> ${teacher_id} and coalesce(has, begun))
  select id::float8 as id, ${columns} from l where state = any(${sql.param([...states])}::text[]) and position(lower(${name}) in lower(nickname)) > 0`;

/** Who learnt last first, then who has not begun; each with how many there are in all. */
export async function findLearners(db: Queryable, of: LearnersOf, offset: number, limit: number) {
  const columns = sql`nickname, state, done, handed, coalesce(floor(extract(epoch from at)), 0)::float8 as at, (select count(*)::int from seen) as lesson_num,
    (select count(*)::int from seen where type = 'exercise') as exercise_num, (count(*) over ())::int as total`;
  const page = sql`${learners(columns, of)} order by l.at desc nulls last, id limit ${limit} offset ${offset}`;
  return (await db.execute<CourseLearners['list'][number] & { total: number }>(page)).rows;
}

/** How many learners there are in each state. */
export async function countLearners(db: Queryable, of: Omit<LearnersOf, 'states'>): Promise<Partial<Record<LearnerState, number>>> {
  const counted = sql`select state, count(*)::int as n from (${learners(sql`state`, { ...of, states: LEARNER_STATES })}) of group by state`;
  const { rows } = await db.execute<{ state: LearnerState; n: number }>(counted);
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

export async function findLearnerIds(db: Queryable, of: LearnersOf): Promise<number[]> {
  return (await db.execute<{ id: number }>(sql`${learners(sql`state`, of)} order by id`)).rows.map(({ id }) => id);
}
