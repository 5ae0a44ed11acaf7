import { and, desc, eq, getTableColumns, gte, lt, lte, ne, not, or, sql } from 'drizzle-orm';
import type { Licence } from '#contract/licence.ts';
import { ORDER_CLOSED, ORDER_WAITING, type OrderStatus } from '#contract/order.ts';
import { batched, batchedWrite, byKey } from '../../db/batched.ts';
import { beginning, containing } from '../../db/keyset.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { type CloseReason, type Move, movePayment, type OrderSnapshot, type PaymentStatus } from './rules.ts';
import { earnedOf, stillSold } from './sellers.repo.ts';
import { orders, type payments } from './tables.ts';

export type OrderRecord = Omit<typeof orders.$inferSelect, 'status'> & { status: OrderStatus };
export type PaymentRecord = typeof payments.$inferSelect;

/** An order and the state of its payment; null where nothing was to be paid by QR. */
export type OrderWithPayment = OrderRecord & { payment_status: PaymentStatus | null };
/** The same with what its QR says, and the number at the provider. */
export type OrderWithQr = OrderWithPayment & { qr_text: string | null; payment_no: string | null };

// two look-ups by index a key; one with "or" would read all orders of the buyer
const mine = statement<OrderWithQr & { n: number }>(
  'orders_mine',
  `select k.n, o.*, p.qr_text, p.payment_no, p.payment_status
   from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[]) with ordinality as k(buyer_id, key, subject, subject_id, n)
   cross join lateral (
     select * from orders where buyer_id = k.buyer_id and idempotency_key = k.key
     union all
     select * from orders where buyer_id = k.buyer_id and subject = k.subject and (k.subject_id is null or subject_id = k.subject_id)
       and status = 1 and idempotency_key <> k.key
   ) o
   left join lateral (select qr_text, coalesce(cart_no, payment_no) as payment_no, status as payment_status from payments where order_id = o.id order by (status = 'waiting') desc, id desc limit 1) p on true`,
);

/** What can be paid, by name and number. */
export interface SubjectKey {
  subject: string;
  subject_id: number;
}

/** The same; null: whatever number. */
export interface RivalKey {
  subject: string;
  subject_id: number | null;
}

interface MineKey extends RivalKey {
  buyer_id: number;
  key: string;
}

const mineOf = batched(async (db, keys: readonly MineKey[]) => {
  const column = <C extends keyof MineKey>(name: C) => keys.map((row) => row[name]);
  return byKey(await mine(db, [column('buyer_id'), column('key'), column('subject'), column('subject_id')]), keys.length);
});

/** The order placed with this key, and the open order of this subject: at most two rows. Many buyers at once share a statement. */
export function findKeyedOrOpen(db: Queryable, buyer_id: number, key: string, of: RivalKey): Promise<OrderWithQr[]> {
  return mineOf(db, { buyer_id, key, subject: of.subject, subject_id: of.subject_id });
}

const byNumber = statement<OrderWithQr>(
  'orders_by_number',
  `select o.*, p.qr_text, p.payment_no, p.payment_status from orders o
   left join lateral (select qr_text, coalesce(cart_no, payment_no) as payment_no, status as payment_status from payments where order_id = o.id order by (status = 'waiting') desc, id desc limit 1) p on true
   where o.orderid = any($1::text[])`,
);

/** By the order's number; null when there is none. Many readers at once share a statement. */
export const findOrder = batched(async (db, orderids: readonly string[]): Promise<Array<OrderWithQr | null>> => {
  const found = new Map((await byNumber(db, [orderids])).map((row) => [row.orderid, row]));
  return orderids.map((orderid) => found.get(orderid) ?? null);
});

export interface NewOrder extends Omit<typeof orders.$inferInsert, 'id' | 'status'> {
  payment: { payment_no: string; provider: string; qr_text: string; cart_place?: number } | null;
}

