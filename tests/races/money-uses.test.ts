import { afterEach, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '#server/app/ctx.ts';
import { grantDownload, itemImages, openPage } from '#server/modules/downloads/index.ts';
import { installPlans, membershipSubject, vipPlans } from '#server/modules/membership/index.ts';
import { askOwnRefund, ownRefundsMost, ownRefundUpTo, placeOrder, runRefunds, settlePayment } from '#server/modules/orders/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { houseBalances, proveLedger } from '#server/modules/wallet/index.ts';
import { testApp } from '../support/app.ts';
import { makeItem } from '../support/item-world.ts';
import { makePerson, type Person, payAtProvider, place } from '../support/market.ts';

const t = testApp();
let publisher: Person;
beforeAll(async () => {
  publisher = await makePerson(t);
  await inTransaction(t.ctx(), installPlans);
  await setSetting(t.ctx(), ownRefundUpTo.key, 10_000_000);
});
afterEach(async () => {
  await runRefunds(t.ctx());
  expect((await proveLedger(t.ctx())).faults).toEqual([]);
  expect((await houseBalances(t.ctx())).get('refund_due') ?? 0).toBe(0);
});

const many = <T>(n: number, make: (at: number) => T): T[] => Array.from({ length: n }, (_, at) => make(at));

async function bought(buyer: Person, price_fen = 10_000) {
  const { id } = await makeItem(t, { publisher_id: publisher.id, price_fen, pages: 4, bytes: Buffer.from('x') });
  const order = await place(buyer, id);
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
  return { id, orderid: order.orderid };
}

const refund = ({ ctx }: Person, orderid: string) => askOwnRefund(ctx, { orderid, reason: '买错了' });

/** Half takes the money back and half has it, all at once and in turns. @returns what was given and what went back */
async function both(round: number, having: () => Promise<unknown>, back: () => Promise<'refunded' | 'asked'>) {
  const acts = many(64, (at) => (at % 2 === round % 2 ? having : back));
  const results = await Promise.allSettled(acts.map((act) => act()));
  const went = results.filter((_, at) => acts[at] === having && results[at]?.status === 'fulfilled').length;
  const given = results.filter((result) => result.status === 'fulfilled' && result.value === 'refunded').length;
  return { went, given };
}

it.each(['pages', 'file'] as const)('A3 either the %s are had or the money goes back: 64 at once', async (way) => {
  for (const round of many(12, (at) => at)) {
    const buyer = await makePerson(t);
    const { id, orderid } = await bought(buyer);
    const { list } = await itemImages(buyer.ctx, { item_id: id, start: 1 });
    const signed = list.at(-1)?.src.split('/page/')[1] as string;
    const having = () => (way === 'pages' ? openPage(buyer.ctx, signed) : grantDownload(buyer.ctx, { item_id: id }));
    const { went, given } = await both(round, having, () => refund(buyer, orderid));
    expect([went > 0, given]).toEqual(given === 1 ? [false, 1] : [true, 0]);
  }
});

it('A3 either a right of a membership is taken or its money goes back: 64 at once', async () => {
  const scheme = (await vipPlans(t.ctx())).find(({ vip_type }) => vip_type === 1)?.spec[0]?.id as number;
  for (const round of many(8, (at) => at)) {
    const buyer = await makePerson(t);
    const order = await placeOrder(buyer.ctx, membershipSubject, { subject_id: scheme, use_balance: false, coupon_id: 0 });
    await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
    const { id } = await makeItem(t, { publisher_id: publisher.id, price_fen: 0, vip_only: true, bytes: Buffer.from('x') });
    const { went, given } = await both(
      round,
      () => grantDownload(buyer.ctx, { item_id: id }),
      () => refund(buyer, order.orderid),
    );
    expect([went > 0, given]).toEqual(given === 1 ? [false, 1] : [true, 0]);
  }
});

it('A3 gives so many orders back at once as the setting says, whatever is asked at once; the rest goes to staff', async () => {
  await setSetting(t.ctx(), ownRefundsMost.key, 3);
  const buyer = await makePerson(t);
  const orders: Array<{ orderid: string }> = [];
  for (const _ of many(16, () => null)) orders.push(await bought(buyer, 2_500));
  const results = await Promise.allSettled(many(64, (at) => refund(buyer, orders[at % 16]?.orderid as string)));
  const said = (what: string) => results.filter((result) => result.status === 'fulfilled' && result.value === what).length;
  expect([said('refunded'), said('asked')]).toEqual([3, 13]);
  // it is the buyer that is counted, for thirty days
  t.clock.advance_ms(31 * 86_400_000);
  expect(await refund(buyer, (await bought(buyer, 2_500)).orderid)).toBe('refunded');
});
