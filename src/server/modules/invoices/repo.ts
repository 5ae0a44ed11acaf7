import { sql } from 'drizzle-orm';
import type { InvoiceStatus } from '#contract/order.ts';
import { bothWays, choiceFilter, dayFilters, type KeysetSource } from '../../db/keyset.ts';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { invoices } from './tables.ts';

export type InvoiceRow = Omit<typeof invoices.$inferSelect, 'status' | 'holder'> & {
  status: InvoiceStatus;
  holder: 'personal' | 'company';
};

const byId = statement<InvoiceRow>('invoices_find', 'select * from invoices where id = $1');

export async function findInvoice(db: Queryable, id: number): Promise<InvoiceRow | null> {
  return (await byId(db, [id]))[0] ?? null;
}

const lock = statement<InvoiceRow>('invoices_lock', 'select * from invoices where id = $1 for no key update');

export async function lockInvoice(db: Tx, id: number): Promise<InvoiceRow | null> {
  return (await lock(db, [id]))[0] ?? null;
}

const ofOrder = statement<InvoiceRow>(
  'invoices_of_order',
  `select * from invoices where order_id = $1 order by status in ('asked', 'issued', 'red_due') desc, id desc limit 20`,
);

/** The one that is alive first, then the newest. */
export function findInvoicesOf(db: Queryable, order_id: number): Promise<InvoiceRow[]> {
  return ofOrder(db, [order_id]);
}

/** The one that is alive, else the newest. */
export async function findInvoiceOf(db: Queryable, order_id: number): Promise<InvoiceRow | null> {
  return (await ofOrder(db, [order_id]))[0] ?? null;
}

/** How many invoices of an order took the place of another. */
export async function countCorrected(db: Tx, order_id: number): Promise<number> {
  return db.$count(invoices, sql`${invoices.order_id} = ${order_id} and ${invoices.replaces_id} is not null`);
}

export async function insertInvoice(db: Tx, row: typeof invoices.$inferInsert): Promise<InvoiceRow | null> {
  const rows = await db.insert(invoices).values(row).onConflictDoNothing().returning();
  return (rows[0] as InvoiceRow | undefined) ?? null;
}

export type InvoiceChange = Partial<
  Pick<InvoiceRow, 'reason' | 'number' | 'file_key' | 'red_number' | 'red_file_key' | 'amount_fen' | 'correction' | 'past_files'>
> & {
  issued_at?: Date;
  red_at?: Date;
};

/** False: it was not in the status that it moves from. */
export async function moveInvoice(db: Tx, id: number, from: InvoiceStatus, to: InvoiceStatus, change: InvoiceChange): Promise<boolean> {
  const rows = await db
    .update(invoices)
    .set({ ...change, status: to })
    .where(sql`${invoices.id} = ${id} and ${invoices.status} = ${from}`)
    .returning({ id: invoices.id });
  return rows.length > 0;
}

const seconds = (column: string) => sql.raw(`floor(extract(epoch from ${column}))::bigint`);

export interface InvoiceLine {
  id: number;
  invoice_no: string;
  orderid: string;
  user_id: number;
  holder: 'personal' | 'company';
  title: string;
  tax_no: string;
  mail: string;
  content: string;
  amount_fen: number;
  status: InvoiceStatus;
  number: string;
  created_at: number;
  issued_at: number | null;
  red_number: string;
  /** It waits to be reversed because its title is wrong. */
  correcting: boolean;
  /** Number of the request that it replaces; '': none. */
  replaces_no: string;
}

