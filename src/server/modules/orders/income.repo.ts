import type { Queryable } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import type { SubjectKey } from './repo.ts';
import { ESCROWED } from './rules.ts';

interface Sort {
  day: string;
  subject: string;
  kind: number;
}

const KIND = `coalesce((o.snapshot ->> 'kind')::int, 0) as kind`;

const sold = statement<Sort & { orders: number; sold_fen: number; publisher_fen: number; coupon_fen: number }>(
  'orders_income_rows',
  `select to_char(o.paid_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, o.subject, ${KIND}, count(*)::int as orders,
     sum(o.pay_fen + o.balance_fen)::float8 as sold_fen, sum(o.publisher_fen)::float8 as publisher_fen, sum(o.coupon_fen)::float8 as coupon_fen
   from orders o where o.paid_at >= $1 group by 1, 2, 3`,
);

/** Paid orders, those that were refunded since included. */
export function findIncomeRows(db: Queryable, since: Date) {
  return sold(db, [since]);
}

const refunded = statement<Sort & { refunded_fen: number; publisher_back_fen: number; coupon_back_fen: number }>(
  'orders_refunded_rows',
  `select to_char(r.created_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, o.subject, ${KIND}, sum(r.pay_fen + r.balance_fen)::float8 as refunded_fen,
     sum(r.publisher_fen)::float8 as publisher_back_fen,
     sum(case when r.whole and o.refunded_pay_fen + o.refunded_balance_fen = o.pay_fen + o.balance_fen then o.coupon_fen else 0 end)::float8 as coupon_back_fen
   from order_refunds r join orders o on o.id = r.order_id where r.created_at >= $1 group by 1, 2, 3`,
);

export function findRefundedRows(db: Queryable, since: Date) {
  return refunded(db, [since]);
}

const buyers = statement<{ user_id: number; kind: number; paid: boolean }>(
  'orders_buyers',
  `select o.buyer_id as user_id, ${KIND}, bool_or(o.paid_at >= $1 and o.paid_at < $2) is true as paid
   from orders o where (o.created_at >= $1 and o.created_at < $2) or (o.paid_at >= $1 and o.paid_at < $2) group by 1, 2`,
);

export function findBuyers(db: Queryable, from: Date, to: Date) {
  return buyers(db, [from, to]);
}

const EARNED = 'o.id, o.publisher_fen - o.publisher_back_fen as fen';
// what is held for a claim is in another account already
const FREE = `not exists (select 1 from payment_claims c where c.order_id = returnable.id and c.status in ('open', 'answered'))`;

// three index scans: one publisher may have sold a million
const pending = statement<{ fen: string }>(
  'orders_pending_earnings',
  `select coalesce(sum(fen), 0)::text as fen from (
     select ${EARNED} from orders o where o.publisher_id = $1 and o.status = 2 and o.paid_at >= $2 and o.subject <> '${ESCROWED}'
     union select ${EARNED} from orders o where o.id = any($3::bigint[]) and o.publisher_id = $1 and o.status = 2
     union select ${EARNED} from unnest($4::text[], $5::bigint[]) as r(subject, subject_id)
       join orders o on o.publisher_id = $1 and o.status = 2 and o.subject = r.subject and o.subject_id = r.subject_id
   ) as returnable where ${FREE}`,
);

interface PendingOf {
  publisher_id: number;
  since: Date;
  returnable: readonly SubjectKey[];
  /** Orders whose refund waits for a decision. */
  asked_ids: readonly number[];
}

/** Earnings of paid orders since then, of those orders, and of those subjects whenever they were paid; fen. */
export async function sumPendingEarnings(db: Queryable, { publisher_id, since, returnable, asked_ids }: PendingOf): Promise<number> {
  const names = returnable.map(({ subject }) => subject);
  const ids = returnable.map(({ subject_id }) => subject_id);
  return Number((await pending(db, [publisher_id, since, asked_ids, names, ids]))[0]?.fen ?? 0);
}
