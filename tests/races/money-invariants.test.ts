import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import type { Order } from '#contract/order.ts';
import { type Ctx, inTransaction } from '#server/app/ctx.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { AppError } from '#server/kernel/errors.ts';
import { saveAddress } from '#server/modules/addresses/index.ts';
import { topUp, topUpBalance } from '#server/modules/coins/index.ts';
import { releaseStale, unlockContact } from '#server/modules/contacts/index.ts';
import { saveDiscount } from '#server/modules/discounts/index.ts';
import { cancelRedemption, redeemGoods, saveGoods } from '#server/modules/mall/index.ts';
import { installPlans, membershipSubject, vipPlans } from '#server/modules/membership/index.ts';
import {
  askOwnRefund,
  cancelOrder,
  expireOrders,
  payByBalance,
  placeOrder,
  reconcilePayments,
  refundOrder,
  runRefunds,
  settlePayment,
} from '#server/modules/orders/index.ts';
import {
  cancelWithdrawal,
  requestWithdrawal,
  runPayouts,
  withdrawalIdentityFrom,
  withdrawalMinimum,
} from '#server/modules/payouts/index.ts';
import { grantPoints, provePoints } from '#server/modules/points/index.ts';
import { reconcileDay } from '#server/modules/reconcile/index.ts';
import { decideReview, listReviews } from '#server/modules/review/index.ts';
import { orderCart, orderItem, redeemItem } from '#server/modules/sales/index.ts';
import { countSeats, orderTickets, ownTickets, refundTicket } from '#server/modules/salons/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { runRights, saveUnion, unionSubject } from '#server/modules/union/index.ts';
import { issueVoucher } from '#server/modules/vouchers/index.ts';
import { balances, type Entry, expireReservations, postTransfer, proveLedger } from '#server/modules/wallet/index.ts';
import { REFUSED_NAME } from '#server/providers/payout/sandbox.ts';
import { testApp } from '../support/app.ts';
import { giveCoupon, makeItem, makePerson, type Person, payAtProvider, place } from '../support/market.ts';
import { makePerson as makeStaff } from '../support/people.ts';
import { kindForm, makeSalon, seats } from '../support/salons.ts';
import { expectBooksTwice, expectBuyerShown, expectIncomeShown, expectPublisherShown } from '../support/shown-money.ts';

type PaymentFacts = Awaited<ReturnType<typeof payAtProvider>>;

const t = testApp();
let publisher: Person;
let finance: Ctx;
let resources: number[];
let specs: number[];
let bundle: number;
let goods: number;
let salon: { id: number; kind_id: number };
beforeAll(async () => {
  publisher = await makePerson(t);
  finance = t.ctx((await makeStaff(t, { roles: ['finance'] })).actor);
  const resource = () => makeItem(t, publisher.id, { kind: KINDS.resource });
  resources = [await resource(), await resource()];
  await inTransaction(t.ctx(), installPlans);
  specs = (await vipPlans(t.ctx())).flatMap(({ spec }) => spec.map(({ id }) => id));
  const none = { vip_type: 0, days: 0, max_download_pre_day: 0, partner: '', product: '', months: 0 };
  bundle = await saveUnion(t.ctx(), {
    ...{ id: 0, title: '全站 + 影视', summary: '', img: '', bottom_img: '', price: 300, org_price: 500 },
    ...{ protocol_url: '', protocol_title: '', sort: 0, is_on: true },
    parts: [
      { ...none, sort: 'plan', title: '全站会员', share: 60, vip_type: 6, days: 90 },
      { ...none, sort: 'partner', title: '影视会员', share: 40, partner: '星河影视', product: 'year', months: 12 },
    ],
  });
  goods = await saveGoods(t.ctx(), {
    ...{ id: 0, kind: 'physical', title: '帆布袋', about: '', content: '', cover: '', points: 100, market_price: 0 },
    ...{ left_num: 1_000, left_before: 1_000, per_person: 0, is_on: true, sort: 0, definition_id: 0, vip_type: 1, days: 7 },
    ...{ max_download_pre_day: 5, cards: 1 },
  });
  const plan = [{ key: 'b1', kind: 'k1', name: 'A 区', shape: 'rows' as const, rows: 20, chairs: 25, aisle: 0, closed: [] }];
  const { id, kinds } = await makeSalon(t, { owner_id: publisher.id, in_hours: 720, kinds: [kindForm({ capacity: '500' })], plan });
  salon = { id, kind_id: kinds[0]?.id as number };
  const [from, to] = ['2020-01-01', '2099-12-31'];
  await saveDiscount(publisher.ctx, {
    ...{ code: CODE, percent_off: 20, amount: 0, min_price: 0 },
    from,
    to,
    most: 0,
    per_person: 0,
    off: false,
  });
  await setSetting(t.ctx(), withdrawalMinimum.key, 100);
  await setSetting(t.ctx(), withdrawalIdentityFrom.key, 1_000_000_000);
});

