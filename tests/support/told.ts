import { sql } from 'drizzle-orm';
import type { TestApp } from './app.ts';

export interface Told {
  topic: string;
  title: string;
  content: string;
  href: string;
}

/** The messages of a user, the first first; of one topic where it is named. */
export async function toldTo(t: TestApp, user_id: number, topic?: 'wallet' | 'coupon' | 'vip'): Promise<Told[]> {
  const { rows } = await t.app.db.execute<Told & Record<string, unknown>>(
    sql`select topic, title, content, href from notices where user_id = ${user_id} and topic = coalesce(${topic ?? null}, topic) order by id`,
  );
  return rows;
}
