import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { MEMBER_CALLS, type PlanForm, STAFF_MEMBER_CALLS, type VipPlan, type VipQuote } from '#contract/membership.ts';
import type { Order } from '#contract/order.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { issueToken } from '#server/modules/identity/index.ts';
import {
  askAutoRenew,
  checkAutoRenew,
  endAgreementByStaff,
  endAutoRenew,
  extendMembership,
  installPlans,
  orderMembership,
  ownTerms,
  remindOfEnds,
  renewDue,
} from '#server/modules/membership/index.ts';
import { expireOrders, reconcilePayments, settlePayment } from '#server/modules/orders/index.ts';
import { proveLedger } from '#server/modules/wallet/index.ts';
import { isSandboxPayment } from '#server/providers/payment/sandbox.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person, payAtProvider } from '../support/market.ts';
import { makePerson as makeStaff } from '../support/people.ts';
import { confirmWaiting } from '../support/second-person.ts';
import { toldTo } from '../support/told.ts';

const DAY_S = 86_400;
const t = testApp();
let plans: VipPlan[];
beforeAll(async () => {
  await inTransaction(t.ctx(), installPlans);
  plans = (await t.call<{ list: VipPlan[] }>('GET', MEMBER_CALLS.plans)).body.data.list;
});
afterAll(async () => {
  await proveLedger(t.ctx());
});

const spec = (key: string, index: number) => {
  const found = plans.find((plan) => plan.key === key)?.spec[index];
  if (!found) throw new Error(`no spec ${index} of ${key}`);
  return found;
};
const quote = async (person: Person, vip_id: number) =>
  (await t.call<VipQuote>('GET', MEMBER_CALLS.quote, { token: person.token, query: { vip_id } })).body;
const buy = async (person: Person, vip_id: number): Promise<Order> => {
  const placed = await orderMembership(person.ctx, { vip_id, balance: 0 });
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, placed));
  return placed;
};
const days = (n: number) => t.clock.advance_ms(DAY_S * 1_000 * n);
const sandbox = () => {
  const { payment } = t.app.providers;
  if (!isSandboxPayment(payment)) throw new Error('not the sandbox');
  return payment;
};
const numberIn = (url: string) => url.split('/').at(-1) ?? '';
/** A member who agreed on their phone. */
async function agreed(key: string, index = 1) {
  const person = await makePerson(t);
  await buy(person, spec(key, index).id);
  const asked = await askAutoRenew(person.ctx, spec(key, index).id);
  await sandbox().pay(numberIn(asked.url), 'alipay', 'success', t.clock.now());
  expect(await checkAutoRenew(person.ctx, asked.id)).toEqual({ state: 'on' });
  return { person, asked };
}
const paidOrders = async ({ id }: Person) =>
  (
    await t.app.db.execute<{ pay_fen: number } & Record<string, unknown>>(
      sql`select pay_fen from orders where buyer_id = ${id} and status = 2 order by id`,
    )
  ).rows;
const state = async ({ ctx }: Person) => (await ownTerms(ctx)).map(({ auto }) => auto?.state ?? null);