/** How often a step is drawn beside the others. */
const WEIGHTS = {
  ...{ place: 4, code: 2, cart: 2, coins: 1, balance: 1, membership: 2, union: 1, ticket: 1 },
  ...{ scan: 2, notify: 3, notify_twice: 2 },
  ...{ close: 1, confirm: 1, refund: 1, refund_part: 2, own_refund: 1, ticket_back: 1 },
  ...{ voucher: 1, contact: 1, redeem: 1, redeem_back: 1 },
  ...{ earnings_in: 1, withdraw: 2, withdraw_cancel: 1, withdraw_decide: 2, payouts: 1 },
  ...{ wait: 1, expire: 1, reconcile: 1 },
} as const;
type Act = keyof typeof WEIGHTS;
interface Step {
  act: Act;
  /** Which of those there are. */
  nth: number;
  amount: number;
  /** With balance, to the end, by a right name ... */
  yes: boolean;
}

const nth = fc.nat({ max: 5 });
const step: fc.Arbitrary<Step> = fc.oneof(
  ...(Object.keys(WEIGHTS) as Act[]).map((act) => ({
    weight: WEIGHTS[act],
    arbitrary: fc.record({ act: fc.constant(act), nth, amount: fc.integer({ min: 1, max: 9_000 }), yes: fc.boolean() }),
  })),
);
const steps = (...acts: Array<[Act, nth?: number, yes?: boolean]>): Step[] =>
  acts.map(([act, of = 0, yes = true]) => ({ act, nth: of, yes, amount: 4_000 }));

/** Sequences that are always tried: through them every verb succeeds at least once. */
const CERTAIN: Array<[Step[]]> = [
  [steps(['place', 0, false], ['notify'], ['place', 1], ['confirm', 1], ['refund_part'], ['refund', 1], ['expire'])],
  [steps(['place', 0, false], ['notify'], ['withdraw'], ['withdraw_cancel'], ['withdraw'], ['withdraw_decide'], ['payouts'])],
  [steps(['withdraw', 0, false], ['withdraw_decide'], ['payouts'], ['withdraw'], ['withdraw_decide', 0, false], ['refund'])],
  [
    steps(
      ['coins'],
      ['notify_twice'],
      ['refund_part'],
      ['contact'],
      ['coins'],
      ['notify', 1],
      ['refund', 1],
      ['refund'],
      ['wait'],
      ['contact', 1],
    ),
  ],
  [
    steps(
      ['balance'],
      ['notify'],
      ['place', 1],
      ['confirm', 1],
      ['own_refund', 0, false],
      ['own_refund', 1],
      ['balance'],
      ['notify', 2],
      ['refund_part', 2],
      ['refund', 2],
    ),
  ],
  [steps(['place', 0, false], ['notify'], ['withdraw'], ['withdraw_cancel'], ['earnings_in'])],
  [
    steps(
      ['cart', 1, false],
      ['place', 2],
      ['cart', 0],
      ['notify', 2],
      ['refund_part', 2],
      ['own_refund', 2, false],
      ['refund', 2],
      ['cart', 1],
    ),
  ],
  [steps(['membership', 0, false], ['notify'], ['membership', 4, false], ['scan', 1], ['reconcile'], ['own_refund', 1], ['refund', 1])],
  [steps(['union', 0, false], ['notify'], ['reconcile'], ['refund'], ['ticket', 1, false], ['notify', 1], ['ticket_back'], ['refund', 1])],
  [
    steps(
      ['voucher'],
      ['redeem', 0],
      ['redeem', 1],
      ['redeem_back'],
      ['place', 1, false],
      ['close'],
      ['place', 1],
      ['confirm', 1],
      ['own_refund', 1],
    ),
  ],
  [
    steps(
      ['code', 0, false],
      ['notify'],
      ['code', 1],
      ['confirm', 1],
      ['refund_part'],
      ['own_refund', 1],
      ['code', 2, false],
      ['close', 2],
    ),
  ],
];

