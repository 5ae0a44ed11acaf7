import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CouponForm } from '#contract/coupon.ts';
import { MEMBER_CALLS, type VipPlan } from '#contract/membership.ts';
import type { Order } from '#contract/order.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { taskEvents as areaEvents } from '#server/areas/points/routes.ts';
import { drawChance, drawChances, openRound } from '#server/modules/draws/index.ts';
import { user_devices, users } from '#server/modules/identity/tables.ts';
import { notePaid, settleInvites } from '#server/modules/invites/index.ts';
import { invites } from '#server/modules/invites/tables.ts';
import { installPlans } from '#server/modules/membership/index.ts';
import { cancelOrder, payByBalance, quoteOrder, refundOrder } from '#server/modules/orders/index.ts';
import { orders } from '#server/modules/orders/tables.ts';
import { itemSubject } from '#server/modules/sales/index.ts';
import { findTaskEvent, taskEvents } from '#server/modules/tasks/index.ts';
import { claimCoupon, GIFT_USED_TEXT, saveDefinition, usableCoupons } from '#server/modules/vouchers/index.ts';
import { coupon_definitions } from '#server/modules/vouchers/tables.ts';
import { balances } from '#server/modules/wallet/index.ts';
import { testApp } from '../support/app.ts';
import { giveBalance, giveCoupon, makeItem, makePerson, type Person, place } from '../support/market.ts';
import { makePerson as makeUser } from '../support/people.ts';

const DAY_MS = 86_400_000;
const t = testApp();
let staff: Person;
let publisher: Person;
beforeAll(async () => {
  const { id, token, actor } = await makeUser(t, { roles: ['operator'] });
  staff = { id, token, ctx: t.ctx(actor) };
  publisher = await makePerson(t);
  await inTransaction(t.ctx(), installPlans);
});

/** A month of the scheme membership by coupon or balance; returns the order's number. */
async function buyMonth({ token }: Person, user_coupon_id: number): Promise<string> {
  const { list } = (await t.call<{ list: VipPlan[] }>('GET', MEMBER_CALLS.plans)).body.data;
  const vip_id = list.find(({ vip_type }) => vip_type === 1)?.spec[0]?.id;
  const { body } = await t.call<Order>('POST', MEMBER_CALLS.order, { token, body: { vip_id, user_coupon_id, balance: 1 } });
  await t.call('POST', '/api/order/balance', { token, body: { orderid: body.data.orderid } });
  return body.data.orderid;
}

const goods = { covers: '', covers_hor: '', vip_type: 0, days: 0, max_download_pre_day: 0 };

describe('M3 rewards count what was paid', () => {
  it('every task event says what earns it, and orders alone are earned by payment', () => {
    expect(taskEvents().map(({ name }) => [name, findTaskEvent(name)?.earned_by])).toEqual(
      areaEvents.map(({ name }) => [name, name === 'order' ? 'payment' : 'act']),
    );
  });

  it('an order that a coupon paid whole gives no task, no draw and no reward of an invitation; one that was paid gives all', async () => {
    await openRound(staff.ctx, {
      title: '会员抽奖',
      ends_at: Math.floor(t.clock.now().getTime() / 1000) + 86_400,
      prizes: [{ place: 1, title: '帆布袋', type: 5, weight: 1, stock: null, replace: null, ...goods }],
    });
    const host = await makePerson(t);
    const buyer = await makePerson(t);
    const { id } = buyer;
    const now = t.clock.now();
    await t.app.db.insert(invites).values({ invitor_id: host.id, user_id: id, register_due_at: now, created_at: now });
    const range = { from: null, to: new Date(t.clock.now().getTime() + DAY_MS) };
    const acts = async () =>
      Object.fromEntries(
        await Promise.all(
          taskEvents().map(async ({ name }) => [name, (await findTaskEvent(name)?.acts(t.ctx(), id, range, 20))?.length] as const),
        ),
      );
    const before = await acts();
    const invite = async () => (await t.app.db.select().from(invites).where(eq(invites.user_id, id)))[0];

    const free_item = await makeItem(t, publisher.id);
    /** As the event of a paid order is taken. */
    const noted = async (orderid: string) => {
      const [row] = await t.app.db.select({ id: orders.id }).from(orders).where(eq(orders.orderid, orderid));
      await notePaid(t.ctx(), { buyer_id: id, order_id: row?.id as number });
    };
    const free = await place(buyer, free_item, { user_coupon_id: await giveCoupon(t, id, 10_000) });
    expect(free).toMatchObject({ is_free: 1, status: 2 });
    const free_vip = await buyMonth(buyer, await giveCoupon(t, id, 10_000, 0, 3, 'membership'));
    for (const orderid of [free.orderid, free_vip]) await noted(orderid);
    expect(await acts()).toEqual(before);
    expect(await drawChances(buyer.ctx)).toEqual([]);
    expect(await drawChance(buyer.ctx, free_vip)).toMatchObject({ num: 0 });
    expect(await invite()).toMatchObject({ paid_state: 'none' });

    await giveBalance(t, id, 100_000);
    const paid = await place(buyer, await makeItem(t, publisher.id), { balance: 1 });
    await payByBalance(buyer.ctx, paid.orderid);
    const vip = await buyMonth(buyer, 0);
    await noted(paid.orderid);
    expect(await acts()).toEqual({ ...before, order: 1 });
    expect((await drawChances(buyer.ctx)).map(({ orderid }) => orderid)).toEqual([vip]);
    expect(await invite()).toMatchObject({ paid_state: 'waiting' });

    await refundOrder(t.ctx(), { orderid: paid.orderid, reason: '测试' });
    expect(await acts()).toEqual(before);
    t.clock.advance_ms(60 * DAY_MS);
    await settleInvites(t.ctx());
    expect(await invite()).toMatchObject({ paid_state: 'refused' });
    expect((await balances(t.ctx(), host.id)).point).toBe(20);
  });
});