const insert = statement<{ id: number; orderid: string }>(
  'orders_insert',
  `with given as (
     select * from jsonb_to_recordset($1::jsonb) as given(orderid text, cart_no text, buyer_id bigint, subject text, subject_id bigint, snapshot jsonb,
       list_price_fen bigint, price_fen bigint, coupon_id bigint, coupon_fen bigint, code_id bigint, code_fen bigint, balance_fen bigint, pay_fen bigint,
       use_balance boolean, publisher_id bigint, publisher_share_bp integer, publisher_fen bigint, idempotency_key text,
       created_at timestamptz, expires_at timestamptz, hidden boolean, payment jsonb)
   ), placed as (
     insert into orders (orderid, cart_no, buyer_id, subject, subject_id, snapshot, list_price_fen, price_fen, coupon_id, coupon_fen, code_id, code_fen, balance_fen,
       pay_fen, use_balance, publisher_id, publisher_share_bp, publisher_fen, idempotency_key, created_at, expires_at, hidden)
     select orderid, cart_no, buyer_id, subject, subject_id, snapshot, list_price_fen, price_fen, coupon_id, coupon_fen, code_id, coalesce(code_fen, 0), balance_fen,
       pay_fen, use_balance, publisher_id, publisher_share_bp, publisher_fen, idempotency_key, created_at, expires_at, coalesce(hidden, false)
     from given order by buyer_id, subject, subject_id
     on conflict do nothing
     returning id, orderid, created_at, pay_fen
   ), asked as (
     insert into payments (payment_no, order_id, provider, amount_fen, qr_text, created_at, cart_no, cart_place)
     select payment ->> 'payment_no', placed.id, payment ->> 'provider', placed.pay_fen, payment ->> 'qr_text', placed.created_at,
       given.cart_no, coalesce((payment ->> 'cart_place')::smallint, 0)
     from placed join given using (orderid) where jsonb_typeof(payment) = 'object'
   )
   select id, orderid from placed`,
);

/**
 * One statement for orders and their payments. Ids in the order given; null where another open order of the buyer and subject, or an
 * order with this key, was first.
 */
export async function insertOrders(db: Queryable, orders: readonly NewOrder[]): Promise<Array<number | null>> {
  const placed = new Map((await insert(db, [JSON.stringify(orders)])).map((row) => [row.orderid, row.id]));
  return orders.map(({ orderid }) => placed.get(orderid) ?? null);
}

/** Inserts an order that needs no other write in its transaction. Concurrent ones share a commit. */
export const insertOrderAlone = batchedWrite(insertOrders);

const unwrite = statement(
  'orders_unwrite',
  `with asked as (delete from payments where order_id = any($1::bigint[]))
   delete from orders where id = any($1::bigint[])`,
);

/** Deletes orders that this transaction inserted. */
export async function deleteUnseen(db: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await unwrite(db, [ids]);
}

const lock = statement<OrderRecord>('orders_lock', 'select * from orders where id = $1 for no key update');

export async function lockOrder(db: Tx, id: number): Promise<OrderRecord> {
  return (await lock(db, [id]))[0] as OrderRecord;
}

const lockPays = statement<PaymentRecord>(
  'orders_lock_payments',
  'select * from payments where order_id = $1 order by id for no key update',
);

/** The payments of an order, locked. Before the order itself: payment, then order, is the order of locks everywhere. */
export function lockPaymentsOf(db: Tx, order_id: number): Promise<PaymentRecord[]> {
  return lockPays(db, [order_id]);
}

const lockFreePays = statement<PaymentRecord>(
  'orders_lock_free_payments',
  'select * from payments where order_id = any($1::bigint[]) order by id for no key update skip locked',
);

const lockFree = statement<OrderRecord>(
  'orders_lock_free',
  `select * from orders o where id = any($1::bigint[]) and status = 1
     and not exists (select 1 from payments p where p.order_id = o.id and not p.id = any($2::bigint[]))
   order by id for no key update skip locked`,
);

/** Waiting orders with their payments, locked in the order of `lockPaymentsOf`; rows locked elsewhere are skipped. */
export async function lockFreeOrders(db: Tx, ids: readonly number[]): Promise<Array<{ order: OrderRecord; payments: PaymentRecord[] }>> {
  const payments = await lockFreePays(db, [ids]);
  const orders = await lockFree(db, [ids, payments.map(({ id }) => id)]);
  return orders.map((order) => ({ order, payments: payments.filter(({ order_id }) => order_id === order.id) }));
}

const closeAll = statement<{ id: number }>(
  'orders_close_all',
  `with no_longer_open as (
     update payments set status = $7 where order_id = any($1::bigint[]) and status = $6
   )
   update orders set status = $5, close_reason = $2, closed_at = $3 where id = any($1::bigint[]) and status = $4 returning id`,
);

