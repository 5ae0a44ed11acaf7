import { beforeAll, expect, it } from 'vitest';
import { askInvoice, askInvoices, invoiceable, issueInvoice, ownInvoices, withdrawInvoice } from '#server/modules/invoices/index.ts';
import { refundOrder, settlePayment } from '#server/modules/orders/index.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePerson, type Person, payAtProvider, place } from '../support/market.ts';
import { makePerson as makeStaff } from '../support/people.ts';

const FIRST = { page: 1, limit: 10 };
const WISH = { holder: 'personal', title: '林晓', tax_no: '', mail: 'lin@example.com' } as const;
const t = testApp();
let staff: Awaited<ReturnType<typeof makeStaff>>;
beforeAll(async () => {
  staff = await makeStaff(t, { roles: ['admin'] });
});

async function buy(buyer: Person, price_fen: number): Promise<string> {
  const publisher = await makePerson(t);
  const order = await place(buyer, await makeItem(t, publisher.id, { price_fen }));
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
  return order.orderid;
}

it('P-305, U6 lists what can be invoiced with what is left of it, and leaves out what has one, is open or went back', async () => {
  const [buyer, other] = [await makePerson(t), await makePerson(t)];
  expect(await invoiceable(buyer.ctx, FIRST)).toMatchObject({ list: [], total: 0, price: 0, wish: null, counts: { open: 0, asked: 0 } });
  const [one, two, gone] = [await buy(buyer, 5_000), await buy(buyer, 3_000), await buy(buyer, 2_000)];
  await place(buyer, await makeItem(t, other.id));
  await refundOrder(t.ctx(staff.actor), { orderid: two, amount_fen: 1_000, reason: '买家申请' });
  await refundOrder(t.ctx(staff.actor), { orderid: gone, reason: '买家申请' });
  const before = await invoiceable(buyer.ctx, FIRST);
  expect(before.list.map(({ orderid, price }) => [orderid, price])).toEqual([
    [two, 20],
    [one, 50],
  ]);
  expect([before.total, before.price]).toEqual([2, 70]);
  expect((await invoiceable(other.ctx, FIRST)).total).toBe(0);

  const asked = await askInvoice(buyer.ctx, { ...WISH, orderid: one });
  expect(asked.price).toBe(50);
  expect(await invoiceable(buyer.ctx, FIRST)).toMatchObject({ total: 1, price: 20, wish: WISH, counts: { open: 1, asked: 1 } });
  expect(await ownInvoices(buyer.ctx, FIRST)).toMatchObject({ list: [asked], total: 1, counts: { open: 1, asked: 1 } });
  expect((await ownInvoices(other.ctx, FIRST)).list).toEqual([]);

  // what was taken back may be asked for again
  await withdrawInvoice(buyer.ctx, asked.id);
  expect((await invoiceable(buyer.ctx, FIRST)).total).toBe(2);
});

it('U6 an issued invoice stays in the list of those asked for, with its file', async () => {
  const buyer = await makePerson(t);
  const { id } = await askInvoice(buyer.ctx, { ...WISH, orderid: await buy(buyer, 1_000) });
  await issueInvoice(t.ctx(staff.actor), { id, number: '12345678', file: Buffer.from('%PDF-1.7') });
  expect((await ownInvoices(buyer.ctx, FIRST)).list).toEqual([expect.objectContaining({ id, status: 'issued', has_file: true })]);
  expect((await invoiceable(buyer.ctx, FIRST)).list).toEqual([]);
});

it('T10 one press asks for an invoice of each order that may have one, once each however often it is pressed', async () => {
  const buyer = await makePerson(t);
  for (const price of [1_000, 2_000, 3_000]) await buy(buyer, price);
  const [one] = (await invoiceable(buyer.ctx, FIRST)).list;
  await askInvoice(buyer.ctx, { ...WISH, orderid: one?.orderid ?? '' });
  const pressed = await Promise.all(Array.from({ length: 8 }, () => askInvoices(buyer.ctx, WISH)));
  expect(pressed.reduce((all, { count }) => all + count, 0)).toBe(2);
  expect(await ownInvoices(buyer.ctx, FIRST)).toMatchObject({ total: 3, counts: { open: 0, asked: 3 } });
  await expect(askInvoices(buyer.ctx, { ...WISH, title: ' ' })).rejects.toMatchObject({ code: 1 });
});
