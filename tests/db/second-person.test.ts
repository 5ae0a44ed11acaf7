import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, it, test } from 'vitest';
import { rolesMay, STAFF_VERBS } from '#contract/staff.ts';
import { STAFF_BOUNDS } from '#contract/staff-bounds.ts';
import { createCtx, inTransaction, type Role } from '#server/app/ctx.ts';
import { giveCoupon, giveVoucher, issueToPhones } from '#server/modules/console/index.ts';
import { allStaffActs, changeSetting, giveRoles, performAct, type StaffAct } from '#server/modules/countersign/index.ts';
import { staff_acts } from '#server/modules/countersign/tables.ts';
import { revealMobile } from '#server/modules/identity/index.ts';
import { user_devices, users } from '#server/modules/identity/tables.ts';
import { giveTerm, installPlans, planForms } from '#server/modules/membership/index.ts';
import { changePoints } from '#server/modules/points/index.ts';
import { decideReview, listReviews } from '#server/modules/review/index.ts';
import { reviewables } from '#server/modules/review/tables.ts';
import { salon_tickets } from '#server/modules/salons/tables.ts';
import { makeBatch, saveDefinition } from '#server/modules/vouchers/index.ts';
import { balances } from '#server/modules/wallet/index.ts';
import { audit_log } from '#server/outbox/tables.ts';
import { testApp } from '../support/app.ts';
import { makePerson } from '../support/item-world.ts';
import { owedTransfer } from '../support/member-orders.ts';
import { makeSalon } from '../support/salons.ts';
import { nextStaffDay } from '../support/second-person.ts';

const t = testApp();
let reader = 0;
const staff: Record<string, number> = {};
const ROLE: Record<string, Role> = {
  one: 'operator',
  two: 'operator',
  money: 'finance',
  help: 'support',
  eye: 'reviewer',
  boss: 'admin',
  vice: 'admin',
};
beforeAll(async () => {
  for (const [name, role] of Object.entries(ROLE)) staff[name] = (await makePerson(t, { roles: [role], nickname: name })).id;
  reader = (await makePerson(t, { nickname: '读者' })).id;
  await inTransaction(t.ctx(), installPlans);
});

const as = (name: string) =>
  createCtx(t.app, { kind: 'user', user_id: staff[name] ?? 0, token_id: 0, roles: [ROLE[name] as Role], address: '' }, 'req-2');
const waiting = async (name = 'two') => (await listReviews(as(name), { type: 'countersign', status: 'open', page: 1, limit: 50 })).list;
const decide = (name: string, row: { id: number; version: number }, action = 'confirm', reason = '') =>
  decideReview(as(name), { id: row.id, version: row.version, action, reason });
const nextDay = () => nextStaffDay(t);
const asked = { status: 202 };
let keys = 0;
const points = (num: number, user_id = reader) => ({ user_id, points: num, reason: '补偿', key: `second-person-${keys++}` });
const pointsOf = async (user_id = reader) => (await balances(t.ctx(), user_id)).point;
const coupon = {
  use: 'item' as const,
  type: 1,
  percent_off: 0,
  min_price: 0,
  claim_from: 0,
  claim_to: 0,
  use_end_time: 0,
  valid_days: 30,
  per_person: 1,
};
const form = (more: object) => ({
  ...coupon,
  id: 0,
  title: '测试券',
  amount: 50,
  stock: 0,
  claimable: false,
  auto_get: false,
  for_new: false,
  is_on: true,
  ...more,
});

test('A4 the table names every verb, and every act of the table exists under its verb', () => {
  expect(Object.keys(STAFF_BOUNDS).toSorted()).toEqual(Object.keys(STAFF_VERBS).toSorted());
  const named = Object.entries(STAFF_BOUNDS).flatMap(([verb, bound]) =>
    'acts' in bound ? (bound.acts ?? []).map((name) => `${verb} ${name}`) : [],
  );
  expect(
    allStaffActs()
      .map(({ verb, name }) => `${verb} ${name}`)
      .toSorted(),
  ).toEqual(named.toSorted());
  for (const [verb, bound] of Object.entries(STAFF_BOUNDS)) {
    const why = 'harmless' in bound ? bound.harmless : 'reviewed' in bound ? bound.reviewed : 'not_own' in bound ? bound.not_own : '-';
    expect(why.length, verb).toBeGreaterThan(0);
  }
});

/** An invoice of theirs that was issued. */
async function issuedInvoice(user_id: number): Promise<number> {
  const { rows } = await t.app.db.execute<{ id: number }>(sql`insert into invoices
    (invoice_no, order_id, orderid, user_id, holder, title, mail, content, amount_fen, status, number, created_at)
    values (${`F${user_id}-${keys++}`}, ${keys}, ${`walk-${keys}`}, ${user_id}, 'personal', '王芳', 'w@example.com', '方案', 4900, 'issued', '12345678', now())
    returning id`);
  return Number(rows[0]?.id);
}

