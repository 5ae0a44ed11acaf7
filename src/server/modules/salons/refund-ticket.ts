import { type Ctx, inTransaction, requireUser, requireVerb, type TxCtx } from '../../app/ctx.ts';
import { conflict, forbidden, invalid, notFound } from '../../kernel/errors.ts';
import { fenToYuan, portion } from '../../kernel/money.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { defineStaffAct, performAct } from '../countersign/index.ts';
import { publicUsers } from '../identity/index.ts';
import { OWN_ORDER_TEXT, refundPartOf } from '../orders/index.ts';
import { ownPublicSalon } from './door-links.ts';
import { percentNow } from './read-salon.ts';
import { findSalon, lockSalonRow, type TicketRow } from './repo.ts';
import { findTicket, findTicketsOfOrders, lockTicketsOfOrder, noteRefunded } from './seats.repo.ts';
import { tellRefunded } from './tell.ts';
import { giveSeatsBack } from './ticket-subject.ts';

/**
 * Gives one ticket back: the ticket ends, its seat goes to the next, and what the rules of its date leave goes back, all in one
 * transaction. Locks the order's payments, the order, then the kind. @returns what comes back, yuan
 * @throws AppError 404 for what is not theirs; 409 when it is used or the time for that is over
 */
export async function refundTicket(ctx: Ctx, ticket_id: number): Promise<{ refund: number }> {
  const buyer_id = requireUser(ctx);
  const found = await findTicket(ctx.db, ticket_id);
  if (found?.buyer_id !== buyer_id) throw notFound('没有这张门票');
  const back_fen = await refundPartOf(ctx, found.order_id, 'buyer', async (tx) => {
    const [ticket, salon] = [await lockTicket(tx, found), await findSalon(tx.db, found.salon_id)];
    if (ticket?.state !== 'valid' || !salon) throw conflict('这张门票已使用或已退票');
    const percent = percentNow(tx, salon, ticket);
    if (percent === 0) throw conflict('已超过可以退票的时间');
    const amount_fen = portion(ticket.paid_fen, percent, 100);
    return { amount_fen, ends: await takeBack(tx, [ticket], amount_fen), reason: '退票' };
  });
  return { refund: back_fen / 100 };
}

interface StaffRefund {
  ticket_id: number;
  reason: string;
}

const refundAct = defineStaffAct<StaffRefund, void>({
  name: 'ticket.refund',
  title: '退票',
  verb: 'order.refund',
  concerns: async (ctx, { ticket_id }) => [(await existing(ctx, ticket_id)).buyer_id],
  value: async (ctx, { ticket_id }) => (await existing(ctx, ticket_id)).paid_fen,
  async about(ctx, { ticket_id, reason }) {
    const { paid_fen, orderid, buyer_id } = await existing(ctx, ticket_id);
    const name = (await publicUsers(ctx, [buyer_id])).get(buyer_id).nickname;
    return `订单 ${orderid} 的门票 ${ticket_id}，退 ¥${fenToYuan(paid_fen)} 给「${name}」（${reason}）`;
  },
  run: writeRefund,
});

async function existing(ctx: Ctx, ticket_id: number) {
  const found = await findTicket(ctx.db, ticket_id);
  if (!found) throw notFound('没有这张门票');
  return found;
}

/** Staff end one ticket with its whole price, whatever its date. @throws AppError 404, 409, and as `performAct` */
export async function refundByStaff(ctx: Ctx, ticket_id: number, reason: string): Promise<void> {
  if ((await existing(ctx, ticket_id)).buyer_id === requireVerb(ctx, 'order.refund')) throw forbidden(OWN_ORDER_TEXT);
  await performAct(ctx, refundAct, { ticket_id, reason });
}

async function writeRefund(tx: TxCtx, { ticket_id, reason }: StaffRefund): Promise<void> {
  const found = await existing(tx, ticket_id);
  await refundPartOf(tx, found.order_id, 'staff', async (inner) => {
    const ticket = await lockTicket(inner, found);
    if (!ticket || ticket.state === 'refunded' || ticket.state === 'revoked') throw conflict('这张门票已退票或作废');
    return { amount_fen: ticket.paid_fen, ends: await takeBack(inner, [ticket], ticket.paid_fen), reason };
  });
  await recordAudit(tx, 'salon.refund', `ticket:${ticket_id}`, { reason, orderid: found.orderid });
}

interface OrganiserRefund {
  salon_id: number;
  ticket_id: number;
  /** 1: this ticket; more: all tickets of its order that are good, which must be so many. */
  count: number;
  reason: string;
}

/**
 * The organiser gives guests of an own salon their whole price back, before it is over: from then on the income is the organiser's to withdraw.
 * @returns what went back, yuan @throws AppError 404; code 1 without a reason; 409 when it is over or the order changed meanwhile
 */
export async function refundByOrganiser(ctx: Ctx, { salon_id, ticket_id, count, ...input }: OrganiserRefund): Promise<{ refund: number }> {
  const { title } = await ownPublicSalon(ctx, salon_id);
  const found = await findTicket(ctx.db, ticket_id);
  if (found?.salon_id !== salon_id) throw notFound('没有这张票');
  const reason = plainText(input.reason) || (found.is_gift ? '主办方收回赠票' : '');
  if (reason === '') throw invalid({ reason: '请填写原因，购票人会看到' });
  return inTransaction(ctx, async (tx) => {
    // held first: it does not end before the money is back
    if ((await lockSalonRow(tx.db, salon_id))?.state !== 'open') throw conflict('沙龙已结束或取消，不能再单独退款');
    let tickets: TicketRow[] = [];
    const back_fen = await refundPartOf(tx, found.order_id, 'publisher', async (inner) => {
      const good = (await lockTicketsOfOrder(inner.db, found.order_id)).filter(({ state }) => state === 'valid' || state === 'used');
      tickets = count === 1 ? good.filter(({ id }) => id === ticket_id) : good;
      if (tickets.length !== count) throw conflict('这一单的门票刚有变化，请核对后再退');
      const amount_fen = tickets.reduce((sum, { paid_fen }) => sum + paid_fen, 0);
      return { amount_fen, ends: await takeBack(inner, tickets), reason };
    });
    if (!found.is_gift) await tellRefunded(tx, title, tickets, reason);
    await recordAudit(tx, 'salon.guest_refund', `item:${salon_id}`, { ticket: ticket_id, count, refund: fenToYuan(back_fen), reason });
    return { refund: back_fen / 100 };
  });
}

/** With the others of its order: a door that scans it waits. */
async function lockTicket(tx: TxCtx, { id, order_id }: { id: number; order_id: number }) {
  return (await lockTicketsOfOrder(tx.db, order_id)).find((ticket) => ticket.id === id);
}

/** Ends these tickets of one order. `amount_fen`: of a single one, where less than its price goes back. @returns whether its buyer has none left */
async function takeBack(tx: TxCtx, tickets: readonly TicketRow[], amount_fen?: number): Promise<boolean> {
  for (const { id, paid_fen } of tickets) await noteRefunded(tx.db, id, amount_fen ?? paid_fen);
  await giveSeatsBack(
    tx,
    tickets.map(({ id }) => id),
    'refunded',
  );
  const rest = await findTicketsOfOrders(tx.db, [tickets[0]?.order_id ?? 0]);
  return rest.every(({ state }) => state === 'refunded' || state === 'revoked');
}