/** `markClosed` for many that the caller locked. */
export async function markAllClosed(
  db: Tx,
  ids: readonly number[],
  move: Move<OrderStatus>,
  reason: CloseReason,
  now: Date,
): Promise<void> {
  const payments_move = movePayment('waiting', 'close');
  await closeAll(db, [ids, reason, now, move.from, move.to, payments_move.from, payments_move.to]);
}

const close = statement<{ id: number }>(
  'orders_close',
  `with no_longer_open as (
     update payments set status = $7 where order_id = $1 and status = $6
   )
   update orders set status = $5, close_reason = $2, closed_at = $3 where id = $1 and status = $4 returning id`,
);

/** Closes the order and its waiting payments. False: its status was not `move.from`. */
export async function markClosed(db: Tx, id: number, move: Move<OrderStatus>, reason: CloseReason, now: Date): Promise<boolean> {
  const payments_move = movePayment('waiting', 'close');
  return (await close(db, [id, reason, now, move.from, move.to, payments_move.from, payments_move.to])).length > 0;
}

const pay = statement<{ orders: number; payments: number }>(
  'orders_pay',
  `with given as (
     select * from unnest($2::bigint[], $3::text[], $4::smallint[], $5::smallint[], $6::bigint[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[])
       as given(order_id, paid_key, from_status, to_status, payment_id, payment_from, payment_to, channel, trade_no, payer_hash)
   ), paid as (
     update payments set status = given.payment_to, channel = given.channel, provider_trade_no = given.trade_no, payer_hash = given.payer_hash,
       paid_at = $1
     from given where payments.id = given.payment_id and payments.status = given.payment_from returning payments.id
   ), moved as (
     update orders set status = given.to_status, paid_at = $1, paid_key = given.paid_key, close_reason = '', closed_at = null, counted = false
     from given where orders.id = given.order_id and orders.status = given.from_status returning orders.id
   )
   select (select count(*) from moved)::int as orders, (select count(*) from paid)::int as payments`,
);

export interface PaidRow {
  order_id: number;
  /** Key of the ledger transfer. */
  paid_key: string;
  move: Move<OrderStatus>;
  /** Null: nothing was paid by QR. */
  payment: { id: number; move: Move<PaymentStatus>; channel: string; trade_no: string | null; payer_hash: string } | null;
}

/** One statement for orders and their payments. True: each status was `move.from`. */
export async function markPaid(db: Tx, rows: readonly PaidRow[], now: Date): Promise<boolean> {
  const [moved] = await pay(db, [
    now,
    rows.map((row) => row.order_id),
    rows.map((row) => row.paid_key),
    rows.map((row) => row.move.from),
    rows.map((row) => row.move.to),
    rows.map((row) => row.payment?.id ?? null),
    rows.map((row) => row.payment?.move.from ?? null),
    rows.map((row) => row.payment?.move.to ?? null),
    rows.map((row) => row.payment?.channel ?? null),
    rows.map((row) => row.payment?.trade_no ?? null),
    rows.map((row) => row.payment?.payer_hash ?? ''),
  ]);
  return moved?.orders === rows.length && moved.payments === rows.filter(({ payment }) => payment !== null).length;
}

const payers = statement<{ user_id: number; payer_hash: string }>(
  'orders_payers',
  `select distinct o.buyer_id as user_id, p.payer_hash from orders o join payments p on p.order_id = o.id
   where o.buyer_id = any($1::bigint[]) and p.payer_hash <> ''`,
);

/** Who paid for orders of these buyers. */
export function findPayers(db: Queryable, user_ids: readonly number[]): Promise<Array<{ user_id: number; payer_hash: string }>> {
  return payers(db, [user_ids]);
}

const expired = statement<{ id: number }>(
  'orders_expired',
  'select id from orders where status = 1 and expires_at <= $1 order by expires_at limit $2',
);

export async function findExpired(db: Queryable, now: Date, limit: number): Promise<number[]> {
  return (await expired(db, [now, limit])).map((row) => row.id);
}

const openOf = statement<{ id: number }>(
  'orders_open_of_subject',
  `select id from orders where buyer_id = $1 and subject = $2 and ($3::bigint is null or subject_id = $3) and status = 1 and id <> $4`,
);

