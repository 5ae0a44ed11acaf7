import { expect, test } from 'vitest';
import { settlePayment } from '#server/modules/orders/index.ts';
import { orderTickets, priceList } from '#server/modules/salons/index.ts';
import { testApp } from '../support/app.ts';
import { makePerson, payAtProvider } from '../support/market.ts';
import { makeSalon } from '../support/salons.ts';

const t = testApp();

test('U36 the first ticket asks for a name, the next one has it', async () => {
  const [owner, buyer] = [await makePerson(t), await makePerson(t)];
  const { id, kinds } = await makeSalon(t, { owner_id: owner.id });
  const kind_id = kinds[0]?.id as number;
  const { phone, name } = (await priceList(buyer.ctx, id)).holder;
  expect(phone).toMatch(/^1\d{10}$/);
  expect(name).toBe('');
  const wish = { id, lines: [{ kind_id, count: 1 }], holders: [{ kind_id, name: '王可', phone, answers: {} }] };
  const order = await orderTickets(buyer.ctx, { ...wish, balance: false, user_coupon_id: 0, cache: false });
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
  expect((await priceList(buyer.ctx, id)).holder).toEqual({ name: '王可', phone });
});
