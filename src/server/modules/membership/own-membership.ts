import { findSection } from '#contract/areas/index.ts';
import type { KindFacts } from '#contract/kinds.ts';
import {
  type MemberTerm,
  VIPS,
  type VipBought,
  type VipChange,
  type VipList,
  type VipOrderInput,
  type VipQuote,
  vipOf,
} from '#contract/membership.ts';
import { ORDER_PAID, type Order, type OrderList, type OrderStatus } from '#contract/order.ts';
import { type Ctx, requireUser, userId } from '../../app/ctx.ts';
import { shanghaiDay, unixSeconds } from '../../kernel/clock.ts';
import { conflict } from '../../kernel/errors.ts';
import { type Fen, fenToYuan } from '../../kernel/money.ts';
import { type Choice, couponDto, listOrders, ownOrder, placeOrder, quoteOrder, unfitDtos } from '../orders/index.ts';
import { agreementsOf, answerOf, offersAutoRenew } from './auto-renew.ts';
import { membershipSale, membershipSubject, ORDER_SOURCE, type PurchaseDetails } from './membership-subject.ts';
import { renewalsOf } from './renewals.ts';
import { findDailyUsed, findOfSource, findPlans, findRest, incrementDaily, type TermRow } from './repo.ts';
import { LIFETIME_END, restOfPaid } from './rules.ts';
import { activeVips } from './terms.ts';

/** What can be opened, by the name of its kind, with what the reader has of it (spec 3, VIP product entry). Visitors have nothing. */
export async function vipList(ctx: Ctx): Promise<VipList> {
  const user_id = userId(ctx);
  const [plans, vips] = await Promise.all([findPlans(ctx.db, true), user_id === null ? null : activeVips(ctx, user_id)]);
  const entries = VIPS.map(({ vip_type, key, name }) => {
    const plan = plans.find((one) => one.vip_type === vip_type);
    const own = vips?.get(vip_type);
    const status = plan?.status === 1 && plan.specs.length > 0 ? 1 : 2;
    const for_life = own !== undefined && own.end_time >= LIFETIME_END;
    const button =
      status === 2
        ? ([0, '暂未开放'] as const)
        : for_life
          ? ([0, '终身会员'] as const)
          : own
            ? ([2, '续费'] as const)
            : ([1, '立即开通'] as const);
    const entry = {
      ...{ id: vip_type, name: plan?.name ?? name, desc: plan?.introduction ?? '', img: `/vip/${key}.svg`, status },
      ...{ button_type: button[0], button_name: button[1] },
      vip: own ? { id: vip_type, end_time: unixSeconds(own.end_time) } : null,
    };
    return [key, entry];
  });
  return Object.fromEntries(entries) as VipList;
}

/** What a purchase would do and cost the reader now; the order is quoted by the same rule. Not binding. @throws as `quoteOrder` */
export async function quoteMembership(ctx: Ctx, input: { vip_id: number; num: number } & Choice): Promise<VipQuote> {
  const { vip_id, num, ...choice } = input;
  const quote = await quoteOrder(ctx, membershipSale({ num, divide_type: 0, data_id: 0 }), vip_id, choice);
  const { offer, amounts } = quote;
  const { change, spec, unit_fen } = offer;
  return {
    vip_id,
    vip_type: spec.vip_type,
    is_change: change.kind === 'upgrade' ? 1 : 0,
    change: change.kind,
    msg: changeText(change) + keptText(unit_fen, spec.price_fen),
    from: unixSeconds(change.from),
    to: unixSeconds(change.to),
    list_price: offer.whole_fen / 100,
    credit_price: change.credit_fen / 100,
    price: amounts.price_fen / 100,
    coupons: quote.coupons.map((one) => couponDto(one, amounts)),
    unfit_coupons: unfitDtos(quote),
    coupon_price: amounts.coupon_fen / 100,
    coupon_lost: amounts.coupon_lost_fen / 100,
    balance: quote.balance_fen / 100,
    held: quote.held,
    deduction_price: amounts.balance_fen / 100,
    pay_price: amounts.pay_fen / 100,
  };
}

function changeText({ kind, credit_fen, postponed }: { kind: VipChange; credit_fen: number; postponed: readonly number[] }): string {
  if (kind === 'renew') return '接在现有会员到期之后生效，不浪费一天';
  if (kind === 'wait') return '现有全站会员已包含该权益，新会员在其到期后生效';
  if (kind === 'open') return '支付成功后立即生效';
  const credited = credit_fen > 0 ? `，原会员剩余价值 ¥${fenToYuan(credit_fen)} 已抵扣` : '';
  return `支付成功后立即升级${credited}${postponed.length > 0 ? '；赠送的会员时长顺延到其后' : ''}`;
}

/** Where a member renews at the price that they know. */
const keptText = (unit_fen: Fen, price_fen: Fen): string =>
  unit_fen < price_fen ? `；到期前续费保留您的价格 ¥${fenToYuan(unit_fen)}（现价 ¥${fenToYuan(price_fen)}）` : '';

