import type { Queryable } from '../../../db/pool.ts';
import { statement } from '../../../db/statement.ts';
import type { ChannelName, PayWay } from '../channel.ts';
import type { scan_payments } from '../tables.ts';

export type ScanRow = Omit<typeof scan_payments.$inferSelect, 'channel' | 'way'> & { channel: ChannelName | ''; way: PayWay | '' };

const insert = statement<ScanRow>(
  'scan_payments_insert',
  `with made as (
     insert into scan_payments (payment_no, code, title, amount_fen, expires_at) values ($1, $2, $3, $4, $5)
     on conflict (payment_no) do nothing returning *
   )
   select * from made union all select * from scan_payments where payment_no = $1 and not exists (select 1 from made)`,
);

/** Announcing a number again answers with what was made first. */
export async function insertScan(
  db: Queryable,
  row: { payment_no: string; code: string; title: string; amount_fen: number; expires_at: Date },
): Promise<ScanRow> {
  return (await insert(db, [row.payment_no, row.code, row.title, row.amount_fen, row.expires_at]))[0] as ScanRow;
}

const byCode = statement<ScanRow>('scan_payments_by_code', 'select * from scan_payments where code = $1');
const byNumber = statement<ScanRow>('scan_payments_by_number', 'select * from scan_payments where payment_no = $1');

export async function findByCode(db: Queryable, code: string): Promise<ScanRow | null> {
  return (await byCode(db, [code]))[0] ?? null;
}

export async function findByNumber(db: Queryable, payment_no: string): Promise<ScanRow | null> {
  return (await byNumber(db, [payment_no]))[0] ?? null;
}

const take = statement<ScanRow>(
  'scan_payments_take',
  `update scan_payments set channel = $4, way = $5, payer_hash = $6, attempt = $7, link = '', link_at = null
   where id = $1 and attempt = $2 and way = $3 and not closed returning *`,
);

/** Whose payment it is, and how it is opened. */
export interface Holder {
  channel: ChannelName;
  way: PayWay;
  payer_hash: string;
  attempt: number;
}

/** The payment is this provider's from now on; null: somebody else was quicker, or it was closed. */
export async function takeScan(db: Queryable, { id, attempt, way }: ScanRow, to: Holder): Promise<ScanRow | null> {
  return (await take(db, [id, attempt, way, to.channel, to.way, to.payer_hash, to.attempt]))[0] ?? null;
}

const keep = statement<ScanRow>(
  'scan_payments_keep_link',
  `update scan_payments set link = $4, link_at = $5 where id = $1 and attempt = $2 and way = $3 and not closed returning *`,
);

/** Null: meanwhile it was closed, or somebody took it. */
export async function keepLink(db: Queryable, { id, attempt, way }: ScanRow, link: string, link_at: Date | null): Promise<ScanRow | null> {
  return (await keep(db, [id, attempt, way, link, link_at]))[0] ?? null;
}

const close = statement<ScanRow>('scan_payments_close', 'update scan_payments set closed = true where payment_no = $1 returning *');

export async function closeScan(db: Queryable, payment_no: string): Promise<ScanRow | null> {
  return (await close(db, [payment_no]))[0] ?? null;
}
