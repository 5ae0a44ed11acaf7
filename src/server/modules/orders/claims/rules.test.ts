import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLAIM_STATES, type ClaimState, isAlive } from '#contract/claim.ts';
import { CLAIM_TRANSITIONS, type ClaimEvent, heldEntries, heldFen, lostPart, moveClaim, reminderOf } from './rules.ts';

const STATES = Object.keys(CLAIM_STATES) as ClaimState[];
const EVENTS: ClaimEvent[] = ['answer', 'won', 'lost', 'withdrawn', 'refunded'];

describe('T12 M21 the life of a claim', () => {
  it('takes every step from what is alive, and none from what is over', () => {
    for (const state of STATES)
      for (const event of EVENTS) {
        const to = CLAIM_TRANSITIONS[state][event];
        if (!isAlive(state)) expect(to).toBeUndefined();
        else expect(to).toBe(event === 'answer' ? 'answered' : event);
      }
    expect(() => moveClaim('lost', 'won')).toThrow('cannot be won');
    expect(moveClaim('open', 'answer')).toEqual({ from: 'open', to: 'answered' });
  });

  it('holds what is there of a share, once', () => {
    const fen = fc.nat(10_000);
    fc.assert(
      fc.property(fen, fen, fen, fen, (publisher_fen, back, others, earning) => {
        const order = { publisher_fen, publisher_back_fen: Math.min(back, publisher_fen) };
        const held = heldFen(order, others, earning);
        expect(held).toBeGreaterThanOrEqual(0);
        expect(held).toBeLessThanOrEqual(earning);
        expect(held + Math.min(others, publisher_fen - order.publisher_back_fen)).toBeLessThanOrEqual(
          publisher_fen - order.publisher_back_fen,
        );
      }),
    );
    expect(heldFen({ publisher_fen: 8_000, publisher_back_fen: 1_000 }, 0, 9_000)).toBe(7_000);
    expect(heldFen({ publisher_fen: 8_000, publisher_back_fen: 0 }, 0, 300)).toBe(300);
    expect(heldFen({ publisher_fen: 8_000, publisher_back_fen: 0 }, 8_000, 9_000)).toBe(0);
    for (const way of [1, -1] as const) expect(heldEntries(2, 700, way).reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  });

  const order = { pay_fen: 5_000, balance_fen: 3_000, refunded_pay_fen: 0, refunded_balance_fen: 0 };
  it.each([
    ['the whole payment: the order is undone', {}, 5_000, null, { amount_fen: null, ends: false }],
    ['all that was left of it', { refunded_pay_fen: 1_000 }, 4_500, null, { amount_fen: null, ends: false }],
    ['a part of what has parts: the order stands', {}, 2_000, null, { amount_fen: 2_000, ends: false }],
    ['a part of what has none: it ends', {}, 2_000, '不能部分退款', { amount_fen: 2_000, ends: true }],
  ])('loses %s', (_name, change, amount, why_not, part) => {
    expect(lostPart({ ...order, ...change }, amount, () => why_not)).toEqual(part);
  });

  it.each([
    [80, null],
    [72, 3],
    [25, 3],
    [24, 1],
    [-5, 1],
  ])('reminds %i hours before', (hours, days) => {
    const now = new Date('2026-11-28T12:00:00Z');
    expect(reminderOf(new Date(now.getTime() + hours * 3_600_000), now)).toBe(days);
  });
});
