import { and, eq, gte, inArray, like, sql } from 'drizzle-orm';
import type { NoticeChannel, NoticeTopic } from '#contract/notice.ts';
import { bothWays, dayFilters, type KeysetSource } from '../../db/keyset.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import type { Wishes } from './rules.ts';
import { notice_deliveries as deliveries, notices, notice_settings as settings } from './tables.ts';

export type SettingsRow = typeof settings.$inferSelect;
export type DeliveryRow = Omit<typeof deliveries.$inferSelect, 'channel'> & { channel: NoticeChannel };

export const wishesOf = (row: SettingsRow): Wishes => ({ ...row, has_mail: row.mail !== '' && row.mail_confirmed_at !== null });

/** By user; who never chose is absent. */
export async function findSettings(db: Queryable, user_ids: readonly number[]): Promise<Map<number, Wishes>> {
  const rows = await db
    .select()
    .from(settings)
    .where(inArray(settings.user_id, [...user_ids]));
  return new Map(rows.map((row) => [row.user_id, wishesOf(row)]));
}

/** Those of the users who do not want to be asked for ratings. */
export async function findUnasked(db: Queryable, user_ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .select({ user_id: settings.user_id })
    .from(settings)
    .where(and(inArray(settings.user_id, [...user_ids]), eq(settings.ask_rating, false)));
  return rows.map(({ user_id }) => user_id);
}

/** Those who have a notice whose key begins so since then. */
export async function findNotified(db: Queryable, user_ids: readonly number[], of: { key: string; since: Date }): Promise<number[]> {
  const rows = await db
    .select({ user_id: notices.user_id })
    .from(notices)
    .where(and(inArray(notices.user_id, [...user_ids]), like(notices.key, `${of.key}%`), gte(notices.created_at, of.since)));
  return rows.map(({ user_id }) => user_id);
}

export async function findOwnSettings(db: Queryable, user_id: number): Promise<SettingsRow | null> {
  return (await db.select().from(settings).where(eq(settings.user_id, user_id)))[0] ?? null;
}

/** Writes a part; the rest stays or becomes the default. */
export async function saveSettings(
  db: Queryable,
  user_id: number,
  fallback: { quiet_from: number; quiet_to: number },
  set: Partial<Omit<SettingsRow, 'user_id'>>,
): Promise<SettingsRow> {
  const rows = await db
    .insert(settings)
    .values({ user_id, ...fallback, ...set })
    .onConflictDoUpdate({ target: settings.user_id, set })
    .returning();
  return rows[0] as SettingsRow;
}

/** One more attempt at the code, counted before it is compared; null: no code is open, or too many were wrong. */
export async function countMailTry(db: Queryable, user_id: number, most: number): Promise<SettingsRow | null> {
  const open = and(eq(settings.user_id, user_id), sql`${settings.mail_code_hash} <> ''`, sql`${settings.mail_tries} < ${most}`);
  const rows = await db
    .update(settings)
    .set({ mail_tries: sql`${settings.mail_tries} + 1` })
    .where(open)
    .returning();
  return rows[0] ?? null;
}

export async function insertDeliveries(db: Tx, rows: ReadonlyArray<typeof deliveries.$inferInsert>): Promise<void> {
  // a statement takes 65535 values
  for (let i = 0; i < rows.length; i += 2_000)
    await db
      .insert(deliveries)
      .values(rows.slice(i, i + 2_000))
      .onConflictDoNothing();
}

/** Those that are due, not due again for `lease_ms`. A claim is no attempt: a process that is killed has not been refused. */
export async function claimDue(db: Queryable, now: Date, lease_ms: number, limit: number): Promise<DeliveryRow[]> {
  const due = db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(eq(deliveries.status, 'waiting'), sql`${deliveries.next_try_at} <= ${now}`))
    .orderBy(deliveries.next_try_at, deliveries.user_id, deliveries.id)
    .limit(limit)
    .for('update', { skipLocked: true });
  const rows = await db
    .update(deliveries)
    .set({ next_try_at: new Date(now.getTime() + lease_ms) })
    .where(inArray(deliveries.id, due))
    .returning();
  return rows as DeliveryRow[];
}

const failing = statement<{ num: number; failure: string | null }>(
  'notice_deliveries_failing',
  `select count(*)::int as num, max(failure) as failure from (
     select failure from notice_deliveries where status = 'waiting' and failure <> '' limit $1) f`,
);

