import { setTimeout as wait } from 'node:timers/promises';
import { inArray, sql } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Order, OrderDetail } from '#contract/order.ts';
import type { UnionForm, UnionOrder } from '#contract/union.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { endpoints } from '#server/areas/index.ts';
import { createGateway } from '#server/http/gateway.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import {
  activeVips,
  extendMembership,
  installPlans,
  orderMembership,
  ownTerms,
  quoteMembership,
  vipPlan,
} from '#server/modules/membership/index.ts';
import {
  askOwnRefund,
  cancelOrder,
  expireOrders,
  listOrders,
  orderDetail,
  ownRefundUpTo,
  payByBalance,
  placeOrder,
  refundOrder,
  runRefunds,
  settlePayment,
} from '#server/modules/orders/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { runRights, saveUnion, unionForm, unionStatement, unionSubject, unionVipById, unusedOfOrder } from '#server/modules/union/index.ts';
import { union_rights } from '#server/modules/union/tables.ts';
import { houseBalances, proveLedger } from '#server/modules/wallet/index.ts';
import { isSandboxPartner, type SandboxPartnerPort } from '#server/providers/partner/sandbox.ts';
import { staffOrder } from '#server/views/admin/staff-order.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person, payAtProvider } from '../support/market.ts';
import { makePerson as makeUser } from '../support/people.ts';
import { toldTo } from '../support/told.ts';

const DAY_MS = 86_400_000;
const t = testApp();
let staff: Person;
let buyer: Person;
let bundle: number;
let partner: SandboxPartnerPort;
beforeAll(async () => {
  const { id, token, actor } = await makeUser(t, { roles: ['operator'] });
  staff = { id, token, ctx: t.ctx(actor) };
  const port = t.app.providers.partner;
  if (!isSandboxPartner(port)) throw new Error('partner is not in sandbox');
  partner = port;
  bundle = await saveUnion(t.ctx(), form());
});
beforeEach(async () => {
  buyer = await makePerson(t);
});
afterEach(async () => {
  partner.failNext(0);
  expect(await proveLedger(t.ctx())).toMatchObject({ ok: true, faults: [] });
});

const none = { vip_type: 0, days: 0, max_download_pre_day: 0, partner: '', product: '', months: 0 };
function form(change: Partial<UnionForm> = {}): UnionForm {
  return {
    ...{ id: 0, title: '全站 + 影视', summary: '', img: '', bottom_img: '', price: 300, org_price: 500 },
    ...{ protocol_url: '', protocol_title: '', sort: 0, is_on: true },
    parts: [
      { ...none, sort: 'plan', title: '全站会员', share: 60, vip_type: 6, days: 365 },
      { ...none, sort: 'partner', title: '影视会员', share: 40, partner: '星河影视', product: 'year', months: 12 },
    ],
    ...change,
  };
}

const placeUnion = (who: Person, id = bundle): Promise<Order> =>
  placeOrder(who.ctx, unionSubject, { subject_id: id, use_balance: false, coupon_id: 0 });
const pay = async (order: Order) => settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
const rightsOf = async ({ orderid }: Order) =>
  (
    await t.app.db.execute<{ sort: string; state: string; attempts: number; request_no: string; price_fen: number; last_error: string }>(
      sql`select sort, state, attempts, request_no, price_fen, last_error from union_rights where orderid = ${orderid} order by part`,
    )
  ).rows;
const states = async (order: Order) => (await rightsOf(order)).map(({ state }) => state);
const orderId = async ({ orderid }: Order) =>
  (await t.app.db.execute<{ id: number }>(sql`select id from orders where orderid = ${orderid}`)).rows[0]?.id as number;

