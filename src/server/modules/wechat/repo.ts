import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/pool.ts';
import type { WechatPerson } from '../../providers/wechat-login/port.ts';
import { wechat_identities, wechat_logins } from './tables.ts';

export type WechatLoginRow = typeof wechat_logins.$inferSelect;
export type WechatIdentityRow = typeof wechat_identities.$inferSelect;

export async function insertLogin(db: Queryable, row: typeof wechat_logins.$inferInsert): Promise<void> {
  await db.insert(wechat_logins).values(row);
}

/** The login that this token of this browser is about, whatever became of it. */
export async function findLogin(db: Queryable, token_hash: string, browser_hash: string): Promise<WechatLoginRow | null> {
  const rows = await db
    .select()
    .from(wechat_logins)
    .where(and(eq(wechat_logins.token_hash, token_hash), eq(wechat_logins.browser_hash, browser_hash)));
  return rows[0] ?? null;
}

export async function findByState(db: Queryable, state_hash: string): Promise<WechatLoginRow | null> {
  return (await db.select().from(wechat_logins).where(eq(wechat_logins.state_hash, state_hash)))[0] ?? null;
}

/** Moves a login on, if it is in one of `from` and not over. False: it is not. */
export async function moveLogin(
  db: Queryable,
  { id, from, to, now, person }: { id: number; from: readonly string[]; to: string; now: Date; person?: WechatPerson },
): Promise<boolean> {
  const rows = await db
    .update(wechat_logins)
    .set({ status: to, ...person })
    .where(and(eq(wechat_logins.id, id), inArray(wechat_logins.status, [...from]), gt(wechat_logins.expires_at, now)))
    .returning({ id: wechat_logins.id });
  return rows.length > 0;
}

/** Who agreed has a while longer to name their phone. */
export async function prolongLogin(db: Queryable, id: number, expires_at: Date): Promise<void> {
  await db.update(wechat_logins).set({ expires_at }).where(eq(wechat_logins.id, id));
}

/** A link that failed may be tried by another code, not by this login. */
export async function deleteOldLogins(db: Queryable, before: Date): Promise<void> {
  await db.delete(wechat_logins).where(lt(wechat_logins.expires_at, before));
}

export async function findIdentity(db: Queryable, unionid: string): Promise<WechatIdentityRow | null> {
  return (await db.select().from(wechat_identities).where(eq(wechat_identities.unionid, unionid)))[0] ?? null;
}

export async function identityOf(db: Queryable, user_id: number): Promise<WechatIdentityRow | null> {
  return (await db.select().from(wechat_identities).where(eq(wechat_identities.user_id, user_id)))[0] ?? null;
}

/** False: this WeChat or this user is linked already. */
export async function insertIdentity(db: Tx, row: typeof wechat_identities.$inferInsert): Promise<boolean> {
  const rows = await db.insert(wechat_identities).values(row).onConflictDoNothing().returning({ id: wechat_identities.id });
  return rows.length > 0;
}

/** What WeChat says of the person now; the openid of another application of ours differs. */
export async function touchIdentity(db: Queryable, id: number, { openid, nickname }: { openid: string; nickname: string }): Promise<void> {
  await db
    .update(wechat_identities)
    .set({ openid, nickname })
    .where(
      and(
        eq(wechat_identities.id, id),
        sql`(${wechat_identities.openid}, ${wechat_identities.nickname}) is distinct from (${openid}, ${nickname})`,
      ),
    );
}

export async function deleteIdentity(db: Queryable, user_id: number): Promise<boolean> {
  const rows = await db.delete(wechat_identities).where(eq(wechat_identities.user_id, user_id)).returning({ id: wechat_identities.id });
  return rows.length > 0;
}
