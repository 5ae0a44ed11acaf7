import { and, eq, lt, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/pool.ts';
import { captchas } from './tables.ts';

export async function insertCaptcha(
  db: Queryable,
  row: { key: string; answer_hash: string; created_at: Date; expires_at: Date },
): Promise<void> {
  await db.insert(captchas).values(row);
}

/**
 * Takes one attempt at a captcha and, with the right answer, the captcha itself: one statement, so of parallel uses one wins. Null: unknown,
 * expired, used up or used; else whether the answer was right.
 */
export async function tryCaptcha(
  db: Queryable,
  { key, answer_hash, now, max_tries }: { key: string; answer_hash: string; now: Date; max_tries: number },
): Promise<boolean | null> {
  const rows = await db
    .update(captchas)
    .set({
      tries: sql`${captchas.tries} + 1`,
      used_at: sql`case when ${captchas.answer_hash} = ${answer_hash} then ${now.toISOString()}::timestamptz end`,
    })
    .where(
      and(
        eq(captchas.key, key),
        sql`${captchas.used_at} is null`,
        sql`${captchas.tries} < ${max_tries}`,
        sql`${captchas.expires_at} > ${now.toISOString()}::timestamptz`,
      ),
    )
    .returning({ used_at: captchas.used_at });
  return rows[0] ? rows[0].used_at !== null : null;
}

export async function deleteCaptchas(db: Queryable, expired_before: Date): Promise<void> {
  await db.delete(captchas).where(lt(captchas.expires_at, expired_before));
}
