import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { notice_marks, notice_settings, notices } from './tables.ts';

export type NoticeStored = Pick<typeof notices.$inferSelect, 'id' | 'topic' | 'title' | 'content' | 'href' | 'read_at' | 'created_at'>;

/** By the one index that has both, in its order: where most users have a single message, the planner takes any index and reads all that one has. */
const sentBefore = (user_id: string, key: string): string =>
  `exists (select from (select n.user_id, n.key from notices n where (n.user_id, n.key) >= (${user_id}, ${key}) order by n.user_id, n.key limit 1) first
     where first.user_id = ${user_id} and first.key = ${key})`;

const send = statement<{ id: number; user_id: number }>(
  'notices_send',
  // in one order, so that two senders cannot wait for each other; a place that is taken in vain leaves a gap, which is harmless
  `with fresh as (
     select u from unnest($1::bigint[]) u where not ${sentBefore('u', '$7')}
   ), marks as (
     insert into notice_marks (user_id, seq) select u, 1 from fresh order by u
     on conflict (user_id) do update set seq = notice_marks.seq + 1 returning user_id, seq
   )
   insert into notices (user_id, topic, title, content, href, item_id, key, created_at, seq)
   select user_id, $2, $3, $4, $5, $6::bigint, $7, $8::timestamptz, seq from marks order by user_id
   on conflict (user_id, key) do nothing returning id, user_id`,
);

/** A message to one user. */
export interface NewNotice {
  user_id: number;
  topic: string;
  title: string;
  content: string;
  href: string;
  item_id: number | null;
  key: string;
}

const sendEach = statement<{ id: number; user_id: number; topic: string; key: string }>(
  'notices_send_each',
  // as above; who gets several takes as many places, in the order given
  `with fresh as (
     select distinct on (g.user_id, g.key) g.* from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[])
       with ordinality as g(user_id, topic, title, content, href, item_id, key, n)
     where not ${sentBefore('g.user_id', 'g.key')} order by g.user_id, g.key, g.n
   ), marks as (
     insert into notice_marks (user_id, seq) select user_id, count(*) from fresh group by user_id order by user_id
     on conflict (user_id) do update set seq = notice_marks.seq + excluded.seq returning user_id, seq
   )
   insert into notices (user_id, topic, title, content, href, item_id, key, created_at, seq)
   select f.user_id, f.topic, f.title, f.content, f.href, f.item_id, f.key, $8::timestamptz,
     m.seq - row_number() over (partition by f.user_id order by f.n desc) + 1
   from fresh f join marks m on m.user_id = f.user_id order by f.user_id, f.n
   on conflict (user_id, key) do nothing returning id, user_id, topic, key`,
);

/** Messages of their own to many users by one statement. Returns those that are new. */
export function insertEachNotice(
  db: Tx,
  sent: readonly NewNotice[],
  at: Date,
): Promise<Array<{ id: number; user_id: number; topic: string; key: string }>> {
  const column = <C extends keyof NewNotice>(name: C) => sent.map((one) => one[name]);
  const columns = (['user_id', 'topic', 'title', 'content', 'href', 'item_id', 'key'] as const).map(column);
  return sendEach(db, [...columns, at]);
}

const mark = statement<{ seq: number }>(
  'notices_mark',
  `insert into notice_marks (user_id, seq) values ($1, 1)
   on conflict (user_id) do update set seq = notice_marks.seq + 1 returning seq`,
);

/** Takes the next place among the changes of a user's messages, and holds the rest back until the commit. */
export async function nextPlace(db: Tx, user_id: number): Promise<number> {
  return (await mark(db, [user_id]))[0]?.seq ?? 0;
}

export async function setAllRead(db: Tx, user_id: number, seq: number): Promise<void> {
  await db.update(notice_marks).set({ all_read_seq: seq }).where(eq(notice_marks.user_id, user_id));
}

/** The last place among the changes of a user's messages. */
export async function findPlace(db: Queryable, user_id: number): Promise<number> {
  return (await db.select({ seq: notice_marks.seq }).from(notice_marks).where(eq(notice_marks.user_id, user_id)))[0]?.seq ?? 0;
}

type ChangedRow = { all_read_seq: number } & ({ id: null } | (NoticeStored & { seq: number }));

const changed = statement<ChangedRow>(
  'notices_changed',
  // one statement, one moment: a change must not be passed by while another is read
  `select m.all_read_seq, n.* from notice_marks m
   left join lateral (
     select id, topic, title, content, href, read_at, created_at, seq from notices
     where user_id = $1 and seq > $2 order by seq limit $3
   ) n on true
   where m.user_id = $1 order by n.seq`,
);