async function claimOf(user_id: number): Promise<number> {
  const key = `${user_id}-${keys++}`;
  const { rows } = await t.app.db.execute<{ id: number }>(sql`with o as (
    insert into orders (orderid, buyer_id, subject, subject_id, snapshot, list_price_fen, price_fen, pay_fen, idempotency_key, expires_at)
    values (${`claim-${key}`}, ${user_id}, 'item', ${keys}, '{}', 60000, 60000, 60000, ${`claim-${key}`}, now()) returning id
  ), p as (
    insert into payments (payment_no, order_id, provider, amount_fen, qr_text) select ${`P${key}`}, id, 'sandbox', 60000, '' from o returning id, order_id
  ) insert into payment_claims (claim_no, kind, channel, provider_no, payment_id, order_id, amount_fen, came_at, due_at)
    select ${`C${key}`}, 'chargeback', 'wechat', ${`C${key}`}, id, order_id, 60000, now(), now() from p returning id`);
  return Number(rows[0]?.id);
}

/** One input of each act that is worth more than the bound, and whom it is for. */
async function bigInputs(user_id: number): Promise<Record<string, object>> {
  const salon = await makeSalon(t, { owner_id: reader });
  const sold = { salon_id: salon.id, kind_id: salon.kinds[0]?.id as number, order_id: 1, orderid: '1', holder_name: '来宾' };
  const paid = { buyer_id: user_id, paid_fen: 60_000, secret: `secret-${keys++}`, seq: 1, created_at: t.app.clock.now() };
  const [ticket] = await t.app.db
    .insert(salon_tickets)
    .values({ ...sold, ...paid })
    .returning({ id: salon_tickets.id });
  const plan = (await planForms(as('boss'))).at(0);
  if (!plan) throw new Error('no plan');
  const owed = await owedTransfer(t, user_id);
  const mobile = (await t.app.db.select().from(users).where(eq(users.id, user_id)))[0]?.mobile;
  const definition_id = await saveDefinition(t.ctx(), form({ amount: 600 }));
  const prize = {
    place: 0,
    title: '一年会员',
    type: 1,
    weight: 1,
    stock: null,
    replace: null,
    covers: '',
    covers_hor: '',
    vip_type: 1,
    days: 365,
    max_download_pre_day: 5,
  };
  return {
    'user.give_coupon': { user_id, kind: 'scheme', title: '券', amount_fen: 5_000_000, min_price_fen: 0, days: 30, reason: '补偿' },
    'user.give_voucher': { user_id, kind: 'scheme', days: 30, reason: '补偿' },
    'coupon.issue': { definition_id, mobiles: [mobile], reason: '补偿' },
    'coupon.save': form({ amount: 50_000, min_price: 50_001, stock: 10, claimable: true }),
    'coupon.batch': { definition_id, title: '批', num: 10, per_person: 1, ends_at_ms: t.app.clock.now().getTime() + 86_400_000 },
    'draw.open': { title: '一轮', ends_at: Math.floor(t.app.clock.now().getTime() / 1000) + 86_400, prizes: [prize] },
    'union.save': { id: 0, title: '联合', parts: [], price: 1, org_price: 1, img: '', bottom_img: '', protocol_url: '' },
    'points.change': { user_id, points: 100_000, reason: '补偿', key: `walk-${user_id}-${keys++}` },
    'goods.save': {
      id: 0,
      kind: 'membership',
      title: '会员',
      points: 1,
      market_price: 0,
      left_num: -1,
      vip_type: 1,
      days: 3_650,
      max_download_pre_day: 0,
      cover: '',
      about: '',
      content: '',
      per_person: 0,
      is_on: true,
      sort: 0,
    },
    'task.save': {
      id: 0,
      title: '任务',
      event: 'x',
      points: 100_000,
      cards: 0,
      period: 'daily',
      target: 1,
      link: '',
      img: '',
      about: '',
      is_on: true,
      sort: 0,
    },
    'claim.lose': { id: await claimOf(user_id), reason: '银行裁定' },
    'transfer.receive': { orderid: owed.orderid, amount_fen: 100, trade_no: 'B1' },
    'transfer.send': { refund_no: owed.refund_no, trade_no: 'B2' },
    'tax.remit': { amount: 60_000, voucher: 'SP-1' },
    'month.close': { month: '2026-01', explained: '' },
    'user.roles': { user_id, roles: ['finance'], reason: '入职' },
    'ticket.refund': { ticket_id: ticket?.id, reason: '现场取消' },
    'invite.clear': { id: 1, reason: '核实' },
    'invoice.correct': {
      id: await issuedInvoice(user_id),
      holder: 'personal',
      title: '别人',
      tax_no: '',
      mail: 'a@example.com',
      reason: '更正',
    },
    'settings.set': { key: 'publisher_share_bp', value: 10_000 },
    'vip.edit': {
      ...plan,
      specs: plan.specs.map(({ price: _price, org_price: _org, ...spec }) => ({ ...spec, price_fen: 1, org_price_fen: 1 })),
    },
    'vip.give': { user_id, vip_type: 1, days: 3_660, max_download_pre_day: 0, reason: '补偿' },
  };
}

