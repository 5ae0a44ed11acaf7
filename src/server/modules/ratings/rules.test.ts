import { expect, it } from 'vitest';
import { rateRefusal, shownWith } from './rules.ts';

const given = (id: number, from_id: number, to_id: number, shown = false) => ({ id, from_id, to_id, shown_at: shown ? new Date(0) : null });

it('lets each side rate once, and nobody after reading what the other said', () => {
  expect(rateRefusal([], 1, 2)).toBe('');
  expect(rateRefusal([given(7, 2, 1)], 1, 2)).toBe('');
  expect(rateRefusal([given(7, 1, 2)], 1, 2)).toBe('您已评价过');
  expect(rateRefusal([given(7, 2, 1, true)], 1, 2)).toBe('评价时间已过');
});

it('shows both or none', () => {
  expect(shownWith([], given(8, 1, 2))).toEqual([]);
  expect(shownWith([given(7, 2, 1)], given(8, 1, 2))).toEqual([8, 7]);
  expect(shownWith([given(7, 3, 1)], given(8, 1, 2))).toEqual([]);
});
