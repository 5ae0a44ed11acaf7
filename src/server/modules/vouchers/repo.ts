import { and, asc, count, desc, eq, gt, lte, ne, or, sql } from 'drizzle-orm';
import { batched, byKey } from '../../db/batched.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { user_coupons, user_vouchers } from './tables.ts';

export type CouponRow = typeof user_coupons.$inferSelect;

/** What a coupon pays for: both, because the numbers of types have two meanings. */
export interface CouponUseKey {
  /** Name of an order's subject. */
  use: string;
  type: number;
}

const usable = (of: CouponUseKey & { user_id: number; now: Date; price_fen: number | null; held_by: number | null }) => {
  const { user_id, use, type, now, price_fen, held_by } = of;
  return and(
    eq(user_coupons.user_id, user_id),
    eq(user_coupons.use, use),
    eq(user_coupons.type, type),
    or(eq(user_coupons.status, 'free'), held_by === null ? undefined : eq(user_coupons.order_id, held_by)),
    ne(user_coupons.status, 'redeemed'),
    gt(user_coupons.use_end_time, now),
    price_fen === null ? undefined : lte(user_coupons.min_price_fen, price_fen),
  );
};

/** What it takes off a price, or could at most. */
const worth = (price_fen: number | null) =>
  price_fen === null
    ? user_coupons.amount_fen
    : sql`case when percent_off = 0 then amount_fen else least(amount_fen, ${price_fen}::bigint * percent_off / 100) end`;

export async function findUsable(
  db: Queryable,
  want: Parameters<typeof usable>[0] & { offset: number; limit: number },
): Promise<CouponRow[]> {
  return db
    .select()
    .from(user_coupons)
    .where(usable(want))
    .orderBy(desc(worth(want.price_fen)), asc(user_coupons.use_end_time), asc(user_coupons.id))
    .offset(want.offset)
    .limit(want.limit);
}

export async function countUsable(db: Queryable, want: Parameters<typeof usable>[0]): Promise<number> {
  return db.$count(user_coupons, usable(want));
}

/** What somebody had: used, or ended unused; the newest end first. */
export async function findEnded(
  db: Queryable,
  want: CouponUseKey & { user_id: number; redeemed: boolean; now: Date; offset: number; limit: number },
): Promise<{ list: CouponRow[]; total: number }> {
  const whose = and(eq(user_coupons.user_id, want.user_id), eq(user_coupons.use, want.use), eq(user_coupons.type, want.type));
  const ended = want.redeemed
    ? eq(user_coupons.status, 'redeemed')
    : and(ne(user_coupons.status, 'redeemed'), lte(user_coupons.use_end_time, want.now));
  const where = and(whose, ended);
  const order = [desc(user_coupons.use_end_time), desc(user_coupons.id)] as const;
  const [list, counted] = await Promise.all([
    db
      .select()
      .from(user_coupons)
      .where(where)
      .orderBy(...order)
      .offset(want.offset)
      .limit(want.limit),
    db.select({ n: count() }).from(user_coupons).where(where),
  ]);
  return { list, total: counted[0]?.n ?? 0 };
}

/** What open orders hold of them, at most a page of a person's. */
export async function findHeld(db: Queryable, want: CouponUseKey & { user_id: number }): Promise<Array<{ id: number; title: string }>> {
  const { user_id, use, type } = want;
  return db
    .select({ id: user_coupons.id, title: user_coupons.title })
    .from(user_coupons)
    .where(and(eq(user_coupons.user_id, user_id), eq(user_coupons.use, use), eq(user_coupons.type, type), eq(user_coupons.status, 'held')))
    .limit(20);
}

const hold = statement<{ amount_fen: number; definition_id: number | null }>(
  'vouchers_hold_coupon',
  `update user_coupons set status = 'held', order_id = $2
   where id = $1 and user_id = $3 and use = $7 and type = $4 and status = 'free' and min_price_fen <= $5 and use_end_time > $6
   returning least($5, case when percent_off = 0 then amount_fen else least(amount_fen, $5 * percent_off / 100) end)::float8 as amount_fen, definition_id`,
);

export async function markHeld(
  db: Tx,
  want: CouponUseKey & { coupon_id: number; order_id: number; user_id: number; price_fen: number; now: Date },
): Promise<{ amount_fen: number; definition_id: number | null } | null> {
  const rows = await hold(db, [want.coupon_id, want.order_id, want.user_id, want.type, want.price_fen, want.now, want.use]);
  return rows[0] ?? null;
}

const move = statement<{ id: number }>(
  'vouchers_move_coupon',
  `update user_coupons set status = $3, order_id = case when $3 = 'free' then null else order_id end
   where id = $1 and order_id = $2 and status = 'held' returning id`,
);

