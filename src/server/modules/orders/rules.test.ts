import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { OrderStatus } from '#contract/order.ts';
import { moveOrder, movePayment, type PaymentStatus, publisherPart, quoteAmounts, saleEntries } from './rules.ts';

const fen = fc.nat({ max: 10_000_000 });
const choice = fc.record({
  list_price_fen: fen,
  price_fen: fen,
  coupon_fen: fen,
  balance_fen: fen,
  use_balance: fc.boolean(),
});

it('uses the coupon first, then the balance, and the parts are the price', () => {
  fc.assert(
    fc.property(choice, (input) => {
      const amounts = quoteAmounts(input);
      expect(amounts.coupon_fen + amounts.balance_fen + amounts.pay_fen).toBe(input.price_fen);
      expect(amounts.coupon_fen + amounts.coupon_lost_fen).toBe(input.coupon_fen);
      expect(Math.min(amounts.coupon_fen, amounts.balance_fen, amounts.pay_fen, amounts.coupon_lost_fen)).toBeGreaterThanOrEqual(0);
      if (!input.use_balance) expect(amounts.balance_fen).toBe(0);
    }),
  );
});

it('books a sale so that it sums to zero, with a publisher and without', () => {
  fc.assert(
    fc.property(choice, fc.nat({ max: 10_000 }), fc.option(fc.constant(7)), (input, share_bp, publisher_id) => {
      const amounts = quoteAmounts(input);
      const publisher_fen = publisher_id === null ? 0 : publisherPart(amounts.price_fen, share_bp);
      const sale = { ...amounts, buyer_id: 1, publisher_id, publisher_fen };
      expect(saleEntries(sale).reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
      expect(saleEntries(sale).filter(({ purpose }) => purpose === 'earning')).toHaveLength(publisher_id === null ? 0 : 1);
    }),
  );
});

it.each<[OrderStatus, Parameters<typeof moveOrder>[1], OrderStatus | null]>([
  [1, 'pay', 2],
  [1, 'close', 3],
  [3, 'pay_late', 2],
  [2, 'refund', 3],
  [2, 'pay', null],
  [2, 'close', null],
  [3, 'close', null],
  [3, 'pay', null],
  [1, 'refund', null],
])('an order in status %i that is to %s comes to %s', (from, event, to) => {
  if (to === null) expect(() => moveOrder(from, event)).toThrow();
  else expect(moveOrder(from, event)).toEqual({ from, to });
});

it.each<[PaymentStatus, Parameters<typeof movePayment>[1], PaymentStatus | null]>([
  ['waiting', 'pay', 'paid'],
  ['closed', 'pay', 'paid'],
  ['waiting', 'refund', 'refunding'],
  ['paid', 'refund', 'refunding'],
  ['refunding', 'refunded', 'refunded'],
  ['paid', 'pay', null],
  ['refunded', 'refund', null],
  ['refunding', 'pay', null],
])('a payment that is %s and is to %s becomes %s', (from, event, to) => {
  if (to === null) expect(() => movePayment(from, event)).toThrow();
  else expect(movePayment(from, event)).toEqual({ from, to });
});
