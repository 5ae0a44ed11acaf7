import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { UseWay } from '../fulfil-orders.ts';
import { judgeOwnRefund, leftToRefund, type RefundedOrder, refundEntries, refundPart } from './rules.ts';

/** 100 yuan: 20 by coupon, 30 from the balance, 50 by QR; the publisher earned 80. */
const order: RefundedOrder = {
  buyer_id: 1,
  publisher_id: 2,
  coupon_fen: 2_000,
  balance_fen: 3_000,
  pay_fen: 5_000,
  publisher_fen: 8_000,
  refunded_pay_fen: 0,
  refunded_balance_fen: 0,
  publisher_back_fen: 0,
};

describe('refundPart', () => {
  it.each<[string, Partial<RefundedOrder>, number | null, object]>([
    ['the whole', {}, null, { whole: true, all: true, pay_fen: 5_000, balance_fen: 3_000, coupon_fen: 2_000, publisher_fen: 8_000 }],
    [
      'all of it, in numbers',
      {},
      8_000,
      { whole: true, all: true, pay_fen: 5_000, balance_fen: 3_000, coupon_fen: 2_000, publisher_fen: 8_000 },
    ],
    [
      'first through the provider',
      {},
      4_000,
      { whole: false, all: false, pay_fen: 4_000, balance_fen: 0, coupon_fen: 0, publisher_fen: 4_000 },
    ],
    [
      'then to the balance',
      {},
      6_000,
      { whole: false, all: false, pay_fen: 5_000, balance_fen: 1_000, coupon_fen: 0, publisher_fen: 6_000 },
    ],
    [
      'the rest after a part',
      { refunded_pay_fen: 4_000, publisher_back_fen: 4_000 },
      null,
      { whole: true, all: true, pay_fen: 1_000, balance_fen: 3_000, coupon_fen: 2_000, publisher_fen: 4_000 },
    ],
    ['a fen', {}, 1, { whole: false, all: false, pay_fen: 1, balance_fen: 0, coupon_fen: 0, publisher_fen: 1 }],
    [
      'a free order',
      { pay_fen: 0, balance_fen: 0 },
      null,
      { whole: true, all: true, pay_fen: 0, balance_fen: 0, coupon_fen: 2_000, publisher_fen: 8_000 },
    ],
  ])('cuts up %s', (_name, change, amount, part) => {
    expect(refundPart({ ...order, ...change }, amount)).toEqual(part);
  });

  it('ends the order with a part of the price: the coupon stays used, the publisher keeps their part of the rest', () => {
    const part = { whole: true, all: false, pay_fen: 5_000, balance_fen: 1_000, coupon_fen: 0, publisher_fen: 6_000 };
    expect(refundPart(order, 6_000, { ends: true })).toEqual(part);
    expect(refundPart(order, 8_000, { ends: true })).toMatchObject({ all: true, coupon_fen: 2_000, publisher_fen: 8_000 });
    expect(() => refundPart(order, 0, { ends: true })).toThrow();
  });

  it('T11 goes to the balance whole as its buyer wishes; what is left then goes either way', () => {
    const first = refundPart(order, 5_000, { to_balance: true });
    expect(first).toMatchObject({ whole: false, pay_fen: 0, balance_fen: 5_000 });
    const later = { ...order, refunded_balance_fen: 5_000, publisher_back_fen: first.publisher_fen };
    expect(refundPart(later, null)).toMatchObject({ all: true, pay_fen: 3_000, balance_fen: 0 });
    expect(refundPart(later, null, { to_balance: true })).toMatchObject({ all: true, pay_fen: 0, balance_fen: 3_000 });
  });

  it.each([-1, 8_001, 1.5, Number.NaN, 0])('refuses %s', (amount) => {
    expect(() => refundPart(order, amount)).toThrow();
  });

  it('never gives more than was paid nor takes more than was earned, whatever the parts', () => {
    const amounts = fc.record({ pay: fc.nat(50_000), balance: fc.nat(50_000), coupon: fc.nat(50_000), share: fc.nat(10_000) });
    fc.assert(
      fc.property(amounts, fc.array(fc.nat(40_000), { maxLength: 12 }), ({ pay, balance, coupon, share }, wishes) => {
        const one = { ...order, pay_fen: pay, balance_fen: balance, coupon_fen: coupon };
        one.publisher_fen = Math.floor(((pay + balance + coupon) * share) / 10_000);
        let platform = 0;
        for (const wish of [...wishes, null]) {
          if (wish !== null && (wish === 0 || wish >= leftToRefund(one))) continue;
          const part = refundPart(one, wish);
          const { entries } = refundEntries(one, part, Number.MAX_SAFE_INTEGER);
          expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
          platform += entries.find(({ purpose }) => purpose === 'platform')?.amount ?? 0;
          expect(part.publisher_fen).toBeGreaterThanOrEqual(0);
          one.refunded_pay_fen += part.pay_fen;
          one.refunded_balance_fen += part.balance_fen;
          one.publisher_back_fen += part.publisher_fen;
        }
        expect(leftToRefund(one)).toBe(0);
        expect(one.publisher_back_fen).toBe(one.publisher_fen);
        // what the platform got of the sale is what it gave back
        expect(platform + pay + balance + coupon - one.publisher_fen).toBe(0);
      }),
    );
  });
});

