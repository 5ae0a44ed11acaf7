import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import type { Purpose, ReservedUnit } from './rules.ts';

export interface StatementRow {
  id: number;
  reason: string;
  reference: string;
  amount: number;
  /** Sum of the account's entries up to this one. */
  after: string;
  created_at: Date;
}

export interface StatementWant {
  owner_id: number;
  purpose: Purpose;
  /** Instants; null: without an end. */
  from: Date | null;
  to: Date | null;
  way: 'all' | 'in' | 'out';
}

const WANTED = `($3::timestamptz is null or e.created_at >= $3) and ($4::timestamptz is null or e.created_at < $4)
  and ($5 = 'all' or ($5 = 'in') = (e.amount > 0))`;

// sums run over the whole account, whatever is shown of it
const page = statement<StatementRow>(
  'wallet_statement',
  `select e.id, t.reason, t.reference, e.amount, e.after::text as after, e.created_at
   from (select en.*, sum(en.amount) over (order by en.id) as after from ledger_entries en
         where en.account_id = (select id from accounts where coalesce(owner_id, 0) = $1 and purpose = $2)) e
   join ledger_transfers t on t.id = e.transfer_id
   where ${WANTED} and ($6::bigint = 0 or e.id < $6) order by e.id desc limit $7`,
);

/** Lines of one account, the newest first, after the line `before` (0: from the newest). */
export function findStatement(db: Queryable, want: StatementWant, before: number, limit: number): Promise<StatementRow[]> {
  const { owner_id, purpose, from, to, way } = want;
  return page(db, [owner_id, purpose, from, to, way, before, limit]);
}

const sums = statement<{ n: number; sum_in: string; sum_out: string }>(
  'wallet_statement_sums',
  `select count(*)::int as n, coalesce(sum(e.amount) filter (where e.amount > 0), 0)::text as sum_in,
     coalesce(-sum(e.amount) filter (where e.amount < 0), 0)::text as sum_out
   from accounts a join ledger_entries e on e.account_id = a.id
   where coalesce(a.owner_id, 0) = $1 and a.purpose = $2 and ${WANTED}`,
);

export async function sumStatement(db: Queryable, want: StatementWant): Promise<{ n: number; sum_in: number; sum_out: number }> {
  const { owner_id, purpose, from, to, way } = want;
  const row = (await sums(db, [owner_id, purpose, from, to, way]))[0];
  return { n: row?.n ?? 0, sum_in: Number(row?.sum_in ?? 0), sum_out: Number(row?.sum_out ?? 0) };
}

interface CoinDay {
  /** Shanghai day. */
  day: string;
  uses: number;
  coins: number;
}

const used = statement<CoinDay>(
  'wallet_coins_used',
  `select to_char(at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, count(*)::int as uses, sum(coins)::float8 as coins from (
     select ended_at as at, settled_amount as coins from reservations
     where unit = 'coin' and status = 'settled' and settled_amount > 0 and ended_at >= $1
     union all
     select e.created_at, e.amount from ledger_entries e join accounts a on a.id = e.account_id
     where a.owner_id is null and a.purpose = 'coin_written_off' and e.created_at >= $1
   ) used group by 1`,
);

export function findCoinsUsed(db: Queryable, since: Date): Promise<CoinDay[]> {
  return used(db, [since]);
}

const owed = statement<{ coins: number; fen: number; escrow_fen: number }>(
  'wallet_owed_to_spend',
  `select coalesce(sum(balance) filter (where purpose in ('coin', 'held_coin')), 0)::float8 as coins,
     coalesce(sum(balance) filter (where purpose in ('balance', 'held', 'purse')), 0)::float8 as fen,
     (select coalesce(sum(e.amount), 0) from accounts a join ledger_entries e on e.account_id = a.id where a.purpose = 'escrow')::float8 as escrow_fen
   from accounts where purpose in ('coin', 'held_coin', 'balance', 'held', 'purse')`,
);

export async function sumOwed(db: Queryable): Promise<{ coins: number; fen: number; escrow_fen: number }> {
  return (await owed(db, []))[0] ?? { coins: 0, fen: 0, escrow_fen: 0 };
}

export interface ReservationRow {
  key: string;
  user_id: number;
  unit: ReservedUnit;
  max_amount: number;
  settled_amount: number | null;
  status: 'held' | 'settled' | 'released';
  reason: string;
  reference: string;
  expires_at: Date;
}

const COLUMNS = 'key, user_id, unit, max_amount, settled_amount, status, reason, reference, expires_at';

const insert = statement<ReservationRow>(
  'wallet_insert_reservation',
  `insert into reservations (key, user_id, unit, max_amount, reason, reference, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (key) do nothing returning ${COLUMNS}`,
);

interface NewReservation {
  key: string;
  user_id: number;
  unit: ReservedUnit;
  max: number;
  reason: string;
  reference: string;
  now: Date;
  expires_at: Date;
}

/** Null when the key is taken: the transaction that took it has committed. */
export async function insertReservation(db: Tx, row: NewReservation): Promise<ReservationRow | null> {
  const { key, user_id, unit, max, reason, reference, now, expires_at } = row;
  return (await insert(db, [key, user_id, unit, max, reason, reference, now, expires_at]))[0] ?? null;
}

const end = statement<ReservationRow>(
  'wallet_end_reservation',
  `update reservations set status = $2, settled_amount = $3::bigint, ended_at = $4
   where key = $1 and status = 'held' and coalesce($3::bigint, 0) <= max_amount returning ${COLUMNS}`,
);

/** The one step out of `held`; null when somebody took it before, or the amount is more than is held. */
export async function endReservation(
  db: Tx,
  { key, status, settled, now }: { key: string; status: 'settled' | 'released'; settled: number | null; now: Date },
): Promise<ReservationRow | null> {
  return (await end(db, [key, status, settled, now]))[0] ?? null;
}

const find = statement<ReservationRow>('wallet_find_reservation', `select ${COLUMNS} from reservations where key = $1`);

export async function findReservation(db: Queryable, key: string): Promise<ReservationRow | null> {
  return (await find(db, [key]))[0] ?? null;
}

const expired = statement<{ key: string }>(
  'wallet_expired_reservations',
  `select key from reservations where status = 'held' and expires_at <= $1 order by expires_at limit $2`,
);

export async function findExpired(db: Queryable, now: Date, limit: number): Promise<string[]> {
  return (await expired(db, [now, limit])).map(({ key }) => key);
}
