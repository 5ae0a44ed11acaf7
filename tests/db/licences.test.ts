import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { LICENCES } from '#contract/licence.ts';
import { factRows } from '#contract/receipt.ts';
import { orderItem, quoteItem } from '#server/modules/sales/index.ts';
import { library } from '#server/views/library.ts';
import { ownOrder } from '#server/views/own-money.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePerson, type Person } from '../support/market.ts';

const t = testApp();
let publisher: Person;
let item: number;
beforeAll(async () => {
  publisher = await makePerson(t);
  item = await makeItem(t, publisher.id, { price_fen: 2_000 });
  await t.app.db.execute(sql`update items set company_fen = 9900 where id = ${item}`);
});

const NOTHING = { use_balance: false, coupon_id: 0 };
const order = (buyer: Person, licence: 'personal' | 'company', more: object = {}) =>
  orderItem(buyer.ctx, KINDS.scheme, { id: item, balance: 0, user_coupon_id: 0, licence, ...more });

it('T13 a licence of a company has its price, and stands on the order, its receipt and in the library', async () => {
  const buyer = await makePerson(t, 10_000);
  expect(await quoteItem(buyer.ctx, null, item, NOTHING)).toMatchObject({ licence: 'personal', price: 20, company_price: 99 });
  const quote = await quoteItem(buyer.ctx, null, item, { ...NOTHING, licence: 'company' });
  expect(quote).toMatchObject({ licence: 'company', list_price: 99, price: 99, is_member_price: 0, price_for_members: 99 });
  const { orderid, price } = await order(buyer, 'company', { balance: 1 });
  expect(price).toBe(99);
  await t.call('POST', '/api/order/balance', { token: buyer.token, body: { orderid } });
  const detail = await ownOrder(buyer.ctx, orderid);
  expect(detail).toMatchObject({ title: '年会方案（企业授权）', licence: 'company', status: 2 });
  expect(factRows(detail, String)).toContainEqual(['授权', `企业授权：${LICENCES.company.about}`]);
  const { list } = await library(buyer.ctx, { q: '', kind: '', page: 1, limit: 10 });
  expect(list).toMatchObject([{ id: item, licence: 'company', paid: 99 }]);
});

it('T13 an open order is of one licence: the other replaces it, none named goes on with it', async () => {
  const buyer = await makePerson(t);
  const personal = await order(buyer, 'personal');
  const company = await order(buyer, 'company', { cache: 1 });
  expect([company.price, company.orderid === personal.orderid]).toEqual([99, false]);
  expect(await quoteItem(buyer.ctx, null, item, NOTHING)).toMatchObject({ licence: 'company', price: 99 });
  expect((await order(buyer, 'company', { cache: 1 })).orderid).toBe(company.orderid);
  // the same price is not the same licence
  await t.app.db.execute(sql`update items set company_fen = 0, price_fen = 9900 where id = ${item}`);
  expect((await order(buyer, 'personal', { cache: 1 })).orderid).not.toBe(company.orderid);
  await expect(order(buyer, 'company')).rejects.toThrow('没有提供企业授权');
  await t.app.db.execute(sql`update items set company_fen = 9900, price_fen = 2000 where id = ${item}`);
});

it('T13 who has it cannot buy another licence, and the dialog says that they have it', async () => {
  const buyer = await makePerson(t, 10_000);
  const { orderid } = await order(buyer, 'personal', { balance: 1 });
  await t.call('POST', '/api/order/balance', { token: buyer.token, body: { orderid } });
  await expect(order(buyer, 'company')).rejects.toMatchObject({ data: { owned: true } });
});
