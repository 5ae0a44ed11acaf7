import { and, asc, count, desc, eq, gt, gte, inArray, lt, lte, or } from 'drizzle-orm';
import { batched } from '../../db/batched.ts';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { collects, follows, footprints, likes, reports } from './tables.ts';

/** One mark of a reader on an item. The three tables have the same shape and the same rules. */
export interface Mark {
  user_id: number;
  type: number;
  rid: number;
}
export type MarkKind = 'collect' | 'follow' | 'like';

const TABLES = { collect: collects, follow: follows, like: likes } as const;

/** True when the mark is new; false when it stood already. A parallel insert of the same mark is waited for. */
export async function insertMark(db: Tx, kind: MarkKind, mark: Mark & { created_at: Date }): Promise<boolean> {
  const rows = await db.insert(TABLES[kind]).values(mark).onConflictDoNothing().returning({ rid: TABLES[kind].rid });
  return rows.length > 0;
}

/** True when there was one to remove. */
export async function deleteMark(db: Tx, kind: MarkKind, { user_id, type, rid }: Mark): Promise<boolean> {
  const table = TABLES[kind];
  const rows = await db
    .delete(table)
    .where(and(eq(table.user_id, user_id), eq(table.type, type), eq(table.rid, rid)))
    .returning({ rid: table.rid });
  return rows.length > 0;
}

export interface FlagRow {
  is_collect: boolean;
  is_follow: boolean;
  is_like: boolean;
}

interface FlagKey extends Mark {
  like_type: number;
  follow_type: number;
  publisher_id: number;
}

const flags = statement<FlagRow & { n: number }>(
  'engagement_flags',
  `select k.n,
     exists(select 1 from collects c where c.user_id = k.user_id and c.type = k.type and c.rid = k.rid) as is_collect,
     exists(select 1 from follows f where f.user_id = k.user_id and f.type = k.follow_type and f.rid = k.publisher_id) as is_follow,
     exists(select 1 from likes l where l.user_id = k.user_id and l.type = k.like_type and l.rid = k.rid) as is_like
   from unnest($1::bigint[], $2::smallint[], $3::bigint[], $4::smallint[], $5::bigint[], $6::smallint[])
     with ordinality as k(user_id, type, rid, follow_type, publisher_id, like_type, n)
   order by k.n`,
);

/** Three look-ups by primary key; those of many readers at once share a statement. */
export const findFlags = batched(async (db, keys: readonly FlagKey[]): Promise<FlagRow[]> => {
  const columns = (['user_id', 'type', 'rid', 'follow_type', 'publisher_id', 'like_type'] as const).map((name) =>
    keys.map((key) => key[name]),
  );
  return (await flags(db, columns)).map(({ is_collect, is_follow, is_like }) => ({ is_collect, is_follow, is_like }));
});

/** One row a reader and item. */
export async function writeFootprint(db: Queryable, row: Mark & { seen_at: Date }): Promise<void> {
  await db
    .insert(footprints)
    .values(row)
    .onConflictDoUpdate({ target: [footprints.user_id, footprints.type, footprints.rid], set: { seen_at: row.seen_at } });
}

export async function insertReport(db: Queryable, values: typeof reports.$inferInsert): Promise<number> {
  return (await db.insert(reports).values(values).returning({ id: reports.id }))[0]?.id ?? 0;
}

/** A reader's marks of some types, the newest first. */
export async function findMarks(
  db: Queryable,
  kind: 'collect' | 'follow',
  want: { user_id: number; types: readonly number[]; offset: number; limit: number },
): Promise<Array<{ type: number; rid: number; created_at: Date }>> {
  const table = TABLES[kind];
  return db
    .select({ type: table.type, rid: table.rid, created_at: table.created_at })
    .from(table)
    .where(and(eq(table.user_id, want.user_id), inArray(table.type, [...want.types])))
    .orderBy(desc(table.created_at), desc(table.rid))
    .offset(want.offset)
    .limit(want.limit);
}

/** A reader's marks that were made in this time and stand, the newest first. */
export function findMarksBetween(
  db: Queryable,
  kind: 'collect' | 'follow',
  of: { user_id: number; from: Date | null; to: Date },
  limit: number,
): Promise<Array<{ type: number; rid: number }>> {
  const table = TABLES[kind];
  return db
    .select({ type: table.type, rid: table.rid })
    .from(table)
    .where(and(eq(table.user_id, of.user_id), lt(table.created_at, of.to), ...(of.from ? [gte(table.created_at, of.from)] : [])))
    .orderBy(desc(table.created_at), desc(table.rid))
    .limit(limit);
}