/** Of the publisher, for all that they sell. */
const CODE = 'LESS20';

interface World {
  buyer: Person;
  items: number[];
  coupon: number;
  address: number;
  orders: Order[];
  /** What was told by the provider: told again at the end. */
  told: PaymentFacts[];
  wishes: Array<Parameters<typeof redeemGoods>[1]>;
  redeemed: number[];
}

const BALANCE = 15_000;
const COINS = 25;
const POINTS = 300;
/** Of the publisher, whose earnings and withdrawals go through all runs. */
const asked: Array<{ id: number; wish: Parameters<typeof requestWithdrawal>[1] }> = [];
const payee = { method: 'alipay', account: '13800138000' } as const;

const ordered = (world: World, order: Order) => world.orders.push(order);
const onOrder = (work: (buyer: Person, order: Order, one: Step) => Promise<unknown>) => async (world: World, one: Step) => {
  const order = world.orders[one.nth % Math.max(1, world.orders.length)];
  return order ? work(world.buyer, order, one) : NOTHING;
};
const told = (copies: number) => async (world: World, one: Step) => {
  const order = world.orders[one.nth % Math.max(1, world.orders.length)];
  if (!order || order.pay_qrcode === '') return NOTHING;
  const facts = await payAtProvider(t, order);
  world.told.push(facts);
  return Promise.all(Array.from({ length: copies }, () => settlePayment(t.ctx(), 'sandbox', facts)));
};
/** There was nothing to do it with. */
const NOTHING = Symbol('nothing');

