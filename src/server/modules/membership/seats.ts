import { vipOf } from '#contract/membership.ts';
import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { conflict } from '../../kernel/errors.ts';
import type { Fen } from '../../kernel/money.ts';
import { DAY_MS, restOfPaid } from './rules.ts';
import {
  endSeatHolder,
  endSeatsAt,
  findSeatHolders,
  findSeatsOf,
  findSeatTerm,
  findSeatTerms,
  insertSeatHolder,
  insertSeatTerm,
  lockSeatLine,
  markSeatTermEnded,
  type SeatHolder,
  type SeatTerm,
} from './seats.repo.ts';

const monthOf = (at: Date): string => shanghaiDay(at).slice(0, 7);

/** How often seats went to somebody else this month: the first on each seat is no move. `holders`: all there ever were, in their order. */
export function movesIn(holders: ReadonlyArray<Pick<SeatHolder, 'given_at'>>, seats: number, now: Date): number {
  return holders.slice(seats).filter(({ given_at }) => monthOf(given_at) === monthOf(now)).length;
}

/** Seats that follow each other, as their company sees them. */
export interface SeatLine {
  id: number;
  vip_type: number;
  spec_id: number;
  seats: number;
  max_download_pre_day: number;
  from: Date;
  to: Date;
  moves_left: number;
  /** Who sits there now. */
  holders: SeatHolder[];
}

/** The lines of a company, the newest first; also those that are over, for a renewal. */
export async function seatLines(ctx: Ctx, owner_id: number): Promise<SeatLine[]> {
  const now = ctx.app.clock.now();
  const terms = Map.groupBy(await findSeatTerms(ctx.db, owner_id), ({ line_id }) => line_id);
  const holders = Map.groupBy(await findSeatHolders(ctx.db, [...terms.keys()]), ({ line_id }) => line_id);
  return [...terms].flatMap(([id, of]) => {
    const by_end = of.toSorted((a, b) => a.ends_at.getTime() - b.ends_at.getTime());
    const last = by_end.at(-1);
    const first = by_end.find(({ ends_at }) => ends_at > now) ?? last;
    if (!first || !last) return [];
    const { vip_type, spec_id, seats, max_download_pre_day } = last;
    const all = holders.get(id) ?? [];
    return [
      {
        ...{ id, vip_type, spec_id, seats, max_download_pre_day, from: first.starts_at, to: last.ends_at },
        moves_left: Math.max(0, seats - movesIn(all, seats, now)),
        holders: all.filter(({ ended_at }) => ended_at === null),
      },
    ];
  });
}

/** What somebody has by seats of companies, now or later. */
export const seatsOf = (ctx: Ctx, user_id: number): Promise<SeatTerm[]> => findSeatsOf(ctx.db, user_id, ctx.app.clock.now());

export interface SoldSeats {
  order_id: number;
  /** The line that goes on; null: a new one. */
  line_id: number | null;
  owner_id: number;
  vip_type: number;
  spec_id: number;
  seats: number;
  max_download_pre_day: number;
  days: number;
}

/** Adds a term that was paid for: from now, or behind the last one of its line, which it locks. */
export async function addSeats(tx: TxCtx, { days, line_id, ...sold }: SoldSeats): Promise<void> {
  const now = tx.app.clock.now();
  const before = line_id === null ? [] : await lockSeatLine(tx.db, line_id);
  const starts_at = new Date(Math.max(now.getTime(), ...before.map(({ ends_at }) => ends_at.getTime())));
  const ends_at = new Date(starts_at.getTime() + days * DAY_MS);
  await insertSeatTerm(tx.db, { ...sold, line_id: line_id ?? sold.order_id, starts_at, ends_at, created_at: now });
}

/** Takes back what an order bought. @throws AppError 409 while another term follows it */
export async function endSeats(tx: TxCtx, order_id: number): Promise<void> {
  const found = await findSeatTerm(tx.db, order_id);
  if (!found) return;
  const line = await lockSeatLine(tx.db, found.line_id);
  const term = line.find((one) => one.order_id === order_id);
  if (!term) return;
  if (line.some(({ starts_at }) => starts_at > term.starts_at)) throw conflict('这些席位已经续费，请先为后面的续费订单退款');
  await markSeatTermEnded(tx.db, term.id, tx.app.clock.now());
}

/** What of a price pays for time of its seats that is still to come. */
export async function unusedSeats(ctx: Ctx, order_id: number, paid_fen: Fen): Promise<Fen> {
  const term = await findSeatTerm(ctx.db, order_id);
  if (!term || term.ended_at) return 0;
  return restOfPaid({ sold_from: term.starts_at, sold_to: term.ends_at, paid_fen }, ctx.app.clock.now());
}

/** The line as it can be renewed by its company; null: it is not theirs. */
export async function seatLine(ctx: Ctx, owner_id: number, line_id: number): Promise<SeatLine | null> {
  return (await seatLines(ctx, owner_id)).find(({ id }) => id === line_id) ?? null;
}

/** Why a seat is not given; null: it is theirs now, or was. Locks the line, so that the last seat is given once. */
export async function giveSeat(
  tx: TxCtx,
  { line_id, owner_id, user_id }: { line_id: number; owner_id: number; user_id: number },
): Promise<string | null> {
  const now = tx.app.clock.now();
  const terms = await lockSeatLine(tx.db, line_id);
  const [term] = terms;
  if (term?.owner_id !== owner_id) return '席位不存在';
  if (terms.every(({ ends_at }) => ends_at <= now)) return '席位已到期，续费后可以分配';
  const all = await findSeatHolders(tx.db, [line_id]);
  const sitting = all.filter(({ ended_at }) => ended_at === null);
  if (sitting.some((one) => one.user_id === user_id)) return null;
  const name = vipOf(term.vip_type)?.name ?? '会员';
  if (sitting.length >= term.seats) return `${name}的 ${term.seats} 个席位已分配完`;
  if (all.length >= term.seats && movesIn(all, term.seats, now) >= term.seats) return `本月已换人 ${term.seats} 次，下月可以继续调整`;
  await insertSeatHolder(tx.db, { line_id, user_id, given_at: now });
  return null;
}

/** Takes a seat back at once. @returns false when the line is not theirs */
export async function takeSeat(tx: TxCtx, { line_id, owner_id, user_id }: { line_id: number; owner_id: number; user_id: number }) {
  const [term] = await lockSeatLine(tx.db, line_id);
  if (term?.owner_id !== owner_id) return false;
  await endSeatHolder(tx.db, { line_id, user_id, now: tx.app.clock.now() });
  return true;
}

/** Somebody no longer works for the company: their seats there end. */
export const leaveSeats = (tx: TxCtx, of: { owner_id: number; user_id: number }): Promise<void> =>
  endSeatsAt(tx.db, { ...of, now: tx.app.clock.now() });
