import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import type { OrderRecord, OrderWithQr, PaymentRecord } from './repo.ts';

const WITH = `select $1::bigint union select b.id from orders a join orders b on b.cart_no = a.cart_no where a.id = $1`;

const lockPayments = statement<PaymentRecord>(
  'carts_lock_payments',
  `select * from payments where order_id in (${WITH}) order by id for no key update`,
);

const lockOrders = statement<OrderRecord>('carts_lock_orders', `select * from orders where id in (${WITH}) order by id for no key update`);

/** An order with those that are paid together with it, locked: payments, then orders, by their ids. */
export async function lockTogether(db: Tx, order_id: number): Promise<{ payments: PaymentRecord[]; orders: OrderRecord[] }> {
  return { payments: await lockPayments(db, [order_id]), orders: await lockOrders(db, [order_id]) };
}

const ofCart = statement<OrderWithQr>(
  'carts_orders',
  `select o.*, p.qr_text, p.cart_no as payment_no, p.status as payment_status from orders o left join payments p on p.order_id = o.id
   where o.cart_no = $1 order by o.id`,
);

/** The orders of a cart, by their ids: the first speaks for all. */
export function findCart(db: Queryable, cart_no: string): Promise<OrderWithQr[]> {
  return ofCart(db, [cart_no]);
}

const lockRivals = statement(
  'carts_lock_rivals',
  'select pg_advisory_xact_lock(hashtextextended(k.name, 0)) from unnest($1::text[]) with ordinality as k(name, n) order by k.n',
);

/** Advisory locks by their names, in the order given. */
export async function lockNames(db: Tx, names: readonly string[]): Promise<void> {
  await lockRivals(db, [names]);
}