export async function moveHeld(db: Tx, coupon_id: number, order_id: number, to: 'free' | 'redeemed'): Promise<boolean> {
  return (await move(db, [coupon_id, order_id, to])).length > 0;
}

const one = statement<CouponRow>(
  'vouchers_find_coupon',
  `select * from user_coupons where id = $1 and user_id = $2 and use = $7 and type = $3 and min_price_fen <= $4 and use_end_time > $5
   and (status = 'free' or (status = 'held' and order_id = $6))`,
);

export async function findCoupon(
  db: Queryable,
  want: CouponUseKey & { coupon_id: number; user_id: number; price_fen: number; held_by: number | null; now: Date },
): Promise<CouponRow | null> {
  return (await one(db, [want.coupon_id, want.user_id, want.type, want.price_fen, want.now, want.held_by, want.use]))[0] ?? null;
}

const giveBack = statement<{ id: number }>(
  'vouchers_return_coupon',
  `update user_coupons set status = 'free', order_id = null, use_end_time = greatest(use_end_time, $3)
   where id = $1 and order_id = $2 and status = 'redeemed' returning id`,
);

/** A coupon that this order used up is free again, until `least_end` at the earliest. */
export async function markReturned(db: Tx, coupon_id: number, order_id: number, least_end: Date): Promise<boolean> {
  return (await giveBack(db, [coupon_id, order_id, least_end])).length > 0;
}

export async function insertCoupon(db: Tx, row: typeof user_coupons.$inferInsert): Promise<number> {
  const rows = await db.insert(user_coupons).values(row).returning({ id: user_coupons.id });
  return rows[0]?.id as number;
}

const vouchersLeft = statement<{ n: number; left: number }>(
  'vouchers_count',
  `select k.n, count(v.id)::int as left
   from unnest($1::bigint[], $2::smallint[], $3::timestamptz[]) with ordinality as k(user_id, kind, now, n)
   left join user_vouchers v on v.user_id = k.user_id and v.kind = k.kind and v.status = 'free' and v.use_end_time > k.now
   group by k.n`,
);

const vouchersOf = batched(async (db, keys: readonly { user_id: number; kind: number; now: Date }[]) => {
  const columns = [keys.map(({ user_id }) => user_id), keys.map(({ kind }) => kind), keys.map(({ now }) => now)];
  return byKey(await vouchersLeft(db, columns), keys.length).map(([row]) => row?.left ?? 0);
});

/** Vouchers that would open something now; look-ups of many readers at once share a statement. */
export function countVouchers(db: Queryable, user_id: number, kind: number, now: Date): Promise<number> {
  return vouchersOf(db, { user_id, kind, now });
}

const redeem = statement<{ id: number; definition_id: number | null }>(
  'vouchers_redeem',
  `update user_vouchers set status = 'redeemed', item_id = $3, redeemed_at = $4
   where id = (select id from user_vouchers where user_id = $1 and kind = $2 and status = 'free' and use_end_time > $4
               order by use_end_time, id limit 1 for update skip locked)
   returning id, definition_id`,
);

/** Takes the voucher that ends first. */
export async function takeVoucher(
  db: Tx,
  user_id: number,
  kind: number,
  item_id: number,
  now: Date,
): Promise<{ id: number; definition_id: number | null } | null> {
  return (await redeem(db, [user_id, kind, item_id, now]))[0] ?? null;
}

export async function insertVoucher(db: Tx, row: typeof user_vouchers.$inferInsert): Promise<number> {
  const rows = await db.insert(user_vouchers).values(row).returning({ id: user_vouchers.id });
  return rows[0]?.id as number;
}

/** All of somebody's, the newest first. */
export function findCouponsOf(db: Queryable, user_id: number, limit: number): Promise<CouponRow[]> {
  return db.select().from(user_coupons).where(eq(user_coupons.user_id, user_id)).orderBy(desc(user_coupons.id)).limit(limit);
}

export type VoucherRow = typeof user_vouchers.$inferSelect;

export function findVouchersOf(db: Queryable, user_id: number, limit: number): Promise<VoucherRow[]> {
  return db.select().from(user_vouchers).where(eq(user_vouchers.user_id, user_id)).orderBy(desc(user_vouchers.id)).limit(limit);
}

export interface OwnedRow {
  sort: 'coupon' | 'voucher';
  id: number;
  /** Coupons: what they pay for; vouchers: voucher. */
  use: string;
  /** Coupons: their type; vouchers: the kind's code. */
  good_for: number;
  percent_off: number;
  title: string;
  amount_fen: number;
  min_price_fen: number;
  status: string;
  use_end_time: Date;
  created_at: Date;
}

