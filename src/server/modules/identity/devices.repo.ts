import { and, desc, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
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
  // when and from where an account was used is a log that the law wants for half a year (db/retention.ts)
  await db
    .update(tokens)
    .set({ revoked_at: sql`coalesce(${tokens.revoked_at}, ${now.toISOString()}::timestamptz)`, device: '' })
    .where(eq(tokens.user_id, user_id));
  await db.delete(passkeys).where(eq(passkeys.user_id, user_id));
  await db.delete(user_devices).where(eq(user_devices.user_id, user_id));
  await db.delete(one_time_codes).where(eq(one_time_codes.user_id, user_id));
  await db.delete(sms_codes).where(eq(sms_codes.mobile, mobile));
}

const see = statement<{ is_new: boolean; others: number }>(
  'identity_see_device',
  `with seen as (
     insert into user_devices (user_id, device_hash, device, network, first_at, last_at) values ($1, $2, $3, $4, $5, $5)
     on conflict (user_id, device_hash) do update set device = excluded.device, network = excluded.network, last_at = excluded.last_at
     returning (xmax = 0) as is_new)
   select is_new, (select count(*)::int from user_devices where user_id = $1 and device_hash <> $2) as others from seen`,
);

/** Notes a login from a browser: whether this user had it before, and how many others they have. */
export async function seeDevice(
  db: Tx,
  of: { user_id: number; device_hash: string; device: string; network: string; now: Date },
): Promise<{ is_new: boolean; others: number }> {
  const rows = await see(db, [of.user_id, of.device_hash, of.device, of.network, of.now]);
  return rows[0] ?? { is_new: false, others: 0 };
}

/** Keeps the `most` last used ones. */
export async function forgetOldDevices(db: Tx, user_id: number, most: number): Promise<void> {
  const kept = db
    .select({ hash: user_devices.device_hash })
    .from(user_devices)
    .where(eq(user_devices.user_id, user_id))
    .orderBy(desc(user_devices.last_at))
    .limit(most);
  await db.delete(user_devices).where(and(eq(user_devices.user_id, user_id), sql`${user_devices.device_hash} not in (${kept})`));
}

const networks = statement<{ shared: boolean }>(
  'identity_shared_networks',
  `select exists (select 1 from tokens a join tokens b on b.network = a.network
     where a.user_id = $1 and b.user_id = $2 and a.network <> '' and a.network !~ '^(127[.]|::1)'
       and least(a.expires_at, a.revoked_at) > $3 and least(b.expires_at, b.revoked_at) > $3) as shared`,
);

/** Whether two users signed in from the same network, by logins that had not ended then. */
export async function findSharedNetwork(db: Queryable, a: number, b: number, since: Date): Promise<boolean> {
  return (await networks(db, [a, b, since]))[0]?.shared ?? false;
}

const browsers = statement<{ user_id: number; device_hash: string }>(
  'identity_browsers',
  'select user_id, device_hash from user_devices where user_id = any($1::bigint[])',
);

/** Hashes of the browsers that users signed in with. */
export function findBrowsers(db: Queryable, user_ids: readonly number[]): Promise<Array<{ user_id: number; device_hash: string }>> {
  return browsers(db, [user_ids]);
}

const mobiles = statement<{ user_id: number; mobile: string }>(
  'identity_mobiles_open',
  'select id as user_id, mobile from users where id = any($1::bigint[]) and closed_at is null',
);

/** Phones of accounts that are not closed. */
export function findMobiles(db: Queryable, user_ids: readonly number[]): Promise<Array<{ user_id: number; mobile: string }>> {
  return mobiles(db, [user_ids]);
}

const beside = statement<{ user_id: number; device: string }>(
  'identity_beside_on_devices',
  `select b.user_id, max(a.device) as device from user_devices a join user_devices b using (device_hash)
   where a.user_id = $1 and b.user_id <> $1 group by b.user_id order by b.user_id limit $2`,
);

/** Others who signed in from a browser of this user, each with what that browser is. */
export function findUsersBeside(db: Queryable, user_id: number, most: number): Promise<Array<{ user_id: number; device: string }>> {
  return beside(db, [user_id, most]);
}

const of_browser = statement<{ user_id: number }>(
  'identity_users_of_browser',
  'select user_id from user_devices where device_hash = $1 order by last_at desc limit $2',
);

/** Who signed in from a browser, by the hash of its cookie. */
export async function findUsersOfBrowser(db: Queryable, device_hash: string, most: number): Promise<number[]> {
  return (await of_browser(db, [device_hash, most])).map(({ user_id }) => user_id);
}

/** Of the users those who signed in from a network that `most` or more of them share, by logins that had not ended then. */
export async function findCrowded(db: Queryable, user_ids: readonly number[], most: number, since: Date): Promise<number[]> {
  if (user_ids.length < most) return [];
  const live = and(
    inArray(tokens.user_id, [...user_ids]),
    sql`least(${tokens.expires_at}, ${tokens.revoked_at}) > ${since.toISOString()}::timestamptz`,
  );
  const crowds = db
    .select({ network: tokens.network })
    .from(tokens)
    .where(and(live, sql`${tokens.network} <> '' and ${tokens.network} !~ '^(127[.]|::1)'`))
    .groupBy(tokens.network)
    .having(sql`count(distinct ${tokens.user_id}) >= ${most}`);
  const rows = await db
    .selectDistinct({ user_id: tokens.user_id })
    .from(tokens)
    .where(and(live, inArray(tokens.network, crowds)));
  return rows.map(({ user_id }) => user_id);
}
