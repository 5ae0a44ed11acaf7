import {
  type DoorAnswer,
  type DoorDirection,
  type DoorList,
  type DoorResult,
  doorHours,
  doorResult,
  isTicketKey,
  type OfflineScan,
  readScan,
} from '#contract/door.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { sha256 } from '../../kernel/ids.ts';
import {
  type CheckinRecord,
  type DoorTicketRow,
  findCheckin,
  findGivenCodes,
  findGivenTicket,
  findTicketByHash,
  findTicketBySecret,
  findTicketOf,
  findTicketsOfOrder,
  findTicketsOfSalon,
  insertCheckin,
  lastPass,
  lastPasses,
  lockTicketState,
  setTicketUsed,
} from './door.repo.ts';
import { deskOf, doorOf, ownPublicSalon, type Scanner } from './door-links.ts';
import { findSalon, type SalonRow } from './repo.ts';

type Salon = SalonRow & { starts_at: Date; ends_at: Date };

interface Scan {
  salon: Salon;
  ticket: DoorTicketRow | null;
  scanner: Scanner;
  nonce: string;
  direction: DoorDirection;
  at: Date;
  offline: boolean;
  /** By a code of before the ticket was given to somebody else. */
  is_given?: boolean;
  /** The organiser may set right what was forgotten after the event. */
  late?: boolean;
}

/** What a phone at a door keeps to work without a network. @throws as `doorOf` */
export async function doorList(ctx: Ctx, token: string): Promise<DoorList> {
  const { door, salon } = await doorOf(ctx, token);
  const [tickets, passes, given] = await Promise.all([
    findTicketsOfSalon(ctx.db, salon.item_id),
    lastPasses(ctx.db, salon.item_id),
    findGivenCodes(ctx.db, salon.item_id),
  ]);
  const hours = doorHours(salon.starts_at.getTime(), salon.ends_at.getTime(), salon.state === 'cancelled');
  return {
    salon: {
      id: salon.item_id,
      title: salon.title,
      starts_at: unixSeconds(salon.starts_at),
      ends_at: unixSeconds(salon.ends_at),
      cancelled: hours.cancelled,
    },
    gate: door.gate,
    name: door.name,
    expires_at: unixSeconds(door.expires_at),
    opens_at: Math.floor(hours.opens_ms / 1000),
    closes_at: Math.floor(hours.closes_ms / 1000),
    inside: insideOf(passes),
    came: tickets.filter(({ state }) => state === 'used').length,
    tickets: tickets.map(({ id, secret, seq, kind, seat, holder, order_id, state, used_at, online }) => ({
      ...{ id, hash: sha256(secret), seq, kind, seat, holder, order_id, state, online },
      inside: passes.get(id)?.inside ?? false,
      used_at: used_at === null ? null : unixSeconds(used_at),
      where: passes.get(id)?.gate ?? '',
    })),
    given,
  };
}

const insideOf = (passes: ReadonlyMap<number, { inside: boolean }>): number => [...passes.values()].filter(({ inside }) => inside).length;

/**
 * One scan at a door. The same nonce is the same scan and gets the same answer. Locks the ticket.
 * @throws as `doorOf`
 */
export async function scanTicket(
  ctx: Ctx,
  input: { token: string; code: string; nonce: string; direction: DoorDirection },
): Promise<DoorAnswer> {
  return inTransaction(ctx, async (tx) => {
    const { door, salon } = await doorOf(tx, input.token);
    const scanner: Scanner = { by_staff: door.id, by_user_id: null, gate: door.gate };
    const read = readScan(input.code);
    const found = await scannedBy(tx, salon, read);
    const { nonce, direction } = input;
    return pass(tx, { salon, ...found, scanner, nonce, direction, at: tx.app.clock.now(), offline: false });
  });
}