const VERBS: Record<Act, (world: World, one: Step) => Promise<unknown>> = {
  place: async (world, { nth: of, amount, yes }) => {
    const input = { balance: yes ? (1 as const) : (0 as const), user_coupon_id: amount % 2 ? world.coupon : 0 };
    return ordered(world, await place(world.buyer, world.items[of % 2] as number, input));
  },
  code: async (world, { nth: of, yes }) => {
    const wish = { id: world.items[of % 2] as number, balance: yes ? 1 : 0, user_coupon_id: 0, code: CODE } as const;
    return ordered(world, await orderItem(world.buyer.ctx, KINDS.scheme, wish));
  },
  cart: async (world, { nth: of, yes }) => {
    const wish = { ids: of % 3 === 2 ? world.items.slice(1) : world.items, balance: yes, cache: of % 2 === 1 };
    return ordered(world, await orderCart(world.buyer.ctx, wish));
  },
  balance: async (world, { yes }) => ordered(world, await topUpBalance(world.buyer.ctx, { yuan: yes ? 100 : 50, reuse_open: false })),
  coins: async (world, { yes }) => ordered(world, await topUp(world.buyer.ctx, { coins: yes ? 30 : 10, reuse_open: false })),
  membership: async (world, { nth: of, yes }) => {
    const wish = { subject_id: specs[of % specs.length] as number, use_balance: yes, coupon_id: 0 };
    return ordered(world, await placeOrder(world.buyer.ctx, membershipSubject, wish));
  },
  union: async (world, { yes }) =>
    ordered(world, await placeOrder(world.buyer.ctx, unionSubject, { subject_id: bundle, use_balance: yes, coupon_id: 0 })),
  ticket: async (world, { nth: of, yes }) => {
    const [count, kind_id] = [1 + (of % 2), salon.kind_id];
    const lines = { id: salon.id, lines: [{ kind_id, count }], holders: seats(kind_id, count) };
    return ordered(world, await orderTickets(world.buyer.ctx, { ...lines, balance: yes, user_coupon_id: 0, cache: false }));
  },
  scan: told(0),
  notify: told(1),
  notify_twice: told(4),
  close: onOrder((buyer, { orderid }) => cancelOrder(buyer.ctx, orderid)),
  confirm: onOrder((buyer, { orderid }) => payByBalance(buyer.ctx, orderid)),
  refund: onOrder((_, { orderid }) => refundOrder(t.ctx(), { orderid, reason: '测试' })),
  // of coins there are whole ones only
  refund_part: onOrder((_, { orderid, subject }, { amount, yes }) => {
    const amount_fen = subject === 'coins' && yes ? Math.ceil(amount / 1_000) * 100 : amount;
    return refundOrder(t.ctx(), { orderid, reason: '测试', amount_fen });
  }),
  own_refund: onOrder((buyer, { orderid }, { yes }) => askOwnRefund(buyer.ctx, { orderid, reason: '买错了', to_balance: yes })),
  ticket_back: async ({ buyer }, { nth: of }) => {
    const { list } = await ownTickets(buyer.ctx, { page: 1, limit: 6 });
    const ticket = list[of % Math.max(1, list.length)];
    return ticket ? refundTicket(buyer.ctx, ticket.id) : NOTHING;
  },
  voucher: ({ buyer, items }, { nth: of }) => redeemItem(buyer.ctx, items[of % 2] as number),
  contact: ({ buyer }, { nth: of }) => unlockContact(buyer.ctx, { item_id: resources[of % 2] as number, use_coupon: false }),
  redeem: async (world, { nth: of }) => {
    const num = 1 + (of % 2);
    const wish = { id: goods, num, address_id: world.address, total_points: 100 * num, key: `${world.buyer.id}:${world.wishes.length}` };
    world.redeemed.push((await redeemGoods(world.buyer.ctx, wish)).id);
    return world.wishes.push(wish);
  },
  redeem_back: async ({ buyer, redeemed }, { nth: of }) => {
    const id = redeemed[of % Math.max(1, redeemed.length)];
    return id === undefined ? NOTHING : cancelRedemption(buyer.ctx, id, '');
  },
  withdraw: async (_, { amount, yes }) => {
    // what was sold so far was sold longer ago than buyers may take it back
    await t.app.db.execute(
      sql`update orders set paid_at = paid_at - interval '8 days' where publisher_id = ${publisher.id} and subject = 'item'`,
    );
    // the payout to the other name fails
    const wish = { ...payee, amount: amount / 100, name: yes ? '张三' : REFUSED_NAME, idempotency_key: `wish-${asked.length}-${amount}` };
    return asked.push({ id: (await requestWithdrawal(publisher.ctx, wish)).id, wish });
  },
  earnings_in: async (_, { amount }) => {
    const way = { method: 'balance', name: '', account: '' } as const;
    const wish = { ...way, amount: Math.ceil(amount / 4) / 100, idempotency_key: `in-${asked.length}-${amount}` };
    return asked.push({ id: (await requestWithdrawal(publisher.ctx, wish)).id, wish });
  },
  withdraw_cancel: async () => {
    const last = asked.at(-1);
    return last ? cancelWithdrawal(publisher.ctx, last.id) : NOTHING;
  },
  withdraw_decide: async (_, { yes }) => {
    const [review] = (await listReviews(finance, { type: 'withdrawal', status: 'open', page: 1, limit: 1 })).list;
    const how = yes ? { action: 'approve', reason: '' } : { action: 'refuse', reason: '收益正在核实，请稍后再申请' };
    return review ? decideReview(finance, { id: review.id, version: review.version, ...how }) : NOTHING;
  },
  payouts: () => runPayouts(t.ctx()),
  wait: async (_, { amount }) => t.clock.advance_ms((amount % 20) * 60_000),
  expire: async () => {
    await expireOrders(t.ctx());
    await expireReservations(t.ctx());
    await releaseStale(t.ctx());
  },
  reconcile: async () => {
    await reconcilePayments(t.ctx());
    await runRights(t.ctx());
  },
};

