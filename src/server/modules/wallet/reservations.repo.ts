import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import type { ReservedUnit } from './rules.ts';

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
