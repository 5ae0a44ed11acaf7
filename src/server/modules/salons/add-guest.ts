import { plainPhone } from '#contract/identity.ts';
import { ticketPath } from '#contract/salon.ts';
import { type Ctx, inTransaction, requireUser } from '../../app/ctx.ts';
import { assert } from '../../kernel/assert.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { type OrderSubject, ownOrder, placeOrder } from '../orders/index.ts';
import { ownPublicSalon } from './door-links.ts';
import { accountOf } from './give-ticket.ts';
import { setHolder } from './handover.repo.ts';
import { checkHolders, type HolderInput } from './holders.ts';
import { countGifts } from './organise.repo.ts';
import { findKindsOf, type KindRow } from './repo.ts';
import { findBuyerHolds, findTicketsOfOrders, saveChoice } from './seats.repo.ts';
import { tellGift } from './tell.ts';
import { type TicketOffer, ticketSale } from './ticket-subject.ts';

/** Guests by hand for each place of a salon, with those who were taken back. */
const GIFTS_A_PLACE = 2;

/**
 * Enters a guest of an own salon by hand: an order of the organiser that costs nothing, so place, chair and ticket are as of those that are sold.
 * Whether the sale goes on does not matter. The same key is the same guest. @returns where the ticket is shown
 * @throws AppError 404; code 1 with the wrong fields; 409 when the salon is over, no place is left, the chair is taken, too many were entered, or
 * the organiser has an own order or place that waits
 */
export async function addGuest(
  ctx: Ctx,
  { salon_id, key, ...guest }: HolderInput & { salon_id: number; key: string },
): Promise<{ path: string }> {
  const owner_id = requireUser(ctx);
  const salon = await ownPublicSalon(ctx, salon_id);
  const kinds = await findKindsOf(ctx.db, salon_id);
  const kind = kinds.find(({ id }) => id === guest.kind_id);
  if (!kind) throw notFound('没有这个票种');
  if (salon.state !== 'open') throw conflict('沙龙已结束或取消，不能再添加来宾');
  const lines = [{ kind_id: kind.id, count: 1 }];
  const holders = await checkHolders(ctx, salon_id, lines, [guest], true);
  return inTransaction(ctx, async (tx) => {
    // their own order would be replaced, and a place that is reserved for them used up
    const is_buying = (await findBuyerHolds(tx.db, salon_id, owner_id)).length > 0;
    if (is_buying) throw conflict('您自己在这场沙龙有待支付的订单或候补名额，请先支付或取消，再添加来宾');
    // of several at once each waits here for the one before, so none gets another's name
    await saveChoice(tx.db, { salon_id, buyer_id: owner_id, lines, holders, chosen_at: tx.app.clock.now() });
    const choice = { subject_id: salon_id, use_balance: false, coupon_id: 0, idempotency_key: `guest-${key}` };
    const { orderid } = await placeOrder(tx, giftSale(salon.title, kind), choice);
    const [ticket] = await findTicketsOfOrders(tx.db, [(await ownOrder(tx, owner_id, orderid)).id]);
    assert(ticket, `order ${orderid} of a guest made no ticket`);
    const { id, secret } = ticket;
    const [wished] = holders;
    const same = ticket.holder_name === wished?.name && ticket.holder_phone === wished.phone && ticket.kind_id === wished.kind_id;
    if (ticket.is_gift && !same) throw conflict('刚才已添加一位来宾，请关闭后再添加下一位');
    if (!ticket.is_gift) {
      const most = GIFTS_A_PLACE * kinds.reduce((sum, { capacity }) => sum + capacity, 0);
      if ((await countGifts(tx.db, salon_id)) >= most) throw conflict(`这场沙龙最多添加 ${most} 位来宾（含已收回的），现在不能再添加`);
      const to = await accountOf(tx, plainPhone(guest.phone), owner_id);
      await setHolder(tx.db, id, { is_gift: true, to_id: to });
      if (to !== null) await tellGift(tx, salon, to);
      await recordAudit(tx, 'salon.guest_add', `item:${salon_id}`, { ticket: id });
    }
    return { path: ticketPath(secret) };
  });
}

/** One ticket of a kind that costs nothing, and brings no earnings. */
function giftSale(title: string, { id: kind_id, name }: KindRow): OrderSubject<TicketOffer> {
  const line = { kind_id, count: 1, name, price_fen: 0 };
  const snapshot = { title: `${title} 赠票`, cover_src: '', kind: 0, format: '', terms: { lines: JSON.stringify([line]) } };
  const offer = {
    is_hidden: true,
    list_price_fen: 0,
    price_fen: 0,
    snapshot,
    publisher: null,
    lines: [{ ...line, list_fen: 0, why: 'list' as const }],
  };
  const texts = { noun: '赠票', owned: '这位来宾已有门票', sold_out: `“${name}”没有名额了，可以先增加名额` };
  return { ...ticketSale([line]), texts: () => texts, quote: async () => ({ offer }) };
}