const worked = new Map<Act, number>();

/** What the reader is told is fine; anything else is a fault. */
async function perform(world: World, one: Step): Promise<void> {
  try {
    if ((await VERBS[one.act](world, one)) !== NOTHING) worked.set(one.act, (worked.get(one.act) ?? 0) + 1);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

async function begin(): Promise<World> {
  const buyer = await makePerson(t, BALANCE);
  const use_end_time = new Date(t.clock.now().getTime() + 86_400_000);
  await inTransaction(t.ctx(), async (tx) => {
    const gift = { key: `coins:${buyer.id}`, reason: 'gift', reference: '', unit: 'coin' } as const;
    const entries: Entry[] = [
      { owner_id: null, purpose: 'coin_source', amount: -COINS },
      { owner_id: buyer.id, purpose: 'coin', amount: COINS },
    ];
    await postTransfer(tx, { ...gift, entries });
    await grantPoints(tx, { user_id: buyer.id, points: POINTS, reason: 'gift', key: `points:${buyer.id}` });
    await issueVoucher(tx, { user_id: buyer.id, kind: KINDS.scheme.code, use_end_time });
  });
  const items = [await makeItem(t, publisher.id), await makeItem(t, publisher.id, { price_fen: 990 })];
  const home = { id: 0, receiver: '张三', tel: '13800000000', province: '上海市', city: '', detail: '南京西路 1 号', is_default: false };
  const address = (await saveAddress(buyer.ctx, home)).id;
  return { buyer, items, coupon: await giveCoupon(t, buyer.id, 2_000), address, orders: [], told: [], wishes: [], redeemed: [] };
}

/** Everything that the provider knows is told, everything owed is paid back, what was left half done ends. */
async function finish(): Promise<void> {
  await expireOrders(t.ctx());
  await expireReservations(t.ctx());
  await releaseStale(t.ctx());
  await reconcilePayments(t.ctx());
  await runRights(t.ctx());
  await runRefunds(t.ctx());
  await runPayouts(t.ctx());
}

/** All that can be said twice, said again. */
async function again({ buyer, told: facts, wishes }: World): Promise<void> {
  await Promise.all(facts.map((one) => settlePayment(t.ctx(), 'sandbox', one)));
  for (const wish of wishes) await redeemGoods(buyer.ctx, wish);
  for (const { wish } of asked.slice(-3)) await requestWithdrawal(publisher.ctx, wish);
  await finish();
}

/** Said by whatever fails. */
const seed = Date.now() % 2 ** 31;

it('M2 P1 keeps every invariant through any sequence of all verbs of money, coins and points, and shows what the ledger says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (sequence) => {
      const world = await begin();
      for (const one of sequence) await perform(world, one);
      t.clock.advance_ms(20 * 60_000);
      await finish();
      const before = await written();
      await again(world);
      expect(await written()).toBe(before);
      await expectWhole(world.buyer);
      await expectBuyerShown(t, world.buyer, finance);
      await expectPublisherShown(t, publisher, salon.id);
      await expectIncomeShown(t);
      await expectBooksTwice(t);
      expect(await countSeats(t.ctx())).toEqual([]);
    }),
    { numRuns: 60, interruptAfterTimeLimit: 90_000, seed, examples: CERTAIN },
  );
  expect(
    (Object.keys(WEIGHTS) as Act[]).filter((act) => !worked.has(act)),
    `seed ${seed}`,
  ).toEqual([]);
  // the books of the day agree with themselves and with the provider's
  expect((await reconcileDay(t.ctx(), shanghaiDay(new Date()))).differences, `seed ${seed}`).toEqual([]);
}, 150_000);

/** How many transfers there are. */
const written = async () => (await t.app.db.execute<{ n: number }>(sql`select count(*)::int as n from ledger_transfers`)).rows[0]?.n;