/** The open order of a buyer and subject, if it is not `not_id`. */
export async function findOtherOpen(db: Tx, buyer_id: number, of: RivalKey, not_id = 0): Promise<number | null> {
  return (await openOf(db, [buyer_id, of.subject, of.subject_id, not_id]))[0]?.id ?? null;
}

/** Name of the advisory lock of a buyer and a subject. */
export const rivalName = (buyer_id: number, { subject, subject_id }: RivalKey): string =>
  `order/${buyer_id}/${subject}/${subject_id ?? ''}`;

const lockRival = statement('orders_lock_rival', 'select pg_advisory_xact_lock(hashtextextended($1, 0))');

/** Advisory lock of a buyer and a subject, until the transaction ends. */
export async function lockBuyerAndSubject(db: Tx, buyer_id: number, of: RivalKey): Promise<void> {
  await lockRival(db, [rivalName(buyer_id, of)]);
}

const tryRivals = statement<{ n: number; got: boolean }>(
  'orders_try_rivals',
  `select k.n, pg_try_advisory_xact_lock(hashtextextended(k.name, 0)) as got from unnest($1::text[]) with ordinality as k(name, n)`,
);

const openRivals = statement<{ n: number }>(
  'orders_open_rivals',
  `select distinct k.n from unnest($1::bigint[], $2::text[], $3::bigint[]) with ordinality as k(buyer_id, subject, subject_id, n)
   join orders o on o.buyer_id = k.buyer_id and o.subject = k.subject and (k.subject_id is null or o.subject_id = k.subject_id) and o.status = 1`,
);

/** The same for many without waiting, in the given order. True: locked by us, and no order of it is open. */
export async function lockFreeOfRivals(db: Tx, keys: ReadonlyArray<RivalKey & { buyer_id: number }>): Promise<boolean[]> {
  const got = new Set((await tryRivals(db, [keys.map((key) => rivalName(key.buyer_id, key))])).flatMap(({ n, got }) => (got ? [n] : [])));
  const column = <C extends keyof (typeof keys)[0]>(name: C) => keys.map((row) => row[name]);
  // a statement of its own: it sees what was committed before the locks were had
  for (const { n } of await openRivals(db, [column('buyer_id'), column('subject'), column('subject_id')])) got.delete(n);
  return keys.map((_, at) => got.has(at + 1));
}

const heldElsewhere = statement<{ orderid: string; title: string; coupon_id: number | null; balance_fen: number }>(
  'orders_held_elsewhere',
  `select orderid, snapshot ->> 'title' as title, coupon_id, balance_fen::float8 as balance_fen from orders
   where buyer_id = $1 and status = 1 and id <> $2 and (balance_fen > 0 or coupon_id is not null) order by id desc limit 20`,
);

/** Other open orders of the buyer that hold a coupon or a part of the balance, the newest first. */
export function findHeldElsewhere(db: Queryable, buyer_id: number, not_id: number) {
  return heldElsewhere(db, [buyer_id, not_id]);
}

// the newest, where a transfer took the place of a code; as text, because the builder would take the table's name off `orders.id`
const paymentStatus = sql<PaymentStatus | null>`(select p.status from payments p where p.order_id = orders.id order by p.id desc limit 1)`;
const moneyCameBack = sql`${paymentStatus} in ('refunding', 'refunded')`;

/** An expired waiting order counts as closed, as everywhere. */
function inStatus(status: OrderStatus, now: Date) {
  const over = lte(orders.expires_at, now);
  if (status === ORDER_WAITING) return and(eq(orders.status, ORDER_WAITING), not(over));
  if (status === ORDER_CLOSED) return or(eq(orders.status, ORDER_CLOSED), and(eq(orders.status, ORDER_WAITING), over));
  return eq(orders.status, status);
}

export interface ListedOrders {
  rows: OrderWithPayment[];
  /** Orders in each status, whatever status was asked for. */
  counts: Record<OrderStatus, number>;
}

