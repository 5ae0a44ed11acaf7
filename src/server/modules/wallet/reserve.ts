import { type Ctx, inTransaction, type TxCtx } from '../../app/ctx.ts';
import { assert } from '../../kernel/assert.ts';
import { postTransfer } from './post-transfer.ts';
import { endReservation, findExpired, findReservation, insertReservation, type ReservationRow } from './reservations.repo.ts';
import { type ReservedUnit, reservedEntries, settledEntries } from './rules.ts';
import type { ReservedFor, TransferReason } from './statement.ts';

export interface ReserveInput {
  /** Idempotency: the same key is the same reservation. */
  key: string;
  user_id: number;
  unit: ReservedUnit;
  /** The most that settling may take. */
  max: number;
  reason: ReservedFor;
  /** For the reader: the number of the answer, call or ticket. */
  reference: string;
  /** Released by itself when it is unsettled by then. */
  ttl_ms: number;
}

export interface Reservation {
  key: string;
  user_id: number;
  unit: ReservedUnit;
  max: number;
  status: 'held' | 'settled' | 'released';
  /** What was taken; null unless settled. */
  settled: number | null;
  expires_at: Date;
}

const EXPIRED_BATCH = 200;

/**
 * Sets up to `max` aside for what is priced afterwards. The same key again answers with the same reservation, whatever became of it.
 * @throws AppError 余额不足, for coins code 8
 */
export async function reserve(ctx: Ctx, input: ReserveInput): Promise<Reservation> {
  assert(Number.isSafeInteger(input.max) && input.max > 0, 'a reservation is a positive whole amount');
  assert(input.ttl_ms > 0, 'a reservation ends in the future');
  return inTransaction(ctx, async (tx) => {
    const now = tx.app.clock.now();
    const made = await insertReservation(tx.db, { ...input, now, expires_at: new Date(now.getTime() + input.ttl_ms) });
    if (!made) return sameReservation(await readReservation(tx, input.key), input);
    await post(tx, made, 'reserve', reservedEntries(made));
    return reservationOf(made);
  });
}

/**
 * Takes what it came to, at most what was reserved, and gives the rest back. Works until the reservation is released, also past its
 * time. Once only: later calls change nothing and answer what happened, so look at `status`.
 * @throws Error when there is no such reservation, or `real` is more than it holds
 */
export async function settle(ctx: Ctx, key: string, real: number): Promise<Reservation> {
  assert(Number.isSafeInteger(real) && real >= 0, 'what is settled is a whole amount');
  return endOnce(ctx, key, real);
}

/** Gives everything back. Once only: later calls change nothing and answer what happened. @throws Error when there is no such reservation */
export async function release(ctx: Ctx, key: string): Promise<Reservation> {
  return endOnce(ctx, key, null);
}

async function endOnce(ctx: Ctx, key: string, settled: number | null): Promise<Reservation> {
  const status = settled === null ? 'released' : 'settled';
  return inTransaction(ctx, async (tx) => {
    for (;;) {
      const ended = await endReservation(tx.db, { key, status, settled, now: tx.app.clock.now() });
      if (ended) {
        await post(tx, ended, settled === null ? 'release' : 'settle', settledEntries(ended, settled ?? 0));
        return reservationOf(ended);
      }
      const found = await readReservation(tx, key);
      if (found.status !== 'held') return reservationOf(found);
      // still held: either the amount is too much, or it was committed between our two statements
      assert((settled ?? 0) <= found.max_amount, `reservation ${key} holds ${found.max_amount}, not ${settled}`);
    }
  });
}

/** Releases what was not settled in time. Returns how many. One that fails is logged and does not stop the others. */
export async function expireReservations(ctx: Ctx): Promise<number> {
  let released = 0;
  for (;;) {
    const keys = await findExpired(ctx.db, ctx.app.clock.now(), EXPIRED_BATCH);
    const before = released;
    // one transaction each: none waits for another user's accounts
    for (const key of keys) {
      try {
        if ((await release(ctx, key)).status === 'released') released++;
      } catch (error) {
        ctx.log.error({ err: error, reservation: key }, 'a reservation was not released');
      }
    }
    if (keys.length < EXPIRED_BATCH || released === before) return released;
  }
}

async function readReservation(tx: TxCtx, key: string): Promise<ReservationRow> {
  const found = await findReservation(tx.db, key);
  assert(found, `no reservation ${key}`);
  return found;
}

function sameReservation(row: ReservationRow, input: ReserveInput): Reservation {
  const same = row.user_id === input.user_id && row.unit === input.unit && row.max_amount === input.max;
  assert(same, `reservation ${input.key} was made with other terms`);
  return reservationOf(row);
}

async function post(
  tx: TxCtx,
  row: ReservationRow,
  step: 'reserve' | 'settle' | 'release',
  entries: ReturnType<typeof settledEntries>,
): Promise<void> {
  const { unit, reference } = row;
  const reason = `${row.reason as ReservedFor}_${step}` satisfies TransferReason;
  const posted = await postTransfer(tx, { key: `${step}:${row.key}`, reason, reference, unit, entries });
  assert(posted, `reservation ${row.key}: ${step} was posted before`);
}

function reservationOf(row: ReservationRow): Reservation {
  const { key, user_id, unit, status, expires_at } = row;
  return { key, user_id, unit, max: row.max_amount, status, settled: row.settled_amount, expires_at };
}