test('A4 each act of staff, by each role: for oneself never, for others above the bound only with a second person', async () => {
  const inputs = await bigInputs(reader);
  expect(Object.keys(inputs).toSorted()).toEqual(
    allStaffActs()
      .map(({ name }) => name)
      .toSorted(),
  );
  for (const act of allStaffActs()) {
    for (const name of ['one', 'money', 'help', 'eye', 'boss']) {
      // what validation would refuse is none of this test's business
      const bare: StaffAct = { ...act, run: async () => undefined };
      const mine = (await bigInputs(staff[name] as number))[act.name] as object;
      const may = rolesMay([ROLE[name] as Role], act.verb);
      const what = `${act.name} by ${name}`;
      if (!may) {
        await expect(performAct(as(name), bare, inputs[act.name] as object), what).rejects.toMatchObject({ status: 403 });
        continue;
      }
      if ((await act.concerns(as(name), mine)).includes(staff[name] as number)) {
        await expect(performAct(as(name), bare, mine), `${what}, for oneself`).rejects.toMatchObject({ status: 403 });
      }
      // rewards of an invitation are small: they count, and are bound by their sum
      if (act.name === 'invite.clear' || act.name === 'user.give_voucher') continue;
      await expect(performAct(as(name), bare, inputs[act.name] as object), what).rejects.toMatchObject(asked);
    }
  }
  await t.app.db.update(reviewables).set({ status: 'withdrawn' }).where(eq(reviewables.type, 'countersign'));
  await t.app.db.update(staff_acts).set({ state: 'withdrawn' }).where(eq(staff_acts.state, 'waiting'));
});

test('A4 small acts of a day count together, and a second person does exactly what was asked', async () => {
  const before = await pointsOf();
  await changePoints(as('one'), points(49_900));
  const big = points(200);
  await expect(changePoints(as('one'), big)).rejects.toMatchObject({
    status: 202,
    message: expect.stringMatching(/超过 ¥[\d.]+，须由另一位同事/),
  });
  // pressed twice it waits once
  await expect(changePoints(as('one'), big)).rejects.toMatchObject(asked);
  const [row, ...others] = await waiting();
  expect(others).toEqual([]);
  expect(row?.subject).toMatchObject({ title: expect.stringContaining('200 积分'), byline: expect.stringContaining('one') });
  expect(await pointsOf()).toBe(before + 49_900);
  await expect(decide('one', row as never)).rejects.toMatchObject({ status: 403 });
  await expect(decide('money', row as never)).rejects.toMatchObject({ status: 403 });
  await expect(decide('help', row as never)).rejects.toMatchObject({ status: 403 });
  const all = await Promise.allSettled(Array.from({ length: 64 }, () => decide('two', row as never)));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await pointsOf()).toBe(before + 50_100);
  const log = await t.app.db
    .select()
    .from(audit_log)
    .where(eq(audit_log.subject, `act:${row?.target_id}`));
  expect(log.map(({ action, actor_id }) => [action, actor_id])).toEqual([
    ['countersign.ask', staff['one']],
    ['countersign.confirm', staff['two']],
  ]);
  await nextDay();
  await changePoints(as('one'), points(100));
});

test('A4 it can be withdrawn by who asked and refused by another, and is not done then', async () => {
  const before = await pointsOf();
  await nextDay();
  await expect(
    giveTerm(as('one'), { user_id: reader, vip_type: 1, days: 3_660, max_download_pre_day: 0, reason: '活动' }),
  ).rejects.toMatchObject(asked);
  await expect(changePoints(as('one'), points(60_000))).rejects.toMatchObject(asked);
  const rows = await waiting();
  expect(rows).toHaveLength(2);
  const [a, b] = rows as [(typeof rows)[0], (typeof rows)[0]];
  await expect(decide('two', a, 'withdraw')).rejects.toMatchObject({ status: 403 });
  await decide('one', a, 'withdraw');
  await expect(decide('two', b, 'refuse')).rejects.toMatchObject({ code: 1 });
  await decide('two', b, 'refuse', '金额有误');
  await expect(decide('two', b)).rejects.toMatchObject({ status: 409 });
  expect(await pointsOf()).toBe(before);
});

