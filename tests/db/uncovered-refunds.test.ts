import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Ctx } from '#server/app/ctx.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { refundOrder, runRefunds, settlePayment } from '#server/modules/orders/index.ts';
import { balances, postTransfer, proveLedger } from '#server/modules/wallet/index.ts';
import { ownLines, salesOfPublisher } from '#server/views/own-money.ts';
import { tellSellerDays, tellSellerMonths } from '#server/views/seller-day.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePerson, type Person, payAtProvider, place } from '../support/market.ts';
import { makePerson as makeUser } from '../support/people.ts';
import { expectBooksTwice, expectBuyerShown, expectIncomeShown, expectPublisherShown } from '../support/shown-money.ts';
import { toldTo } from '../support/told.ts';

const DAY_MS = 86_400_000;
const t = testApp();
let buyer: Person;
let staff: Ctx;
beforeAll(async () => {
  buyer = await makePerson(t);
  staff = t.ctx((await makeUser(t, { roles: ['support', 'finance'] })).actor);
});
afterEach(async () => {
  expect((await proveLedger(t.ctx())).faults).toEqual([]);
});

async function sell(publisher: Person): Promise<string> {
  const order = await place(buyer, await makeItem(t, publisher.id));
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
  return order.orderid;
}

/** As if it had been withdrawn. */
const spend = (publisher: Person, fen: number) =>
  inTransaction(t.ctx(), (tx) =>
    postTransfer(tx, {
      ...{ key: `spent:${publisher.id}:${t.clock.now().getTime()}`, reason: 'gift', reference: '', unit: 'fen' },
      entries: [
        { owner_id: publisher.id, purpose: 'earning', amount: -fen },
        { owner_id: null, purpose: 'gift_cost', amount: fen },
      ],
    }),
  );

it.each([
  { back: 'the whole', amount_fen: undefined, taken: '30.00', kept: 50 },
  { back: 'a part', amount_fen: 5_000, taken: '30.00', kept: 50 },
  { back: 'the whole, with nothing left', amount_fen: undefined, spent: 8_000, taken: '0.00', kept: 80 },
])(
  'a refund of $back that the publisher could not cover is the same number on every screen',
  async ({ amount_fen, spent = 5_000, taken, kept }) => {
    const publisher = await makePerson(t);
    const orderid = await sell(publisher);
    await spend(publisher, spent);
    t.clock.advance_ms(DAY_MS);
    await refundOrder(staff, { orderid, reason: '测试', ...(amount_fen === undefined ? {} : { amount_fen }) });
    await runRefunds(t.ctx());
    expect((await balances(t.ctx(), publisher.id)).earning_fen).toBe(8_000 - spent - Number(taken) * 100);
    expect(await salesOfPublisher(publisher.ctx, { page: 1, limit: 10 })).toMatchObject({
      earned: kept,
      sold_num: 1,
      list: [{ earned: kept }],
    });
    await expectPublisherShown(t, publisher, null);
    await expectBuyerShown(t, buyer, staff);
    await expectIncomeShown(t);
    await expectBooksTwice(t);
    const { list } = await ownLines(publisher.ctx, { account: 'earning', page: 1, limit: 10 });
    const moved = list.filter(({ reference }) => reference === orderid).map(({ amount }) => amount);
    expect(moved.reduce((sum, one) => sum + one, 0)).toBe(kept);

    // the message at once, that of the day and that of the month
    t.clock.advance_ms(DAY_MS);
    await tellSellerDays(t.ctx());
    t.clock.advance_ms(31 * DAY_MS);
    await tellSellerMonths(t.ctx());
    const told = (await toldTo(t, publisher.id)).map(({ title, content }) => `${title} ${content}`).join('\n');
    expect(told).toContain(`退款，收益扣回 ¥${taken}`);
    expect(told).not.toMatch(/扣回 ¥(?:80|50)\.00/);
    if (taken !== '0.00') expect(told).toContain(`昨日小结：之前的订单退款，收益扣回 ¥${taken}`);
    expect(told).toMatch(new RegExp(`退款扣回 ¥${taken.replace('.', '\\.')}`));
  },
);

it('later parts go on from what was asked of the publisher, so that nothing is taken twice', async () => {
  const publisher = await makePerson(t);
  const orderid = await sell(publisher);
  await spend(publisher, 8_000);
  await refundOrder(staff, { orderid, reason: '测试', amount_fen: 5_000 });
  await sell(publisher);
  await refundOrder(staff, { orderid, reason: '测试', amount_fen: 5_000 });
  await runRefunds(t.ctx());
  expect((await balances(t.ctx(), publisher.id)).earning_fen).toBe(4_000);
  const { rows } = await t.app.db.execute(sql`select publisher_fen::int, publisher_back_fen::int from orders where orderid = ${orderid}`);
  expect(rows).toEqual([{ publisher_fen: 8_000, publisher_back_fen: 8_000 }]);
  await expectPublisherShown(t, publisher, null);
  await expectBooksTwice(t);
});