it('T9 reminds 7, 3 and 1 days before the end, once each, and renews at the price that the member knows', async () => {
  const boss = await makeStaff(t, { roles: ['operator'] });
  const [member, gifted] = [await makePerson(t), await makePerson(t)];
  /** Signed in anew: a login ends before a year does. */
  const again = async () => ({ ...member, token: (await issueToken(t.ctx(), member.id)).token });
  let person = member;
  const { id, price } = spec('sample', 1);
  await buy(person, id);
  await inTransaction(t.ctx(), (tx) => extendMembership(tx, { user_id: gifted.id, vip_type: 4, days: 365, max_download_pre_day: 5 }));
  const forms = (await t.call<{ list: PlanForm[] }>('GET', STAFF_MEMBER_CALLS.plans, { token: boss.token })).body.data.list;
  const { vip_type: _, ...form } = forms.find(({ vip_type }) => vip_type === 4) as PlanForm;
  const save = async (change: Partial<PlanForm['specs'][number]>) => {
    const specs = form.specs.map((one) => (one.id === id ? { ...one, ...change } : one));
    const { token } = await issueToken(t.ctx(), boss.id);
    await t.call('PUT', STAFF_MEMBER_CALLS.plan, { token, body: { ...form, specs } });
    await confirmWaiting(t);
  };
  await save({ price: price + 100, org_price: price + 200 });
  const told = async (who: Person) => {
    await remindOfEnds(t.ctx());
    await remindOfEnds(t.ctx());
    return (await toldTo(t, who.id, 'vip')).length;
  };
  const seen: number[] = [];
  for (const step of [357, 1, 2, 2, 1, 1]) {
    days(step);
    seen.push(await told(person));
  }
  expect(seen).toEqual([0, 1, 1, 2, 2, 3]);
  const [first] = await toldTo(t, person.id, 'vip');
  expect(first).toMatchObject({
    title: expect.stringMatching(/^您的大案例会员 \d{4}-\d\d-\d\d 到期$/),
    content: `到期前续费保留您的价格 ¥${price}.00（现价 ¥${price + 100}.00）。续费从到期之后算起，不浪费一天。`,
    href: `/vip/payVip?vipType=4&vipId=${id}`,
  });
  expect((await toldTo(t, gifted.id, 'vip'))[0]).toMatchObject({
    content: '续费从到期之后算起，不浪费一天。',
    href: '/vip/payVip?vipType=4',
  });
  const own = async (who: Person) => (await ownTerms(who.ctx)).map(({ renew }) => renew);
  person = await again();
  const renew = { vip_id: id, price, list_price: price + 100 };
  expect(await own(person)).toEqual([renew]);
  expect(await own(gifted)).toEqual([null]);
  expect((await quote(person, id)).data).toMatchObject({
    change: 'renew',
    price,
    msg: expect.stringContaining(`保留您的价格 ¥${price}.00`),
  });
  expect((await quote(await makePerson(t), id)).data).toMatchObject({ change: 'open', price: price + 100 });
  expect(await buy(person, id)).toMatchObject({ pay_price: price });
  // what follows ends a year later and costs as much again; the one before it is spoken of no more
  expect(await own(person)).toEqual([null, renew]);
  days(0.5);
  expect(await told(person)).toBe(3);
  days(366);
  person = await again();
  expect(await own(person)).toEqual([]);
  expect((await quote(person, id)).data).toMatchObject({ change: 'open', price: price + 100 });
  await buy(person, id);
  // of another length it is another spec, and nobody keeps the price of this one
  await save({ days: 3_000, price: price + 100, org_price: price + 200 });
  expect(await own(person)).toEqual([null]);
});

it('T9 renews by itself a day before the end, once though 64 try, at the price that was agreed to', async () => {
  const { person, asked } = await agreed('scheme');
  expect(asked).toMatchObject({ state: 'asked', price: 365 });
  expect(await askAutoRenew(person.ctx, spec('scheme', 1).id)).toMatchObject({ id: asked.id, state: 'on', url: '' });
  expect(await ownTerms(person.ctx)).toMatchObject([{ auto: { id: asked.id, state: 'on', price: 365 }, can_auto: 1 }]);
  days(360);
  await remindOfEnds(t.ctx());
  await renewDue(t.ctx());
  expect(await paidOrders(person)).toHaveLength(1);
  days(4.5);
  await Promise.all(Array.from({ length: 64 }, () => renewDue(t.ctx())));
  expect(await paidOrders(person)).toEqual([{ pay_fen: 36_500 }, { pay_fen: 36_500 }]);
  expect(await state(person)).toEqual([null, 'on']);
  const told = (await toldTo(t, person.id, 'vip')).map(({ title, content }) => `${title} ${content}`);
  expect(told).toEqual([
    expect.stringContaining('已开启自动续费'),
    expect.stringMatching(/到期，将自动续费 到期前一天从支付宝扣 ¥365\.00；不想续费，现在就可以关闭。/),
  ]);
  await renewDue(t.ctx());
  expect(await paidOrders(person)).toHaveLength(2);
});

it('T9 gives one agreement to 64 presses, and ends what nobody agreed to', async () => {
  const person = await makePerson(t);
  await buy(person, spec('design', 1).id);
  const asked = await Promise.all(Array.from({ length: 64 }, () => askAutoRenew(person.ctx, spec('design', 1).id)));
  expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
  const [{ id, url } = { id: 0, url: '' }] = asked;
  expect(await checkAutoRenew(person.ctx, id)).toEqual({ state: 'asked' });
  await sandbox().pay(numberIn(url), 'alipay', 'fail', t.clock.now());
  expect(await checkAutoRenew(person.ctx, id)).toEqual({ state: 'ended' });
  const again = await askAutoRenew(person.ctx, spec('design', 1).id);
  days(1.1);
  await renewDue(t.ctx());
  expect(await checkAutoRenew(person.ctx, again.id)).toEqual({ state: 'ended' });
  await expect(checkAutoRenew((await makePerson(t)).ctx, id)).rejects.toMatchObject({ status: 404 });
  await expect(askAutoRenew(person.ctx, spec('ppt', 1).id)).rejects.toMatchObject({ status: 404 });
});