describe('M-300 a bundle', () => {
  it('is written by staff: shares make the whole, months stay within five years', async () => {
    expect(await unionVipById(t.ctx(), bundle)).toMatchObject({
      price: 300,
      parts: [
        { title: '全站会员', duration: '365 天', is_partner: 0 },
        { title: '影视会员', duration: '12 个月', is_partner: 1 },
      ],
    });
    expect(await unionForm(staff.ctx, bundle)).toEqual(form({ id: bundle }));
    const [plan, right] = form().parts as [UnionForm['parts'][0], UnionForm['parts'][0]];
    const bad = (parts: UnionForm['parts']) => saveUnion(staff.ctx, form({ parts }));
    await expect(bad([{ ...plan, share: 50 }, right])).rejects.toMatchObject({ fields: { parts: '各项权益的占比之和应为 100%' } });
    await expect(bad([plan, { ...right, months: 61 }])).rejects.toMatchObject({ fields: { parts: expect.stringContaining('5 年') } });
    await expect(saveUnion(staff.ctx, form({ price: 600 }))).rejects.toMatchObject({ fields: { org_price: '原价不能低于售价' } });
    await expect(saveUnion(buyer.ctx, form())).rejects.toMatchObject({ status: 403 });
  });
});

describe('an order', () => {
  it('M-301 gives every part by itself: the membership at once, the partner’s right when the partner answers', async () => {
    const order = await placeUnion(buyer);
    expect(await states(order)).toEqual(['held', 'held']);
    await pay(order);
    expect((await activeVips(t.ctx(), buyer.id)).has(6)).toBe(true);
    expect(await rightsOf(order)).toMatchObject([
      { state: 'active', price_fen: 18_000 },
      { state: 'waiting', price_fen: 12_000 },
    ]);
    partner.failNext(2);
    expect(await runRights(t.ctx())).toBe(0);
    expect(await rightsOf(order)).toMatchObject([{}, { state: 'waiting', attempts: 1 }]);
    t.clock.advance_ms(10 * 60_000);
    expect(await runRights(t.ctx())).toBe(0);
    t.clock.advance_ms(10 * 60_000);
    expect(await toldTo(t, buyer.id)).toEqual([]);
    expect(await runRights(t.ctx())).toBe(1);
    expect(await runRights(t.ctx())).toBe(0);
    const right = (await rightsOf(order))[1];
    expect(right).toMatchObject({ state: 'active', attempts: 3 });
    expect(await toldTo(t, buyer.id)).toEqual([
      {
        topic: 'wallet',
        title: '联合会员权益已发放：影视会员',
        content: expect.stringMatching(/^星河影视 12 个月已发放到手机号 \d{3}\*{4}\d{4}，\d{4}-\d\d-\d\d 至 \d{4}-\d\d-\d\d 有效。$/),
        href: `/personalCenter/order?orderid=${order.orderid}`,
      },
    ]);
    expect(await partner.rightOf(right?.request_no as string)).toMatchObject({ revoked: false });
  });

  it('gives two rights of one product for one phone one after the other, also when both are asked for at once', async () => {
    await runRights(t.ctx());
    const first = await placeUnion(buyer);
    await pay(first);
    const second = await placeUnion(buyer);
    await pay(second);
    expect(await runRights(t.ctx())).toBe(2);
    const times = (
      await t.app.db
        .select()
        .from(union_rights)
        .where(inArray(union_rights.orderid, [first.orderid, second.orderid]))
    )
      .filter(({ sort }) => sort === 'partner')
      .map(({ starts_at, ends_at }) => [Number(starts_at), Number(ends_at)])
      .sort(([a = 0], [b = 0]) => a - b);
    expect(times).toHaveLength(2);
    expect(times[1]?.[0]).toBe(times[0]?.[1]);
    expect((await toldTo(t, buyer.id)).length).toBe(2);
  });

  it('asks a partner for sixteen at once and no more, and gives all of them', async () => {
    await runRights(t.ctx());
    const people = await Promise.all(Array.from({ length: 20 }, () => makePerson(t)));
    const orders = await Promise.all(people.map((who) => placeUnion(who)));
    for (const order of orders) await pay(order);
    const given = partner.grant;
    let asking = 0;
    let most = 0;
    partner.grant = async (right) => {
      most = Math.max(most, ++asking);
      await wait(20);
      asking -= 1;
      return given(right);
    };
    try {
      expect(await runRights(t.ctx())).toBe(20);
    } finally {
      partner.grant = given;
    }
    expect(most).toBe(16);
    for (const order of orders) expect(await states(order)).toEqual(['active', 'active']);
  });

  it('sets its months aside while it is open, and gives them back when it is closed', async () => {
    const four = await saveUnion(
      t.ctx(),
      form({ title: '四年', parts: form().parts.map((part) => ({ ...part, months: part.months * 4 })) }),
    );
    const order = await placeUnion(buyer, four);
    const other = await placeUnion(buyer);
    await expect(placeUnion(buyer, await saveUnion(t.ctx(), form({ title: '再一年' })))).rejects.toMatchObject({
      status: 409,
      message: '合作视频会员的总时长不能超过 5 年',
    });
    await cancelOrder(buyer.ctx, other.orderid);
    expect(await states(other)).toEqual([]);
    await pay(order);
    expect((await placeUnion(buyer)).status).toBe(1);
  });

  it('that is paid late gives what it sold while the months allow it', async () => {
    const order = await placeUnion(buyer);
    const facts = await payAtProvider(t, order);
    await t.app.db.execute(sql`update sandbox_payments set status = 'waiting'`);
    t.clock.advance_ms(16 * 60_000);
    await expireOrders(t.ctx());
    expect(await states(order)).toEqual([]);
    await t.app.db.execute(sql`update sandbox_payments set status = 'paid'`);
    expect((await settlePayment(t.ctx(), 'sandbox', facts)).outcome).toBe('settled');
    expect(await states(order)).toEqual(['active', 'waiting']);
  });
});