/** Which of these marks a reader has. */
export async function findMarksAmong(
  db: Queryable,
  kind: 'collect' | 'follow',
  user_id: number,
  among: ReadonlyArray<{ type: number; rid: number }>,
): Promise<Array<{ type: number; rid: number }>> {
  if (among.length === 0) return [];
  const table = TABLES[kind];
  return db
    .select({ type: table.type, rid: table.rid })
    .from(table)
    .where(and(eq(table.user_id, user_id), or(...among.map(({ type, rid }) => and(eq(table.type, type), eq(table.rid, rid))))));
}

/** Who follows something since before then, by rising id. */
export async function findFollowers(
  db: Queryable,
  of: { type: number; rid: number; before: Date; after: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .select({ user_id: follows.user_id })
    .from(follows)
    .where(and(eq(follows.type, of.type), eq(follows.rid, of.rid), lte(follows.created_at, of.before), gt(follows.user_id, of.after)))
    .orderBy(asc(follows.user_id))
    .limit(of.limit);
  return rows.map(({ user_id }) => user_id);
}

/** How many marks a reader has of each type. */
export async function countMarks(db: Queryable, kind: 'collect' | 'follow', user_id: number): Promise<Map<number, number>> {
  const table = TABLES[kind];
  const rows = await db.select({ type: table.type, n: count() }).from(table).where(eq(table.user_id, user_id)).groupBy(table.type);
  return new Map(rows.map(({ type, n }) => [type, n]));
}

export async function findFootprints(
  db: Queryable,
  want: { user_id: number; offset: number; limit: number },
): Promise<Array<{ type: number; rid: number; seen_at: Date }>> {
  return db
    .select({ type: footprints.type, rid: footprints.rid, seen_at: footprints.seen_at })
    .from(footprints)
    .where(eq(footprints.user_id, want.user_id))
    .orderBy(desc(footprints.seen_at), desc(footprints.rid))
    .offset(want.offset)
    .limit(want.limit);
}

export async function deleteFootprints(db: Queryable, user_id: number, of: { type: number; rid: number } | null): Promise<void> {
  await db
    .delete(footprints)
    .where(and(eq(footprints.user_id, user_id), ...(of ? [eq(footprints.type, of.type), eq(footprints.rid, of.rid)] : [])));
}

const collected = statement<{ day: string | null; rid: number | null; n: number }>(
  'engagement_collected',
  `select to_char(c.created_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, c.rid, count(*)::int as n
   from unnest($1::int[], $2::bigint[]) as k (type, rid) join collects c on c.type = k.type and c.rid = k.rid
   where c.created_at >= $3 group by grouping sets ((1), (c.rid))`,
);

/** Collections of these items since then that were not taken back, by Shanghai day and by item. */
export async function sumCollects(
  db: Queryable,
  of: ReadonlyArray<{ type: number; rid: number }>,
  since: Date,
): Promise<{ by_day: Map<string, number>; by_item: Map<number, number> }> {
  const rows = await collected(db, [of.map(({ type }) => type), of.map(({ rid }) => rid), since]);
  return {
    by_day: new Map(rows.flatMap(({ day, n }) => (day === null ? [] : [[day, n]]))),
    by_item: new Map(rows.flatMap(({ rid, n }) => (rid === null ? [] : [[rid, n]]))),
  };
}

// for the package of somebody's data
export const likeRows = ownRows(likes, likes.user_id, [likes.type, likes.rid]);
export const reportRows = ownRows(reports, reports.user_id, [reports.id], { ours: [reports.reviewable_id] });

const FORGET_BATCH = 5_000;

const seen_long_ago = statement<{ upto: number | null }>(
  'engagement_forget_seen',
  `with part as (select (select user_id from footprints where user_id > $1 order by user_id offset $3 limit 1) as upto),
   gone as (delete from footprints f using part
     where f.user_id > $1 and f.user_id <= coalesce(part.upto, 9223372036854775807) and f.seen_at < $2)
   select upto from part`,
);

/** Footprints of before then, of the readers after an id, some thousands of rows at once, along the index. @returns up to which reader; null: that was all */
export async function forgetSeen(db: Queryable, { seen, after }: { seen: Date; after: number }): Promise<number | null> {
  return (await seen_long_ago(db, [after, seen, FORGET_BATCH]))[0]?.upto ?? null;
}

const phones_long_ago = statement<{ upto: number | null }>(
  'engagement_forget_phones',
  `with part as (select (select id from reports where id > $1 order by id offset $3 limit 1) as upto),
   gone as (update reports r set mobile = '' from part
     where r.id > $1 and r.id <= coalesce(part.upto, 9223372036854775807) and r.created_at < $2 and r.mobile <> '')
   select upto from part`,
);

/** Phones in reports of before then, in the same way. */
export async function forgetPhones(db: Queryable, { phones, after }: { phones: Date; after: number }): Promise<number | null> {
  return (await phones_long_ago(db, [after, phones, FORGET_BATCH]))[0]?.upto ?? null;
}