it('T9 tries three times where the provider takes nothing, says so, and ends', async () => {
  const { person, asked } = await agreed('ppt');
  await sandbox().failRefunds(numberIn(asked.url), 3);
  days(364.1);
  for (const refused of [1, 2, 3]) {
    await renewDue(t.ctx());
    await renewDue(t.ctx());
    expect(await paidOrders(person)).toHaveLength(1);
    expect(await state(person)).toEqual([refused < 3 ? 'on' : null]);
    days(0.34);
  }
  expect((await toldTo(t, person.id, 'vip')).map(({ title }) => title).slice(1)).toEqual([
    '自动续费没有扣成',
    '自动续费没有扣成',
    'PPT会员的自动续费已结束',
  ]);
  expect(await sandbox().agreements?.state(numberIn(asked.url))).toBe('ended');
});

it('T9 a crash before the charge or after it costs none of three attempts: charged once, one term', async () => {
  const { agreements } = sandbox();
  if (!agreements) throw new Error('no agreements');
  const [before, after] = [await agreed('design'), await agreed('design')];
  const died = () => Promise.reject(new Error('killed'));
  const { charge } = agreements;
  const spies = [
    vi
      .spyOn(agreements, 'charge')
      .mockImplementation((no, payment_no) => (no === numberIn(before.asked.url) ? died() : charge(no, payment_no))),
    vi.spyOn(sandbox(), 'query').mockImplementation(died),
  ];
  days(364.1);
  await renewDue(t.ctx());
  for (const spy of spies) spy.mockRestore();
  for (const { person } of [before, after]) expect(await paidOrders(person)).toHaveLength(1);
  t.clock.advance_ms(11_000);
  await reconcilePayments(t.ctx());
  expect(await paidOrders(after.person)).toHaveLength(2);
  // the order that was never charged ends unpaid, long before the next attempt
  days(0.34);
  await expireOrders(t.ctx());
  await renewDue(t.ctx());
  expect((await toldTo(t, before.person.id, 'vip')).map(({ title }) => title)).not.toContain('自动续费没有扣成');
  for (const { person } of [before, after]) {
    expect(await paidOrders(person)).toHaveLength(2);
    expect(await state(person)).toEqual([null, 'on']);
  }
});

it('T9 charges no more once it is ended: by its member, by staff, at the provider, or because the membership went back', async () => {
  const boss = await makeStaff(t, { roles: ['operator'] });
  const ways: Array<[string, (of: Awaited<ReturnType<typeof agreed>>) => Promise<unknown>]> = [
    ['member', ({ person, asked }) => Promise.all([endAutoRenew(person.ctx, asked.id), endAutoRenew(person.ctx, asked.id)])],
    ['staff', ({ asked }) => inTransaction(t.ctx(boss.actor), (tx) => endAgreementByStaff(tx, asked.id, '客户来电'))],
    ['provider', ({ asked }) => sandbox().agreements?.end(numberIn(asked.url)) ?? Promise.resolve()],
    [
      'over',
      ({ person }) => t.app.db.execute(sql`update membership_terms set during = 'empty', closed_at = now() where user_id = ${person.id}`),
    ],
  ];
  for (const [by, end] of ways) {
    const one = await agreed('scheme');
    await end(one);
    days(364.1);
    await renewDue(t.ctx());
    expect(await paidOrders(one.person), by).toHaveLength(1);
    expect(await checkAutoRenew(one.person.ctx, one.asked.id), by).toEqual({ state: 'ended' });
    expect(await sandbox().agreements?.state(numberIn(one.asked.url)), by).toBe('ended');
  }
});

it('T9 ends what was agreed with a provider that is configured no longer, by its member or by the next look', async () => {
  const [ended, left] = [await agreed('scheme'), await agreed('scheme')];
  await t.app.db.execute(sql`update vip_agreements set provider = 'former' where user_id in (${ended.person.id}, ${left.person.id})`);
  await endAutoRenew(ended.person.ctx, ended.asked.id);
  days(364.1);
  await renewDue(t.ctx());
  expect((await toldTo(t, left.person.id, 'vip')).at(-1)?.content).toBe('支付方已不再支持自动续费，不会再扣款。');
  for (const { person, asked } of [ended, left]) {
    expect(await checkAutoRenew(person.ctx, asked.id)).toEqual({ state: 'ended' });
    expect(await paidOrders(person)).toHaveLength(1);
  }
});