describe('the own order', () => {
  const shown = (who: Person, { orderid }: Order) =>
    t.call<OrderDetail>('GET', '/api/order/detail', { token: who.token, query: { orderid } });
  const partsOf = async (order: Order) => (await shown(buyer, order)).body.data.parts;

  it('says of every part where it stands, in words of the buyer, and to nobody else', async () => {
    // what other tests left goes first
    await runRights(t.ctx());
    const order = await placeUnion(buyer);
    expect((await partsOf(order)).map(({ state }) => state)).toEqual(['unpaid', 'unpaid']);
    await pay(order);
    partner.failNext(1);
    await runRights(t.ctx());
    expect((await rightsOf(order))[1]).toMatchObject({ state: 'waiting', attempts: 1, last_error: expect.stringMatching(/./) });
    const { last_error, request_no } = (await rightsOf(order))[1] as { last_error: string; request_no: string };
    const { body } = await shown(buyer, order);
    const plan = { title: '全站会员', text: '365 天', state: 'active', starts_at: expect.any(Number), ends_at: expect.any(Number) };
    const right = {
      title: '影视会员',
      text: expect.stringMatching(/^12 个月，\d{3}\*{4}\d{4}$/),
      state: 'working',
      starts_at: 0,
      ends_at: 0,
    };
    expect(body.data.parts).toEqual([plan, right]);
    for (const secret of [last_error, request_no]) expect(JSON.stringify(body)).not.toContain(secret);
    t.clock.advance_ms(10 * 60_000);
    await runRights(t.ctx());
    const given = (await partsOf(order))[1];
    expect(given).toMatchObject({ state: 'active' });
    expect((given?.ends_at ?? 0) - (given?.starts_at ?? 0)).toBeGreaterThan(360 * 86_400);

    const stranger = await shown(await makePerson(t), order);
    expect([stranger.status, stranger.body.data]).toEqual([404, null]);
    const of_staff = await shown(staff, order);
    expect([of_staff.status, of_staff.body.data]).toEqual([404, null]);

    const second = await placeUnion(buyer);
    await pay(second);
    await runRights(t.ctx());
    expect((await partsOf(second)).map(({ state }) => state)).toEqual(['later', 'later']);
    await refundOrder(t.ctx(), { orderid: second.orderid, reason: '测试' });
    expect((await partsOf(second)).map(({ state }) => state)).toEqual(['ended', 'ending']);
    await runRights(t.ctx());
    expect((await partsOf(second)).map(({ state }) => state)).toEqual(['ended', 'ended']);
  });
});