/**
 * Places an order of a membership; another open one of the buyer is closed by it. With nothing to pay it waits for its confirmation.
 * @throws as `placeOrder`
 */
export function orderMembership(ctx: Ctx, input: VipOrderInput): Promise<Order> {
  const details: PurchaseDetails = { num: input.num ?? 1, divide_type: input.divide_type ?? 0, data_id: input.data_id ?? 0 };
  return placeOrder(ctx, membershipSale(details), {
    subject_id: input.vip_id,
    use_balance: input.balance === 1,
    coupon_id: input.coupon_id ?? 0,
    reuse_open: input.cache === 1,
    ...(input.idempotency_key ? { idempotency_key: input.idempotency_key } : {}),
  });
}

/** The reader's orders of memberships. */
export function listMembershipOrders(ctx: Ctx, want: { status: OrderStatus | null; page: number; limit: number }): Promise<OrderList> {
  return listOrders(ctx, membershipSubject, want);
}

const SOURCE_NAMES: Record<string, string> = {
  [ORDER_SOURCE]: '购买',
  union: '联合会员',
  prize: '奖品',
  staff: '工作人员发放',
  gift: '赠送',
};

/** How a term was had, for people. */
export function sourceText(source: string): string {
  return SOURCE_NAMES[source] ?? '赠送';
}

/** What the reader has, now or later, as it begins. */
export async function ownTerms(ctx: Ctx): Promise<MemberTerm[]> {
  const now = ctx.app.clock.now();
  const terms = await findRest(ctx.db, requireUser(ctx), now);
  const [renewals, agreements] = [await renewalsOf(ctx, terms), await agreementsOf(ctx, terms)];
  return terms.map((term, at) => {
    const [next, agreement] = [renewals[at], agreements[at]];
    return {
      ...termDto(term, now),
      renew: next ? { vip_id: next.vip_id, price: next.price_fen / 100, list_price: next.list_fen / 100 } : null,
      auto: agreement ? answerOf(ctx, agreement, term.to) : null,
      can_auto: next?.may_be_auto === true && offersAutoRenew(ctx) ? 1 : 0,
    };
  });
}

export function termDto(term: TermRow, now: Date): Omit<MemberTerm, 'renew' | 'auto' | 'can_auto'> {
  return {
    id: term.id,
    vip_type: term.vip_type,
    name: vipOf(term.vip_type)?.name ?? String(term.vip_type),
    from: unixSeconds(term.from),
    to: unixSeconds(term.to),
    state: term.from <= now ? 'running' : 'waiting',
    max_download_pre_day: term.max_download_pre_day,
    credit_price: restOfPaid(term, now) / 100,
    source: term.spec_id === null ? sourceText(term.source) : sourceText(ORDER_SOURCE),
  };
}

/**
 * What a paid order brought the reader, and the page to go on with. Changes nothing, however often.
 * @throws AppError 404 for what is not theirs, 409 while it is not paid
 */
export async function boughtMembership(ctx: Ctx, orderid: string): Promise<VipBought> {
  const order = await ownOrder(ctx, requireUser(ctx), orderid);
  const is_paid = order.subject === membershipSubject.name && order.status === ORDER_PAID;
  const [term] = is_paid ? await findOfSource(ctx.db, { name: ORDER_SOURCE, id: order.id }) : [];
  if (!term) throw conflict('该会员订单尚未支付');
  const vip = vipOf(term.vip_type);
  const section = vip?.section ? findSection(vip.section) : null;
  return {
    orderid,
    type: vip?.success ?? 0,
    vip_type: term.vip_type,
    name: vip?.name ?? '会员',
    from: unixSeconds(term.sold_from),
    to: unixSeconds(term.sold_to),
    url: section?.route ?? vip?.landing ?? '/',
  };
}

/** Daily rights that are counted; unlocks are counted for each kind by itself. */
export type DailyName = 'free_download' | 'offer' | 'invite' | 'invited' | `${string}_unlock`;

/** The unlocks of members for items of a kind. */
export const unlockName = (kind: KindFacts): DailyName => `${kind.key}_unlock`;

/**
 * Takes one use of today's right (Shanghai day) if fewer than `limit` were taken: one conditional statement, undone by a rollback. `at`: the moment
 * used by the rest of the caller's work, so that midnight does not fall between.
 * @returns false when nothing is left, and always for a limit of 0
 */
export async function takeDaily(ctx: Ctx, use: { user_id: number; name: DailyName; limit: number; at?: Date }): Promise<boolean> {
  return incrementDaily(ctx.db, use.user_id, use.name, shanghaiDay(use.at ?? ctx.app.clock.now()), use.limit);
}

/** Uses taken today. */
export async function dailyUsed(ctx: Ctx, use: { user_id: number; name: DailyName }): Promise<number> {
  return findDailyUsed(ctx.db, use.user_id, use.name, shanghaiDay(ctx.app.clock.now()));
}