/** The ticket that a code names, also one of before it was given to somebody else. */
async function scannedBy(tx: TxCtx, { item_id }: Salon, read: ReturnType<typeof readScan>): Promise<Pick<Scan, 'ticket' | 'is_given'>> {
  if (read === null) return { ticket: null };
  const ticket = 'secret' in read ? await findTicketBySecret(tx.db, read.secret) : await findTicketByHash(tx.db, item_id, read.code);
  if (ticket) return { ticket };
  const given = 'secret' in read ? await findGivenTicket(tx.db, sha256(read.secret)) : await findGivenTicket(tx.db, read.code, item_id);
  return { ticket: given, is_given: given !== null };
}

/**
 * Lets in all others of the order of a ticket of this salon that may still come in, each as a scan of its own. Locks them in the order of their ids.
 * @throws as `doorOf`; AppError 404
 */
export async function scanOrder(ctx: Ctx, input: { token: string; ticket_id: number; nonce: string }): Promise<DoorAnswer[]> {
  return inTransaction(ctx, async (tx) => {
    const { door, salon } = await doorOf(tx, input.token);
    const first = await findTicketOf(tx.db, salon.item_id, input.ticket_id);
    if (!first) throw notFound('没有这张票');
    const scanner: Scanner = { by_staff: door.id, by_user_id: null, gate: door.gate };
    const answers: DoorAnswer[] = [];
    for (const ticket of await findTicketsOfOrder(tx.db, salon.item_id, first.order_id)) {
      const nonce = `${input.nonce}.${ticket.id}`;
      const known = await findCheckin(tx.db, salon.item_id, nonce);
      if ((ticket.state !== 'valid' || ticket.online) && !known) continue;
      answers.push(await pass(tx, { salon, ticket, scanner, nonce, direction: 'in', at: tx.app.clock.now(), offline: false }));
    }
    return answers;
  });
}

/**
 * Takes what a phone decided without a network, in the order of its clock; each scan by itself, so that one that fails holds up none.
 * An answer other than `ok` is a conflict: that person is in already.
 * @throws as `doorOf`
 */
export async function syncScans(ctx: Ctx, input: { token: string; scans: readonly OfflineScan[] }): Promise<DoorAnswer[]> {
  const answers: DoorAnswer[] = [];
  for (const scan of input.scans.toSorted((a, b) => a.at_ms - b.at_ms)) {
    answers.push(
      await inTransaction(ctx, async (tx) => {
        const { door, salon } = await doorOf(tx, input.token);
        const key = scan.key.toLowerCase();
        const found = await scannedBy(tx, salon, isTicketKey(key) ? { code: key } : null);
        const scanner: Scanner = { by_staff: door.id, by_user_id: null, gate: door.gate };
        // a phone's clock is believed between the making of its link and now
        const at = new Date(Math.min(tx.app.clock.now().getTime(), Math.max(door.created_at.getTime(), scan.at_ms)));
        return pass(tx, { salon, ...found, scanner, nonce: scan.nonce, direction: scan.direction, at, offline: true });
      }),
    );
  }
  return answers;
}

/** The organiser lets a guest in by hand, at the desk or afterwards. @throws AppError 404; 409 */
export async function checkInByHand(ctx: Ctx, input: { salon_id: number; ticket_id: number; nonce: string }): Promise<DoorAnswer> {
  return inTransaction(ctx, async (tx) => {
    const salon = await ownPublicSalon(tx, input.salon_id);
    const ticket = await findTicketOf(tx.db, salon.item_id, input.ticket_id);
    if (!ticket) throw notFound('没有这张票');
    return pass(tx, {
      ...{ salon, ticket, scanner: deskOf(tx), nonce: input.nonce, direction: 'in', at: tx.app.clock.now() },
      ...{ offline: false, late: true },
    });
  });
}

/** Takes an entry back: the ticket is as good as new. Idempotent. @throws AppError 404 */
export async function undoCheckIn(ctx: Ctx, input: { salon_id: number; ticket_id: number; nonce: string }): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const salon = await ownPublicSalon(tx, input.salon_id);
    const ticket = await findTicketOf(tx.db, salon.item_id, input.ticket_id);
    if (!ticket) throw notFound('没有这张票');
    const locked = await lockTicketState(tx.db, ticket.id);
    if (locked?.state !== 'used') return;
    const at = tx.app.clock.now();
    const row = { salon_id: salon.item_id, ticket_id: ticket.id, nonce: input.nonce, at, received_at: at, direction: 'out' as const };
    if (await insertCheckin(tx.db, { ...row, ...deskOf(tx), result: 'undone' })) await setTicketUsed(tx.db, ticket.id, null);
  });
}

