import { KINDS } from '#contract/kinds.ts';
import { membershipCalls } from '#contract/membership/calls.ts';
import { membershipStaffCalls } from '#contract/membership/staff-calls.ts';
import type { OrderStatus } from '#contract/order.ts';
import { pageTags } from '../../http/cache-tags.ts';
import { serve, serveDone } from '../../http/endpoint.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { orderSeats, quoteSeats, seatTerms } from '../../modules/companies/index.ts';
import { isDrawn } from '../../modules/draws/index.ts';
import {
  activeVips,
  askAutoRenew,
  boughtMembership,
  checkAutoRenew,
  endAllAgreements,
  endAutoRenew,
  endTermEarly,
  equityDetail,
  giveTerm,
  listMembershipOrders,
  membershipJobs,
  membershipSubject,
  orderMembership,
  ownAgreements,
  ownTerms,
  planForms,
  quoteMembership,
  savePlan,
  staffTerms,
  vipList,
  vipPlan,
  vipPlans,
} from '../../modules/membership/index.ts';
import type { OrderSubject } from '../../modules/orders/index.ts';
import { once } from '../../modules/privacy/index.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';
import type { Manifest } from '../manifest.ts';

const bit = (value: boolean): 0 | 1 => (value ? 1 : 0);

export const membershipEndpoints = [
  serve(membershipCalls.vips, (ctx) => vipList(ctx)),
  serve(membershipCalls.plans, async (ctx, { vip_type }) => ({ list: await vipPlans(ctx, vip_type ?? null) })),
  serve(membershipCalls.plan, (ctx, { vip_type }) => vipPlan(ctx, vip_type)),
  serve(membershipCalls.quote, (ctx, { vip_id, num, balance, coupon_id, seats, line }) =>
    seats > 0
      ? quoteSeats(ctx, { vip_id, seats, line_id: line, use_balance: balance })
      : quoteMembership(ctx, { vip_id, num, use_balance: balance, coupon_id }),
  ),
  serve(membershipCalls.terms, async (ctx) => ({ list: [...(await ownTerms(ctx)), ...(await seatTerms(ctx))] })),
  serve(membershipCalls.askRenewal, (ctx, { vip_id }) => askAutoRenew(ctx, vip_id)),
  serve(membershipCalls.renewal, (ctx, { id }) => checkAutoRenew(ctx, id)),
  serveDone(membershipCalls.endRenewal, (ctx, { id }) => endAutoRenew(ctx, id)),
  serve(membershipCalls.orders, (ctx, { status, page, limit }) =>
    listMembershipOrders(ctx, { status: status === 0 ? null : (status as OrderStatus), page, limit }),
  ),
  serve(membershipCalls.equity, (ctx, input) => equityDetail(ctx, input)),
  serve(membershipCalls.ppt, (ctx) => vipPlan(ctx, KINDS.ppt.sale.vip_type)),
  serve(membershipCalls.order, (ctx, { idempotency_key, balance, cache, seats, line, ...input }) => {
    if (seats > 0)
      return orderSeats(ctx, { vip_id: input.vip_id, seats, line_id: line, use_balance: balance, reuse_open: cache, idempotency_key });
    return orderMembership(ctx, { ...input, balance: bit(balance), cache: bit(cache), ...(idempotency_key ? { idempotency_key } : {}) });
  }),
  serve(membershipCalls.bought, (ctx, { orderid }) => boughtMembership(ctx, orderid)),
];

export const staffMembershipEndpoints = [
  serve(membershipStaffCalls.plans, async (ctx) => ({ list: await planForms(ctx) })),
  serve(membershipStaffCalls.plan, async (ctx, { specs, ...form }) => {
    const priced = specs.map(({ price, org_price, ...spec }) => ({ ...spec, price_fen: price, org_price_fen: org_price }));
    await savePlan(ctx, { ...form, specs: priced });
    return null;
  }),
  serve(membershipStaffCalls.terms, (ctx, { id, page, limit }) => staffTerms(ctx, { user_id: id, page, limit })),
  serve(membershipStaffCalls.give, async (ctx, { id, ...gift }) => {
    const { term_id, to } = await giveTerm(ctx, { user_id: id, ...gift });
    return { term_id, to: unixSeconds(to) };
  }),
  serveDone(membershipStaffCalls.end, (ctx, { id, reason }) => endTermEarly(ctx, { term_id: id, reason })),
];

/** Draws stand above memberships: an order that was drawn for is used, or buyers would draw, take their money back and draw again. */
const memberships: OrderSubject = {
  ...(membershipSubject as OrderSubject),
  ways: [...membershipSubject.ways, 'draw'],
  usedBy: async (ctx, order) => [
    ...(await membershipSubject.usedBy(ctx, order)),
    ...((await isDrawn(ctx, order.id)) ? ['draw' as const] : []),
  ],
};

const SOON_MS = 14 * 86_400_000;

/** Memberships that end within two weeks. */
const membershipToday: TodaySource = async (ctx, user_id) => {
  const vips = await activeVips(ctx, user_id);
  const soon = ctx.app.clock.now().getTime() + SOON_MS;
  const num = [...vips.values()].filter(({ end_time }) => end_time.getTime() < soon).length;
  return todayCard('ending', {
    ...{ key: 'vip', title: '会员即将到期', text: '14 天内到期，续费时间自动顺延', num, href: '/personalCenter/myVipschemeOrder' },
  });
};

/** Memberships: plans, terms and their sale. */
export const membershipArea: Manifest = {
  name: 'membership',
  endpoints: [...membershipEndpoints, ...staffMembershipEndpoints],
  subjects: [memberships],
  jobs: membershipJobs,
  today: membershipToday,
  on: (app) => ({ 'vip.plans_changed': [() => purgeTags(app, [pageTags.vips, pageTags.union])] }),
  personal: {
    files: { 会员: once(ownTerms), 自动续费: once(ownAgreements) },
    forget_later: [endAllAgreements],
    losses: async (ctx, user_id) => {
      const { size } = await activeVips(ctx, user_id);
      return size > 0 ? [`${size} 种会员的剩余时间作废，不退款`] : [];
    },
  },
};