/** Messages that changed after a place, in the order of their last change; and the place at which all were read. */
export async function findChanged(
  db: Queryable,
  user_id: number,
  after: number,
  limit: number,
): Promise<{ rows: Array<NoticeStored & { seq: number }>; all_read_seq: number }> {
  const found = await changed(db, [user_id, after, limit]);
  return { rows: found.flatMap((row) => (row.id === null ? [] : [row])), all_read_seq: found[0]?.all_read_seq ?? 0 };
}

/** Returns whom it is new to, with the number that it has there. */
export async function insertNotices(
  db: Queryable,
  user_ids: readonly number[],
  notice: { topic: string; title: string; content: string; href: string; item_id: number | null; key: string; at: Date },
): Promise<Array<{ id: number; user_id: number }>> {
  const { topic, title, content, href, item_id, key, at } = notice;
  return send(db, [[...new Set(user_ids)], topic, title, content, href, item_id, key, at]);
}

const unread = statement<{ n: number }>(
  'notices_unread',
  // the badge ends at a hundred, so no more are counted
  'select count(*)::int as n from (select 1 from notices where user_id = $1 and read_at is null limit $2) as counted',
);

export async function countUnread(db: Queryable, user_id: number, most: number): Promise<number> {
  return (await unread(db, [user_id, most]))[0]?.n ?? 0;
}

const ofUser = (user_id: number, only_unread: boolean, topic?: string) =>
  and(
    eq(notices.user_id, user_id),
    only_unread ? isNull(notices.read_at) : undefined,
    topic === undefined ? undefined : eq(notices.topic, topic),
  );

export interface NoticeFilter {
  user_id: number;
  only_unread: boolean;
  topic: string | undefined;
}

export function findNotices(
  db: Queryable,
  { user_id, only_unread, topic, offset, limit }: NoticeFilter & { offset: number; limit: number },
): Promise<NoticeStored[]> {
  const { id, title, content, href, read_at, created_at } = notices;
  return db
    .select({ id, topic: notices.topic, title, content, href, read_at, created_at })
    .from(notices)
    .where(ofUser(user_id, only_unread, topic))
    .orderBy(desc(notices.id))
    .offset(offset)
    .limit(limit);
}

export function countNotices(db: Queryable, { user_id, only_unread, topic }: NoticeFilter): Promise<number> {
  return db.$count(notices, ofUser(user_id, only_unread, topic));
}

/** Marks one as read at this place. False: this user has no such message, or it was read before. */
export async function markRead(db: Tx, user_id: number, id: number, now: Date, seq: number): Promise<boolean> {
  const rows = await db
    .update(notices)
    .set({ read_at: now, seq })
    .where(and(eq(notices.id, id), ofUser(user_id, true)))
    .returning({ id: notices.id });
  return rows.length > 0;
}

export async function hasNotice(db: Queryable, user_id: number, id: number): Promise<boolean> {
  return (await db.$count(notices, and(eq(notices.id, id), eq(notices.user_id, user_id)))) > 0;
}

/** The unread message that was sent under a key. */
export async function findUnread(db: Queryable, user_id: number, key: string): Promise<number | null> {
  const which = and(eq(notices.user_id, user_id), eq(notices.key, key), isNull(notices.read_at));
  return (await db.select({ id: notices.id }).from(notices).where(which))[0]?.id ?? null;
}

export async function markAllRead(db: Tx, user_id: number, now: Date, topic?: string): Promise<void> {
  await db
    .update(notices)
    .set({ read_at: now })
    .where(ofUser(user_id, true, topic));
}

const told = sql`${notices.item_id} is not null`;

/** Items that the user was notified of under a topic, the newest first, and how many there are. */
export async function findWorksTold(
  db: Queryable,
  { user_id, topic, offset, limit }: { user_id: number; topic: string; offset: number; limit: number },
): Promise<{ item_ids: number[]; total: number }> {
  const of = and(eq(notices.user_id, user_id), eq(notices.topic, topic), told);
  const rows = await db.select({ item_id: notices.item_id }).from(notices).where(of).orderBy(desc(notices.id)).offset(offset).limit(limit);
  return { item_ids: rows.flatMap(({ item_id }) => (item_id === null ? [] : [item_id])), total: await db.$count(notices, of) };
}

// for the package of somebody's data
export const noticeSettingRows = ownRows(notice_settings, notice_settings.user_id, [notice_settings.user_id], {
  ours: [notice_settings.mail_code_hash, notice_settings.mail_code_at, notice_settings.mail_tries],
});
