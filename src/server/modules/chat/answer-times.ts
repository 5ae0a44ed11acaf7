import type { Queryable } from '../../db/pool.ts';
import { findAnswerTimes } from './repo.ts';

const ANSWERS = 50;

/**
 * How long these users take to answer in conversations: the median of their newest 50 answers, in seconds. Who answered nobody is absent.
 * One query for any number.
 */
export async function answerTimesOf(db: Queryable, user_ids: readonly number[]): Promise<Map<number, number>> {
  if (user_ids.length === 0) return new Map();
  const rows = await findAnswerTimes(db, [...new Set(user_ids)], ANSWERS);
  return new Map(rows.map(({ user_id, seconds }) => [user_id, seconds]));
}
