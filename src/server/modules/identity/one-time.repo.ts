import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Queryable } from '../../db/pool.ts';
import { one_time_codes } from './tables.ts';

interface Wanted {
  purpose: string;
  code_hash: string;
  now: Date;
}

const good = ({ purpose, code_hash, now }: Wanted) =>
  and(
    eq(one_time_codes.code_hash, code_hash),
    eq(one_time_codes.purpose, purpose),
    isNull(one_time_codes.used_at),
    gt(one_time_codes.expires_at, now),
  );

const SHOWN = { user_id: one_time_codes.user_id, payload: one_time_codes.payload };

export async function insertOneTime(db: Queryable, row: typeof one_time_codes.$inferInsert): Promise<void> {
  await db.insert(one_time_codes).values(row);
}

export async function takeOneTimeRow(db: Queryable, wanted: Wanted): Promise<{ user_id: number | null; payload: string } | null> {
  const rows = await db.update(one_time_codes).set({ used_at: wanted.now }).where(good(wanted)).returning(SHOWN);
  return rows[0] ?? null;
}

export async function findOneTime(db: Queryable, wanted: Wanted): Promise<{ user_id: number | null; payload: string } | null> {
  const rows = await db.select(SHOWN).from(one_time_codes).where(good(wanted));
  return rows[0] ?? null;
}

export async function deleteOldOneTime(db: Queryable, before: Date): Promise<void> {
  await db.delete(one_time_codes).where(lt(one_time_codes.expires_at, before));
}