/** `subject` null: of all; `snapshot`: what the order's snapshot must hold. */
export async function listOf(
  db: Queryable,
  want: {
    buyer_id: number;
    subject: string | null;
    snapshot: object;
    status: OrderStatus | null;
    /** A part of the title, or the beginning of the number. */
    words: string;
    from: Date | null;
    to: Date | null;
    /** Rows behind this id; 0: from the newest. */
    after_id: number;
    now: Date;
    offset: number;
    limit: number;
  },
): Promise<ListedOrders> {
  const all = and(
    eq(orders.buyer_id, want.buyer_id),
    want.subject === null ? undefined : eq(orders.subject, want.subject),
    sql`${orders.snapshot} @> ${JSON.stringify(want.snapshot)}::jsonb`,
    eq(orders.hidden, false),
    // an order that another choice replaced was never given up by anybody: it would only be noise, unless somebody paid it
    or(ne(orders.close_reason, 'recreated'), moneyCameBack),
    want.words === ''
      ? undefined
      : or(sql`${orders.snapshot} ->> 'title' ilike ${containing(want.words)}`, sql`${orders.orderid} like ${beginning(want.words)}`),
    want.from === null ? undefined : gte(orders.created_at, want.from),
    want.to === null ? undefined : lt(orders.created_at, want.to),
  );
  const where = want.status === null ? all : and(all, inStatus(want.status, want.now));
  const columns = { ...getTableColumns(orders), payment_status: paymentStatus };
  const beyond = want.after_id > 0 ? and(where, lt(orders.id, want.after_id)) : where;
  const rows = await db.select(columns).from(orders).where(beyond).orderBy(desc(orders.id)).offset(want.offset).limit(want.limit);
  const countOf = (status: OrderStatus) => sql<number>`(count(*) filter (where ${inStatus(status, want.now)}))::int`;
  const [counts] = await db
    .select({ 1: countOf(1), 2: countOf(2), 3: countOf(3) })
    .from(orders)
    .where(all);
  return { rows: rows as OrderWithPayment[], counts: counts ?? { 1: 0, 2: 0, 3: 0 } };
}

const hide = statement<{ id: number }>(
  'orders_hide',
  `update orders set hidden = true where id = $1 and (status = 3 or (status = 1 and expires_at <= $2)) returning id`,
);

/** Takes a closed order out of its buyer's list. False: it is not closed. */
export async function markHidden(db: Queryable, id: number, now: Date): Promise<boolean> {
  return (await hide(db, [id, now])).length > 0;
}

const paidBy = statement<{ channel: string; provider_trade_no: string | null }>(
  'orders_paid_by',
  `select channel, provider_trade_no from payments where order_id = $1 and status in ('paid', 'refunding', 'refunded') order by id desc limit 1`,
);

/** With what an order was paid by QR; null: with nothing. */
export async function findPaidBy(db: Queryable, order_id: number): Promise<{ channel: string; trade_no: string } | null> {
  const [found] = await paidBy(db, [order_id]);
  return found ? { channel: found.channel, trade_no: found.provider_trade_no ?? '' } : null;
}

const takeUncounted = statement<SubjectKey>(
  'orders_take_uncounted',
  `update orders set counted = true where id in (
     select id from orders where status = 2 and not counted order by id limit $1 for no key update skip locked
   ) returning subject, subject_id`,
);

/** Marks paid orders as counted; one row an order, so a subject may come several times. */
export async function markCounted(db: Tx, limit: number): Promise<SubjectKey[]> {
  return takeUncounted(db, [limit]);
}

const STILL_SOLD = stillSold('orders');
const EARNED = earnedOf('orders');
const SOLD_FOR = 'price_fen - refunded_pay_fen - refunded_balance_fen';

const sold = statement<{ subject_id: number; sold_num: number; earning_fen: string }>(
  'orders_sold',
  `select subject_id, count(*)::int as sold_num, sum(${EARNED})::text as earning_fen from orders
   where publisher_id = $1 and subject = $2 and subject_id = any($3::bigint[]) and ${STILL_SOLD} group by subject_id`,
);

export async function findSold(
  db: Queryable,
  publisher_id: number,
  subject: string,
  subject_ids: readonly number[],
): Promise<Map<number, { sold_num: number; earning_fen: number }>> {
  const rows = await sold(db, [publisher_id, subject, subject_ids]);
  return new Map(rows.map((row) => [row.subject_id, { sold_num: row.sold_num, earning_fen: Number(row.earning_fen) }]));
}

