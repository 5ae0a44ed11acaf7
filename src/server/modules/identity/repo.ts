import { and, desc, eq, gt, inArray, isNull, lt, max, ne, or, type SQL, sql } from 'drizzle-orm';
import type { EditableProfile, ProfileInput, PublicUser } from '#contract/identity.ts';
import type { Role } from '#contract/staff.ts';
import { batched, byKey } from '../../db/batched.ts';
import { type Queryable, sqlState, type Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import type { TokenHolder } from './authenticate.ts';
import type { SmsCounts, SmsSent } from './send-code.ts';
import { sms_codes, tokens, users } from './tables.ts';

export type UserRow = typeof users.$inferSelect;
export type UserCounter = 'fans_num' | 'works_num' | 'view_num';

const holders = statement<TokenHolder & { n: number }>(
  'identity_token_holders',
  `select k.n, t.id as token_id, t.user_id, u.roles, t.expires_at
   from unnest($1::text[], $2::timestamptz[]) with ordinality as k(token_hash, now, n)
   join tokens t on t.token_hash = k.token_hash and t.revoked_at is null and t.expires_at > k.now
   join users u on u.id = t.user_id and not u.blocked`,
);

const holderOf = batched(async (db, keys: readonly { token_hash: string; now: Date }[]) => {
  const rows = await holders(db, [keys.map(({ token_hash }) => token_hash), keys.map(({ now }) => now)]);
  return byKey(rows, keys.length).map(([row]): TokenHolder | null => {
    if (!row) return null;
    const { token_id, user_id, roles, expires_at } = row;
    return { token_id, user_id, roles, expires_at };
  });
});

/** Who holds a token that is good at `now`; look-ups of many requests at once share a statement. */
export function findToken(db: Queryable, token_hash: string, now: Date): Promise<TokenHolder | null> {
  return holderOf(db, { token_hash, now });
}

/** Only ever later, and never for a revoked token. */
export async function extendToken(db: Queryable, token_id: number, expires_at: Date): Promise<void> {
  await db
    .update(tokens)
    .set({ expires_at })
    .where(and(eq(tokens.id, token_id), isNull(tokens.revoked_at), lt(tokens.expires_at, expires_at)));
}

/** The new id, or null when the phone has a user already. */
export async function insertUser(db: Queryable, values: typeof users.$inferInsert): Promise<number | null> {
  const rows = await db.insert(users).values(values).onConflictDoNothing({ target: users.mobile }).returning({ id: users.id });
  return rows[0]?.id ?? null;
}

const PUBLIC = {
  id: users.id,
  nickname: users.nickname,
  headimgurl: users.headimgurl,
  city: users.city,
  introduction: users.introduction,
  show_job: users.show_job,
  fans_num: users.fans_num,
  works_num: users.works_num,
  view_num: users.view_num,
};

/** What everybody may know of a user, and whether the account was closed. */
export type Person = PublicUser & { closed: boolean };

const publicRows = statement<Person>(
  'identity_public_users',
  `select ${Object.values(PUBLIC)
    .map((column) => column.name)
    .join(', ')}, closed_at is not null as closed from users where id = any($1::bigint[])`,
);

/** Accounts that are not closed, with their names, for lists of others. */
export const openUsers = sql`(select id, nickname from users where closed_at is null)`;

/** Names of those who work here; few, and by an index of their own. */
export async function findStaffNames(db: Queryable): Promise<string[]> {
  const rows = await db.select({ nickname: users.nickname }).from(users).where(sql`${users.roles} <> '{}'`).limit(500);
  return rows.map(({ nickname }) => nickname);
}

/** Unknown ids are absent; readers at the same time share a statement. */
export const findPeople: (db: Queryable, ids: readonly number[]) => Promise<Person[]> = batched(
  async (db, keys: readonly (readonly number[])[]) => {
    const rows = new Map((await publicRows(db, [[...new Set(keys.flat())]])).map((row) => [row.id, row]));
    return keys.map((ids) => ids.flatMap((id) => rows.get(id) ?? []));
  },
);

export function findTopPublishers(db: Queryable, limit: number): Promise<PublicUser[]> {
  return db
    .select(PUBLIC)
    .from(users)
    .where(and(gt(users.works_num, 0), eq(users.blocked, false)))
    .orderBy(desc(users.fans_num), desc(users.id))
    .limit(limit);
}

// accounts that begin so are walked in the order of the index: many are called 用户 and have no works
const named = statement<Pick<PublicUser, 'id' | 'nickname' | 'works_num'>>(
  'identity_publishers_named',
  `select id, nickname, works_num from (
     select id, nickname, works_num, blocked, closed_at from users where nickname ~>=~ $1 and nickname ~<~ $2
     order by nickname using ~<~ limit 200
   ) as begun where works_num > 0 and not blocked and closed_at is null order by works_num desc, id limit $3`,
);

/** Publishers whose name begins so. */
export function findPublishersNamed(db: Queryable, text: string, limit: number) {
  return named(db, [text, `${text}\u{10ffff}`, limit]);
}

export async function addToCounter(db: Queryable, user_id: number, counter: UserCounter, delta: number): Promise<void> {
  const column = users[counter];
  await db
    .update(users)
    .set({ [counter]: sql`greatest(0, ${column} + ${delta})` })
    .where(eq(users.id, user_id));
}

const publisherCounts = statement<{ works_changed: boolean }>(
  'identity_publisher_counts',
  `update users set works_num = counted.works, view_num = counted.views
   from (select u.id, u.works_num as before, coalesce(c.works, 0) as works, coalesce(c.views, 0) as views
         from users u left join unnest($1::bigint[], $2::bigint[], $3::bigint[]) as c (id, works, views) on c.id = u.id
         where u.works_num > 0 or c.id is not null) as counted
   where users.id = counted.id and (users.works_num, users.view_num) is distinct from (counted.works, counted.views)
   returning counted.before <> counted.works as works_changed`,
);

/** Writes what differs. True when somebody's number of works does; reads move all the time. */
export async function writePublisherCounts(
  db: Queryable,
  counts: ReadonlyArray<{ publisher_id: number; works_num: number; view_num: number }>,
): Promise<boolean> {
  const columns = [counts.map((c) => c.publisher_id), counts.map((c) => c.works_num), counts.map((c) => c.view_num)];
  return (await publisherCounts(db, columns)).some((row) => row.works_changed);
}

export async function findUser(db: Queryable, id: number): Promise<UserRow | null> {
  const rows = await db.select().from(users).where(eq(users.id, id));
  return rows[0] ?? null;
}

const open = statement<{ id: number }>(
  'identity_open_accounts',
  'select id from users where id = any($1::bigint[]) and not blocked and closed_at is null',
);

/** Whether the account is neither blocked nor closed; look-ups at the same time share a statement. */
export const findOpenAccount: (db: Queryable, id: number) => Promise<boolean> = batched(async (db, ids: readonly number[]) => {
  const found = new Set((await open(db, [[...new Set(ids)]])).map(({ id }) => id));
  return ids.map((id) => found.has(id));
});

const mobiles = statement<{ id: number; mobile: string }>('identity_mobiles', 'select id, mobile from users where id = any($1::bigint[])');

export async function findMobiles(db: Queryable, ids: readonly number[]): Promise<Map<number, string>> {
  return new Map((await mobiles(db, [[...new Set(ids)]])).map(({ id, mobile }) => [id, mobile]));
}

export async function findUserByMobile(db: Queryable, mobile: string): Promise<UserRow | null> {
  const rows = await db.select().from(users).where(eq(users.mobile, mobile));
  return rows[0] ?? null;
}

/** By phone, of those that are there. */
export async function findIdsByMobile(db: Queryable, mobiles: readonly string[]): Promise<Map<string, number>> {
  if (mobiles.length === 0) return new Map();
  const rows = await db
    .select({ id: users.id, mobile: users.mobile })
    .from(users)
    .where(inArray(users.mobile, [...mobiles]));
  return new Map(rows.map(({ id, mobile }) => [mobile, id]));
}

export async function setPasswordHash(db: Tx, user_id: number, password_hash: string): Promise<void> {
  await db.update(users).set({ password_hash }).where(eq(users.id, user_id));
}

export async function updateProfile(db: Queryable, user_id: number, profile: ProfileInput): Promise<void> {
  const { nickname, birthday, sex, show_company, show_job } = profile;
  await db.update(users).set({ nickname, birthday, sex, show_company, show_job }).where(eq(users.id, user_id));
}

export async function updateOwnFields(db: Queryable, user_id: number, profile: EditableProfile): Promise<void> {
  const { nickname, city, show_company, show_job } = profile;
  await db.update(users).set({ nickname, city, show_company, show_job }).where(eq(users.id, user_id));
}

export async function setHeadimg(db: Queryable, user_id: number, headimgurl: string): Promise<void> {
  await db.update(users).set({ headimgurl }).where(eq(users.id, user_id));
}

const mobileOf = statement<{ id: number }>(
  'identity_set_mobile',
  'update users set mobile = $2 where id = $1 and not exists (select 1 from users other where other.mobile = $2) returning id',
);

/** False when the phone has a user already; then the transaction must end. */
export async function setMobile(db: Tx, user_id: number, mobile: string): Promise<boolean> {
  try {
    return (await mobileOf(db, [user_id, mobile])).length > 0;
  } catch (error) {
    // registered at this very moment
    if (sqlState(error) === '23505') return false;
    throw error;
  }
}

const openToken = statement(
  'identity_open_token',
  `insert into tokens (user_id, token_hash, created_at, expires_at, device, network, way, proven_at)
   select id, $2, $3, $4, $6, $7, $8, $9 from users where id = $1 and not blocked and ($5::text is null or password_hash = $5) for share
   returning id`,
);

/** False when the user is blocked or, with `password_hash`, has another one now. Waits for a change of the user that is under way. */
export async function insertToken(
  db: Queryable,
  token: Pick<
    typeof tokens.$inferInsert,
    'user_id' | 'token_hash' | 'device' | 'network' | 'way' | 'proven_at' | 'created_at' | 'expires_at'
  > & {
    password_hash: string | null;
  },
): Promise<boolean> {
  const { user_id, token_hash, created_at, expires_at, password_hash, device, network, way, proven_at } = token;
  const values = [user_id, token_hash, created_at, expires_at, password_hash, device, network, way, proven_at ?? null];
  return (await openToken(db, values)).length === 1;
}

/** Which logins of a user: all, one, or all but one. */
export interface WhichLogins {
  user_id: number;
  token_id?: number;
  but?: number;
}

/** Ends open logins and says which. */
export async function revokeTokens(db: Queryable, { user_id, token_id, but }: WhichLogins, now: Date): Promise<number[]> {
  const rows = await db
    .update(tokens)
    .set({ revoked_at: now })
    .where(
      and(
        eq(tokens.user_id, user_id),
        isNull(tokens.revoked_at),
        gt(tokens.expires_at, now),
        token_id === undefined ? undefined : eq(tokens.id, token_id),
        but === undefined ? undefined : ne(tokens.id, but),
      ),
    )
    .returning({ id: tokens.id });
  return rows.map(({ id }) => id);
}

const standing = statement<{ n: number }>(
  'identity_standing_logins',
  `select k.n from unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) with ordinality as k(token_id, user_id, now, n)
   join tokens t on t.id = k.token_id and t.revoked_at is null and t.expires_at > k.now
   join users holder on holder.id = t.user_id and not holder.blocked
   join users u on u.id = coalesce(k.user_id, t.user_id) and not u.blocked and u.closed_at is null`,
);

/** Whether the login is open at `now` and both its holder and the user for whom it acted may sign in; look-ups at once share a statement. */
export const findStanding: (db: Queryable, of: { token_id: number; user_id: number | null; now: Date }) => Promise<boolean> = batched(
  async (db, keys: readonly { token_id: number; user_id: number | null; now: Date }[]) => {
    const columns = [keys.map(({ token_id }) => token_id), keys.map(({ user_id }) => user_id), keys.map(({ now }) => now)];
    const found = new Set((await standing(db, columns)).map(({ n }) => Number(n)));
    return keys.map((_key, at) => found.has(at + 1));
  },
);

export async function writeProof(db: Queryable, token_id: number, now: Date): Promise<void> {
  await db.update(tokens).set({ proven_at: now }).where(eq(tokens.id, token_id));
}

export async function isProvenSince(db: Queryable, token_id: number, since: Date): Promise<boolean> {
  return (await db.$count(tokens, and(eq(tokens.id, token_id), gt(tokens.proven_at, since)))) > 0;
}

export type TokenRow = Pick<typeof tokens.$inferSelect, 'id' | 'device' | 'network' | 'way' | 'created_at' | 'expires_at'>;

/** Logins that are open at `now`, the newest first. */
export function findLogins(db: Queryable, user_id: number, now: Date): Promise<TokenRow[]> {
  return db
    .select({
      ...{ id: tokens.id, device: tokens.device, network: tokens.network, way: tokens.way },
      ...{ created_at: tokens.created_at, expires_at: tokens.expires_at },
    })
    .from(tokens)
    .where(and(eq(tokens.user_id, user_id), isNull(tokens.revoked_at), gt(tokens.expires_at, now)))
    .orderBy(desc(tokens.id))
    .limit(100);
}

export async function lockUser(db: Tx, id: number): Promise<UserRow | null> {
  const rows = await db.select().from(users).where(eq(users.id, id)).for('update');
  return rows[0] ?? null;
}

export async function lockUserByMobile(db: Tx, mobile: string): Promise<UserRow | null> {
  const rows = await db.select().from(users).where(eq(users.mobile, mobile)).for('update');
  return rows[0] ?? null;
}

export async function writeBlocked(db: Tx, id: number, blocked: boolean): Promise<void> {
  await db.update(users).set({ blocked }).where(eq(users.id, id));
}

export async function writeRolesOf(db: Tx, id: number, roles: Role[]): Promise<void> {
  await db.update(users).set({ roles }).where(eq(users.id, id));
}

export async function deleteOldTokens(db: Queryable, before: Date): Promise<void> {
  await db.delete(tokens).where(or(lt(tokens.expires_at, before), lt(tokens.revoked_at, before)));
}

/** Held to the end of the transaction: calls for one address, then for one phone, pass one after the other. */
export async function lockCodeQuota(db: Tx, address: string, mobile: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sms address ${address}`}, 0))`);
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sms mobile ${mobile}`}, 0))`);
}