const FORM: CouponForm = {
  ...{ id: 0, use: 'item', type: 5, title: '方案立减券', amount: 20, percent_off: 0, min_price: 50, claim_from: 0, claim_to: 0 },
  ...{ use_end_time: 0, valid_days: 30, stock: 9, per_person: 1, claimable: true, auto_get: false, for_new: false, is_on: true },
};
const define = (change: Partial<CouponForm> = {}) => saveDefinition(t.ctx(), { ...FORM, ...change });
const couponOf = async ({ id }: Person) => (await usableCoupons(t.ctx(), { user_id: id, use: 'item', type: 5 })).list[0]?.id as number;
/** Both signed in with one browser. */
const share = async (people: readonly Person[]) => {
  const at = t.clock.now();
  const device_hash = `browser-${people[0]?.id}`;
  await t.app.db.insert(user_devices).values(people.map(({ id }) => ({ user_id: id, device_hash, first_at: at, last_at: at })));
};

describe('M3 a gift', () => {
  it('asks for more than it takes off, however everybody gets it; what staff give one by one may be whole', async () => {
    for (const open of ['claimable', 'auto_get', 'for_new'] as const) {
      const change = { claimable: false, [open]: true };
      for (const min_price of [0, 20])
        await expect(define({ ...change, min_price })).rejects.toMatchObject({ fields: { min_price: /高于金额/ } });
      await define({ ...change, min_price: 20.01, is_on: false });
      await define({ ...change, min_price: 0, percent_off: 99, is_on: false });
    }
    await define({ claimable: false, min_price: 0 });
    const whole = { min_price_fen: 2_000 };
    await expect(t.app.db.update(coupon_definitions).set(whole).where(eq(coupon_definitions.claimable, true))).rejects.toThrow();
  });

  it('is used by one account of a browser, of many at once by one, and again by who used it', async () => {
    const definition_id = await define({ per_person: 2 });
    const people = await Promise.all([1, 2, 3].map(() => makePerson(t)));
    await share(people);
    for (const one of people) await claimCoupon(one.ctx, definition_id);
    const coupons = await Promise.all(people.map(couponOf));
    const items = await Promise.all(people.map(() => makeItem(t, publisher.id)));
    const tried = await Promise.allSettled(
      people.map((one, at) => place(one, items[at] as number, { user_coupon_id: coupons[at] as number })),
    );
    const won = tried.flatMap((one, at) => (one.status === 'fulfilled' ? [{ at, order: one.value }] : []));
    expect(won).toHaveLength(1);
    const [{ at, order }] = won as [(typeof won)[0]];
    const other = people[(at + 1) % 3] as Person;
    const item = items[(at + 1) % 3] as number;
    const quote = await quoteOrder(other.ctx, itemSubject, item, { use_balance: false, coupon_id: 0 });
    expect([quote.coupons.length, quote.barred_coupons.length]).toEqual([0, 1]);
    const shown = await t.call('GET', '/scheme/scheme/pricelist', { token: other.token, query: { id: item } });
    expect(JSON.stringify(shown.body.data)).toContain(GIFT_USED_TEXT);
    await claimCoupon((people[at] as Person).ctx, definition_id);
    await place(people[at] as Person, await makeItem(t, publisher.id), { user_coupon_id: await couponOf(people[at] as Person) });
    // an order that is closed unpaid used nothing, but the other one still holds it for the same account
    await cancelOrder((people[at] as Person).ctx, order.orderid);
    await expect(place(other, item, { user_coupon_id: coupons[(at + 1) % 3] as number })).rejects.toThrow('优惠券不可用');
  });

  it('is free again on the browser when its order was closed unpaid', async () => {
    const definition_id = await define();
    const [one, other] = [await makePerson(t), await makePerson(t)];
    await share([one, other]);
    for (const who of [one, other]) await claimCoupon(who.ctx, definition_id);
    const order = await place(one, await makeItem(t, publisher.id), { user_coupon_id: await couponOf(one) });
    expect(await couponOf(other)).toBeUndefined();
    await cancelOrder(one.ctx, order.orderid);
    await place(other, await makeItem(t, publisher.id), { user_coupon_id: await couponOf(other) });
  });

  it('is used once a phone, also when its first account was closed', async () => {
    const definition_id = await define();
    const [gone, back] = [await makePerson(t), await makePerson(t)];
    for (const who of [gone, back]) await claimCoupon(who.ctx, definition_id);
    await place(gone, await makeItem(t, publisher.id), { user_coupon_id: await couponOf(gone) });
    const phone = async (who: Person) => (await t.app.db.select().from(users).where(eq(users.id, who.id)))[0]?.mobile as string;
    const mobile = await phone(gone);
    await t.app.db
      .update(users)
      .set({ mobile: `closed-${gone.id}`, closed_at: t.clock.now() })
      .where(eq(users.id, gone.id));
    expect(await couponOf(back)).toBeDefined();
    await t.app.db.update(users).set({ mobile }).where(eq(users.id, back.id));
    expect(await couponOf(back)).toBeUndefined();
  });

  it('by staff one by one binds no browser', async () => {
    const [one, other] = [await makePerson(t), await makePerson(t)];
    await share([one, other]);
    for (const who of [one, other]) await place(who, await makeItem(t, publisher.id), { user_coupon_id: await giveCoupon(t, who.id, 500) });
  });
});
