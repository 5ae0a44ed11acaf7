import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { SalonForm } from '#contract/outputs/salon.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { lockItem } from '#server/modules/catalog/index.ts';
import { setBan } from '#server/modules/identity/index.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import { cancelOrder, orderState } from '#server/modules/orders/index.ts';
import { hideUntilDecided } from '#server/modules/publishing/index.ts';
import { decideTarget, openReview } from '#server/modules/review/index.ts';
import { applyForm } from '#server/modules/salons/apply-form.ts';
import {
  actOnSalon,
  cancelByStaff,
  countSeats,
  doorLinks,
  joinWaiting,
  makeDoorLink,
  orderTickets,
  organisedSalon,
  ownSalons,
  ownTickets,
  placeOffers,
  priceList,
  refundCancelled,
  shownRecap,
  shownRecaps,
  tellBought,
} from '#server/modules/salons/index.ts';
import { lockSalonRow, type SalonRow } from '#server/modules/salons/repo.ts';
import { salon_recaps, salons } from '#server/modules/salons/tables.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/market.ts';
import { makePerson as makeUser } from '../support/people.ts';
import { kindForm, makeSalon, salonForm, seats } from '../support/salons.ts';

const t = testApp();
let owner: Person;
let staff: ReturnType<TestApp['ctx']>;
beforeAll(async () => {
  staff = t.ctx((await makeUser(t, { roles: ['operator', 'reviewer'] })).actor);
});
beforeEach(async () => {
  owner = await makePerson(t);
});

const told = async (person: Person) => (await noticesOf(person.ctx, { only_unread: false, page: 1, limit: 20 })).list;
const titles = async (person: Person) => (await told(person)).map(({ title }) => title);
const want = (who: Person, id: number, kind_id: number) =>
  orderTickets(who.ctx, {
    ...{ id, lines: [{ kind_id, count: 1 }], holders: seats(kind_id), balance: false, user_coupon_id: 0, cache: false },
  });

/** A salon of two seats with one who has a ticket, one who has not paid yet, and one who waits. */
async function crowded() {
  const [guest, unpaid, waiting] = [await makePerson(t), await makePerson(t), await makePerson(t)];
  const free = kindForm({ key: 'free', name: '免费票', price: '0', capacity: '1' });
  const { id, kinds } = await makeSalon(t, { owner_id: owner.id, kinds: [kindForm({ capacity: '1' }), free] });
  const [paid_kind = 0, free_kind = 0] = kinds.map((kind) => kind.id);
  await want(guest, id, free_kind);
  const order = await want(unpaid, id, paid_kind);
  await joinWaiting(waiting.ctx, { id, kind_id: paid_kind, count: 1, holders: seats(paid_kind) });
  return { id, guest, unpaid, waiting, order };
}
const change = (id: number, more: Partial<SalonForm>) =>
  inTransaction(t.ctx(), async (tx) => {
    const row = (await lockSalonRow(tx.db, id)) as SalonRow;
    await applyForm(tx, row, { ...row.form, ...more });
  });

it('tells of another place whoever has a ticket, has not paid yet or waits, each with what they can do', async () => {
  const { id, guest, unpaid, waiting } = await crowded();
  await change(id, { venue: '江边书房' });
  for (const [person, text] of [
    [guest, '开始前都可以全额退票'],
    [unpaid, '您的订单还没有支付'],
    [waiting, '您还在候补名单中'],
  ] as const) {
    const news = (await told(person)).filter(({ title }) => title === '沙龙的时间或地点有变');
    expect(news).toMatchObject([{ content: expect.stringContaining(text) }]);
    expect(news[0]?.content).toContain('江边书房');
  }
  await change(id, { about: '换了一段介绍，时间和地点都没有变化，所以谁也不用知道这件事情。' });
  expect((await titles(waiting)).filter((title) => title === '沙龙的时间或地点有变')).toHaveLength(1);
});

it('that no longer has a kind of tickets ends the list of that kind, and says so once', async () => {
  const { id, waiting, unpaid, order } = await crowded();
  const free = kindForm({ key: 'free', name: '免费票', price: '0', capacity: '1' });
  const kind_id = (await priceList(waiting.ctx, id)).waiting[0]?.kind_id as number;
  const second = await makePerson(t);
  await joinWaiting(second.ctx, { id, kind_id, count: 1, holders: seats(kind_id) });
  expect((await organisedSalon(owner.ctx, id)).kinds.map((kind) => kind.waiting)).toEqual([2, 0]);
  // one of them has a seat kept at that moment, the order is not placed yet
  await cancelOrder(unpaid.ctx, order.orderid);
  expect((await priceList(waiting.ctx, id)).waiting).toMatchObject([{ state: 'offered' }]);
  for (const about of ['换了一段介绍', '又换了一段介绍']) await change(id, { about, kinds: [free] });
  for (const person of [waiting, second]) {
    expect((await told(person)).filter(({ title }) => title === '候补已结束')).toMatchObject([
      { content: expect.stringContaining('不再提供“标准票”') },
    ]);
    expect((await priceList(person.ctx, id)).waiting).toEqual([]);
  }
  expect([await placeOffers(t.ctx()), await countSeats(t.ctx())]).toEqual([0, []]);
});

