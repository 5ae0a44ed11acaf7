import type { Order } from '#contract/order.ts';
import {
  giveText,
  ORDER_TICKETS_MAX,
  PRICE_WHY_TEXT,
  REFUND_TEXTS,
  type SalonBought,
  type SalonPriceList,
  type SalonQuote,
  type TicketHolder,
  unitPrice,
} from '#contract/salon.ts';
import { type Ctx, readTogether, requireUser, userId } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { accountMobile } from '../identity/index.ts';
import { activeVips } from '../membership/index.ts';
import { couponDto, ownOrder, placeOrder, quoteCoded, unfitDtos, withCode } from '../orders/index.ts';
import { findChairs } from './chairs.repo.ts';
import { checkHolders, checkWish, type HolderInput } from './holders.ts';
import { ownTicketsOf } from './own-tickets.ts';
import { drawnPlan } from './plan.ts';
import { kindDto } from './read-salon.ts';
import { findKinds, findSalon, lastHolderName } from './repo.ts';
import { findBuyerHolds, findTicketsOfOrders, findWaitingOf, saveChoice } from './seats.repo.ts';
import type { TicketWish } from './sold-lines.ts';
import { ticketSale, ticketSubject, whyClosed } from './ticket-subject.ts';
import { ownWaiting } from './waiting.ts';

/** Kinds of tickets with what the reader pays; visitors see what everybody pays. @throws AppError 404 */
export async function priceList(ctx: Ctx, id: number): Promise<SalonPriceList> {
  const user_id = userId(ctx);
  const salon = await findSalon(ctx.db, id);
  if (!salon || salon.opened_at === null) throw notFound('沙龙不存在');
  const now = ctx.app.clock.now();
  const kinds = ((await findKinds(ctx.db, [id])).get(id) ?? []).filter(({ is_on }) => is_on);
  const is_member = user_id !== null && (await activeVips(ctx, user_id)).size > 0;
  const phone = user_id === null ? '' : ((await accountMobile(ctx, user_id)) ?? '');
  return {
    ...{ id, title: salon.title, closed: (await whyClosed(ctx, salon)) ?? '', is_member, most: ORDER_TICKETS_MAX },
    kinds: kinds.map((kind) => {
      const unit = unitPrice({ ...kind, early_until_ms: kind.early_until?.getTime() ?? null }, { is_member, now_ms: now.getTime() });
      return { ...kindDto(kind, now), your_price: unit.fen / 100, why: PRICE_WHY_TEXT[unit.why], questions: kind.questions };
    }),
    plan: salon.plan.length === 0 ? [] : drawnPlan(salon.plan, await findChairs(ctx.db, id), user_id),
    refund_rules: [...REFUND_TEXTS, giveText(salon.give_h)],
    waiting: user_id === null ? [] : await ownWaiting(ctx, id),
    // a nickname is no name for the door
    holder: { name: user_id === null || phone === '' ? '' : await lastHolderName(ctx.db, user_id, phone), phone },
    server_time: unixSeconds(now),
  };
}

/** What a choice costs the reader now; the order is quoted by the same rule. Not binding. @throws as `quoteOrder` */
export async function computeTickets(
  ctx: Ctx,
  { id, lines, balance, user_coupon_id, code }: Pick<OrderTicketsInput, 'id' | 'lines' | 'balance' | 'user_coupon_id' | 'code'>,
): Promise<SalonQuote> {
  const wish = checkWish(lines);
  const quote = await quoteCoded(ctx, ticketSale(wish), id, { use_balance: balance, coupon_id: user_coupon_id, code });
  const { amounts, offer } = quote;
  return {
    id,
    lines: offer.lines.map(({ kind_id, name, count, price_fen, list_fen, why }) => ({
      ...{ kind_id, name, count, unit_price: price_fen / 100, list_price: list_fen / 100 },
      ...{ why: PRICE_WHY_TEXT[why], price: (price_fen * count) / 100 },
    })),
    list_price: amounts.list_price_fen / 100,
    price: amounts.price_fen / 100,
    ...{ code: quote.code, code_refusal: quote.code_refusal },
    coupons: quote.coupons.map((one) => couponDto(one, amounts)),
    unfit_coupons: unfitDtos(quote),
    held: quote.held,
    user_coupon_id: quote.coupon?.id ?? 0,
    coupon_price: amounts.coupon_fen / 100,
    balance: quote.balance_fen / 100,
    deduction_price: amounts.balance_fen / 100,
    pay_price: amounts.pay_fen / 100,
  };
}