const owned = `select * from (
    select 'coupon' as sort, id, use, type as good_for, percent_off, title, amount_fen, min_price_fen, status, use_end_time, created_at
    from user_coupons where user_id = $1
    union all
    select 'voucher', id, 'voucher', kind, 0, title, 0, 0, status, use_end_time, created_at from user_vouchers where user_id = $1
  ) o`;
/** 0 unused, 1 used, 2 ended: an open order's coupon counts as unused until the order is paid. */
const ownedStatus = `case when status = 'redeemed' then 1 when use_end_time <= $2 and status = 'free' then 2 else 0 end`;

const ownedList = statement<OwnedRow>(
  'vouchers_owned',
  `${owned} where ${ownedStatus} = $3
   order by case when $3 = 0 then use_end_time end, created_at desc, id desc offset $4 limit $5`,
);

/** A person's coupons and vouchers of one status: unused ones as they end, the others by their age. */
export function findOwned(
  db: Queryable,
  want: { user_id: number; status: 0 | 1 | 2; now: Date; offset: number; limit: number },
): Promise<OwnedRow[]> {
  return ownedList(db, [want.user_id, want.now, want.status, want.offset, want.limit]);
}

const ownedCounts = statement<{ status: 0 | 1 | 2; n: number }>(
  'vouchers_owned_counts',
  `select ${ownedStatus} as status, count(*)::int as n from (${owned}) counted group by 1`,
);

export function countOwned(db: Queryable, user_id: number, now: Date): Promise<Array<{ status: 0 | 1 | 2; n: number }>> {
  return ownedCounts(db, [user_id, now]);
}

const given = statement<{ user_id: number; amount_fen: number }>(
  'vouchers_given_since',
  `select user_id, sum(amount_fen)::float8 as amount_fen from user_coupons
   where user_id = any($1::bigint[]) and created_at > $2 and (definition_id is null or definition_id = $3) group by 1`,
);

/** What each of these people got by staff since then and of the definition, fen. Waits until no other transaction gives them any. */
export async function sumGiven(
  db: Tx,
  user_ids: readonly number[],
  of: { since: Date; definition_id: number | null },
): Promise<Map<number, number>> {
  const sorted = [...user_ids].toSorted((a, b) => a - b);
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('gift/' || one.user_id, 0))
    from unnest(${sql.param(sorted)}::bigint[]) with ordinality as one(user_id, nth) order by one.nth`);
  return new Map((await given(db, [sorted, of.since, of.definition_id])).map(({ user_id, amount_fen }) => [user_id, amount_fen]));
}

const barred = statement<{ definition_id: number }>(
  'vouchers_barred_gifts',
  `select distinct definition_id from gift_uses where definition_id = any($2::bigint[]) and trace = any($3::text[]) and user_id <> $1`,
);

export async function findBarred(
  db: Queryable,
  user_id: number,
  definition_ids: readonly number[],
  traces: readonly string[],
): Promise<Set<number>> {
  return new Set((await barred(db, [user_id, definition_ids, traces])).map(({ definition_id }) => definition_id));
}

const insert = statement<{ wanted: number; marked: number }>(
  'vouchers_use_gift',
  `with gift as (select id from coupon_definitions where id = $1 and (for_new or claimable or auto_get)),
     wanted as (select gift.id, t.trace from gift, (select distinct trace from unnest($2::text[]) as u(trace) order by trace) t),
     marked as (
       insert into gift_uses (definition_id, trace, user_id, coupon_id, used_at) select id, trace, $3, $4, $5 from wanted
       on conflict (definition_id, trace) do update set coupon_id = excluded.coupon_id where gift_uses.user_id = excluded.user_id
       returning trace)
   select (select count(*)::int from wanted) as wanted, (select count(*)::int from marked) as marked`,
);

/** False when another account has one of the traces. */
export async function insertGiftUse(
  db: Tx,
  row: { definition_id: number; user_id: number; coupon_id: number | null; used_at: Date },
  traces: readonly string[],
): Promise<boolean> {
  const [counts] = await insert(db, [row.definition_id, traces, row.user_id, row.coupon_id, row.used_at]);
  return counts !== undefined && counts.wanted === counts.marked;
}

const remove = statement(
  'vouchers_unuse_gift',
  `delete from gift_uses g where g.coupon_id = $1 and not exists (
     select 1 from user_coupons c where c.definition_id = g.definition_id and c.user_id = g.user_id and c.id <> $1 and c.status <> 'free')`,
);

export async function deleteGiftUse(db: Tx, coupon_id: number): Promise<void> {
  await remove(db, [coupon_id]);
}
