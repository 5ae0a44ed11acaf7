import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { ReviewStatus } from '#contract/review.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { reviewables } from './tables.ts';

export type ReviewRow = Omit<typeof reviewables.$inferSelect, 'status' | 'detail'> & {
  status: ReviewStatus;
  detail: Record<string, unknown>;
};

export interface Target {
  type: string;
  target_id: number;
}

const ofTarget = ({ type, target_id }: Target) => and(eq(reviewables.type, type), eq(reviewables.target_id, target_id));

/** Opens the row of a target, or reopens it: a new version, and the waiting begins from zero unless it was open. */
export async function upsertOpen(
  db: Tx,
  { type, target_id, score, detail, now }: Target & { score: number; detail: Record<string, unknown>; now: Date },
): Promise<ReviewRow> {
  const rows = await db
    .insert(reviewables)
    .values({ type, target_id, score, detail, opened_at: now, updated_at: now })
    .onConflictDoUpdate({
      target: [reviewables.type, reviewables.target_id],
      set: {
        status: 'open',
        score,
        detail,
        reason: '',
        version: sql`${reviewables.version} + 1`,
        opened_at: sql`case when ${reviewables.status} = 'open' then ${reviewables.opened_at} else excluded.opened_at end`,
        updated_at: now,
        decided_at: null,
        decided_by: null,
      },
    })
    .returning();
  return rows[0] as ReviewRow;
}

export async function findReview(db: Queryable, id: number): Promise<ReviewRow | null> {
  const rows = await db.select().from(reviewables).where(eq(reviewables.id, id));
  return (rows[0] as ReviewRow | undefined) ?? null;
}

export async function findReviewOf(db: Queryable, target: Target): Promise<ReviewRow | null> {
  const rows = await db.select().from(reviewables).where(ofTarget(target));
  return (rows[0] as ReviewRow | undefined) ?? null;
}

/** Ends an open row at the version that was looked at; null: it is decided already or has another version. */
export async function closeRow(
  db: Tx,
  id: number,
  version: number,
  end: { status: ReviewStatus; reason: string; decided_by: number | null; now: Date },
): Promise<ReviewRow | null> {
  const { now, ...set } = end;
  const rows = await db
    .update(reviewables)
    .set({ ...set, decided_at: now, updated_at: now, version: version + 1 })
    .where(and(eq(reviewables.id, id), eq(reviewables.version, version), eq(reviewables.status, 'open')))
    .returning();
  return (rows[0] as ReviewRow | undefined) ?? null;
}

/** Writes an end that no decision of the desk led to; a row is made when the target has none. */
export async function upsertClosed(
  db: Tx,
  {
    type,
    target_id,
    status,
    reason,
    detail,
    now,
  }: Target & {
    status: ReviewStatus;
    reason: string;
    /** Absent: stays what it was. */
    detail?: Record<string, unknown>;
    now: Date;
  },
): Promise<void> {
  const end = { status, reason, decided_at: now, updated_at: now, ...(detail ? { detail } : {}) };
  await db
    .insert(reviewables)
    .values({ type, target_id, opened_at: now, ...end })
    .onConflictDoUpdate({
      target: [reviewables.type, reviewables.target_id],
      set: { ...end, decided_by: null, version: sql`${reviewables.version} + 1` },
    });
}

/** Rows of a type: open ones by score, then the longest waiting; others the last changed first. */
export async function selectReviews(
  db: Queryable,
  of: { type: string; status: ReviewStatus; offset: number; limit: number },
): Promise<ReviewRow[]> {
  const order =
    of.status === 'open'
      ? [desc(reviewables.score), asc(reviewables.updated_at), asc(reviewables.id)]
      : [desc(reviewables.updated_at), desc(reviewables.id)];
  const rows = await db
    .select()
    .from(reviewables)
    .where(and(eq(reviewables.type, of.type), eq(reviewables.status, of.status)))
    .orderBy(...order)
    .limit(of.limit)
    .offset(of.offset);
  return rows as ReviewRow[];
}

const openOf = statement<{ target_id: number }>(
  'review_open_targets',
  `select target_id from reviewables where type = $1 and status = 'open'`,
);

export async function findOpenTargets(db: Queryable, type: string): Promise<number[]> {
  return (await openOf(db, [type])).map(({ target_id }) => target_id);
}

const counted = statement<{ type: string; n: number }>(
  'review_counted',
  `select of.type, c.n from unnest($1::text[]) of(type) cross join lateral
     (select count(*)::int as n from (select 1 from reviewables r where r.type = of.type and r.status = $2 limit $3) capped) c`,
);

/** How many there are of each type, each counted no further than `most`. */
export async function countReviews(
  db: Queryable,
  types: readonly string[],
  status: ReviewStatus,
  most: number,
): Promise<Map<string, number>> {
  return new Map((await counted(db, [types, status, most])).map(({ type, n }) => [type, n]));
}

const oldest = statement<{ type: string; at: number }>(
  'review_oldest',
  `select type, floor(extract(epoch from min(updated_at)))::int as at from reviewables where type = any($1::text[]) and status = 'open' group by type`,
);

/** Since when the oldest open row of each type waits, unix seconds. */
export async function oldestReviews(db: Queryable, types: readonly string[]): Promise<Map<string, number>> {
  return new Map((await oldest(db, [types])).map(({ type, at }) => [type, at]));
}
