import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '../../db/pool.ts';
import { sandbox_wechat_codes } from './tables.ts';

export async function insertWechatCode(db: Queryable, code: string, person: string): Promise<void> {
  await db.insert(sandbox_wechat_codes).values({ code, person });
}

/** Whose the code is; null: unknown, or used before. */
export async function takeWechatCode(db: Queryable, code: string, now: Date): Promise<string | null> {
  const rows = await db
    .update(sandbox_wechat_codes)
    .set({ used_at: now })
    .where(and(eq(sandbox_wechat_codes.code, code), isNull(sandbox_wechat_codes.used_at)))
    .returning({ person: sandbox_wechat_codes.person });
  return rows[0]?.person ?? null;
}
