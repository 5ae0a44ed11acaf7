import { describe, expect, it } from 'vitest';
import { actOn, nextTurn } from './rules.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 10, minute));
const price = { type: 'price', state: '', sender_id: 1, created_at: at(0) } as const;

describe('whose turn it is', () => {
  it('the clock runs from the first message without an answer', () => {
    const first = nextTurn({ waiting_id: null, waiting_at: null }, 1, 2, at(0));
    expect(first).toEqual({ waiting_id: 2, waiting_at: at(0), took_s: null });
    const again = nextTurn(first, 1, 2, at(3));
    expect(again).toEqual({ waiting_id: 2, waiting_at: at(0), took_s: null });
    expect(nextTurn(again, 2, 1, at(5))).toEqual({ waiting_id: 1, waiting_at: at(5), took_s: 300 });
  });
});

describe('what an act makes of a message', () => {
  it('a price: the other side decides, its sender takes it back, once', () => {
    expect(actOn(price, 'accept', 2, at(1))).toBe('accepted');
    expect(actOn(price, 'decline', 2, at(1))).toBe('declined');
    expect(actOn(price, 'withdraw', 1, at(9))).toBe('withdrawn');
    for (const [act, by] of [
      ['accept', 1],
      ['decline', 1],
      ['withdraw', 2],
    ] as const) {
      expect(actOn(price, act, by, at(1))).toHaveProperty('refused');
    }
    expect(actOn({ ...price, state: 'accepted' }, 'withdraw', 1, at(1))).toHaveProperty('refused');
    expect(actOn({ ...price, type: 'text' }, 'accept', 2, at(1))).toHaveProperty('refused');
  });

  it('a message is recalled by its sender within two minutes; what happened is not', () => {
    const text = { ...price, type: 'text' };
    expect(actOn(text, 'recall', 1, at(2))).toBe('recalled');
    expect(actOn(text, 'recall', 1, at(3))).toHaveProperty('refused');
    expect(actOn(text, 'recall', 2, at(1))).toHaveProperty('refused');
    expect(actOn({ ...text, type: 'event' }, 'recall', 1, at(1))).toHaveProperty('refused');
  });
});
