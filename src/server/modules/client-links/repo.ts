import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { bothWays, choiceFilter, dayFilters, type KeysetSource, numberFilter } from '../../db/keyset.ts';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { client_links, client_views } from './tables.ts';

export type LinkRecord = typeof client_links.$inferSelect;
export type LinkInput = typeof client_links.$inferInsert;

export async function findByCode(db: Queryable, code: string): Promise<LinkRecord | null> {
  return (await db.select().from(client_links).where(eq(client_links.code, code)))[0] ?? null;
}

/** One of somebody's; null: there is none, or it is another's. */
export async function findOwn(db: Queryable, id: number, user_id: number): Promise<LinkRecord | null> {
  const rows = await db
    .select()
    .from(client_links)
    .where(and(eq(client_links.id, id), eq(client_links.user_id, user_id)));
  return rows[0] ?? null;
}

/** The one link of a conversation. */
export async function findOfTalk(db: Queryable, user_id: number, conversation_id: number): Promise<LinkRecord | null> {
  const rows = await db
    .select()
    .from(client_links)
    .where(and(eq(client_links.conversation_id, conversation_id), eq(client_links.user_id, user_id)));
  return rows[0] ?? null;
}

/** All who open, change or end a link wait here. */
export async function lockLink(db: Tx, id: number): Promise<LinkRecord | null> {
  return (await db.select().from(client_links).where(eq(client_links.id, id)).for('update'))[0] ?? null;
}

/** One at a time for a person, until the transaction ends: their number has a bound. */
export async function lockMaker(db: Tx, user_id: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('client-links', ${user_id}))`);
}

export function countOpen(db: Queryable, user_id: number, now: Date): Promise<number> {
  const { revoked_at, stopped_at, ends_at } = client_links;
  const lasts = or(isNull(ends_at), gt(ends_at, now));
  return db.$count(client_links, and(eq(client_links.user_id, user_id), isNull(revoked_at), isNull(stopped_at), lasts));
}

export async function findOfUser(
  db: Queryable,
  user_id: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: LinkRecord[]; total: number }> {
  const mine = eq(client_links.user_id, user_id);
  const rows = await db.select().from(client_links).where(mine).orderBy(desc(client_links.id)).offset(offset).limit(limit);
  return { rows, total: await db.$count(client_links, mine) };
}

export async function insertLink(db: Tx, row: LinkInput): Promise<LinkRecord> {
  return (await db.insert(client_links).values(row).returning())[0] as LinkRecord;
}

export async function setLink(db: Tx, id: number, change: Partial<LinkInput>): Promise<LinkRecord> {
  return (await db.update(client_links).set(change).where(eq(client_links.id, id)).returning())[0] as LinkRecord;
}

export async function deleteLink(db: Tx, id: number): Promise<void> {
  await db.delete(client_links).where(eq(client_links.id, id));
}

export async function deleteOfUser(db: Tx, user_id: number): Promise<void> {
  await db.delete(client_links).where(eq(client_links.user_id, user_id));
}

export type ViewRecord = typeof client_views.$inferSelect;

/** The last look of a browser at a link, over or not. */
export async function findView(db: Queryable, link_id: number, visitor: string): Promise<ViewRecord | null> {
  const rows = await db
    .select()
    .from(client_views)
    .where(and(eq(client_views.link_id, link_id), eq(client_views.visitor, visitor)))
    .orderBy(desc(client_views.ends_at))
    .limit(1);
  return rows[0] ?? null;
}

export async function insertView(db: Tx, row: typeof client_views.$inferInsert): Promise<void> {
  await db.insert(client_views).values(row);
}

/** A page came to the screen of who looks. */
export async function noteSeen(db: Queryable, id: number, page_no: number, now: Date): Promise<void> {
  const { pages } = client_views;
  await db
    .update(client_views)
    .set({ seen_at: now, pages: sql`array_append(${pages}, ${page_no})` })
    .where(and(eq(client_views.id, id), sql`not ${page_no} = any(${pages})`));
}

/** Who looks must say the new password. */
export async function endViews(db: Tx, link_id: number, now: Date): Promise<void> {
  await db
    .update(client_views)
    .set({ ends_at: now })
    .where(and(eq(client_views.link_id, link_id), gt(client_views.ends_at, now), eq(client_views.own, false)));
}

export function findViews(db: Queryable, link_id: number, limit: number): Promise<ViewRecord[]> {
  const { own, id } = client_views;
  return db
    .select()
    .from(client_views)
    .where(and(eq(client_views.link_id, link_id), eq(own, false)))
    .orderBy(desc(id))
    .limit(limit);
}

export async function deleteOld(db: Queryable, before: { views: Date; links: Date }): Promise<void> {
  await db.delete(client_views).where(lt(client_views.opened_at, before.views));
  const { ends_at, revoked_at } = client_links;
  await db.delete(client_links).where(or(lt(ends_at, before.links), and(isNull(ends_at), lt(revoked_at, before.links))));
}

export interface LinkLine {
  id: number;
  /** Null: a document or a conversation. */
  item_id: number | null;
  is_talk: boolean;
  user_id: number;
  code: string;
  title: string;
  name: string;
  note: string;
  view_num: number;
  state: 'open' | 'revoked' | 'stopped';
  ends_at: number | null;
  created_at: number;
}

/** All of them, for staff. */
export const linkSource: KeysetSource = {
  select: sql`l.id::float8 as id, l.item_id::float8 as item_id, l.conversation_id is not null as is_talk, l.user_id::float8 as user_id, l.code, l.title, l.name, l.note, l.view_num,
    case when l.stopped_at is not null then 'stopped' when l.revoked_at is not null then 'revoked' else 'open' end as state,
    floor(extract(epoch from l.ends_at))::float8 as ends_at, floor(extract(epoch from l.created_at))::float8 as created_at`,
  from: sql`client_links l`,
  id: sql`l.id`,
  id_cast: 'bigint',
  filters: {
    state: choiceFilter({
      open: sql`(l.stopped_at is null and l.revoked_at is null)`,
      revoked: sql`(l.revoked_at is not null and l.stopped_at is null)`,
      stopped: sql`l.stopped_at is not null`,
    }),
    work: numberFilter(sql`l.item_id`),
    ...dayFilters(sql`l.created_at`),
  },
  people: [sql`l.user_id`],
  search: (text) =>
    /^\d{1,15}$/.test(text) ? sql`(l.id = ${text}::bigint or l.user_id = ${text}::bigint)` : sql`l.code = ${text.replace(/^.*\/c\//, '')}`,
  // numbers rise with time
  orders: bothWays({ by: sql`l.id`, cast: 'bigint', day: sql`l.created_at` }),
};

// for the package of somebody's data
export const linkRows = ownRows(client_links, client_links.user_id, [client_links.id], {
  ours: [client_links.password_hash, client_links.code],
});
export const viewRows = ownRows(client_views, client_links.user_id, [client_views.id], {
  ours: [client_views.visitor],
  through: { table: client_links, on: eq(client_views.link_id, client_links.id) },
});
