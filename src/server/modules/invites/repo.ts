import { and, desc, eq, isNotNull, lte, or, sql } from 'drizzle-orm';
import { batchedWrite } from '../../db/batched.ts';
import { bothWays, choiceFilter, dayFilters, type KeysetSource } from '../../db/keyset.ts';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { invites } from './tables.ts';

export type InviteRecord = typeof invites.$inferSelect;
export type Reward = 'register' | 'paid';

/** Once a user, for any caller. */
export async function insertInvite(db: Tx, row: typeof invites.$inferInsert): Promise<void> {
  await db.insert(invites).values(row).onConflictDoNothing({ target: invites.user_id });
}

const noteFirst = statement(
  'invites_first_orders',
  `update invites i set paid_state = 'waiting', paid_due_at = p.due_at, order_id = p.order_id
   from (select distinct on (g.user_id) g.* from unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) as g(user_id, order_id, due_at)
         order by g.user_id, g.order_id) p
   where i.user_id = p.user_id and i.paid_state = 'none'`,
);

interface PaidFirst {
  user_id: number;
  order_id: number;
  paid_due_at: Date;
}

/** The first payment only. Those at the same moment share a statement. */
export const noteFirstOrder = batchedWrite(async (db, paid: readonly PaidFirst[]): Promise<null[]> => {
  const column = <C extends keyof PaidFirst>(name: C) => paid.map((one) => one[name]);
  await noteFirst(db, [column('user_id'), column('order_id'), column('paid_due_at')]);
  return paid.map(() => null);
});

/** What is due and not held up for staff, the oldest first. */
export async function findDue(db: Queryable, now: Date, limit: number): Promise<number[]> {
  const due = or(
    and(eq(invites.register_state, 'waiting'), lte(invites.register_due_at, now)),
    and(eq(invites.paid_state, 'waiting'), lte(invites.paid_due_at, now)),
  );
  const rows = await db
    .select({ id: invites.id })
    .from(invites)
    .where(and(due, or(sql`${invites.flags} = '{}'`, isNotNull(invites.cleared_at))))
    .orderBy(invites.id)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Held to the end of the transaction: rewards of one inviter are decided one after the other. */
export async function lockInviter(db: Tx, invitor_id: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('invites', ${invitor_id}))`);
}

export async function findInvite(db: Queryable, id: number): Promise<InviteRecord | null> {
  return (await db.select().from(invites).where(eq(invites.id, id)))[0] ?? null;
}

export async function updateInvite(db: Tx, id: number, change: Partial<typeof invites.$inferInsert>): Promise<void> {
  await db.update(invites).set(change).where(eq(invites.id, id));
}

const grantedInMonth = statement<{ n: number }>(
  'invites_granted_in_month',
  `select coalesce(sum((register_state = 'granted' and register_due_at >= $2 and register_due_at < $3)::int
     + (paid_state = 'granted' and paid_due_at >= $2 and paid_due_at < $3)::int), 0)::int as n from invites where invitor_id = $1`,
);

/** Rewards that an inviter has had of those that fell due in this time. */
export async function countGranted(db: Queryable, invitor_id: number, from: Date, to: Date): Promise<number> {
  return (await grantedInMonth(db, [invitor_id, from, to]))[0]?.n ?? 0;
}

export function findInvites(db: Queryable, invitor_id: number, offset: number, limit: number): Promise<InviteRecord[]> {
  return db.select().from(invites).where(eq(invites.invitor_id, invitor_id)).orderBy(desc(invites.id)).offset(offset).limit(limit);
}

export function countInvites(db: Queryable, invitor_id: number): Promise<number> {
  return db.$count(invites, eq(invites.invitor_id, invitor_id));
}

/** The newest people that came by an inviter. */
export async function newestInvited(db: Queryable, invitor_id: number, limit: number): Promise<number[]> {
  const rows = await findInvites(db, invitor_id, 0, limit);
  return rows.map(({ user_id }) => user_id);
}

const sums = statement<{ granted: number; waiting: number }>(
  'invites_sums',
  `select coalesce(sum(case when register_state = 'granted' then register_points else 0 end
       + case when paid_state = 'granted' then paid_points else 0 end), 0)::bigint as granted,
     coalesce(sum((register_state = 'waiting')::int * $2 + (paid_state = 'waiting')::int * $3), 0)::bigint as waiting
   from invites where invitor_id = $1`,
);

export async function sumInvites(
  db: Queryable,
  invitor_id: number,
  register: number,
  paid: number,
): Promise<{ granted: number; waiting: number }> {
  return (await sums(db, [invitor_id, register, paid]))[0] ?? { granted: 0, waiting: 0 };
}

// for the package of somebody's data
export const inviteRows = ownRows(invites, invites.invitor_id, [invites.id], {
  ours: [invites.user_id, invites.flags, invites.cleared_at, invites.order_id],
});

export interface InviteLine {
  id: number;
  invitor_id: number;
  user_id: number;
  register_state: string;
  paid_state: string;
  flags: string[];
  cleared: boolean;
  created_at: number;
}

const held = sql`(i.flags <> '{}' and i.cleared_at is null and (i.register_state = 'waiting' or i.paid_state in ('waiting', 'none')))`;

/** All invitations, for staff. */
export const inviteSource: KeysetSource = {
  select: sql`i.id, i.invitor_id, i.user_id, i.register_state, i.paid_state, i.flags, i.cleared_at is not null as cleared,
    floor(extract(epoch from i.created_at))::bigint as created_at`,
  from: sql`invites i`,
  id: sql`i.id`,
  id_cast: 'bigint',
  filters: {
    state: choiceFilter({ held, waiting: sql`i.register_state = 'waiting'`, granted: sql`i.register_state = 'granted'` }),
    ...dayFilters(sql`i.created_at`),
  },
  people: [sql`i.invitor_id`, sql`i.user_id`],
  search: (text) => (/^\d{1,10}$/.test(text) ? sql`i.invitor_id = ${Number(text)}::bigint` : sql`false`),
  orders: bothWays({ by: sql`i.id`, cast: 'bigint', day: sql`i.created_at` }),
};
