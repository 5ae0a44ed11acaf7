import { type OrganisedSeats, type SeatBlock, seatCode } from '#contract/seats.ts';
import { type Ctx, inTransaction } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { emit, recordAudit } from '../../outbox/outbox.ts';
import { sendNotices } from '../notices/index.ts';
import { closeChair, findChairs, findSeatedGuests, moveTicket } from './chairs.repo.ts';
import { ownPublicSalon, ownSalon } from './door-links.ts';
import { drawnPlan } from './plan.ts';
import { lockSalonRow, type SalonRow, whoseIs, writeSalon } from './repo.ts';
import { findTicket, lockKinds, lockTicketsOfOrder } from './seats.repo.ts';
import { passOn } from './seats.ts';

/** The plan of an own salon and who sits where. @throws AppError 404 */
export async function organisedSeats(ctx: Ctx, salon_id: number): Promise<OrganisedSeats> {
  const { plan } = await ownSalon(ctx, salon_id);
  if (plan.length === 0) return { plan: [], guests: [] };
  return { plan: drawnPlan(plan, await findChairs(ctx.db, salon_id), null), guests: await findSeatedGuests(ctx.db, salon_id) };
}

interface SeatChange {
  salon_id: number;
  seat_id: number;
  /** Who moves to this chair; absent: the chair is closed or opened. */
  ticket_id?: number | undefined;
  closed?: boolean | undefined;
}

/** Moves a guest of an own salon to a free chair of the same kind, or closes a free chair, or opens one. @throws AppError 404; 409 */
export async function changeSeat(ctx: Ctx, { salon_id, seat_id, ticket_id, closed }: SeatChange): Promise<void> {
  if (ticket_id === undefined) return setClosed(ctx, { salon_id, seat_id, closed: closed ?? false });
  await inTransaction(ctx, async (tx) => {
    const salon = await ownPublicSalon(tx, salon_id);
    if (salon.state !== 'open') throw conflict('沙龙已结束或取消，不能再换座');
    const found = await findTicket(tx.db, ticket_id);
    if (found?.salon_id !== salon_id) throw notFound('没有这张票');
    const ticket = (await lockTicketsOfOrder(tx.db, found.order_id)).find(({ id }) => id === ticket_id);
    if (!ticket || ticket.seat === '') throw conflict('这张票已退票、作废或没有座位');
    await lockKinds(tx.db, [ticket.kind_id]);
    const seat = (await findChairs(tx.db, salon_id)).find(({ id }) => id === seat_id);
    if (!seat) throw notFound('没有这个座位');
    // pressed twice
    if (seat.ticket_id === ticket_id) return;
    if (seat.kind_id !== ticket.kind_id) throw conflict('只能换到同一票种的座位');
    if (!(await moveTicket(tx.db, ticket_id, seat_id))) throw conflict(`${seat.label}刚被选走或已停用，请另选`);
    const now = unixSeconds(tx.app.clock.now());
    await sendNotices(tx, whoseIs(ticket), {
      ...{ topic: 'salon', key: `salon:seat:${ticket_id}:${seat_id}:${now}`, title: '您的座位有调整', href: '/personalCenter/mySalon' },
      ...{
        item_id: salon_id,
        content: `「${salon.title}」主办方把${ticket.holder_name}的座位由 ${ticket.seat} 换到 ${seat.label}，门票已更新。`,
      },
    });
    await recordAudit(tx, 'salon.seat_move', `item:${salon_id}`, { ticket: ticket_id, from: ticket.seat, to: seat.label });
  });
}

async function setClosed(ctx: Ctx, { salon_id, seat_id, closed }: { salon_id: number; seat_id: number; closed: boolean }): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { state } = await ownPublicSalon(tx, salon_id);
    if (state !== 'open') throw conflict('沙龙已结束或取消，座位不能再改');
    const salon = (await lockSalonRow(tx.db, salon_id)) as SalonRow;
    const seen = (await findChairs(tx.db, salon_id)).find(({ id }) => id === seat_id);
    if (!seen) throw notFound('没有这个座位');
    await lockKinds(tx.db, [seen.kind_id]);
    if (seen.is_closed === closed) return;
    if (!(await closeChair(tx.db, seat_id, closed))) throw conflict(`${seen.label}已有人，不能停用`);
    const change = (plan: readonly SeatBlock[]) =>
      plan.map((block) => (block.key === seen.block ? withClosed(block, seen, closed) : block));
    const form = { ...salon.form, plan: change(salon.form.plan ?? []) };
    const submitted = salon.submitted && { ...salon.submitted, plan: change(salon.submitted.plan ?? []) };
    // a form that is open elsewhere sees that it is older
    await writeSalon(tx.db, salon_id, { plan: change(salon.plan), form, submitted, saved_at: tx.app.clock.now() });
    if (!closed) await passOn(tx, [seen.kind_id]);
    await recordAudit(tx, closed ? 'salon.seat_close' : 'salon.seat_open', `item:${salon_id}`, { seat: seen.label });
    await emit(tx, 'item.changed', { item_id: salon_id, what: 'texts', codes: [] });
  });
}

function withClosed(block: SeatBlock, { row, chair }: { row: number; chair: number }, closed: boolean): SeatBlock {
  const others = block.closed.filter((code) => code !== seatCode(row, chair));
  return { ...block, closed: closed ? [...others, seatCode(row, chair)] : others };
}
