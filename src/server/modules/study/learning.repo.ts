import { and, asc, desc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/pool.ts';
import { certificates, course_counts, lesson_notes, lesson_progress, lessons, playing_devices } from './tables.ts';

export type Progress = typeof lesson_progress.$inferSelect;
export type Note = typeof lesson_notes.$inferSelect;
export type Certificate = typeof certificates.$inferSelect;
export type PlayingRow = typeof playing_devices.$inferSelect;

export async function findProgress(db: Queryable, user_id: number, lesson_id: number): Promise<Progress | null> {
  const rows = await db
    .select()
    .from(lesson_progress)
    .where(and(eq(lesson_progress.user_id, user_id), eq(lesson_progress.lesson_id, lesson_id)));
  return rows[0] ?? null;
}

export function findProgressOf(db: Queryable, user_id: number, item_ids: readonly number[]): Promise<Progress[]> {
  if (item_ids.length === 0) return Promise.resolve([]);
  return db
    .select()
    .from(lesson_progress)
    .where(and(eq(lesson_progress.user_id, user_id), inArray(lesson_progress.item_id, [...item_ids])))
    .orderBy(desc(lesson_progress.updated_at));
}

/**
 * The row of a learner and a lesson, made when it is not there. What is there keeps its clock; `stale`: as it was before. `by` the teacher it
 * is held alone.
 */
export async function openProgress(
  db: Queryable,
  row: { user_id: number; lesson_id: number; item_id: number; now: Date; by?: 'teacher' },
): Promise<Progress> {
  const { now, by, ...key } = row;
  const before = await findProgress(db, key.user_id, key.lesson_id);
  await db
    .insert(lesson_progress)
    .values({ ...key, beat_at: now, updated_at: now })
    .onConflictDoUpdate({
      target: [lesson_progress.user_id, lesson_progress.lesson_id],
      set: by ? { item_id: key.item_id } : { updated_at: now, stale: false },
    });
  return { ...((await findProgress(db, key.user_id, key.lesson_id)) as Progress), stale: before?.stale ?? false };
}

export interface Beat {
  user_id: number;
  lesson_id: number;
  /** A literal of int4multirange. */
  sections: string;
  position_s: number;
  rate: number;
  now: Date;
  /** From so many seconds on it is done. */
  done_from_s: number;
  silence_max_s: number;
}

export interface BeatRow {
  seconds: number;
  before_s: number;
  done: boolean;
  was_done: boolean;
}

/**
 * Adds what was watched by one statement: of what is new, no more than twice what our clock allows since the last beat at that speed.
 * Waits for another beat of the same lesson and begins from what that wrote. Null: the learner never started the lesson, or not with this film.
 */
export async function addBeat(db: Queryable, beat: Beat): Promise<BeatRow | null> {
  const now = sql`${beat.now.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ seconds: number; before_s: number; done: boolean; was_done: boolean }>(sql`
    with old as (
      select user_id, lesson_id, watched, seconds, done_at,
        floor(least(greatest(extract(epoch from ${now} - beat_at), 0), ${beat.silence_max_s}) * 2 * ${beat.rate})::int as room
      from ${lesson_progress} where user_id = ${beat.user_id} and lesson_id = ${beat.lesson_id} and not stale for update
    ), pieces as (
      select r, coalesce(sum(upper(r) - lower(r)) over (order by lower(r) rows between unbounded preceding and 1 preceding), 0)::int as earlier
      from old, unnest(${beat.sections}::int4multirange - old.watched) r
    ), gain as (
      select coalesce(range_agg(int4range(lower(r), least(upper(r), lower(r) + old.room - earlier))), '{}'::int4multirange) as spans,
        coalesce(sum(least(upper(r) - lower(r), old.room - earlier)), 0)::int as seconds
      from old, pieces where earlier < old.room
    )
    update ${lesson_progress} p set watched = old.watched + gain.spans, seconds = old.seconds + gain.seconds, position_s = ${beat.position_s},
      beat_at = greatest(p.beat_at, ${now}), updated_at = ${now},
      done_at = case when old.done_at is null and old.seconds + gain.seconds >= ${beat.done_from_s} then ${now} else old.done_at end
    from old, gain where p.user_id = old.user_id and p.lesson_id = old.lesson_id
    returning p.seconds, old.seconds as before_s, p.done_at is not null as done, old.done_at is not null as was_done`);
  return rows[0] ?? null;
}

/** Forgets what was watched of a lesson whose film was replaced. Who is done stays done; a player with the former film must start again. */
export async function forgetWatched(db: Queryable, lesson_id: number): Promise<void> {
  await db
    .update(lesson_progress)
    .set({ watched: '{}', seconds: 0, position_s: 0, stale: true })
    .where(eq(lesson_progress.lesson_id, lesson_id));
}

/** Who has started the lesson, but not since its film was replaced, by rising id. */
export async function findStale(db: Queryable, lesson_id: number, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .select({ user_id: lesson_progress.user_id })
    .from(lesson_progress)
    .where(and(eq(lesson_progress.lesson_id, lesson_id), lesson_progress.stale, gt(lesson_progress.user_id, after)))
    .orderBy(asc(lesson_progress.user_id))
    .limit(limit);
  return rows.map(({ user_id }) => user_id);
}

/** The learner's own mark, set once or taken back. False: they never started the lesson. */
export async function setTicked(db: Queryable, user_id: number, lesson_id: number, now: Date | null): Promise<boolean> {
  const ticked_at = now && sql`coalesce(${lesson_progress.ticked_at}, ${now.toISOString()}::timestamptz)`;
  const rows = await db
    .update(lesson_progress)
    .set({ ticked_at })
    .where(and(eq(lesson_progress.user_id, user_id), eq(lesson_progress.lesson_id, lesson_id)))
    .returning({ id: lesson_progress.lesson_id });
  return rows.length > 0;
}

/** Done without being watched: a quiz that was passed, a file that was opened. False: it was done already. */
export async function markDone(db: Queryable, user_id: number, lesson_id: number, now: Date, by: 'learner' | 'teacher'): Promise<boolean> {
  const rows = await db
    .update(lesson_progress)
    .set({ done_at: now, ...(by === 'learner' ? { updated_at: now } : {}) })
    .where(and(eq(lesson_progress.user_id, user_id), eq(lesson_progress.lesson_id, lesson_id), sql`${lesson_progress.done_at} is null`))
    .returning({ id: lesson_progress.lesson_id });
  return rows.length > 0;
}

/** Whether the learner watched or did anything else of the course. */
export async function hasOther(db: Queryable, user_id: number, item_id: number, lesson_id: number): Promise<boolean> {
  const rows = await db
    .select({ id: lesson_progress.lesson_id })
    .from(lesson_progress)
    .where(
      and(
        eq(lesson_progress.user_id, user_id),
        eq(lesson_progress.item_id, item_id),
        ne(lesson_progress.lesson_id, lesson_id),
        sql`(${lesson_progress.seconds} > 0 or ${lesson_progress.done_at} is not null)`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Whether something of the course was watched or done, since then where it says. */
export async function hasWatched(db: Queryable, user_id: number, item_id: number, since?: Date): Promise<boolean> {
  const rows = await db
    .select({ id: lesson_progress.lesson_id })
    .from(lesson_progress)
    .where(
      and(
        eq(lesson_progress.user_id, user_id),
        eq(lesson_progress.item_id, item_id),
        sql`(${lesson_progress.seconds} > 0 or ${lesson_progress.done_at} is not null)`,
        since ? gt(lesson_progress.updated_at, since) : undefined,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

export async function addLearner(db: Queryable, item_id: number): Promise<void> {
  await db
    .insert(course_counts)
    .values({ item_id, learner_num: 1 })
    .onConflictDoUpdate({ target: course_counts.item_id, set: { learner_num: sql`${course_counts.learner_num} + 1` } });
}

/** Courses that somebody began, the one learnt last first. */
export async function findBegun(db: Queryable, user_id: number, limit: number): Promise<number[]> {
  const rows = await db
    .select({ item_id: lesson_progress.item_id, at: sql`max(${lesson_progress.updated_at})` })
    .from(lesson_progress)
    .where(eq(lesson_progress.user_id, user_id))
    .groupBy(lesson_progress.item_id)
    .orderBy(desc(sql`max(${lesson_progress.updated_at})`))
    .limit(limit);
  return rows.map(({ item_id }) => item_id);
}

// --- devices

/** One account's devices are looked at one after the other until the transaction ends. */
export async function lockDevices(db: Tx, user_id: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`playing/${user_id}`}, 0))`);
}