const paidByIds = statement<{ n: number; id: number; orderid: string; licence: Licence; paid_fen: number; left_fen: number }>(
  'orders_paid_by_ids',
  `select n, id, orderid, coalesce(snapshot #>> '{terms,licence}', 'personal') as licence, (price_fen - coupon_fen)::float8 as paid_fen,
     case when paid_at is null or subject = 'balance' then 0 else pay_fen + balance_fen - refunded_pay_fen - refunded_balance_fen end::float8 as left_fen
   from unnest($1::int[], $2::bigint[], $3::bigint[]) as k(n, buyer_id, order_id) join orders o on o.id = k.order_id and o.buyer_id = k.buyer_id`,
);

export const findPaidByIds = batched(async (db, keys: ReadonlyArray<{ buyer_id: number; ids: readonly number[] }>) => {
  const asked = keys.flatMap(({ buyer_id, ids }, at) => ids.map((id) => ({ n: at + 1, buyer_id, id })));
  const rows = await paidByIds(db, [asked.map(({ n }) => n), asked.map(({ buyer_id }) => buyer_id), asked.map(({ id }) => id)]);
  return byKey(rows, keys.length);
});

export interface SoldOrder {
  orderid: string;
  subject: string;
  subject_id: number;
  snapshot: OrderSnapshot;
  paid_at: Date;
  price_fen: number;
  publisher_fen: number;
}

const soldOrders = statement<SoldOrder>(
  'orders_sold_list',
  `select orderid, subject, subject_id, snapshot, paid_at, ${SOLD_FOR} as price_fen, ${EARNED} as publisher_fen from orders
   where publisher_id = $1 and ${STILL_SOLD} order by paid_at desc, id desc offset $2 limit $3`,
);

/** Paid orders of what a publisher sells, the newest first, with what is left of price and earning. */
export function findSoldOrders(db: Queryable, publisher_id: number, offset: number, limit: number): Promise<SoldOrder[]> {
  return soldOrders(db, [publisher_id, offset, limit]);
}

const soldSums = statement<{ n: number; price_fen: string; publisher_fen: string }>(
  'orders_sold_sums',
  `select count(*)::int as n, coalesce(sum(${SOLD_FOR}), 0)::text as price_fen, coalesce(sum(${EARNED}), 0)::text as publisher_fen
   from orders where publisher_id = $1 and ${STILL_SOLD}`,
);

export async function sumSoldOrders(db: Queryable, publisher_id: number): Promise<{ n: number; price_fen: number; publisher_fen: number }> {
  const row = (await soldSums(db, [publisher_id]))[0];
  return { n: row?.n ?? 0, price_fen: Number(row?.price_fen ?? 0), publisher_fen: Number(row?.publisher_fen ?? 0) };
}

// of subjects that are not asked for, the ids are none: they are in the days alone
const soldDays = statement<{ day: string | null; subject_id: number | null; n: number; publisher_fen: string }>(
  'orders_sold_days',
  `select day, subject_id, count(*)::int as n, sum(earned)::text as publisher_fen from (
     select to_char(paid_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, case when subject = any($2::text[]) then subject_id end as subject_id,
       ${EARNED} as earned
     from orders where publisher_id = $1 and ${STILL_SOLD} and paid_at >= $3) as sold
   where $4::bigint is null or subject_id = $4
   group by grouping sets ((day), (subject_id))`,
);

export interface SoldSum {
  n: number;
  publisher_fen: number;
}

/** Paid orders of all that a publisher sells since then, by Shanghai day, and of `subjects` by id; `subject_id`: of that one of them alone. */
export async function sumSoldDays(
  db: Queryable,
  of: { publisher_id: number; subjects: readonly string[]; since: Date; subject_id: number | null },
): Promise<{ by_day: Map<string, SoldSum>; by_subject: Map<number, SoldSum> }> {
  const rows = await soldDays(db, [of.publisher_id, of.subjects, of.since, of.subject_id]);
  const sum = ({ n, publisher_fen }: { n: number; publisher_fen: string }) => ({ n, publisher_fen: Number(publisher_fen) });
  return {
    by_day: new Map(rows.flatMap((row) => (row.day === null ? [] : [[row.day, sum(row)]]))),
    by_subject: new Map(rows.flatMap((row) => (row.subject_id === null ? [] : [[row.subject_id, sum(row)]]))),
  };
}