interface CountQuestion {
  mobile: string;
  address: string;
  now: Date;
  since: { minute: Date; hour: Date; day: Date };
}

export async function countCodes(db: Tx, question: CountQuestion): Promise<SmsSent> {
  const to_mobile = eq(sms_codes.mobile, question.mobile);
  const for_address = eq(sms_codes.address, question.address);
  return {
    mobile: await countWhere(db, to_mobile, question),
    address: await countWhere(db, for_address, question),
    pair: await countWhere(db, sql`${to_mobile} and ${for_address}`, question),
  };
}

async function countWhere(db: Tx, whose: SQL, { now, since }: CountQuestion): Promise<SmsCounts> {
  const counted = (from: Date) => sql<number>`count(*) filter (where ${gt(sms_codes.created_at, from)})`;
  const earliest = new Date(Math.min(since.day.getTime(), since.hour.getTime()));
  const rows = await db
    .select({
      minute: counted(since.minute),
      hour: counted(since.hour),
      day: counted(since.day),
      newest: max(sms_codes.created_at),
    })
    .from(sms_codes)
    .where(and(whose, gt(sms_codes.created_at, earliest)));
  const row = rows[0];
  const newest_s = row?.newest ? Math.floor((now.getTime() - row.newest.getTime()) / 1000) : null;
  return { minute: row?.minute ?? 0, hour: row?.hour ?? 0, day: row?.day ?? 0, newest_s };
}