/** Those that play now, the one that beat longest ago first. */
export function findPlaying(db: Queryable, user_id: number, since: Date): Promise<PlayingRow[]> {
  return db
    .select()
    .from(playing_devices)
    .where(and(eq(playing_devices.user_id, user_id), gt(playing_devices.beat_at, since), eq(playing_devices.ended, false)))
    .orderBy(asc(playing_devices.beat_at));
}

export async function savePlaying(
  db: Queryable,
  row: { user_id: number; device: string; name: string; lesson_id: number; beat_at: Date },
): Promise<void> {
  const { name, lesson_id, beat_at } = row;
  await db
    .insert(playing_devices)
    .values(row)
    .onConflictDoUpdate({
      target: [playing_devices.user_id, playing_devices.device],
      set: { name, lesson_id, beat_at, ended: false },
    });
}

export async function endPlaying(db: Queryable, user_id: number, device: string): Promise<void> {
  await db
    .update(playing_devices)
    .set({ ended: true })
    .where(and(eq(playing_devices.user_id, user_id), eq(playing_devices.device, device)));
}

/** Sign of life; false: the device was ended by another one, or never started. */
export async function beatDevice(db: Queryable, user_id: number, device: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(playing_devices)
    .set({ beat_at: now })
    .where(and(eq(playing_devices.user_id, user_id), eq(playing_devices.device, device), eq(playing_devices.ended, false)))
    .returning({ device: playing_devices.device });
  return rows.length > 0;
}