const giveLife = (who: Person, vip_type: number) =>
  inTransaction(t.ctx(), (tx) =>
    extendMembership(tx, { user_id: who.id, vip_type, days: 'lifetime', max_download_pre_day: 0, source: { name: 'gift', id: 7 } }),
  );

describe('who has a membership for life', () => {
  const ppt = { ...none, sort: 'plan' as const, title: 'PPT 会员', share: 100, vip_type: 2, days: 100 };
  const refused = { status: 409, message: '您已是终身会员，无需再次开通', data: { owned: true } };

  it('does not pay for a bundle of nothing else, by whichever membership they have it', async () => {
    const plans = await saveUnion(t.ctx(), form({ title: '只有会员', parts: [ppt] }));
    await giveLife(buyer, 2);
    await expect(placeUnion(buyer, plans)).rejects.toMatchObject(refused);
    expect((await placeUnion(await makePerson(t), plans)).status).toBe(1);
    const of_all = await makePerson(t);
    await giveLife(of_all, 6);
    await expect(placeUnion(of_all, plans)).rejects.toMatchObject(refused);
  });

  it('reads before paying which part brings nothing, and buys the rest', async () => {
    const half = { ...ppt, share: 50 };
    const mixed = await saveUnion(
      t.ctx(),
      form({ title: 'PPT + 影视', parts: [half, { ...(form().parts[1] as UnionForm['parts'][0]), share: 50 }] }),
    );
    const both = await saveUnion(t.ctx(), form({ title: '两种会员', parts: [half, { ...half, title: '设计会员', vip_type: 3 }] }));
    const told = async (id: number) =>
      (await t.call<UnionOrder>('POST', '/user/Union/addorder', { token: buyer.token, body: { union_id: id } })).body.data.for_life;
    expect([await told(mixed), await told(both)]).toEqual([[], []]);
    await giveLife(buyer, 2);
    expect([await told(mixed), await told(both)]).toEqual([['PPT 会员'], ['PPT 会员']]);
  });
});

