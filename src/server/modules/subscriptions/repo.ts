import { and, desc, eq, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { subscriptions } from './tables.ts';

export type SubscriptionStored = typeof subscriptions.$inferSelect;
export type SubscriptionValues = Omit<typeof subscriptions.$inferInsert, 'id'>;

/** The id of the one that is new, or null when the user has it already. */
export async function insertSubscription(db: Tx, values: SubscriptionValues): Promise<number | null> {
  const [made] = await db.insert(subscriptions).values(values).onConflictDoNothing().returning({ id: subscriptions.id });
  return made?.id ?? null;
}

export async function findSame(db: Queryable, { user_id, kind, codes, keyword }: SubscriptionValues): Promise<number | null> {
  const [row] = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.user_id, user_id),
        eq(subscriptions.kind, kind),
        eq(subscriptions.codes, codes ?? []),
        eq(subscriptions.keyword, keyword ?? ''),
      ),
    );
  return row?.id ?? null;
}

/** One at a time for a user, until the transaction ends: their number has a bound. */
export async function lockSubscriber(db: Tx, user_id: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('subscriber', ${user_id}))`);
}

export function countOfUser(db: Queryable, user_id: number): Promise<number> {
  return db.$count(subscriptions, eq(subscriptions.user_id, user_id));
}

export function findOfUser(db: Queryable, user_id: number, offset: number, limit: number): Promise<SubscriptionStored[]> {
  return db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.user_id, user_id))
    .orderBy(desc(subscriptions.id))
    .offset(offset)
    .limit(limit);
}

/** False: this user has no such subscription. */
export async function deleteSubscription(db: Queryable, user_id: number, id: number): Promise<boolean> {
  const rows = await db
    .delete(subscriptions)
    .where(and(eq(subscriptions.id, id), eq(subscriptions.user_id, user_id)))
    .returning({ id: subscriptions.id });
  return rows.length > 0;
}

export interface Subscriber {
  id: number;
  user_id: number;
  keyword: string;
}

const batch = statement<Subscriber>(
  'subscriptions_to_tell',
  `select id, user_id, keyword from subscriptions
   where kind = $1 and code = any($2::bigint[]) and codes <@ $3::bigint[] and user_id <> $4 and created_at <= $5::timestamptz and id > $6
   order by id limit $7`,
);

/** The next who may subscribe to a work that carries these codes, by rising id; those who subscribed after it came are left out. */
export function findSubscribers(
  db: Queryable,
  of: { kind: number; codes: readonly number[]; publisher_id: number; published_at: Date; after: number; limit: number },
): Promise<Subscriber[]> {
  const { kind, codes, publisher_id, published_at, after, limit } = of;
  return batch(db, [kind, [0, ...codes], codes, publisher_id, published_at, after, limit]);
}