export async function dropSilentDevices(db: Queryable, before: Date): Promise<void> {
  await db.delete(playing_devices).where(lt(playing_devices.beat_at, before));
}

// --- notes

export async function insertNote(db: Queryable, row: typeof lesson_notes.$inferInsert): Promise<number> {
  const [made] = await db.insert(lesson_notes).values(row).returning({ id: lesson_notes.id });
  return (made as { id: number }).id;
}

export async function updateNote(db: Queryable, user_id: number, id: number, text: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(lesson_notes)
    .set({ text, updated_at: now })
    .where(and(eq(lesson_notes.id, id), eq(lesson_notes.user_id, user_id)))
    .returning({ id: lesson_notes.id });
  return rows.length > 0;
}

export async function deleteNote(db: Queryable, user_id: number, id: number): Promise<boolean> {
  const rows = await db
    .delete(lesson_notes)
    .where(and(eq(lesson_notes.id, id), eq(lesson_notes.user_id, user_id)))
    .returning({ id: lesson_notes.id });
  return rows.length > 0;
}

/** Of one lesson by their time in it, or all of them, the newest first, from before that id on. */
export function findNotes(db: Queryable, user_id: number, of: { lesson_id?: number; before?: number }, limit: number): Promise<Note[]> {
  const mine = eq(lesson_notes.user_id, user_id);
  if (of.lesson_id !== undefined) {
    return db
      .select()
      .from(lesson_notes)
      .where(and(mine, eq(lesson_notes.lesson_id, of.lesson_id)))
      .orderBy(asc(lesson_notes.at_s), asc(lesson_notes.id))
      .limit(limit);
  }
  return db
    .select()
    .from(lesson_notes)
    .where(and(mine, of.before === undefined ? undefined : lt(lesson_notes.id, of.before)))
    .orderBy(desc(lesson_notes.id))
    .limit(limit);
}

export const countNotes = (db: Queryable, user_id: number, lesson_id: number): Promise<number> =>
  db.$count(lesson_notes, and(eq(lesson_notes.user_id, user_id), eq(lesson_notes.lesson_id, lesson_id)));