describe('a refund', () => {
  it('takes both parts back, each by its own way, with retries', async () => {
    const order = await placeUnion(buyer);
    await pay(order);
    await runRights(t.ctx());
    await refundOrder(t.ctx(), { orderid: order.orderid, reason: '测试' });
    expect((await activeVips(t.ctx(), buyer.id)).has(6)).toBe(false);
    expect(await states(order)).toEqual(['ended', 'ending']);
    partner.failNext(1);
    expect(await runRights(t.ctx())).toBe(0);
    t.clock.advance_ms(10 * 60_000);
    expect(await runRights(t.ctx())).toBe(1);
    expect(await states(order)).toEqual(['ended', 'ended']);
    expect(await partner.rightOf((await rightsOf(order))[1]?.request_no as string)).toMatchObject({ revoked: true });
  });

  it('before the partner answered leaves nothing there: a grant that comes late is refused by it', async () => {
    const order = await placeUnion(buyer);
    await pay(order);
    await refundOrder(t.ctx(), { orderid: order.orderid, reason: '测试' });
    await runRights(t.ctx());
    const { request_no } = (await rightsOf(order))[1] as { request_no: string };
    await expect(partner.grant({ request_no, partner: '星河影视', product: 'year', months: 12, phone: '1' })).rejects.toThrow();
    expect(await states(order)).toEqual(['ended', 'ended']);
  });

  it('is worth what is unused of every part', async () => {
    const order = await placeUnion(buyer);
    await pay(order);
    const id = await orderId(order);
    expect(await unusedOfOrder(t.ctx(), id)).toBe(30_000);
    await runRights(t.ctx());
    t.clock.advance_ms(73 * DAY_MS);
    const left = await unusedOfOrder(t.ctx(), id);
    // a fifth of each is used; months are by the calendar
    expect(left).toBeGreaterThan(23_900);
    expect(left).toBeLessThanOrEqual(24_000);
    t.clock.advance_ms(400 * DAY_MS);
    expect(await unusedOfOrder(t.ctx(), id)).toBe(0);
  });

  it('of the unused part takes both rights back; the rest stays with us, and the console offers the amount', async () => {
    const order = await placeUnion(buyer);
    await pay(order);
    await runRights(t.ctx());
    t.clock.advance_ms(73 * DAY_MS);
    const shown = () => staffOrder(staff.ctx, order.orderid);
    const { unused, uses, parts } = await shown();
    expect([uses, parts.map(({ title, state }) => [title, state])]).toEqual([
      '权益已发放到合作方',
      [
        ['全站会员', 'active'],
        ['影视会员', 'active'],
      ],
    ]);
    expect(unused).toBe((await unusedOfOrder(t.ctx(), await orderId(order))) / 100);
    const body = { orderid: order.orderid, reason: '用了一部分', amount: unused, ends: 1, refunded: 0 };
    // signed in anew: a year went by since the others were made
    const { token } = await makeUser(t, { roles: ['operator'] });
    expect((await t.call('POST', '/admin/order/refund', { token, body })).body).toMatchObject({
      code: 0,
      data: { outcome: 'refunded' },
    });
    await runRefunds(t.ctx());
    await runRights(t.ctx());
    expect((await activeVips(t.ctx(), buyer.id)).has(6)).toBe(false);
    expect(await states(order)).toEqual(['ended', 'ended']);
    expect(await shown()).toMatchObject({ status: 3, unused: null, refunds: [{ amount: unused, status: 'done' }] });
    expect((await houseBalances(t.ctx())).get('refund_due') ?? 0).toBe(0);
    await expect(refundOrder(t.ctx(), { orderid: order.orderid, reason: '再退' })).rejects.toMatchObject({ status: 409 });
  });

  it('A3 may be had by the buyer alone only while none of its parts was used or given', async () => {
    await setSetting(t.ctx(), ownRefundUpTo.key, 1_000_000);
    const own = (order: Order) => askOwnRefund(buyer.ctx, { orderid: order.orderid, reason: '买错了' });
    const unused = await placeUnion(buyer);
    await pay(unused);
    expect(await own(unused)).toBe('refunded');
    await runRights(t.ctx());
    // its partner is asked by a job
    const asked = await placeUnion(buyer);
    await pay(asked);
    await runRights(t.ctx());
    expect((await orderDetail(buyer.ctx, asked.orderid)).refund.why_not).toContain('权益已发放到合作方');
    expect(await own(asked)).toBe('asked');
    await setSetting(t.ctx(), ownRefundUpTo.key, 20_000);
  });

  describe('of a bundle whose membership was credited to an upgrade', () => {
    const of_kind = { ...none, sort: 'plan' as const, title: 'PPT 会员', vip_type: 2, days: 90 };
    const termsOf = async (who: Person) => (await ownTerms(who.ctx)).map(({ vip_type, credit_price }) => [vip_type, credit_price]);
    const quoteAll = (who: Person) => quoteMembership(who.ctx, { vip_id: of_all, num: 1, use_balance: false, coupon_id: 0 });
    let of_all: number;
    beforeAll(async () => {
      await inTransaction(t.ctx(), installPlans);
      of_all = (await vipPlan(t.ctx(), 6)).spec.find(({ max_download_pre_day }) => max_download_pre_day === 0)?.id as number;
    });
    const upgrade = async (who: Person) => {
      const order = await orderMembership(who.ctx, {
        ...{ vip_id: of_all, num: 1, balance: 0, coupon_id: 0, divide_type: 0, data_id: 0 },
      });
      if (order.pay_price > 0) await pay(order);
      else await payByBalance(who.ctx, order.orderid);
      return order;
    };

    it('gives nothing back twice: neither its buyer nor staff, until the upgrade is refunded', async () => {
      const plans = await saveUnion(t.ctx(), form({ title: '只有会员', price: 100, parts: [{ ...of_kind, share: 100 }] }));
      // behind one that runs: nothing of the second has begun, so its buyer could have it back alone
      for (const _ of [1, 2]) await pay(await placeUnion(buyer, plans));
      const [waiting] = (await listOrders(buyer.ctx, 'union', { status: 2, page: 1, limit: 1 })).list;
      const own = () => askOwnRefund(buyer.ctx, { orderid: waiting?.orderid ?? '', reason: '买错了' });
      const big = await upgrade(buyer);
      await expect(own()).rejects.toMatchObject({ status: 409 });
      await expect(refundOrder(t.ctx(), { orderid: waiting?.orderid ?? '', reason: '测试' })).rejects.toMatchObject({
        status: 409,
        message: expect.stringContaining('已升级'),
      });
      await refundOrder(t.ctx(), { orderid: big.orderid, reason: '测试' });
      expect(await termsOf(buyer)).toEqual([
        [2, 100],
        [2, 100],
      ]);
      expect(await own()).toBe('refunded');
      expect(await termsOf(buyer)).toEqual([[2, 100]]);
    });

    it('in part leaves as much less to credit, and what was credited stays paid for', async () => {
      const mixed = await saveUnion(
        t.ctx(),
        form({ title: 'PPT + 影视', parts: [{ ...of_kind, share: 60 }, form().parts[1] as UnionForm['parts'][0]] }),
      );
      const order = await placeUnion(buyer, mixed);
      await pay(order);
      expect((await quoteAll(buyer)).credit_price).toBe(180);
      const back = (amount_fen: number) => refundOrder(t.ctx(), { orderid: order.orderid, reason: '补偿', amount_fen });
      await back(10_000);
      expect((await quoteAll(buyer)).credit_price).toBe(120);
      await upgrade(buyer);
      await expect(back(8_001)).rejects.toMatchObject({ status: 409, message: expect.stringContaining('已升级') });
      await back(8_000);
      expect(await unusedOfOrder(t.ctx(), await orderId(order))).toBe(12_000);
    });

    it('does not take a membership for credited that a lifetime left without use', async () => {
      const plans = await saveUnion(t.ctx(), form({ title: '只有会员', price: 100, parts: [{ ...of_kind, share: 100 }] }));
      const order = await placeUnion(buyer, plans);
      // given after the buyer's phone had the bill
      await giveLife(buyer, 2);
      await pay(order);
      await refundOrder(t.ctx(), { orderid: order.orderid, reason: '测试' });
      expect(await states(order)).toEqual(['ended']);
    });
  });
});