/** One passage: decided under the ticket's lock and written whatever the answer is. */
async function pass(tx: TxCtx, scan: Scan): Promise<DoorAnswer> {
  const { salon, ticket, scanner, nonce, direction, at, offline } = scan;
  const locked = ticket && (await lockTicketState(tx.db, ticket.id));
  const known = await findCheckin(tx.db, salon.item_id, nonce);
  if (known) return answerOf(tx, { salon, ticket: await ticketOf(tx, known), row: known, again: true });
  const last = ticket ? await lastPass(tx.db, ticket.id) : null;
  const inside = last !== null && last.result === 'ok' && last.direction === 'in';
  const hours = doorHours(salon.starts_at.getTime(), salon.ends_at.getTime(), salon.state === 'cancelled');
  const when_ms = scan.late ? Math.min(at.getTime(), hours.closes_ms) : at.getTime();
  // given away since it was looked up: the code is of before
  const is_given = scan.is_given || locked?.secret !== ticket?.secret;
  const state = is_given ? ('given' as const) : locked?.state;
  const shown =
    ticket && state ? { of_salon: ticket.salon_id === salon.item_id, state, inside, online: ticket.online && !scan.late } : null;
  const result = doorResult(shown, hours, direction, when_ms);
  const row = {
    ...{ salon_id: salon.item_id, ticket_id: ticket?.id ?? null, nonce, at, received_at: tx.app.clock.now(), ...scanner },
    ...{ direction, offline, result },
  };
  if (!(await insertCheckin(tx.db, row))) {
    // the same nonce with two unknown codes at once: the first one counts
    const first = await findCheckin(tx.db, salon.item_id, nonce);
    if (first) return answerOf(tx, { salon, ticket: await ticketOf(tx, first), row: first, again: true });
  }
  if (ticket && locked && result === 'ok' && direction === 'in') {
    await setTicketUsed(tx.db, ticket.id, locked.used_at !== null && locked.used_at < at ? locked.used_at : at);
  }
  return answerOf(tx, { salon, ticket, row: { ...row, result }, again: false, last });
}

const ticketOf = (tx: TxCtx, { salon_id, ticket_id }: Pick<CheckinRecord, 'salon_id' | 'ticket_id'>) =>
  ticket_id === null ? null : findTicketOf(tx.db, salon_id, ticket_id);

async function answerOf(
  tx: TxCtx,
  of: {
    salon: Salon;
    ticket: DoorTicketRow | null;
    row: Pick<CheckinRecord, 'nonce' | 'direction' | 'at' | 'gate'> & { result: string };
    again: boolean;
    last?: { at: Date; gate: string } | null;
  },
): Promise<DoorAnswer> {
  const { salon, ticket, row, again } = of;
  const result = row.result as DoorResult;
  const here = ticket?.salon_id === salon.item_id ? ticket : null;
  const last = result === 'used' || result === 'not_inside' ? (of.last ?? (ticket && (await lastPass(tx.db, ticket.id)))) : null;
  const elsewhere = result === 'other_salon' && ticket ? ((await findSalon(tx.db, ticket.salon_id))?.title ?? '') : '';
  const mates = here ? await findTicketsOfOrder(tx.db, salon.item_id, here.order_id) : [];
  return {
    ...{ nonce: row.nonce, result, direction: row.direction, again },
    ticket: here && { id: here.id, seq: here.seq, kind: here.kind, seat: here.seat, holder: here.holder, order_id: here.order_id },
    at: last ? unixSeconds(last.at) : null,
    where: last?.gate ?? elsewhere,
    others: mates.filter(({ id, state, online }) => id !== here?.id && state === 'valid' && !online).length,
    inside: insideOf(await lastPasses(tx.db, salon.item_id)),
  };
}
