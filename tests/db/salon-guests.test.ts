import { expect, test } from 'vitest';
import { inTransaction } from '#server/app/ctx.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { saveDiscount } from '#server/modules/discounts/index.ts';
import { accountMobile } from '#server/modules/identity/index.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import { orderState, settlePayment } from '#server/modules/orders/index.ts';
import {
  changeHolder,
  countSeats,
  endSalons,
  guestList,
  joinWaiting,
  organisedSalon,
  orderTickets,
  ownTickets,
  ownWaiting,
  refundByOrganiser,
} from '#server/modules/salons/index.ts';
import { balances, proveLedger } from '#server/modules/wallet/index.ts';
import { ownOrder } from '#server/views/own-money.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person, payAtProvider } from '../support/market.ts';
import { kindForm, makeSalon, seats } from '../support/salons.ts';

const t = testApp();
const REASON = '场地缩小，向您致歉';
const guestsOf = async (owner: Person, id: number) =>
  (await guestList(owner.ctx, { salon_id: id, state: 'all', search: '', page: 1, limit: 50 })).list;
const told = async (who: Person) => (await noticesOf(who.ctx, { only_unread: false, page: 1, limit: 50 })).list;
const earnings = async (who: Person) => (await balances(t.ctx(), who.id)).earning_fen;
async function buy(buyer: Person, id: number, kind_id: number, { count = 1, code = '' } = {}) {
  const wish = { id, lines: [{ kind_id, count }], holders: seats(kind_id, count), balance: false, user_coupon_id: 0, cache: false };
  const order = await orderTickets(buyer.ctx, { ...wish, code });
  if (order.status !== 2) await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
  return order;
}

test('the organiser gives one guest, then the rest of the order, what they paid: seats, sums and notices follow', async () => {
  const [owner, buyer, waits, stranger] = [await makePerson(t), await makePerson(t), await makePerson(t), await makePerson(t)];
  const { id, kinds } = await makeSalon(t, { owner_id: owner.id, kinds: [kindForm({ price: '100', capacity: '3' })] });
  const kind_id = kinds[0]?.id as number;
  const day = (n: number) => shanghaiDay(new Date(t.clock.now().getTime() + n * 86_400_000));
  const wish = { code: 'GUEST20', percent_off: 20, amount: 0, min_price: 0, most: 0, per_person: 0, off: false, from: day(0), to: day(30) };
  const { code } = await saveDiscount(owner.ctx, wish);
  const order = await buy(buyer, id, kind_id, { count: 3, code });
  await joinWaiting(waits.ctx, { id, kind_id, count: 1, holders: seats(kind_id) });
  const [first, second] = await guestsOf(owner, id);
  expect(first).toMatchObject({ paid: 80, order_count: 3, order_paid: 240 });
  const back = (ticket_id: number | undefined, count: number, reason = REASON) =>
    refundByOrganiser(owner.ctx, { salon_id: id, ticket_id: ticket_id ?? 0, count, reason });
  await expect(refundByOrganiser(stranger.ctx, { salon_id: id, ticket_id: first?.id ?? 0, count: 1, reason: '' })).rejects.toMatchObject({
    status: 404,
  });
  await expect(back(first?.id, 1, ' ')).rejects.toMatchObject({ fields: { reason: '请填写原因，购票人会看到' } });
  await expect(back(first?.id, 2)).rejects.toThrow('刚有变化');
  const before = await earnings(owner);
  expect(await back(first?.id, 1)).toEqual({ refund: 80 });
  await expect(back(first?.id, 1)).rejects.toThrow('刚有变化');
  const each = (before - (await earnings(owner))) / 100;
  expect(each).toBeGreaterThan(0);
  expect((await orderState(buyer.ctx, order.orderid)).status).toBe(2);
  expect(await organisedSalon(owner.ctx, id)).toMatchObject({ sold: 2, income: 160, refunded: 80 });
  // the freed place is the one's who waits
  expect((await ownWaiting(waits.ctx, id))[0]?.state).toBe('offered');
  const said = await told(buyer);
  expect(said.find(({ title }) => title === '主办方退了您的门票')?.content).toContain(`1 号（来宾1）已退票，二维码不能再使用。原因：${REASON}`);
  expect(said.map(({ title }) => title)).toContain('订单已部分退款（¥80.00）');
  // who did it is not told of it
  expect((await told(owner)).map(({ title }) => title).filter((title) => title.includes('扣回'))).toEqual([]);
  expect((await ownOrder(buyer.ctx, order.orderid)).refund.list).toMatchObject([{ price: 80, whole: false, reason: REASON }]);

  expect(await back(second?.id, 2)).toEqual({ refund: 160 });
  expect((await orderState(buyer.ctx, order.orderid)).status).toBe(3);
  expect((await ownTickets(buyer.ctx, { page: 1, limit: 9 })).list.map(({ state, refunded }) => [state, refunded])).toEqual(
    Array(3).fill(['refunded', 80]),
  );
  expect([await earnings(owner), await countSeats(t.ctx())]).toEqual([0, []]);
  expect(await proveLedger(t.ctx())).toMatchObject({ ok: true, faults: [] });
});

test('a free registration is cancelled as well, who was given a ticket hears of it, and once the salon is over nothing goes back', async () => {
  const [owner, buyer, friend] = [await makePerson(t), await makePerson(t), await makePerson(t)];
  const { id, kinds } = await makeSalon(t, {
    owner_id: owner.id,
    kinds: [kindForm({ price: '0' }), kindForm({ key: 'k2', name: '付费票', price: '50' })],
  });
  const [free, paid] = kinds.map((kind) => kind.id) as [number, number];
  await buy(buyer, id, free, { count: 2 });
  await buy(buyer, id, paid);
  const mobile = (await accountMobile(friend.ctx, friend.id)) ?? '';
  const own = (await ownTickets(buyer.ctx, { page: 1, limit: 9 })).list;
  const given = own.find(({ seq }) => seq === 1);
  await changeHolder(buyer.ctx, { id: given?.id ?? 0, s: given?.path.split('s=')[1] ?? '', answers: {}, to: { name: '李晓', phone: mobile } });
  const back = (ticket_id: number | undefined, count: number) =>
    refundByOrganiser(owner.ctx, { salon_id: id, ticket_id: ticket_id ?? 0, count, reason: REASON });
  expect(await back(given?.id, 1)).toEqual({ refund: 0 });
  expect((await told(friend)).find(({ title }) => title === '您的沙龙门票已失效')?.content).toContain('已退票或收回');
  expect((await told(buyer)).map(({ title }) => title)).toContain('主办方退了您的门票');
  expect(await organisedSalon(owner.ctx, id)).toMatchObject({ sold: 2, income: 50 });
  t.clock.advance_ms(30 * 86_400_000);
  await endSalons(t.ctx());
  await expect(back(own.find(({ seq }) => seq === 3)?.id, 1)).rejects.toThrow('已结束或取消');
  expect(await countSeats(t.ctx())).toEqual([]);
  expect(await proveLedger(t.ctx())).toMatchObject({ ok: true, faults: [] });
});