it('tells the partner’s month: what was given, and the unused part of what was taken back; staff have it as CSV', async () => {
  const parts = form().parts.map((part) => ({ ...part, days: part.days && 90, partner: part.partner && '对账伙伴' }));
  const own = await saveUnion(t.ctx(), form({ parts }));
  const [kept, back] = [await placeUnion(buyer, own), await placeUnion(await makePerson(t), own)];
  for (const order of [kept, back]) await pay(order);
  await runRights(t.ctx());
  await refundOrder(t.ctx(), { orderid: back.orderid, reason: '测试' });
  await runRights(t.ctx());
  const month = shanghaiDay(t.clock.now()).slice(0, 7);
  const lines = await unionStatement(staff.ctx, { month, partner: '对账伙伴' });
  expect(lines.map(({ what, amount_fen }) => [what, amount_fen])).toEqual([
    ['granted', 12_000],
    ['granted', 12_000],
    ['taken_back', -12_000],
  ]);

  const asked = (token: string) =>
    createGateway(t.app, endpoints).request(`/admin/union/statement?${new URLSearchParams({ month, partner: '对账伙伴' })}`, {
      headers: { platform: '4', token },
    });
  const { token } = await makeUser(t, { roles: ['operator'] });
  const answer = await asked(token);
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringContaining('text/csv'),
    expect.stringContaining(month),
  ]);
  const rows = (await answer.text())
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');
  expect(rows).toEqual([
    '请求编号,合作方编号,合作方,产品,月数,手机号,类型,时间,金额',
    ...[
      ['发放', '120'],
      ['发放', '120'],
      ['收回', '-120'],
    ].map(([what, amount]) =>
      expect.stringMatching(
        new RegExp(`,对账伙伴,year,12,1\\d{2}\\*{4}\\d{4},${what},\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d,${amount}$`),
      ),
    ),
    '合计,,,,,,,,120',
  ]);
  expect((await asked((await makePerson(t)).token)).status).toBe(403);
});
