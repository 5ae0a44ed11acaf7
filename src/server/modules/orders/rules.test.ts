import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type OrderStatus, PAYERS, SAVED_TEXTS, type SavedBy } from '#contract/order.ts';
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

const saved = fc.constantFrom(...(Object.keys(SAVED_TEXTS) as SavedBy[]));

it('says of each discount who bears it, and what all bear with what the buyer pays is the price', () => {
  fc.assert(
    fc.property(choice, fc.nat({ max: 10_000 }), saved, fc.nat({ max: 10_000 }), (input, share_bp, by, off_bp) => {
      const list_price_fen = input.list_price_fen;
      // of what the publisher bears alone there is no more than their part
      const saved_fen = Math.floor((list_price_fen * Math.min(off_bp, PAYERS[by] === 'publisher' ? share_bp : 10_000)) / 10_000);
      const amounts = quoteAmounts({ ...input, price_fen: list_price_fen - saved_fen });
      const before = publisherPart(list_price_fen, share_bp, { by, saved_fen: 0 });
      const earned = publisherPart(amounts.price_fen, share_bp, { by, saved_fen });
      const borne = { publisher: before - earned, platform: list_price_fen - before - (amounts.price_fen - earned) };
      // each bears something or nothing, and both together what was taken off
      expect(Math.min(borne.publisher, borne.platform, earned)).toBeGreaterThanOrEqual(0);
      expect(borne.publisher + borne.platform).toBe(saved_fen);
      if (PAYERS[by] === 'publisher') expect(borne.platform).toBe(0);
      // the coupon comes out of what the platform has, or beyond it
      const paid = amounts.pay_fen + amounts.balance_fen;
      expect(paid + amounts.coupon_fen + borne.publisher + borne.platform).toBe(list_price_fen);
      expect(PAYERS.coupon).toBe('platform');
    }),
  );
});

it('books a sale so that it sums to zero, with a publisher and without', () => {
  fc.assert(
    fc.property(choice, fc.nat({ max: 10_000 }), fc.option(fc.constant(7)), (input, share_bp, publisher_id) => {
      const amounts = quoteAmounts(input);
      const publisher_fen = publisher_id === null ? 0 : publisherPart(amounts.price_fen, share_bp, { by: 'member', saved_fen: 0 });
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
