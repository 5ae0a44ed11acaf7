import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { notices } from './tables.ts';

export type NoticeStored = Pick<typeof notices.$inferSelect, 'id' | 'topic' | 'title' | 'content' | 'href' | 'read_at' | 'created_at'>;

const send = statement<{ user_id: number }>(
  'notices_send',
  // in one order, so that two senders cannot wait for each other
  `insert into notices (user_id, topic, title, content, href, item_id, key, created_at)
   select u, $2, $3, $4, $5, $6::bigint, $7, $8::timestamptz from unnest($1::bigint[]) u order by u
   on conflict (user_id, key) do nothing returning user_id`,
);

/** Returns whom it is new to. */
export async function insertNotices(
  db: Queryable,
  user_ids: readonly number[],
  notice: { topic: string; title: string; content: string; href: string; item_id: number | null; key: string; at: Date },
): Promise<number[]> {
  const { topic, title, content, href, item_id, key, at } = notice;
  const rows = await send(db, [[...new Set(user_ids)], topic, title, content, href, item_id, key, at]);
  return rows.map(({ user_id }) => user_id);
}

const unread = statement<{ n: number }>(
  'notices_unread',
  // nobody reads on beyond a hundred, so no more are counted
  'select count(*)::int as n from (select 1 from notices where user_id = $1 and read_at is null limit $2) as counted',
);

export async function countUnread(db: Queryable, user_id: number, most: number): Promise<number> {
  return (await unread(db, [user_id, most]))[0]?.n ?? 0;
}

const ofUser = (user_id: number, only_unread: boolean) =>
  and(eq(notices.user_id, user_id), only_unread ? isNull(notices.read_at) : undefined);

export function findNotices(
  db: Queryable,
  { user_id, only_unread, offset, limit }: { user_id: number; only_unread: boolean; offset: number; limit: number },
): Promise<NoticeStored[]> {
  const { id, topic, title, content, href, read_at, created_at } = notices;
  return db
    .select({ id, topic, title, content, href, read_at, created_at })
    .from(notices)
    .where(ofUser(user_id, only_unread))
    .orderBy(sql`${notices.id} desc nulls last`)
    .offset(offset)
    .limit(limit);
}

export function countNotices(db: Queryable, user_id: number, only_unread: boolean): Promise<number> {
  return db.$count(notices, ofUser(user_id, only_unread));
}

/** False: this user has no such notice. Read again stays as it was. */
export async function markRead(db: Queryable, user_id: number, id: number, now: Date): Promise<boolean> {
  const rows = await db
    .update(notices)
    .set({ read_at: sql`coalesce(${notices.read_at}, ${now.toISOString()}::timestamptz)` })
    .where(and(eq(notices.id, id), eq(notices.user_id, user_id)))
    .returning({ id: notices.id });
  return rows.length > 0;
}

export async function markAllRead(db: Queryable, user_id: number, now: Date): Promise<void> {
  await db.update(notices).set({ read_at: now }).where(ofUser(user_id, true));
}

const told = sql`${notices.item_id} is not null`;

/** Items that the user was told of under a topic, the newest first, and how many there are. */
export async function findWorksTold(
  db: Queryable,
  { user_id, topic, offset, limit }: { user_id: number; topic: string; offset: number; limit: number },
): Promise<{ item_ids: number[]; total: number }> {
  const of = and(eq(notices.user_id, user_id), eq(notices.topic, topic), told);
  const rows = await db
    .select({ item_id: notices.item_id })
    .from(notices)
    .where(of)
    .orderBy(sql`${notices.id} desc nulls last`)
    .offset(offset)
    .limit(limit);
  return { item_ids: rows.flatMap(({ item_id }) => (item_id === null ? [] : [item_id])), total: await db.$count(notices, of) };
}
