import { expect, it } from 'vitest';
import { restOf } from '#contract/figures.ts';
import { KINDS } from '#contract/kinds.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { payStage } from '#server/modules/offers/index.ts';
import { refundOrder, runRefunds, settlePayment } from '#server/modules/orders/index.ts';
import { listMine } from '#server/modules/publishing/index.ts';
import { orderTickets, organisedSalon } from '#server/modules/salons/index.ts';
import { balances, walletStatement } from '#server/modules/wallet/index.ts';
import { income } from '#server/views/admin/income.ts';
import { staffUser } from '#server/views/admin/staff-user.ts';
import { courseFigures } from '#server/views/course-figures.ts';
import { figures, figuresCsv } from '#server/views/figures/figures.ts';
import { salesOfPublisher, walletMoney } from '#server/views/own-money.ts';
import { sellerDay, tellSellerDays, tellSellerMonths } from '#server/views/seller-day.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePerson, payAtProvider, place } from '../support/market.ts';
import { makePerson as makeUser } from '../support/people.ts';
import { makeSalon, seats } from '../support/salons.ts';
import { agreementOf, makeDeal } from '../support/stages.ts';
import { toldTo } from '../support/told.ts';

const DAY_MS = 86_400_000;
const t = testApp();

const pay = async (order: Awaited<ReturnType<typeof place>>) => {
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
  return order.orderid;
};

it('what a publisher earned is one number on every screen that shows it, whatever was sold', async () => {
  // a Monday morning in the middle of a month, so that all of it is one day, week and month
  const monday = new Date('2027-03-15T02:00:00Z').getTime();
  t.clock.advance_ms(monday - t.clock.now().getTime());
  const deal = await makeDeal(t, 100_000);
  const { planner: publisher } = deal;
  const buyer = await makePerson(t);
  const staff = t.ctx((await makeUser(t, { roles: ['admin'] })).actor);
  const [scheme, course] = [await makeItem(t, publisher.id), await makeItem(t, publisher.id, { kind: KINDS.course, price_fen: 3_000 })];
  const salon = await makeSalon(t, { owner_id: publisher.id });
  const kind_id = salon.kinds[0]?.id as number;
  const back = await pay(await place(buyer, scheme));
  await pay(await place(await makePerson(t), scheme));
  await pay(await place(buyer, course));
  const wish = {
    id: salon.id,
    lines: [{ kind_id, count: 2 }],
    holders: seats(kind_id, 2),
    balance: false,
    user_coupon_id: 0,
    cache: false,
  };
  await pay(await orderTickets(buyer.ctx, wish));
  const stage = (await agreementOf(deal)).stages[0]?.id ?? 0;
  await pay(await payStage(deal.owner.ctx, { id: stage, balance: false, cache: false }));
  await refundOrder(staff, { orderid: back, amount_fen: 2_500, reason: '测试' });
  await runRefunds(t.ctx());

  const sales = await salesOfPublisher(publisher.ctx, { page: 1, limit: 20 });
  const { earned, sold_num } = sales;
  // 60 and 80 of schemes, 24 of a course, 180 of tickets, 950 of the work
  expect([earned, sold_num]).toEqual([1_294, 5]);
  expect(sales.list.reduce((sum, row) => sum + row.earned, 0)).toBe(earned);

  const day = await sellerDay(publisher.ctx);
  expect([day?.earned_week, day?.sold_week, day?.sold_today]).toEqual([earned, sold_num, sold_num]);
  for (const range of [7, 30, 90] as const)
    expect((await figures(publisher.ctx, { range, measure: 'income' })).totals).toMatchObject({ income: earned, sales: sold_num });

  const shown = await figures(publisher.ctx, { range: 7, measure: 'income' });
  expect(shown.days.at(-1)).toMatchObject({ income: earned, sales: sold_num });
  const of_work = new Map(shown.works.map((work) => [work.id, work.income]));
  expect([of_work.get(scheme), of_work.get(course), of_work.get(salon.id), restOf(shown)]).toEqual([
    ...[140, 24, 180],
    { sales: 1, income: 950 },
  ]);
  expect(figuresCsv(shown, 'works').text).toContain(',,,,1,,950.00');
  expect((await figures(publisher.ctx, { range: 7, measure: 'income', id: salon.id })).totals).toMatchObject({ sales: 1, income: 180 });
  expect(await organisedSalon(publisher.ctx, salon.id)).toMatchObject({ income: 200, earned: 180 });
  expect((await courseFigures(publisher.ctx, course)).income).toBe(24);
  const mine = await listMine(publisher.ctx, { kind: KINDS.scheme, tab: 'all', page: 1, limit: 20 });
  expect(mine.list.map(({ earnings }) => earnings)).toEqual([140]);

  // the wallet has the same, of which the work's part is held
  const lines = await walletStatement(publisher.ctx, { account: 'earning', month: '', way: 'all', before: 0, limit: 20 });
  const { earning_fen, escrow_fen } = await balances(t.ctx(), publisher.id);
  expect([lines.sum_in - lines.sum_out, (earning_fen + escrow_fen) / 100]).toEqual([earned - 950, earned]);
  const wallet = await walletMoney(publisher.ctx);
  expect([wallet.earning + wallet.escrow, wallet.available, wallet.pending]).toEqual([earned, day?.available, day?.pending]);
  expect((await staffUser(staff, publisher.id)).earning).toBe(wallet.earning);

  expect((await income(staff, 7)).totals.publishers).toBe(earned);

  t.clock.advance_ms(DAY_MS);
  await tellSellerDays(t.ctx());
  t.clock.advance_ms(31 * DAY_MS);
  await tellSellerMonths(t.ctx());
  const titles = (await toldTo(t, publisher.id)).map(({ title }) => title).filter((title) => /小结|对账单/.test(title));
  expect(titles).toEqual(['昨日小结：售出 5 笔，收益 ¥1294.00', '2027 年 3 月对账单：净收益 ¥1294.00']);
  expect(shanghaiDay(new Date(monday))).toBe('2027-03-15');
});
