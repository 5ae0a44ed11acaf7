import { and, eq, isNotNull, isNull, lte } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/pool.ts';
import { CLOSED_NAME } from './public-users.ts';
import { one_time_codes, passkeys, sms_codes, tokens, user_devices, users } from './tables.ts';

/** True when the account was to be closed and stays now. */
export async function keepAccount(db: Queryable, user_id: number): Promise<boolean> {
  const rows = await db
    .update(users)
    .set({ closing_at: null })
    .where(and(eq(users.id, user_id), isNotNull(users.closing_at), isNull(users.closed_at)))
    .returning({ id: users.id });
  return rows.length > 0;
}

export async function writeClosing(db: Tx, user_id: number, closing_at: Date): Promise<void> {
  await db.update(users).set({ closing_at }).where(eq(users.id, user_id));
}

/** Accounts whose days of grace are over. */
export async function findDueClosings(db: Queryable, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(lte(users.closing_at, now), isNull(users.closed_at)))
    .orderBy(users.closing_at)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** What says who somebody was goes; the row stays, because orders and the ledger name it. The number is free again. */
export async function eraseUser(db: Tx, user_id: number, now: Date, mobile: string): Promise<void> {
  await db
    .update(users)
    .set({
      ...{ mobile: `closed-${user_id}`, password_hash: null, nickname: CLOSED_NAME, headimgurl: '', city: '', introduction: '' },
      ...{ birthday: null, sex: 0, show_company: '', show_job: '', roles: [], blocked: true, web_channel_id: null },
      closed_at: now,
    })
    .where(eq(users.id, user_id));
  await db.delete(tokens).where(eq(tokens.user_id, user_id));
  await db.delete(passkeys).where(eq(passkeys.user_id, user_id));
  await db.delete(user_devices).where(eq(user_devices.user_id, user_id));
  await db.delete(one_time_codes).where(eq(one_time_codes.user_id, user_id));
  await db.delete(sms_codes).where(eq(sms_codes.mobile, mobile));
}
