import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Role } from '#contract/staff.ts';
import { VOUCHER_FEN, WAITING_MOST } from '#contract/staff-bounds.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { items } from '#server/modules/catalog/tables.ts';
import { giveVoucher } from '#server/modules/console/index.ts';
import { allStaffActs, secondPersonFacts } from '#server/modules/countersign/index.ts';
import { staff_acts } from '#server/modules/countersign/tables.ts';
import { revealAddress, shipPrize } from '#server/modules/draws/index.ts';
import { draw_rounds, draws } from '#server/modules/draws/tables.ts';
import { revealMobile } from '#server/modules/identity/index.ts';
import { exportWaiting, importShipped, revealParcel, shipRedemption } from '#server/modules/mall/index.ts';
import { mall_goods, mall_redemptions } from '#server/modules/mall/tables.ts';
import { installPlans } from '#server/modules/membership/index.ts';
import { changePoints } from '#server/modules/points/index.ts';
import { openReview, registerReviewable, revealReview } from '#server/modules/review/index.ts';
import { reviewables } from '#server/modules/review/tables.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { testApp } from '../support/app.ts';
import { makePerson } from '../support/item-world.ts';
import { nextStaffDay } from '../support/second-person.ts';

const t = testApp();
const ids: Record<string, number> = {};
const ROLE: Record<string, Role> = { one: 'operator', two: 'operator', eye: 'reviewer', help: 'support', boss: 'admin' };
beforeAll(async () => {
  for (const [name, role] of Object.entries(ROLE)) ids[name] = (await makePerson(t, { roles: [role], nickname: name })).id;
  ids['reader'] = (await makePerson(t, { nickname: '读者' })).id;
  await inTransaction(t.ctx(), installPlans);
});
beforeEach(() => nextStaffDay(t));

const id = (name: string) => ids[name] as number;
const as = (name: string) =>
  createCtx(t.app, { kind: 'user', user_id: id(name), token_id: 0, roles: [ROLE[name] as Role], address: '' }, 'req-rank');
const findStaffAct = (name: string) => allStaffActs().find((one) => one.name === name);
const asked = { status: 202 };
const refused = { status: 403 };
let keys = 0;

async function prizeOf(user_id: number): Promise<number> {
  const now = t.app.clock.now();
  const hashes = { seed: 's', seed_hash: 'h', table_text: '', table_hash: '' };
  const round = { ...hashes, activity_id: 1, title: '一轮', state: 'closed', ends_at: now, created_at: now, closed_at: now };
  const [{ id: round_id } = { id: 0 }] = await t.app.db.insert(draw_rounds).values(round).returning({ id: draw_rounds.id });
  const won = { number: 1, order_id: 900_000 + ++keys, user_seed: '', hit: 1, given: 1, type: 1, title: '相机', due_time: now };
  const to = { receiver: '王五', address: '北京路 1 号', tel: '13900000000', state: 'addressed', created_at: now };
  const [row] = await t.app.db
    .insert(draws)
    .values({ round_id, user_id, ...won, ...to })
    .returning({ id: draws.id });
  return (row as { id: number }).id;
}

async function parcelOf(user_id: number): Promise<number> {
  const now = t.app.clock.now();
  const shown = { kind: 'physical', title: '帆布袋', cover_src: '', created_at: now };
  const goods = { ...shown, points: 1, market_price_fen: 0, about: '', content: '', terms: {}, updated_at: now };
  const [{ id: goods_id } = { id: 0 }] = await t.app.db
    .insert(mall_goods)
    .values(goods as never)
    .returning({ id: mall_goods.id });
  const to = { receiver: '赵六', tel: '13700000000', address: '南京西路 1 号', state: 'waiting' };
  const row = {
    ...shown,
    ...to,
    goods_id,
    user_id,
    redeem_no: `R${202600000000 + ++keys}`,
    num: 1,
    points: 1,
    total_points: 1,
    key: `k${keys}`,
  };
  const [made] = await t.app.db.insert(mall_redemptions).values(row).returning({ id: mall_redemptions.id });
  return (made as { id: number }).id;
}

/** A row of the desk that tells of these people. */
async function paperOf(user_id: number): Promise<number> {
  const target_id = ++keys;
  await inTransaction(t.ctx(), (tx) => openReview(tx, { type: 'paper', target_id, detail: { user_id } }));
  const [row] = await t.app.db.select().from(reviewables).where(eq(reviewables.target_id, target_id));
  people.set(target_id, user_id);
  return row?.id ?? 0;
}
const people = new Map<number, number>();

/** Every way in which staff see personal data of others whole: who of the staff may, and how. */
const REVEALS: Record<string, { by: string[]; show(by: string, user_id: number): Promise<unknown> }> = {
  'user.reveal': { by: ['one', 'help'], show: (by, user_id) => revealMobile(as(by), { user_id, reason: '回访' }) },
  'prize.ship': { by: ['one'], show: async (by, user_id) => revealAddress(as(by), await prizeOf(user_id), '寄出') },
  'mall.ship': { by: ['one'], show: async (by, user_id) => revealParcel(as(by), await parcelOf(user_id), '寄出') },
  'review.decide': { by: ['eye'], show: async (by, user_id) => revealReview(as(by), { id: await paperOf(user_id), reason: '核对' }) },
};