test('A4 codes count by their number; after a confirmation the same request makes them once', async () => {
  await nextDay();
  const definition_id = await saveDefinition(as('one'), form({ amount: 50 }));
  const batch = { definition_id, title: '企业', num: 20, per_person: 1, ends_at: new Date(t.app.clock.now().getTime() + 86_400_000) };
  await expect(makeBatch(as('one'), batch)).rejects.toMatchObject(asked);
  const [row] = await waiting();
  expect(row?.subject.facts).toContainEqual({ label: '金额', value: '¥1000.00' });
  await decide('two', row as never);
  expect((await makeBatch(as('one'), batch)).codes).toHaveLength(20);
  await expect(makeBatch(as('one'), batch)).rejects.toMatchObject(asked);
  await decide('one', (await waiting())[0] as never, 'withdraw');
});

test('A4 settings that move money belong to admin and another admin', async () => {
  await expect(changeSetting(as('one'), 'withdrawal_identity_from_fen', 1_000_000_000)).rejects.toMatchObject({ status: 403 });
  await expect(changeSetting(as('boss'), 'publisher_share_bp', 9_000)).rejects.toMatchObject(asked);
  const [row] = await waiting('vice');
  await expect(decide('two', row as never)).rejects.toMatchObject({ status: 403 });
  await decide('vice', row as never);
  const { rows } = await t.app.db.execute(sql`select value, updated_by from site_settings where key = 'publisher_share_bp'`);
  expect(rows).toEqual([{ value: 9_000, updated_by: staff['boss'] }]);
  // a harmless one needs no second person
  await changeSetting(as('one'), 'free_downloads_per_day', 4);
});

test('A4 roles that are given wait for another admin; taken away they go at once', async () => {
  await expect(giveRoles(as('boss'), { user_id: reader, roles: ['finance'], reason: '入职' })).rejects.toMatchObject(asked);
  await decide('vice', (await waiting('vice'))[0] as never);
  expect((await t.app.db.select().from(users).where(eq(users.id, reader)))[0]?.roles).toEqual(['finance']);
  await giveRoles(as('boss'), { user_id: reader, roles: [], reason: '离职' });
  expect((await t.app.db.select().from(users).where(eq(users.id, reader)))[0]?.roles).toEqual([]);
});

test('A4 an account of the same browser is one’s own, also to confirm', async () => {
  await nextDay();
  const other = (await makePerson(t, {})).id;
  const seen = { device_hash: 'same-browser', network: '', first_at: t.app.clock.now(), last_at: t.app.clock.now() };
  await t.app.db.insert(user_devices).values([
    { user_id: staff['one'] as number, ...seen },
    { user_id: other, ...seen },
  ]);
  const gift = { kind: 'scheme', title: '券', amount_fen: 100, min_price_fen: 0, days: 30, reason: '补偿' };
  await expect(giveCoupon(as('one'), { ...gift, user_id: other })).rejects.toMatchObject({ status: 403 });
  await expect(giveCoupon(as('one'), { ...gift, user_id: staff['one'] as number })).rejects.toMatchObject({ status: 403 });
  await giveCoupon(as('two'), { ...gift, user_id: other });
});

it('the phone of staff is for who gives roles', async () => {
  await expect(revealMobile(as('one'), { user_id: staff['boss'] as number, reason: '好奇' })).rejects.toMatchObject({ status: 403 });
  await expect(revealMobile(as('one'), { user_id: reader, reason: '回访' })).resolves.toMatch(/^1/);
});

test('A4 where nobody else could confirm it is done, and the log and all staff are told', async () => {
  await nextDay();
  await t.app.db
    .update(users)
    .set({ roles: [] })
    .where(eq(users.id, staff['vice'] as number));
  await changeSetting(as('boss'), 'publisher_share_bp', 8_000);
  const alone = await t.app.db.select().from(audit_log).where(eq(audit_log.action, 'countersign.alone'));
  expect(alone).toMatchObject([{ actor_id: staff['boss'], detail: { act: 'settings.set' } }]);
  const { rows } = await t.app.db.execute(sql`select count(distinct user_id)::int as n from notices where title like '无人复核%'`);
  expect(rows[0]).toEqual({ n: 5 });
});

it('gifts of vouchers and lists of phones are acts as well', async () => {
  await nextDay();
  await giveVoucher(as('two'), { user_id: reader, kind: 'scheme', days: 30, reason: '补偿' });
  const definition_id = await saveDefinition(t.ctx(), form({ amount: 5 }));
  const mobile = (await t.app.db.select().from(users).where(eq(users.id, reader)))[0]?.mobile ?? '';
  expect(await issueToPhones(as('two'), { definition_id, mobiles: [mobile], reason: '补偿' })).toMatchObject({ given: 1 });
});