it('that is cancelled closes orders that are not paid and says so; nobody reads of a success', async () => {
  const { id, unpaid, order } = await crowded();
  await actOnSalon(owner.ctx, { id, act: 'cancel', why: '场地检修' });
  expect((await told(unpaid))[0]).toMatchObject({ title: '沙龙已取消', content: expect.stringContaining('请不要再付款') });
  // whoever has a ticket gets it back, what is not paid is closed
  expect([await refundCancelled(t.ctx()), await refundCancelled(t.ctx())]).toEqual([1, 0]);
  expect((await orderState(unpaid.ctx, order.orderid)).status).not.toBe(1);
  expect(await countSeats(t.ctx())).toEqual([]);
  await tellBought(t.ctx(), { salon_id: id, buyer_id: unpaid.id, order_id: 1 });
  expect(await titles(unpaid)).not.toContain('报名成功');
});

it('that staff cancel, or the desk refuses, tells its organiser why; the own list keeps it', async () => {
  const [first, second] = [await makeSalon(t, { owner_id: owner.id }), await makeSalon(t, { owner_id: owner.id })];
  await inTransaction(staff, (tx) => cancelByStaff(tx, first.id, '涉嫌虚假'));
  expect((await told(owner))[0]).toMatchObject({ title: '沙龙已被平台取消', content: expect.stringContaining('涉嫌虚假') });
  await inTransaction(t.ctx(), (tx) => openReview(tx, { type: 'salon', target_id: second.id }));
  await inTransaction(staff, (tx) => decideTarget(tx, { type: 'salon', target_id: second.id }, { action: 'reject', reason: '重复发布' }));
  expect(await titles(owner)).toEqual(['沙龙已被平台取消', '沙龙已被平台取消']);
  const { list } = await ownSalons(owner.ctx, { page: 1, limit: 5 });
  expect(list.map(({ state, reject_reason }) => [state, reject_reason])).toEqual([
    ['cancelled', '重复发布'],
    ['cancelled', '涉嫌虚假'],
  ]);
});

it('whose time is over is not approved', async () => {
  const { id } = await makeSalon(t, { owner_id: owner.id });
  const submitted = salonForm(t, { in_hours: 24 });
  await t.app.db.update(salons).set({ submitted });
  await inTransaction(t.ctx(), (tx) => openReview(tx, { type: 'salon', target_id: id }));
  t.clock.advance_ms(48 * 3_600_000);
  const approve = inTransaction(staff, (tx) => decideTarget(tx, { type: 'salon', target_id: id }, { action: 'approve', reason: '' }));
  await expect(approve).rejects.toThrow('开始时间已过');
  t.clock.advance_ms(-48 * 3_600_000);
});

it('takes the links of its doors along to another day', async () => {
  const { id } = await makeSalon(t, { owner_id: owner.id });
  await makeDoorLink(owner.ctx, { salon_id: id, name: '小王', gate: '东门' });
  const later = salonForm(t, { in_hours: 480 });
  await change(id, { date: later.date, from: later.from, to: later.to });
  const [link] = await doorLinks(owner.ctx, id);
  const ends_s = Date.parse(`${later.date}T${later.to}:00+08:00`) / 1000;
  expect(link?.expires_at).toBe(ends_s + 6 * 3_600);
});

it('sells nothing for an organiser whose account was blocked', async () => {
  const { id, kinds } = await makeSalon(t, { owner_id: owner.id });
  const buyer = await makePerson(t);
  await setBan(staff, { user_id: owner.id, banned: true, reason: '虚假活动' });
  expect((await priceList(t.ctx(), id)).closed).toContain('账号已停用');
  await expect(want(buyer, id, kinds[0]?.id ?? 0)).rejects.toMatchObject({ status: 409 });
  expect((await ownTickets(buyer.ctx, { page: 1, limit: 5 })).list).toEqual([]);
  await setBan(staff, { user_id: owner.id, banned: false, reason: '申诉成立' });
  await want(buyer, id, kinds[0]?.id ?? 0);
});

it('shows no recap of a salon that was taken off the site', async () => {
  const { id } = await makeSalon(t, { owner_id: owner.id });
  await t.app.db.insert(salon_recaps).values({
    salon_id: id,
    state: 'published',
    text: '现场很热闹',
    form: { text: '', pictures: [], film: null },
    published_at: t.clock.now(),
  });
  expect((await shownRecap(t.ctx(), id))?.salon_id).toBe(id);
  await inTransaction(t.ctx(), async (tx) => {
    const item = await lockItem(tx, id);
    if (item) await hideUntilDecided(tx, item, '多位用户举报');
  });
  expect(await shownRecap(t.ctx(), id)).toBeNull();
  expect((await shownRecaps(t.ctx(), { page: 1, limit: 9 })).map(({ salon_id }) => salon_id)).not.toContain(id);
});
