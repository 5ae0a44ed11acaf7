import fc from 'fast-check';
import { expect, it } from 'vitest';
import { portion } from '../../kernel/money.ts';
import { discountState, offOf, whyNoCode } from './rules.ts';

const AT = new Date('2026-11-29T00:00:00Z');
const code = {
  ...{ id: 1, owner_id: 1, code: 'SPRING', percent_off: 20, amount_fen: 0, min_price_fen: 0, item_id: null, most: 2, per_person: 1 },
  ...{ starts_at: new Date(AT.getTime() - 1), ends_at: new Date(AT.getTime() + 1), stopped_at: null, stopped_reason: '', created_at: AT },
};

it('T3 a code takes from the share of its publisher alone, and leaves the lowest price', () => {
  const percent_or_amount = fc.oneof(
    fc.record({ percent_off: fc.integer({ min: 1, max: 90 }), amount_fen: fc.constant(0) }),
    fc.record({ percent_off: fc.constant(0), amount_fen: fc.integer({ min: 1, max: 10_000_000 }) }),
  );
  fc.assert(
    fc.property(
      percent_or_amount,
      fc.integer({ min: 1, max: 9_999_900 }),
      fc.integer({ min: 0, max: 10_000 }),
      (one, list_fen, share_bp) => {
        const off_fen = offOf(one, { list_fen, share_bp });
        const share_fen = portion(list_fen, share_bp, 10_000);
        expect(off_fen).toBeGreaterThanOrEqual(0);
        expect(share_fen - off_fen).toBeGreaterThanOrEqual(0);
        if (off_fen > 0) expect(list_fen - off_fen).toBeGreaterThanOrEqual(100);
      },
    ),
  );
  expect(offOf(code, { list_fen: 10_000, share_bp: 8_000 })).toBe(2_000);
  expect(offOf({ percent_off: 90, amount_fen: 0 }, { list_fen: 10_000, share_bp: 8_000 })).toBe(8_000);
});

it.each([
  [{}, { all: 1, own: 0 }, null],
  [{}, { all: 2, own: 0 }, '优惠码已用完'],
  [{}, { all: 1, own: 1 }, '优惠码每人限用 1 次'],
  [{ per_person: 0, most: 0 }, { all: 9, own: 9 }, null],
  [{ item_id: 8 }, { all: 0, own: 0 }, '优惠码不适用于这个作品'],
  [{ min_price_fen: 10_001 }, { all: 0, own: 0 }, '优惠码满 ¥100.01 可用'],
  [{ ends_at: AT }, { all: 0, own: 0 }, '优惠码已结束'],
  [{ starts_at: new Date(AT.getTime() + 1) }, { all: 0, own: 0 }, '优惠码还没有开始'],
  [{ stopped_at: AT }, { all: 0, own: 0 }, '优惠码已停用'],
])('T3 a code of %o after uses %o is answered %s', (change, uses, why) =>
  expect(whyNoCode({ ...code, ...change }, uses, { item_id: 7, list_fen: 10_000, now: AT })).toBe(why),
);

it('T3 its publisher reads who stopped it', () => {
  expect(discountState({ ...code, stopped_at: AT }, 0, AT)).toBe('off');
  expect(discountState({ ...code, stopped_at: AT, stopped_reason: '虚假原价' }, 0, AT)).toBe('stopped');
});