it('takes from the publisher what is there, and the rest from the platform', () => {
  const part = refundPart(order, null);
  const { entries, taken_fen } = refundEntries(order, part, 500);
  expect(taken_fen).toBe(500);
  expect(entries.find(({ purpose }) => purpose === 'platform')?.amount).toBe(-9_500);
  expect(refundEntries({ ...order, publisher_id: null, publisher_fen: 0 }, { ...part, publisher_fen: 0 }, 0).taken_fen).toBe(0);
  expect(refundEntries(order, part, -3).taken_fen).toBe(0);
});

describe('A3 what a buyer takes back by themselves', () => {
  const may = {
    ...{ paid: true, left_fen: 100, age_ms: 0, days: 7, asked: false, charged: false, uses: [] as UseWay[] },
    ...{ up_to_fen: 20_000, taken: 2, most: 3 },
  };
  it.each<[string, Partial<typeof may>, string, string]>([
    ['paid today', {}, 'now', ''],
    ['the last moment', { age_ms: 7 * 86_400_000 }, 'now', ''],
    ['a moment later', { age_ms: 7 * 86_400_000 + 1 }, 'no', '已超过支付后 7 天的申请退款期限，有问题请联系客服'],
    ['not paid', { paid: false }, 'no', '只有已支付的订单可以申请退款'],
    ['their bank asks it back', { charged: true }, 'no', '这笔付款正在拒付处理中，有结果之前不能退款'],
    ['asked already', { asked: true }, 'no', '退款申请正在处理，请耐心等待'],
    ['nothing was paid', { left_fen: 0 }, 'no', '这笔订单没有可退的金额'],
    ['turned off', { days: 0 }, 'no', '退款请联系客服处理'],
    ['pages were read', { uses: ['pages'] }, 'staff', '已查看完整内容，不能自助退款，可申请人工处理'],
    ['had in two ways', { uses: ['pages', 'file'] }, 'staff', '已查看完整内容、已下载文件，不能自助退款，可申请人工处理'],
    ['used, and too late', { uses: ['pages'], age_ms: 8 * 86_400_000 }, 'no', '已超过支付后 7 天的申请退款期限，有问题请联系客服'],
    ['dear', { left_fen: 20_001 }, 'staff', '金额较大，申请后由工作人员处理'],
    ['the fourth', { taken: 3 }, 'staff', '近 30 天自助退款已满 3 次，不能自助退款，可申请人工处理'],
  ])('%s', (_name, change, way, text) => {
    expect(judgeOwnRefund({ ...may, ...change })).toEqual({ way, text });
  });
});