/** Deliveries that did not go out and are tried again, counted no further than `most`, and why one of them did not. */
export async function countFailing(db: Queryable, most: number): Promise<{ num: number; failure: string }> {
  const [row] = await failing(db, [most]);
  return { num: row?.num ?? 0, failure: row?.failure ?? '' };
}

const givenUp = statement<{ n: number }>(
  'notice_deliveries_given_up',
  `select count(*)::int as n from (select 1 from notice_deliveries where status = 'failed' and ended_at >= $1 limit $2) counted`,
);

/** Deliveries that were given up since then, counted no further than `most`. */
export async function countGivenUp(db: Queryable, since: Date, most: number): Promise<number> {
  return (await givenUp(db, [since, most]))[0]?.n ?? 0;
}

export interface GivenUpLine {
  id: number;
  user_id: number;
  channel: NoticeChannel;
  topic: NoticeTopic | null;
  attempts: number;
  failure: string;
  ended_at: number;
}

/** Deliveries that were given up, for staff: what a message says stays its reader's. */
export const givenUpSource: KeysetSource = {
  select: sql`d.id, d.user_id, d.channel, n.topic, d.attempts, d.failure, floor(extract(epoch from d.ended_at))::bigint as ended_at`,
  from: sql`(select * from notice_deliveries where status = 'failed') d left join notices n on n.id = d.notice_id`,
  id: sql`d.id`,
  id_cast: 'bigint',
  filters: { channel: (value) => sql`d.channel = ${value}`, ...dayFilters(sql`d.ended_at`) },
  people: [sql`d.user_id`],
  search: (text) => (/^\d{1,15}$/.test(text) ? sql`d.user_id = ${text}::bigint` : sql`false`),
  orders: bothWays({ by: sql`d.ended_at`, cast: 'timestamptz' }),
};

/** Everything of a digest that still waits, the first message first. */
export async function findDigest(db: Queryable, user_id: number, due_at: Date): Promise<DeliveryRow[]> {
  const rows = await db
    .select()
    .from(deliveries)
    .where(
      and(eq(deliveries.user_id, user_id), eq(deliveries.digest, true), eq(deliveries.due_at, due_at), eq(deliveries.status, 'waiting')),
    )
    .orderBy(deliveries.id);
  return rows as DeliveryRow[];
}

export async function endDeliveries(
  db: Queryable,
  ids: readonly number[],
  set: { status: 'sent' | 'failed' | 'dropped'; ended_at: Date; failure?: string; attempts?: number },
): Promise<void> {
  await db
    .update(deliveries)
    .set(set)
    .where(and(inArray(deliveries.id, [...ids]), eq(deliveries.status, 'waiting')));
}

export async function retryDeliveries(
  db: Queryable,
  ids: readonly number[],
  set: { next_try_at: Date; failure: string; attempts: number },
): Promise<void> {
  await db
    .update(deliveries)
    .set(set)
    .where(and(inArray(deliveries.id, [...ids]), eq(deliveries.status, 'waiting')));
}

export interface Told {
  id: number;
  topic: string;
  title: string;
  content: string;
  href: string;
  read_at: Date | null;
}

/** Notices to deliver, by id. */
export async function findTold(db: Queryable, ids: readonly number[]): Promise<Map<number, Told>> {
  const { id, topic, title, content, href, read_at } = notices;
  const rows = await db
    .select({ id, topic, title, content, href, read_at })
    .from(notices)
    .where(inArray(id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Everything that somebody chose, and what is still on its way to them. */
export async function removeWaysOf(db: Tx, user_id: number, now: Date): Promise<void> {
  await db.delete(settings).where(eq(settings.user_id, user_id));
  await db
    .update(deliveries)
    .set({ status: 'dropped', ended_at: now })
    .where(and(eq(deliveries.user_id, user_id), eq(deliveries.status, 'waiting')));
}

const old = statement<{ n: number }>(
  'notices_forget',
  `with first as (select id, created_at from notices order by id limit $2),
   gone as (delete from notices where id in (select id from first where created_at < $1) returning id),
   sent as (delete from notice_deliveries where notice_id in (select id from gone))
   select count(*)::int as n from gone`,
);

/** Messages of before then with what went out of them, the oldest `most` at once. @returns how many */
export async function deleteOldNotices(db: Queryable, before: Date, most: number): Promise<number> {
  return (await old(db, [before, most]))[0]?.n ?? 0;
}