async function expectWhole(buyer: Person): Promise<void> {
  expect([(await proveLedger(t.ctx())).faults, await provePoints(t.ctx())]).toEqual([[], []]);
  const count = async (query: ReturnType<typeof sql>) => Number((await t.app.db.execute<{ n: number }>(query)).rows[0]?.n ?? -1);
  const mine = buyer.id;
  // a paid order has its grant and exactly one transfer; a grant has its paid order
  expect(
    await count(sql`select count(*) as n from orders o where o.buyer_id = ${mine} and o.subject = 'item' and o.status = 2 and (
    not exists (select 1 from grants g where g.user_id = ${mine} and g.item_id = o.subject_id and g.source_id = o.id and g.revoked_at is null)
    or (select count(*) from ledger_transfers l where l.reference = o.orderid and l.reason = 'sale') <> 1)`),
  ).toBe(0);
  expect(
    await count(sql`select count(*) as n from grants g where g.user_id = ${mine} and g.source = 'purchase' and g.revoked_at is null
    and not exists (select 1 from orders o where o.id = g.source_id and o.status = 2)`),
  ).toBe(0);
  // nothing is held, no coupon is stuck, no order is open, nothing is owed
  const has = await balances(t.ctx(), mine);
  expect(has).toMatchObject({ held_fen: 0, held_coin: 0 });
  expect(await count(sql`select count(*) as n from reservations where status = 'held'`)).toBe(0);
  expect(await count(sql`select count(*) as n from user_coupons c where c.user_id = ${mine} and c.status = 'held'`)).toBe(0);
  expect(await count(sql`select count(*) as n from orders where buyer_id = ${mine} and status = 1`)).toBe(0);
  expect(await count(sql`select count(*) as n from refunds where status <> 'done'`)).toBe(0);
  // all money that the provider took is in an order or went back
  expect(
    await count(sql`select count(*) as n from sandbox_payments s join payments p on s.payment_no = coalesce(p.cart_no, p.payment_no) join orders o on o.id = p.order_id
    where s.status = 'paid' and p.status not in ('paid', 'refunded')`),
  ).toBe(0);
  // what everybody has is what they began with and what is written of their orders, calls, goods and withdrawals
  const spent = await count(sql`select coalesce(sum(balance_fen), 0)
    - (select coalesce(sum(r.balance_fen), 0) from order_refunds r join orders o on o.id = r.order_id where o.buyer_id = ${mine}) as n
    from orders where buyer_id = ${mine} and paid_at is not null`);
  const coins = await count(sql`select
    (select coalesce(sum(subject_id - (refunded_pay_fen + refunded_balance_fen) / 100), 0) from orders
      where buyer_id = ${mine} and subject = 'coins' and status = 2)
    - (select coalesce(sum(settled_amount), 0) from reservations where user_id = ${mine} and unit = 'coin') as n`);
  const points = await count(
    sql`select coalesce(sum(total_points), 0) as n from mall_redemptions where user_id = ${mine} and state <> 'cancelled'`,
  );
  // what was bought to be balance, less what of it went back
  const bought = await count(sql`select coalesce(sum(pay_fen - refunded_pay_fen), 0) as n
    from orders where buyer_id = ${mine} and subject = 'balance' and paid_at is not null`);
  expect(has).toMatchObject({ balance_fen: BALANCE - spent + bought, coin: COINS + coins, point: POINTS - points });
  const earned = await count(sql`select
    (select coalesce(sum(publisher_fen), 0) from orders where publisher_id = ${publisher.id} and paid_at is not null)
    - (select coalesce(sum(publisher_fen), 0) from order_refunds)
    - (select coalesce(sum(amount_fen), 0) from withdrawals where status in ('reviewing', 'paying', 'paid')) as n`);
  const away = await count(sql`select coalesce(sum(amount_fen), 0) as n from withdrawals where status in ('reviewing', 'paying')`);
  expect(await balances(t.ctx(), publisher.id)).toMatchObject({ earning_fen: earned, withdrawing_fen: away });
}