test('A4 personal data of staff is shown by every reveal only to who gives roles, and to its owner', async () => {
  const end = registerReviewable({
    ...{ type: 'paper', title: '资料', roles: ['reviewer'], actions: [], subject: (target_id) => `paper:${target_id}` },
    load: (_ctx, targets) =>
      Promise.resolve(new Map(targets.map((one) => [one, { title: '', byline: '', cover_src: '', note: '' } as never]))),
    lock: () => Promise.resolve(null),
    reveal: {
      of: (_tx, target_id) => Promise.resolve([people.get(target_id)]),
      show: () => Promise.resolve({ facts: [], reports: [], pages: [] }),
    },
  });
  for (const [verb, { by, show }] of Object.entries(REVEALS)) {
    for (const name of by) {
      await expect(show(name, id('boss')), `${verb}: an admin's, by ${name}`).rejects.toMatchObject(refused);
      await expect(show(name, id('two')), `${verb}: another's, by ${name}`).rejects.toMatchObject(refused);
      await expect(show(name, id('reader')), `${verb}: a reader's, by ${name}`).resolves.toBeDefined();
    }
    await expect(show('boss', id('two')), `${verb}: by an admin`).resolves.toBeDefined();
  }
  end();
});

test('A4 a file of parcels masks where those of staff go, for all but who gives roles', async () => {
  await parcelOf(id('boss'));
  const text = async (by: string) => JSON.stringify((await exportWaiting(as(by))).filter((row) => row[3] !== '收件人'));
  expect(await text('one')).toContain('工作人员的地址由管理员查看');
  expect(await text('boss')).not.toContain('工作人员的地址由管理员查看');
});

test('A4 staff send neither a prize nor a parcel of their own', async () => {
  const [prize, parcel] = [await prizeOf(id('one')), await parcelOf(id('one'))];
  const by = { carrier: '顺丰', tracking_no: 'SF1' };
  await expect(shipPrize(as('one'), prize, '顺丰 1')).rejects.toMatchObject(refused);
  await expect(shipRedemption(as('one'), parcel, by)).rejects.toMatchObject(refused);
  const [row] = await t.app.db.select().from(mall_redemptions).where(eq(mall_redemptions.id, parcel));
  const file = await importShipped(as('one'), `${row?.redeem_no},顺丰,SF22`);
  expect(file).toMatchObject({ shipped: 0, faults: [{ fault: expect.stringContaining('关联账号') }] });
  await shipPrize(as('two'), prize, '顺丰 1');
  await shipRedemption(as('two'), parcel, by);
});

test('A4 a voucher is worth the dearest that it opens, and a round what can be drawn', async () => {
  const act = findStaffAct('user.give_voucher');
  const gift = { user_id: id('reader'), kind: 'scheme', days: 30, reason: '补偿' };
  const worth = () => inTransaction(as('one'), async (tx) => act?.value(tx, gift));
  expect(await worth()).toBe(VOUCHER_FEN);
  await t.app.db.insert(items).values({
    ...{ kind: 1, title: '贵的方案', publisher_id: id('reader'), status: 'published', price_fen: 88_000, published_at: t.app.clock.now() },
  } as never);
  expect(await worth()).toBe(88_000);
  await expect(giveVoucher(as('one'), gift)).rejects.toMatchObject(asked);
  const round = (stock: number | null, type = 2) =>
    inTransaction(as('one'), async (tx) =>
      findStaffAct('draw.open')?.value(tx, { title: '', ends_at: 0, prizes: [{ type, vip_type: 1, days: 30, stock }] } as never),
    );
  const thirty = (await inTransaction(as('one'), async (tx) =>
    findStaffAct('vip.give')?.value(tx, { vip_type: 1, days: 30 } as never),
  )) as number;
  expect(thirty).toBeGreaterThan(0);
  expect(await round(3)).toBe(3 * thirty);
  expect(await round(0)).toBe(0);
  expect(await round(null)).toBe('always');
  // the price of goods is nothing but the word of who asks
  expect(await round(1, 1)).toBe('always');
});

test(`A4 one member of staff has at most ${WAITING_MOST} requests that wait, however many they send at once`, async () => {
  const send = (points: number) => changePoints(as('two'), { user_id: id('reader'), points, reason: '补偿', key: `many-${points}` });
  const all = await Promise.allSettled(Array.from({ length: WAITING_MOST + 10 }, (_, at) => send(60_000 + at)));
  const statuses = all.map((one) => (one.status === 'rejected' ? (one.reason as { status: number }).status : 0));
  expect([statuses.filter((one) => one === 202).length, statuses.filter((one) => one === 409).length]).toEqual([WAITING_MOST, 10]);
  await t.app.db
    .update(staff_acts)
    .set({ state: 'withdrawn' })
    .where(eq(staff_acts.staff_id, id('two')));
  await expect(send(90_000)).rejects.toMatchObject(asked);
});

test('A4 the hint tells the bound as it is set now, and what was used of it', async () => {
  await changePoints(as('one'), { user_id: id('reader'), points: 1_200, reason: '补偿', key: 'used' });
  expect(await secondPersonFacts(as('one'))).toEqual({ bound: 500, used: 12 });
  await setSetting(t.ctx(), 'refund_confirm_above_fen', 80_000);
  expect((await secondPersonFacts(as('one'))).bound).toBe(800);
  await expect(
    secondPersonFacts(t.ctx({ kind: 'user', user_id: id('reader'), token_id: 0, roles: [], address: '' })),
  ).rejects.toMatchObject(refused);
});