// --- certificates

/** Null: there is one already. */
export async function insertCertificate(db: Queryable, row: typeof certificates.$inferInsert): Promise<Certificate | null> {
  const rows = await db.insert(certificates).values(row).onConflictDoNothing().returning();
  return rows[0] ?? null;
}

export async function findCertificate(
  db: Queryable,
  user_id: number,
  by: { item_id: number } | { series_id: number } | { id: number },
): Promise<Certificate | null> {
  const which =
    'id' in by
      ? eq(certificates.id, by.id)
      : 'series_id' in by
        ? eq(certificates.series_id, by.series_id)
        : eq(certificates.item_id, by.item_id);
  const rows = await db
    .select()
    .from(certificates)
    .where(and(eq(certificates.user_id, user_id), which));
  return rows[0] ?? null;
}

export async function findCertificateByNo(db: Queryable, no: string): Promise<Certificate | null> {
  return (await db.select().from(certificates).where(eq(certificates.no, no)))[0] ?? null;
}

export function findCertificates(db: Queryable, user_id: number, limit: number): Promise<Certificate[]> {
  return db.select().from(certificates).where(eq(certificates.user_id, user_id)).orderBy(desc(certificates.id)).limit(limit);
}

/** Seen lessons of the course that this learner has not done. */
export async function countUndone(db: Queryable, user_id: number, item_id: number): Promise<{ total: number; undone: number }> {
  const { rows } = await db.execute<{ total: number; undone: number }>(sql`
    select count(*)::int as total, count(*) filter (where p.done_at is null)::int as undone
    from ${lessons} l left join ${lesson_progress} p on p.lesson_id = l.id and p.user_id = ${user_id}
    where l.item_id = ${item_id} and l.state = 'ready' and l.shown and l.removed_at is null`);
  return rows[0] ?? { total: 0, undone: 0 };
}

/** Who has done every seen lesson of the course and has no certificate of it, by rising id. */
export async function findFinishers(db: Queryable, item_id: number, after: number, limit: number): Promise<number[]> {
  const { rows } = await db.execute<{ user_id: number }>(sql`
    with seen as (
      select id from ${lessons} where item_id = ${item_id} and state = 'ready' and shown and removed_at is null
    )
    select p.user_id::float8 as user_id from ${lesson_progress} p join seen on seen.id = p.lesson_id
    where p.item_id = ${item_id} and p.done_at is not null and p.user_id > ${after}
      and not exists (select from ${certificates} c where c.item_id = ${item_id} and c.user_id = p.user_id)
    group by p.user_id having count(*) = (select count(*) from seen) order by p.user_id limit ${limit}`);
  return rows.map(({ user_id }) => user_id);
}

/** Those of the courses that this learner has finished. */
export async function findCertified(db: Queryable, user_id: number, item_ids: readonly number[]): Promise<Map<number | null, string>> {
  const rows = await db
    .select({ item_id: certificates.item_id, title: certificates.title })
    .from(certificates)
    .where(and(eq(certificates.user_id, user_id), inArray(certificates.item_id, [...item_ids])));
  return new Map(rows.map(({ item_id, title }) => [item_id, title]));
}

/** Who has the certificates of all these courses and none of the path, by rising id; or one of them. */
export async function findPathFinishers(
  db: Queryable,
  of: { series_id: number; ids: readonly number[]; user_id?: number; after: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .select({ user_id: certificates.user_id })
    .from(certificates)
    .where(
      and(
        inArray(certificates.item_id, [...of.ids]),
        of.user_id === undefined ? gt(certificates.user_id, of.after) : eq(certificates.user_id, of.user_id),
        sql`not exists (select from ${certificates} p where p.series_id = ${of.series_id} and p.user_id = ${certificates.user_id})`,
      ),
    )
    .groupBy(certificates.user_id)
    .having(sql`count(*) = ${of.ids.length}`)
    .orderBy(asc(certificates.user_id))
    .limit(of.limit);
  return rows.map(({ user_id }) => user_id);
}