/** All invoices, for staff. */
export const invoiceSource: KeysetSource = {
  select: sql`i.id, i.invoice_no, i.orderid, i.user_id, i.holder, i.title, i.tax_no, i.mail, i.content, i.amount_fen, i.status, i.number, i.red_number,
    i.status = 'red_due' and i.correction is not null as correcting,
    coalesce((select r.invoice_no from invoices r where r.id = i.replaces_id), '') as replaces_no,
    ${seconds('i.created_at')} as created_at, ${seconds('i.issued_at')} as issued_at`,
  from: sql`invoices i`,
  id: sql`i.id`,
  id_cast: 'bigint',
  filters: {
    status: choiceFilter({
      asked: sql`i.status = 'asked'`,
      red_due: sql`i.status = 'red_due'`,
      correcting: sql`i.status = 'red_due' and i.correction is not null`,
      issued: sql`i.status = 'issued'`,
      red: sql`i.status = 'red'`,
      ended: sql`i.status in ('refused', 'withdrawn')`,
    }),
    ...dayFilters(sql`i.created_at`),
  },
  people: [sql`i.user_id`],
  search: (text) =>
    sql`(i.invoice_no = ${text} or i.orderid = ${text} or i.title = ${text} or i.tax_no = ${text} or i.number = ${text} or i.red_number = ${text})`,
  orders: bothWays({ by: sql`i.created_at`, cast: 'timestamptz' }),
};

const alive = statement<{ order_id: number }>(
  'invoices_alive_of_user',
  `select order_id from invoices where user_id = $1 and status in ('asked', 'issued', 'red_due')`,
);

/** Orders of a user whose invoice lives: none other may be asked for. */
export async function findOrdersWithOne(db: Queryable, user_id: number): Promise<number[]> {
  return (await alive(db, [user_id])).map(({ order_id }) => order_id);
}

const ofUser = statement<InvoiceRow>('invoices_of_user', 'select * from invoices where user_id = $1 order by id desc offset $2 limit $3');

/** All that a user asked for, the newest first. */
export function findOwnInvoices(db: Queryable, user_id: number, offset: number, limit: number): Promise<InvoiceRow[]> {
  return ofUser(db, [user_id, offset, limit]);
}

export function countOwnInvoices(db: Queryable, user_id: number): Promise<number> {
  return db.$count(invoices, sql`${invoices.user_id} = ${user_id}`);
}

const lastWish = statement<Pick<InvoiceRow, 'holder' | 'title' | 'tax_no' | 'mail'>>(
  'invoices_last_wish',
  `select holder, title, tax_no, mail from invoices where user_id = $1 and status in ('asked', 'issued') order by id desc limit 1`,
);

/** Whom the newest one that was not wrong is for; null: there is none. */
export async function findLastWish(db: Queryable, user_id: number) {
  return (await lastWish(db, [user_id]))[0] ?? null;
}

const news = statement<{ orderid: string; status: 'refused' | 'issued' }>(
  'invoices_news',
  `select orderid, status from (
     select distinct on (order_id) id, orderid, status, created_at, issued_at from invoices where user_id = $1 order by order_id, id desc
   ) newest
   where (status = 'refused' and created_at >= $2) or (status = 'issued' and issued_at >= $3)
   order by id desc limit 20`,
);

/** What became lately of the newest invoice of each order of a user. */
export function findNews(
  db: Queryable,
  user_id: number,
  refused_since: Date,
  issued_since: Date,
): Promise<Array<{ orderid: string; status: 'refused' | 'issued' }>> {
  return news(db, [user_id, refused_since, issued_since]);
}

// for the package of somebody's data
export const invoiceRows = ownRows(invoices, invoices.user_id, [invoices.id], {
  ours: [invoices.file_key, invoices.red_file_key, invoices.past_files],
});

const named = statement<{ key: string }>(
  'invoices_named_keys',
  `select k.key from unnest($1::text[]) as k(key) where exists (select from invoices i where i.file_key = k.key or i.red_file_key = k.key
     or i.past_files @> jsonb_build_array(jsonb_build_object('file_key', k.key)))`,
);

/** Which of the storage keys an invoice names, or named before it was corrected. */
export async function namedKeys(db: Queryable, keys: readonly string[]): Promise<Set<string>> {
  return new Set((await named(db, [keys])).map(({ key }) => key));
}