export interface OrderTicketsInput {
  id: number;
  lines: TicketWish[];
  holders: HolderInput[];
  balance: boolean;
  user_coupon_id: number;
  /** A publisher's; empty: none. */
  code?: string | undefined;
  /** Answer with the open order of the same seats as it stands. */
  cache: boolean;
  idempotency_key?: string;
}

/**
 * Orders tickets: seats are set aside until the order ends. Seats reserved for the waiting list stay so until the announced time.
 * @throws AppError as `placeOrder`; 409 when there are not so many seats
 */
export async function orderTickets(ctx: Ctx, input: OrderTicketsInput): Promise<Order> {
  const buyer_id = requireUser(ctx);
  const { id, balance, user_coupon_id, code = '', cache, idempotency_key } = input;
  const wish = checkWish(input.lines);
  const salon = await findSalon(ctx.db, id);
  if (!salon || salon.opened_at === null) throw notFound('沙龙不存在');
  const holders = await checkHolders(ctx, id, wish, input.holders);
  const [held, waiting] = await readTogether(
    ctx,
    () => findBuyerHolds(ctx.db, id, buyer_id),
    () => findWaitingOf(ctx.db, buyer_id, id),
  );
  const same =
    keyOf(
      held.flatMap((one) => one.holders),
      holders,
    ) === keyOf(holders, holders);
  const offered = waiting.find(({ state, kind_id }) => state === 'offered' && wish.some((line) => line.kind_id === kind_id));
  await saveChoice(ctx.db, { salon_id: id, buyer_id, lines: wish, holders, chosen_at: ctx.app.clock.now() });
  return placeOrder(ctx, withCode(ticketSale(wish), code), {
    ...{ subject_id: id, use_balance: balance, coupon_id: user_coupon_id, reuse_open: cache && same },
    ...(idempotency_key ? { idempotency_key } : {}),
    ...(offered?.offer_until ? { expires_at: offered.offer_until } : {}),
  });
}

/** The same for the same people on the chairs that are asked for: what the database gives back has its names in another order. */
const keyOf = (holders: readonly TicketHolder[], asked: readonly TicketHolder[]): string =>
  JSON.stringify(
    holders.map(({ kind_id, name, phone, answers, seat_id }, n) => [
      ...[kind_id, name, phone, answers.map(({ key, answer }) => [key, answer])],
      asked[n]?.seat_id === undefined ? 0 : seat_id,
    ]),
  );

/** An own order of tickets and what it brought, for its page. @throws AppError 404 for any other */
export async function boughtTickets(ctx: Ctx, orderid: string): Promise<SalonBought> {
  const order = await ownOrder(ctx, requireUser(ctx), orderid);
  const salon = order.subject === ticketSubject.name ? await findSalon(ctx.db, order.subject_id) : null;
  if (!salon) throw notFound('订单不存在');
  const { title, city, venue, address, starts_at, ends_at } = salon;
  const at = (time: Date | null) => (time ? unixSeconds(time) : 0);
  return {
    orderid,
    status: order.status,
    salon: { id: salon.item_id, title, city, venue, address, starts_at: at(starts_at), ends_at: at(ends_at) },
    tickets: await ownTicketsOf(ctx, await findTicketsOfOrders(ctx.db, [order.id])),
  };
}