export async function insertCode(db: Tx, values: typeof sms_codes.$inferInsert): Promise<number> {
  const rows = await db.insert(sms_codes).values(values).returning({ id: sms_codes.id });
  return rows[0]!.id;
}

export async function deleteCode(db: Queryable, id: number): Promise<void> {
  await db.delete(sms_codes).where(eq(sms_codes.id, id));
}

export async function deleteOldCodes(db: Queryable, before: Date): Promise<void> {
  await db.delete(sms_codes).where(lt(sms_codes.created_at, before));
}

/** The last code sent to the phone for one of the purposes, whatever its state. Older ones no longer open anything. */
export async function findNewestCode(db: Queryable, mobile: string, purposes: string[]): Promise<typeof sms_codes.$inferSelect | null> {
  const rows = await db
    .select()
    .from(sms_codes)
    .where(and(eq(sms_codes.mobile, mobile), inArray(sms_codes.purpose, purposes)))
    .orderBy(desc(sms_codes.created_at), desc(sms_codes.id))
    .limit(1);
  return rows[0] ?? null;
}

/**
 * One attempt, in one statement: a wrong text counts, a right one with `claim` uses the code up. False when the code is used, expired or has no
 * attempt left.
 */
export async function tryCode(
  db: Queryable,
  attempt: { id: number; right: boolean; claim: boolean; now: Date; tries: number },
): Promise<boolean> {
  const change = attempt.right
    ? attempt.claim
      ? { used_at: attempt.now }
      : { tries: sql`${sms_codes.tries}` }
    : { tries: sql`${sms_codes.tries} + 1` };
  const rows = await db
    .update(sms_codes)
    .set(change)
    .where(
      and(
        eq(sms_codes.id, attempt.id),
        isNull(sms_codes.used_at),
        gt(sms_codes.expires_at, attempt.now),
        lt(sms_codes.tries, attempt.tries),
      ),
    )
    .returning({ id: sms_codes.id });
  return rows.length === 1;
}

/** False when those who did not ask for the code have tried it as often as they may. */
export async function takeStrangersTry(db: Queryable, code_id: number, most: number): Promise<boolean> {
  const rows = await db
    .update(sms_codes)
    .set({ strangers_tries: sql`${sms_codes.strangers_tries} + 1` })
    .where(and(eq(sms_codes.id, code_id), lt(sms_codes.strangers_tries, most)))
    .returning({ id: sms_codes.id });
  return rows.length === 1;
}

export async function releaseCode(db: Queryable, id: number): Promise<void> {
  await db.update(sms_codes).set({ used_at: null }).where(eq(sms_codes.id, id));
}
