import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/pool.ts';
import { one_time_codes, tokens } from './tables.ts';

interface Wanted {
  purpose: string;
  code_hash: string;
  now: Date;
}

export type OneTimeRow = Pick<typeof one_time_codes.$inferSelect, 'user_id' | 'token_id' | 'payload'>;

const good = ({ purpose, code_hash, now }: Wanted) =>
  and(
    eq(one_time_codes.code_hash, code_hash),
    eq(one_time_codes.purpose, purpose),
    isNull(one_time_codes.used_at),
    gt(one_time_codes.expires_at, now),
    sql`(${one_time_codes.token_id} is null or exists (select 1 from ${tokens} t where t.id = ${one_time_codes.token_id} and t.revoked_at is null and t.expires_at > ${now}))`,
  );

const SHOWN = { user_id: one_time_codes.user_id, token_id: one_time_codes.token_id, payload: one_time_codes.payload };

export async function insertOneTime(db: Queryable, row: typeof one_time_codes.$inferInsert): Promise<void> {
  await db.insert(one_time_codes).values(row);
}

export async function takeOneTimeRow(db: Queryable, wanted: Wanted): Promise<OneTimeRow | null> {
  const rows = await db.update(one_time_codes).set({ used_at: wanted.now }).where(good(wanted)).returning(SHOWN);
  return rows[0] ?? null;
}

export async function findOneTime(db: Queryable, wanted: Wanted): Promise<OneTimeRow | null> {
  const rows = await db.select(SHOWN).from(one_time_codes).where(good(wanted));
  return rows[0] ?? null;
}

export async function deleteOldOneTime(db: Queryable, before: Date): Promise<void> {
  await db.delete(one_time_codes).where(lt(one_time_codes.expires_at, before));
}
